import type { ReactNode } from 'react'
import type { Card, Detail } from '#contract/capsule.ts'
import { fromText } from '#contract/receiver.ts'
import { momentText, openTimeText } from '#contract/time.ts'
import { DownloadBlock, HomeLink } from '#web/capsule/detail/DesktopOnly.tsx'
import { isDue, sealedForText } from '#web/capsule/detail/due.ts'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { now } from '#web/ui/clock.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './Unseal.module.css'

type Props = {
  capsule: Card & Pick<Detail, 'received_as'>
  /** Whose it is, for others than its owner. */
  from?: string
  /** Whether there is a page to go back to. */
  back?: true
  /** The action that is possible now. */
  action: ReactNode
  children: ReactNode
}

/** A capsule before it is opened: it floats in the night, with its name, how long it has been sealed, and its dates. */
export function SealedCapsule({ capsule, from, back, action, children }: Props) {
  return (
    <Page title="解封" mood="universe" back={back} right={<HomeLink />} footer={action}>
      <div className={styles.sealed}>
        <span className={styles.floating}>
          <CapsuleIcon colorIndex={capsule.colorIndex} type={capsule.type} size={148} />
        </span>
        {from && <p className={styles.from}>{fromText(from)}</p>}
        <h2 className={styles.title}>{capsule.long_tag || `给${capsule.received_as}`}</h2>
        {isDue(capsule, now()) && <p className={styles.held}>{sealedForText(capsule, now())}</p>}
        <p className={`muted ${styles.period}`}>
          {momentText(capsule.sealed_at)} – {byBeijing(openTimeText(capsule.open_time))}
        </p>
        {children}
      </div>
      <DownloadBlock />
    </Page>
  )
}
