import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { openTimeFromPage } from '#contract/seal.ts'
import { formatChina, parseChina } from '#contract/time.ts'
import { nowDate } from '#web/ui/clock.ts'
import { toast } from '#web/ui/toast.tsx'

/** A moment that has passed meanwhile becomes now plus one hour, and the person is told. */
export function notPast(text: string): string {
  const now = nowDate()
  const picked = parseChina(text) ?? now
  if (picked > now) return text
  toast('解封日期已过，已改为一小时后', { ms: TOAST_ERROR_MS })
  return formatChina(openTimeFromPage(picked, now))
}
