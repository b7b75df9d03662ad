import { FORM } from '#contract/capsule.ts'
import { draftFromBox, emptyDraft } from '#web/draft/current/draft.ts'
import { EditedDraft } from '#web/draft/editor/EditedDraft.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Graphic.module.css'
import { Maker } from './Maker.tsx'

/** The graphic capsule: a new one, or with `id` a draft of the draft box. */
export const GraphicCapsule = () => (
  <EditedDraft title="图文胶囊" form={FORM.graphic} skeleton={<PageSkeleton />}>
    {({ id, owner, found, begun, to }) => {
      const empty = { ...emptyDraft(owner), ...to, content: [], content_type: FORM.graphic }
      const box = found ? draftFromBox(owner, found) : empty
      return <Maker key={`${owner}/${id}`} start={begun ?? box} held={found?.capsule_content?.content ?? []} />
    }}
  </EditedDraft>
)

const PageSkeleton = () => (
  <div className={styles.grid} role="status" aria-label="加载中...">
    {[1, 2, 3].map((tile) => (
      <div key={tile} className={styles.square}>
        <Skeleton height="100%" />
      </div>
    ))}
  </div>
)
