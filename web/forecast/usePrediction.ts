import { useState } from 'react'
import { type Forecast, whyNotForecast, whyNotForecastDraft } from '#contract/forecast.ts'
import { forecastContent, forecastOf, type SealDraft } from '#web/draft/draft.ts'
import type { Autosave } from '#web/draft/useAutosave.tsx'
import { useMaking } from '#web/draft/useMaking.ts'
import { isUnsaved, type Typed } from './unsaved.ts'
import { usePublish } from './usePublish.ts'

export type Prediction = { start: SealDraft; box: SealDraft; autosave: Autosave<Typed> }

/** A prediction under the pen. `box` is what the draft box holds of it. */
export function usePrediction({ start, box, autosave }: Prediction) {
  const [draft, setDraft] = useState(start)
  const [held] = useState(box)
  const forecast = forecastOf(draft.content)
  const change = (patch: Partial<SealDraft>) => setDraft((old) => ({ ...old, ...patch }))
  const publishing = usePublish(draft, change)
  const making = useMaking({
    draft,
    content: () => draft.content,
    whyNot: (wish) => (wish === 'draft' ? whyNotForecastDraft : whyNotForecast)(forecast),
    unsaved: () => isUnsaved(draft, held),
    handedOver: autosave.drop,
  })

  function type(patch: Partial<Typed>) {
    change(patch)
    const { content, unsealDate, confidence } = draft
    autosave.note({ content, unsealDate, confidence, ...patch })
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
