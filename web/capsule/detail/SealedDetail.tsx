import { useEffect } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { fromText } from '#contract/receiver.ts'
import { formatChina, momentText, openTimeText } from '#contract/time.ts'
import { REQUEST_APPROVED, UNSEALING, unsealState } from '#contract/unseal.ts'
import { SealedLinks } from '#web/capsule/notice/SealedLinks.tsx'
import { Receipts } from '#web/capsule/receipt/Receipts.tsx'
import { authorName } from '#web/people/account/authorName.ts'
import { MoreButton } from '#web/people/report/MoreButton.tsx'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { useInPane } from '#web/ui/inPane.ts'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { Between } from './Between.tsx'
import { DeblockingResult } from './DeblockingResult.tsx'
import { isDue } from './due.ts'
import styles from './SealedDetail.module.css'
import { TimeLeft } from './TimeLeft.tsx'
import { UnsealButton } from './UnsealButton.tsx'

/**
 * All that its owner, or the person it is for, sees of a capsule before it opens. On its day this page leads to the page that
 * opens it; beside a list, where another capsule may have been meant, only by its button, and so for an owner who has it
 * waiting for somebody else.
 */
export function SealedDetail({ capsule }: { capsule: Detail }) {
  const now = useNow(1_000)
  const state = unsealState(capsule, formatChina(now))
  const { id, to, received_as } = capsule
  const isMine = received_as === undefined
  const gives = !useInPane() && to === undefined && UNSEALING[state].button?.leads === 'unseal'
  useEffect(() => {
    if (gives) go('unseal', { id }, { replace: true })
  }, [gives, id])
  return (
    <Page
      title="胶囊详情"
      mood="universe"
      back
      right={!isMine && <MoreButton of={{ kind: 'capsule', id }} unopened />}
      footer={!gives && <UnsealButton card={capsule} now={now} />}
    >
      <div className={styles.sealed}>
        <CapsuleIcon colorIndex={capsule.colorIndex} type={capsule.type} size={144} />
        {!isMine && <p className="muted">{fromText(authorName(capsule.user))}</p>}
        <h2 className={styles.title}>{capsule.long_tag || `给${received_as}`}</h2>
        <p className="muted">
          {momentText(capsule.sealed_at)} – {byBeijing(openTimeText(capsule.open_time))}
        </p>
        {isDue(capsule, now) ? (
          <p className="muted">{state === 'approved' ? REQUEST_APPROVED : '已到解封时间'}</p>
        ) : (
          <TimeLeft moment={capsule.open_time} now={now} />
        )}
        {capsule.open_time > formatChina(now) && <DeblockingResult application={capsule.application} />}
        {isMine && <SealedLinks card={capsule} due={isDue(capsule, now)} />}
        <Between capsule={capsule} />
        {isMine && <Receipts capsule={capsule} isMine />}
      </div>
    </Page>
  )
}
