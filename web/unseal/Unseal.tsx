import { useState } from 'react'
import { STATUS } from '#contract/capsule.ts'
import { CODE, SIGN_IN_OVER } from '#contract/codes.ts'
import { useCall } from '#web/api.ts'
import { DetailSkeleton } from '#web/capsule/DetailSkeleton.tsx'
import { OpenCapsule } from '#web/capsule/OpenCapsule.tsx'
import { useSignedIn } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { go, HOME, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Descending } from './Descending.tsx'
import { Lock } from './Lock.tsx'
import styles from './Unseal.module.css'

const NOTHING_HERE: readonly number[] = [CODE.missing, CODE.badRequest, ...SIGN_IN_OVER]

/** Where a capsule is opened. Anybody may come here; without an id or a sign-in there is nothing to see. */
export function Unseal() {
  const { id } = useQueryString()
  const signedIn = useSignedIn()
  if (!id || !signedIn) return <Nothing />
  return <One key={id} id={id} />
}

function One({ id }: { id: string }) {
  const detail = useCall('capsuleDetail', { capsule_id: id })
  const [ritual, setRitual] = useState<'before' | 'now' | 'after'>('before')
  const shown = detail.data

  if (!shown && detail.error) {
    if (NOTHING_HERE.includes(detail.error.code)) return <Nothing />
    return (
      <Page title="解封" mood="universe" back>
        <LoadFailed text={detail.error.message} busy={detail.isFetching} onRetry={detail.refetch} />
      </Page>
    )
  }
  if (!shown) return <Waiting />
  const { capsule } = shown
  if (ritual === 'now') return <Descending capsule={capsule} onDone={() => setRitual('after')} />
  if (capsule.status === STATUS.unsealed)
    return (
      <Page title="已解封" back right={<HomeLink />}>
        <OpenCapsule shown={shown} unfolds={ritual === 'after'} />
      </Page>
    )
  if (ritual === 'after' && detail.isFetching) return <Waiting />
  return <Lock capsule={capsule} home={<HomeLink />} onOpened={() => setRitual('now')} />
}

const Waiting = () => (
  <Page title="解封" back>
    <DetailSkeleton />
  </Page>
)

const Nothing = () => (
  <Page title="解封" mood="universe" back right={<HomeLink />}>
    <Empty text="暂无胶囊~" action={<Button onClick={() => go(HOME, {}, { replace: true })}>返回首页</Button>} />
  </Page>
)

/** Seen on wide screens only; a phone has its back button. */
const HomeLink = () => (
  <a className={styles.home} href={`#${HOME}`}>
    前往首页
  </a>
)
