import type { Forecast } from '#contract/forecast.ts'
import { forecastOf, type SealDraft } from '#web/draft/draft.ts'

/** What of a prediction is typed or picked on its page. */
export type Typed = Pick<SealDraft, 'content' | 'unsealDate' | 'confidence'>

/** Whether leaving would lose something that the draft box does not hold; a date or a confidence alone is nothing. */
export function isUnsaved(typed: Typed, box: Typed): boolean {
  const now = forecastOf(typed.content)
  const before = forecastOf(box.content)
  if (isBlank(now) && isBlank(before)) return false
  if (now.content !== before.content || now.comment !== before.comment) return true
  return typed.unsealDate !== box.unsealDate || typed.confidence !== box.confidence
}

const isBlank = ({ content, comment }: Forecast): boolean => !content.trim() && !comment.trim()
