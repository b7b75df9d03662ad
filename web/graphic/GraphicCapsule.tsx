import { FORM, STATUS } from '#contract/capsule.ts'
import { useCall, useUser } from '#web/api.ts'
import { draftFromBox, emptyDraft, useOwnDraft } from '#web/seal/draft.ts'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Unreadable } from '#web/writing/Unreadable.tsx'
import styles from './Graphic.module.css'
import { Maker } from './Maker.tsx'

const TITLE = '图文胶囊'

/** The graphic capsule: a new one, or with `id` a draft of the draft box. */
export function GraphicCapsule() {
  const { id = '' } = useQueryString()
  const user = useUser()
  const saved = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '', refetchOnMount: 'always' })
  const owner = user.data?.user.id
  const begun = useOwnDraft(owner)
  // What the cache still holds may be older than the last saving.
  const found = saved.isFetchedAfterMount ? saved.data?.capsule : undefined
  const failed = user.error ?? saved.error

  if (failed)
    return <Unreadable title={TITLE} text={failed.message} again={() => void (user.error ? user : saved).refetch()} />
  if (!owner || (id && !found)) return <Waiting />
  if (found && found.status !== STATUS.draft) return <Unreadable title={TITLE} text="这颗胶囊已经封存，不能再编辑了" />
  if (found && found.content_type !== FORM.graphic)
    return <Unreadable title={TITLE} text="这是一份文字草稿，请从草稿箱打开" />

  const box = found ? draftFromBox(owner, found) : { ...emptyDraft(owner), content: [], content_type: FORM.graphic }
  const start = begun?.draft_id === id && begun.content_type === FORM.graphic ? begun : box
  return <Maker key={`${owner}/${id}`} start={start} held={found?.capsule_content?.content ?? []} />
}

const Waiting = () => (
  <Page title={TITLE} back>
    <div className={styles.grid} role="status" aria-label="加载中...">
      {[1, 2, 3].map((tile) => (
        <div key={tile} className={styles.square}>
          <Skeleton height="100%" />
        </div>
      ))}
    </div>
  </Page>
)
