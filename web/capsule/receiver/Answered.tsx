import type { ReactNode } from 'react'
import { HomeLink } from '#web/capsule/detail/DesktopOnly.tsx'
import { useSignedIn } from '#web/client/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './WaitingCapsule.module.css'

/** The night in which a capsule waits. */
export function Frame({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const signedIn = useSignedIn()
  return (
    <Page title="时光胶囊" mood="universe" back={signedIn || undefined} right={<HomeLink />} footer={footer}>
      {children}
    </Page>
  )
}

/** How it stands now, with nothing of the capsule, and the ways on. The pressed button is gone: the words have the focus. */
export function Answered({ text, children }: { text: string; children?: ReactNode }) {
  const signedIn = useSignedIn()
  const home = (
    <Button kind="secondary" block onClick={() => go(signedIn ? 'home' : 'landing', {}, { replace: true })}>
      返回首页
    </Button>
  )
  return (
    <Frame footer={<div className={styles.buttons}>{children ?? home}</div>}>
      <div className={styles.centre}>
        <CapsuleIcon colorIndex={0} type={0} size={120} />
        <h2 className={styles.answer} tabIndex={-1} ref={focus}>
          {text}
        </h2>
      </div>
    </Frame>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()
