import { PenLine } from 'lucide-react'
import type { Detail } from '#contract/capsule.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import { IMPORTED_FROM } from '#contract/importSource.ts'
import { dateText } from '#contract/time.ts'
import { Content } from '#web/capsule/detail/Content.tsx'
import { DetailSkeleton } from '#web/capsule/detail/DetailSkeleton.tsx'
import { DiaryRedirect } from '#web/capsule/detail/DiaryRedirect.tsx'
import { isOrdinaryDiary } from '#web/capsule/detail/openDiary.ts'
import { useCall } from '#web/client/api.ts'
import { useCopy } from '#web/client/offline/useCopy.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyMark } from '#web/ui/CopyMark.tsx'
import { LostCapsule } from '#web/ui/drawings/LostCapsule.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { useCachedDiary } from './cachedDiary.ts'
import { DeleteDiary } from './DeleteDiary.tsx'
import { weekText } from './month.ts'
import styles from './PreviewDiary.module.css'

/** The page's title before the diary's date is known. */
const TITLE = '日记'

/** A diary to be read; one that is or was sealed is shown on the capsule pages. */
export function PreviewDiary() {
  const { id = '' } = useQueryString()
  const asked = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '' })
  const { query: detail, copiedAt } = useCopy('detail', id, asked)
  const capsule = detail.data?.capsule
  const lastSeen = useCachedDiary(id, asked)

  if (!id || isGone(detail.error?.code)) return <Missing />
  if (capsule && !isOrdinaryDiary(capsule))
    return (
      <DiaryRedirect written={capsule}>
        <Page title={TITLE} back>
          <DetailSkeleton />
        </Page>
      </DiaryRedirect>
    )
  if (capsule && copiedAt !== undefined)
    return (
      <Page title={dateText(capsule.created_at)} back>
        <CopyMark at={copiedAt} />
        <Diary capsule={capsule} />
      </Page>
    )
  // The copy of the device is about to come, or there is none of this diary.
  if (lastSeen && (detail === asked || detail.error))
    return (
      <Page title={dateText(lastSeen.created_at)} back>
        <LastSeen busy={detail.isFetching} onRetry={() => void detail.refetch()} />
        <Diary capsule={lastSeen} />
      </Page>
    )
  return (
    <Page
      title={capsule ? dateText(capsule.created_at) : TITLE}
      back
      right={capsule && <DeleteDiary id={id} />}
      footer={capsule && <Edit id={id} />}
    >
      <Loaded query={detail} skeleton={<DetailSkeleton />}>
        {/* The diary being read keeps its pictures: only another revision replaces it. */}
        {(shown) => <Diary key={shown.capsule.revision} capsule={shown.capsule} />}
      </Loaded>
    </Page>
  )
}

const isGone = (code: number | undefined): boolean => code === CODE.missing || code === CODE.badRequest

const Diary = ({ capsule }: { capsule: Detail }) => (
  <article className={styles.diary}>
    <p className="muted">
      {weekText(capsule.created_at)} {capsule.created_at.slice(11, 16)}
      {capsule.imported_from && ` · ${IMPORTED_FROM[capsule.imported_from]}`}
    </p>
    <Content capsule={capsule} />
  </article>
)

/** Says that the diary on the page was read before, since the server does not answer. */
const LastSeen = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <p className={styles.lastSeen} role="status">
    连接服务器失败，这是上次看到的内容
    <Button kind="quiet" busy={busy} onClick={onRetry}>
      重试
    </Button>
  </p>
)

const Edit = ({ id }: { id: string }) => (
  <div className={styles.edit}>
    <Button kind="secondary" block onClick={() => go('writeDiary', { id })}>
      <PenLine size={20} strokeWidth={1.75} aria-hidden="true" />
      编辑
    </Button>
  </div>
)

const Missing = () => (
  <Page title={TITLE} back>
    <Empty
      text={TEXT.gone}
      drawing={<LostCapsule />}
      action={<Button onClick={() => go('diaryList', {}, { replace: true })}>返回日记</Button>}
    />
  </Page>
)
