import type { Output } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { MoreButton } from '#web/report/MoreButton.tsx'
import type { CallError } from '#web/transport.ts'
import { Button } from '#web/ui/Button.tsx'
import { LostCapsule } from '#web/ui/drawings/LostCapsule.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { failed } from '#web/ui/Loaded.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { useDetail } from '#web/useDetail.ts'
import { DownloadBlock, HomeLink } from './DesktopOnly.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { DiaryRedirect } from './DiaryRedirect.tsx'
import { Invitation } from './Invitation.tsx'
import { NOTHING_HERE, Nothing } from './Nothing.tsx'
import { OpenCapsule } from './OpenCapsule.tsx'
import { isOrdinaryDiary } from './openDiary.ts'
import { SealedDetail } from './SealedDetail.tsx'

const TITLE = '胶囊详情'

/** A capsule for its owner, for everybody who is signed in when it is public, and for who opened it by its link. */
export function CapsuleDetail() {
  const { id = '' } = useQueryString()
  const { detail, isByLink } = useDetail(id)

  if (isByLink && detail.error && NOTHING_HERE.includes(detail.error.code)) return <Nothing text={LINK_GONE} />
  if (!id || isGone(detail.error)) return <Missing text={detail.error?.message ?? TEXT.gone} />
  if (!detail.data) return <NotYet detail={detail} />
  if (isOrdinaryDiary(detail.data.capsule))
    return (
      <DiaryRedirect written={detail.data.capsule}>
        <PageSkeleton />
      </DiaryRedirect>
    )
  if (detail.data.capsule.status !== STATUS.unsealed) return <SealedDetail capsule={detail.data.capsule} />
  return (
    <Page title={TITLE} back={!isByLink || undefined} right={isByLink ? <HomeLink /> : <Ways shown={detail.data} />}>
      <OpenCapsule shown={detail.data} onlyLooks={isByLink}>
        <Invitation kind={isByLink ? 'primary' : 'secondary'} />
      </OpenCapsule>
      {isByLink && <DownloadBlock />}
    </Page>
  )
}

/** What others can do about a capsule that is shown to everybody. */
const Ways = ({ shown: { capsule, is_mine } }: { shown: Output<'capsuleDetail'> }) =>
  !is_mine && capsule.is_public === 1 && <MoreButton of={{ kind: 'capsule', id: capsule.id }} person={capsule.user} />

/** It is not there for whoever asks; anything else may be better the next time, and takes nothing away that is shown. */
const isGone = (error: CallError | null) => error?.code === CODE.missing || error?.code === CODE.badRequest

const NotYet = ({ detail }: { detail: ReturnType<typeof useDetail>['detail'] }) =>
  failed(detail.error) ? (
    <Page title={TITLE} back>
      <LoadFailed failure={detail.error} busy={detail.isFetching} onRetry={detail.refetch} />
    </Page>
  ) : (
    <PageSkeleton />
  )

const PageSkeleton = () => (
  <Page title={TITLE} back>
    <DetailSkeleton />
  </Page>
)

const Missing = ({ text }: { text: string }) => (
  <Page title={TITLE} back>
    <Empty
      text={text}
      drawing={<LostCapsule />}
      action={
        <Button kind="primary" onClick={() => go('home', {}, { replace: true })}>
          返回首页
        </Button>
      }
    />
  </Page>
)
