import { useState } from 'react'
import { STATUS } from '#contract/capsule.ts'
import { TEXT } from '#contract/codes.ts'
import { DownloadBlock, HomeLink } from '#web/capsule/detail/DesktopOnly.tsx'
import { DetailSkeleton } from '#web/capsule/detail/DetailSkeleton.tsx'
import { NOTHING_HERE, Nothing } from '#web/capsule/detail/Nothing.tsx'
import { OpenCapsule } from '#web/capsule/detail/OpenCapsule.tsx'
import { useCall } from '#web/client/api.ts'
import { useSignedIn } from '#web/client/session.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Descending } from './Descending.tsx'
import { Lock } from './Lock.tsx'
import { SharedCapsule } from './SharedCapsule.tsx'
import { Words } from './Words.tsx'

/**
 * Where a capsule is opened, and where one that its owner shared (`token`) is seen. Anybody may come here; without an id,
 * and without a token or a sign-in, there is nothing to see.
 */
export function Unseal() {
  const { id, token, hide } = useQueryString()
  const signedIn = useSignedIn()
  const [wasSignedIn] = useState(signedIn)
  if (id && token) return <SharedCapsule key={id} id={id} token={token} hides={hide === '1'} />
  // It is there still, but the sign-in is over; soon this page leads to the next one.
  if (id && !signedIn && wasSignedIn) return <Nothing text={TEXT.signInOver} />
  if (!id || !signedIn) return <Nothing bare={hide === '1'} />
  return <One key={id} id={id} />
}

type Stage = 'before' | 'ritual' | 'words' | 'after'

function One({ id }: { id: string }) {
  const detail = useCall('capsuleDetail', { capsule_id: id })
  const [stage, setStage] = useState<Stage>('before')
  const shown = detail.data

  if (!shown && detail.error) {
    if (NOTHING_HERE.includes(detail.error.code)) return <Nothing />
    return (
      <Page title="解封" mood="universe" back>
        <LoadFailed failure={detail.error} busy={detail.isFetching} onRetry={detail.refetch} />
      </Page>
    )
  }
  if (!shown) return <Waiting />
  const { capsule } = shown
  // Its sheet has become the ground of what follows, and stays until that is there.
  const isComing = stage === 'words' && capsule.status !== STATUS.unsealed && detail.isFetching
  if (stage === 'ritual' || isComing) return <Descending capsule={capsule} onDone={() => setStage('words')} />
  if (stage === 'words' && capsule.send_word) return <Words capsule={capsule} onDone={() => setStage('after')} />
  if (capsule.status === STATUS.unsealed)
    return (
      <Page title="已解封" back right={<HomeLink />}>
        <OpenCapsule shown={shown} unfolds={stage !== 'before'} />
        <DownloadBlock />
      </Page>
    )
  return <Lock capsule={capsule} onOpened={() => setStage('ritual')} />
}

const Waiting = () => (
  <Page title="解封" back>
    <DetailSkeleton />
  </Page>
)
