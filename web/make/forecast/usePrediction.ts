import { useState } from 'react'
import { type Forecast, whyNotForecast, whyNotForecastDraft } from '#contract/forecast.ts'
import { forecastContent, forecastOf, type SealDraft } from '#web/draft/current/draft.ts'
import { type TypedForecast, typedForecast } from '#web/draft/current/typedText.ts'
import type { Autosave } from '#web/draft/editor/useAutosave.tsx'
import { useDraftEditor } from '#web/draft/editor/useDraftEditor.ts'
import { isUnsaved } from './unsaved.ts'
import { usePublish } from './usePublish.ts'

export type Prediction = { start: SealDraft; box: SealDraft; autosave: Autosave<TypedForecast> }

/** A prediction being written. `box` is the draft box's copy of it. */
export function usePrediction({ start, box, autosave }: Prediction) {
  const [draft, setDraft] = useState(start)
  const [held] = useState(box)
  const forecast = forecastOf(draft.content)
  const change = (patch: Partial<SealDraft>) => setDraft((old) => ({ ...old, ...patch }))
  const publishing = usePublish(draft, change)
  const making = useDraftEditor({
    draft,
    content: () => draft.content,
    whyNot: (wish) => (wish === 'draft' ? whyNotForecastDraft : whyNotForecast)(forecast),
    unsaved: () => isUnsaved(draft, held),
    onLeave: autosave.drop,
  })

  function type(patch: Partial<TypedForecast>) {
    change(patch)
    autosave.note({ ...typedForecast(draft), ...patch })
  }

  return {
    draft,
    forecast,
    write: (patch: Partial<Forecast>) => type({ content: forecastContent({ ...forecast, ...patch }) }),
    pick: (unsealDate: string) => type({ unsealDate }),
    sayHowSure: (confidence: number | undefined) => type({ confidence }),
    publishing,
    making,
  }
}
