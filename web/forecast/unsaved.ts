import type { Forecast } from '#contract/forecast.ts'
import { forecastOf, type SealDraft } from '#web/draft/draft.ts'

/** What of a prediction is typed or picked on its page. */
export type Typed = Pick<SealDraft, 'content' | 'unsealDate'>

/** Whether leaving would lose something that the draft box does not hold; a date alone is nothing. */
export function isUnsaved(typed: Typed, box: Typed): boolean {
  const now = forecastOf(typed.content)
  const before = forecastOf(box.content)
  if (isBlank(now) && isBlank(before)) return false
  return now.content !== before.content || now.comment !== before.comment || typed.unsealDate !== box.unsealDate
}

const isBlank = ({ content, comment }: Forecast): boolean => !content.trim() && !comment.trim()
