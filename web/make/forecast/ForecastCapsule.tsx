import { useState } from 'react'
import { FORM, TYPE } from '#contract/capsule.ts'
import { shortened } from '#contract/content.ts'
import type { Forecast } from '#contract/forecast.ts'
import { LONG_TAG_SUMMARY_CHARS } from '#contract/limits.ts'
import { documentOf } from '#web/draft/current/autosave.ts'
import { draftFromBox, emptyDraft, forecastOf, type SealDraft, sendingKey } from '#web/draft/current/draft.ts'
import type { TypedForecast } from '#web/draft/current/typedText.ts'
import { EditedDraft } from '#web/draft/editor/EditedDraft.tsx'
import { useAutosave } from '#web/draft/editor/useAutosave.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Forecast.module.css'
import { Forecaster, TITLE } from './Forecaster.tsx'
import { isUnsaved } from './unsaved.ts'

/** The prediction capsule: a new one, or with `id` a draft of the draft box. */
export const ForecastCapsule = () => (
  <EditedDraft title={TITLE} type={TYPE.forecast} form={FORM.text} skeleton={<PageSkeleton />}>
    {({ id, owner, found, begun }) => {
      const box = found ? draftFromBox(owner, found) : emptyDraft(owner, TYPE.forecast)
      return <AutosavedForecaster key={`${owner}/${id}`} start={begun ?? box} box={box} />
    }}
  </EditedDraft>
)

/** Waits for the text that an earlier session may have left. */
function AutosavedForecaster({ start: begun, box }: { start: SealDraft; box: SealDraft }) {
  const [start] = useState(begun)
  const autosave = useAutosave<TypedForecast>({
    user: box.owner,
    document: documentOf(TYPE.forecast, box.draft_id),
    revision: start.revision,
    sentAs: sendingKey(start),
    same: (typed) => !isUnsaved(typed, box),
    firstWords: ({ content }) => firstWordsOf(forecastOf(content)),
  })
  if (autosave.ready) {
    const { value, revision = start.revision, sentAs = start.sentAs } = autosave.restored ?? {}
    return <Forecaster start={{ ...start, ...value, revision, sentAs }} box={box} autosave={autosave} />
  }
  return (
    <Page title={TITLE} back>
      <PageSkeleton />
      {autosave.question}
    </Page>
  )
}

const firstWordsOf = ({ content, comment }: Forecast): string =>
  shortened(content.trim() || comment.trim(), LONG_TAG_SUMMARY_CHARS)

const PageSkeleton = () => (
  <div className={styles.page} role="status" aria-label="加载中...">
    <Skeleton height={200} />
    <Skeleton height={200} />
    <Skeleton height={176} />
  </div>
)
