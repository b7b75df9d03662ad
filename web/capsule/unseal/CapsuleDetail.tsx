import type { Output } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { AnotherLetter } from '#web/capsule/detail/AnotherLetter.tsx'
import { DownloadBlock, HomeLink } from '#web/capsule/detail/DesktopOnly.tsx'
import { DetailSkeleton } from '#web/capsule/detail/DetailSkeleton.tsx'
import { DiaryRedirect } from '#web/capsule/detail/DiaryRedirect.tsx'
import { Invitation } from '#web/capsule/detail/Invitation.tsx'
import { NOTHING_HERE, Nothing } from '#web/capsule/detail/Nothing.tsx'
import { OpenCapsule } from '#web/capsule/detail/OpenCapsule.tsx'
import { isOrdinaryDiary } from '#web/capsule/detail/openDiary.ts'
import { SealedDetail } from '#web/capsule/detail/SealedDetail.tsx'
import { isFirstOfVisit, useFirstSight } from '#web/capsule/detail/useFirstSight.ts'
import { jwtOf } from '#web/client/linkJwt.ts'
import { useCopy } from '#web/client/offline/useCopy.ts'
import type { CallError } from '#web/client/transport.ts'
import { useDetail } from '#web/client/useDetail.ts'
import { MoreButton } from '#web/people/report/MoreButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyMark } from '#web/ui/CopyMark.tsx'
import { LostCapsule } from '#web/ui/drawings/LostCapsule.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { failed } from '#web/ui/Loaded.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Night } from './Night.tsx'
import { useOpening } from './opening.ts'
import { Unveiled } from './Unveiled.tsx'

const TITLE = '胶囊详情'

type Shown = Output<'capsuleDetail'>

/** A capsule for its owner and the person it is for, for every signed-in person when it is public, and for people who opened it by its link. */
export function CapsuleDetail() {
  const { id = '', isOther } = useQueryString()
  return <One key={id} id={id} isOther={isOther === '1'} />
}

type OneProps = { id: string; isOther: boolean }

function One({ id, isOther }: OneProps) {
  const { detail: asked, isByLink } = useDetail(id)
  const { query: detail, copiedAt } = useCopy('detail', id, asked)
  const opening = useOpening(id)
  const page = <Seen {...{ id, isOther, detail, isByLink, copiedAt }} />
  if (!opening) return page
  return (
    <Unveiled capsule={opening} opens isThere={!detail.isPending}>
      {page}
    </Unveiled>
  )
}

type SeenProps = OneProps & Pick<ReturnType<typeof useDetail>, 'detail' | 'isByLink'> & { copiedAt: number | undefined }

function Seen({ id, isOther, detail, isByLink, copiedAt }: SeenProps) {
  if (isByLink && detail.error && NOTHING_HERE.includes(detail.error.code)) return <Nothing text={LINK_GONE} />
  if (!id || isGone(detail.error)) return <Missing text={detail.error?.message ?? TEXT.gone} />
  if (!detail.data) return <NotYet detail={detail} inNight={isOther && !jwtOf(id) && isFirstOfVisit()} />
  if (isOrdinaryDiary(detail.data.capsule))
    return (
      <DiaryRedirect written={detail.data.capsule}>
        <PageSkeleton />
      </DiaryRedirect>
    )
  if (copiedAt !== undefined) return <Copied shown={detail.data} at={copiedAt} />
  if (detail.data.capsule.status !== STATUS.unsealed) return <SealedDetail capsule={detail.data.capsule} />
  if (jwtOf(id) || detail.data.is_mine || detail.data.capsule.received_as !== undefined)
    return <Opened shown={detail.data} isByLink={isByLink} />
  return <OpenToAll shown={detail.data} />
}

/** A capsule that stands open: it is one's own, was received, or was seen to open where its link was followed. */
const Opened = ({ shown, isByLink }: { shown: Shown; isByLink: boolean }) => (
  <Page title={TITLE} back={!isByLink || undefined} right={isByLink ? <HomeLink /> : <Ways shown={shown} />}>
    <OpenCapsule shown={shown} onlyLooks={isByLink}>
      <Invitation kind={isByLink ? 'primary' : 'secondary'} />
    </OpenCapsule>
    {isByLink && <DownloadBlock />}
  </Page>
)

/** One's own without a network: to be read, and nothing else. */
const Copied = ({ shown, at }: { shown: Shown; at: number }) => (
  <Page title={TITLE} back>
    <CopyMark at={at} />
    <OpenCapsule shown={shown} onlyLooks />
  </Page>
)

/** Somebody else's: the first of a visit with the whole ritual, the others with a short motion. The choosing was the tap. */
function OpenToAll({ shown }: { shown: Shown }) {
  const coming = useFirstSight(shown.capsule.id)
  return (
    <Unveiled capsule={shown.capsule} opens={coming === 'ritual'}>
      <Page title={TITLE} back right={<Ways shown={shown} />}>
        <OpenCapsule shown={shown} reveals={coming === 'short'} next={<AnotherLetter />}>
          <Invitation />
        </OpenCapsule>
      </Page>
    </Unveiled>
  )
}

/** The actions that others have on a capsule that is shown to everybody, or that they have received. */
function Ways({ shown: { capsule, is_mine } }: { shown: Shown }) {
  const isReceived = capsule.received_as !== undefined
  if (is_mine || !(isReceived || capsule.is_public === 1)) return null
  return <MoreButton of={{ kind: 'capsule', id: capsule.id }} person={isReceived ? undefined : capsule.user} />
}

/** The capsule is not there for this asker; other errors may pass by the next time, and take away nothing that is shown. */
const isGone = (error: CallError | null) => error?.code === CODE.missing || error?.code === CODE.badRequest

type NotYetProps = { detail: ReturnType<typeof useDetail>['detail']; inNight: boolean }

/** `inNight`: the capsule will come with the ritual. */
function NotYet({ detail, inNight }: NotYetProps) {
  if (failed(detail.error))
    return (
      <Page title={TITLE} back>
        <LoadFailed failure={detail.error} busy={detail.isFetching} onRetry={detail.refetch} />
      </Page>
    )
  if (!inNight) return <PageSkeleton />
  return (
    <Page documentTitle={TITLE} mood="universe" fill back>
      <Night title={TITLE} />
    </Page>
  )
}

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
