import { OPEN_TIME_PAST, openTimeFromPage } from '#contract/seal.ts'
import { formatChina, parseChina } from '#contract/time.ts'
import { toast } from '#web/ui/toast.tsx'

/** A moment that has passed meanwhile becomes now plus one hour, and the person is told. */
export function notPast(text: string): string {
  const now = new Date()
  const picked = parseChina(text) ?? now
  if (picked > now) return text
  toast(`${OPEN_TIME_PAST}，已为您改为一小时后`, { ms: 3000 })
  return formatChina(openTimeFromPage(picked, now))
}
