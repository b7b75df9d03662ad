import { useState } from 'react'
import { DownloadBlock, HomeLink } from '#web/capsule/detail/DesktopOnly.tsx'
import { DetailSkeleton } from '#web/capsule/detail/DetailSkeleton.tsx'
import { Invitation } from '#web/capsule/detail/Invitation.tsx'
import { NOTHING_HERE, Nothing } from '#web/capsule/detail/Nothing.tsx'
import { OpenCapsule } from '#web/capsule/detail/OpenCapsule.tsx'
import { noteOpenedHere, wasOpenedHere } from '#web/capsule/detail/openedHere.ts'
import { useSignedIn } from '#web/client/session.ts'
import { useDetail } from '#web/client/useDetail.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Present } from './Present.tsx'
import { Unveiled } from './Unveiled.tsx'

type Props = {
  id: string
  token: string
  /** Without the home link, the download block and the invitation. */
  hides: boolean
}

/** An opened capsule that its owner shared, for anybody with the link: a present, and from then on a letter. */
export function SharedCapsule({ id, token, hides }: Props) {
  const { detail } = useDetail(id, token)
  const signedIn = useSignedIn()
  const [known] = useState(() => wasOpenedHere(id))
  const [opened, setOpened] = useState(known)
  const { data, error } = detail
  const back = (signedIn && !hides) || undefined

  if (!data && error && NOTHING_HERE.includes(error.code)) return <Nothing bare={hides} />
  if (!opened && (data || !error)) return <Present capsule={data?.capsule} back={back} onOpen={() => setOpened(true)} />
  const page = (
    <Page title="时光胶囊" back={back} right={!hides && <HomeLink />}>
      {data && (
        <OpenCapsule shown={data} onlyLooks>
          {!hides && <Invitation kind="primary" />}
        </OpenCapsule>
      )}
      {!data && !error && <DetailSkeleton />}
      {!data && error && <LoadFailed failure={error} busy={detail.isFetching} onRetry={detail.refetch} />}
      {!hides && <DownloadBlock />}
    </Page>
  )
  if (!data) return page
  return (
    <Unveiled capsule={data.capsule} opens={!known} onOpened={() => noteOpenedHere(id)}>
      {page}
    </Unveiled>
  )
}
