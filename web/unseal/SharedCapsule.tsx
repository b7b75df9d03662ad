import { DownloadBlock, HomeLink } from '#web/capsule/DesktopOnly.tsx'
import { DetailSkeleton } from '#web/capsule/DetailSkeleton.tsx'
import { Invitation } from '#web/capsule/Invitation.tsx'
import { NOTHING_HERE, Nothing } from '#web/capsule/Nothing.tsx'
import { OpenCapsule } from '#web/capsule/OpenCapsule.tsx'
import { useSignedIn } from '#web/session.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useDetail } from '#web/useDetail.ts'

type Props = {
  id: string
  token: string
  /** Without the home link, the download block and the invitation. */
  hides: boolean
}

/** An opened capsule that its owner shared: what was put in, for anybody with the link. */
export function SharedCapsule({ id, token, hides }: Props) {
  const { detail } = useDetail(id, token)
  const signedIn = useSignedIn()
  const { data, error } = detail

  if (!data && error && NOTHING_HERE.includes(error.code)) return <Nothing bare={hides} />
  return (
    <Page title="时光胶囊" back={(signedIn && !hides) || undefined} right={!hides && <HomeLink />}>
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
}
