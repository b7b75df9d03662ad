import { sameInEditor } from '#contract/capsuleFields.ts'
import type { Forecast } from '#contract/forecast.ts'
import { forecastOf } from '#web/draft/current/draft.ts'
import type { TypedForecast } from '#web/draft/current/typedText.ts'

/** Whether leaving would lose something that the draft box does not hold; a date or a field without a text is nothing. */
export function isUnsaved(typed: TypedForecast, box: TypedForecast): boolean {
  const now = forecastOf(typed.content)
  const before = forecastOf(box.content)
  if (isBlank(now) && isBlank(before)) return false
  if (now.content !== before.content || now.comment !== before.comment) return true
  return typed.unsealDate !== box.unsealDate || !sameInEditor(typed, box)
}

const isBlank = ({ content, comment }: Forecast): boolean => !content.trim() && !comment.trim()
