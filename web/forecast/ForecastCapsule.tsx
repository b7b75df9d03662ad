import { useState } from 'react'
import { FORM, TYPE } from '#contract/capsule.ts'
import { shortened } from '#contract/content.ts'
import type { Forecast } from '#contract/forecast.ts'
import { LONG_TAG_SUMMARY_CHARS } from '#contract/limits.ts'
import { draftFromBox, emptyDraft, forecastOf, type SealDraft, sendingKey } from '#web/draft/draft.ts'
import { EditedDraft } from '#web/draft/EditedDraft.tsx'
import { documentOf } from '#web/draft/kept.ts'
import { useKept } from '#web/draft/useKept.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Forecast.module.css'
import { Forecaster, TITLE } from './Forecaster.tsx'
import { isUnsaved, type Typed } from './unsaved.ts'

/** The prediction capsule: a new one, or with `id` a draft of the draft box. */
export const ForecastCapsule = () => (
  <EditedDraft title={TITLE} type={TYPE.forecast} form={FORM.text} shape={<Shape />}>
    {({ id, owner, found, begun }) => {
      const box = found ? draftFromBox(owner, found) : emptyDraft(owner, TYPE.forecast)
      return <KeptForecaster key={`${owner}/${id}`} start={begun ?? box} box={box} />
    }}
  </EditedDraft>
)

/** Waits for what an earlier session has left of it. */
function KeptForecaster({ start: begun, box }: { start: SealDraft; box: SealDraft }) {
  const [start] = useState(begun)
  const kept = useKept<Typed>({
    user: box.owner,
    document: documentOf(TYPE.forecast, box.draft_id),
    revision: start.revision,
    sentAs: sendingKey(start),
    same: (typed) => !isUnsaved(typed, box),
    firstWords: ({ content }) => firstWordsOf(forecastOf(content)),
  })
  if (kept.ready) {
    const { value, revision = start.revision, sentAs = start.sentAs } = kept.restored ?? {}
    return <Forecaster start={{ ...start, ...value, revision, sentAs }} box={box} kept={kept} />
  }
  return (
    <Page title={TITLE} back>
      <Shape />
      {kept.question}
    </Page>
  )
}

const firstWordsOf = ({ content, comment }: Forecast): string =>
  shortened(content.trim() || comment.trim(), LONG_TAG_SUMMARY_CHARS)

const Shape = () => (
  <div className={styles.page} role="status" aria-label="加载中...">
    <Skeleton height={200} />
    <Skeleton height={200} />
    <Skeleton height={176} />
  </div>
)
