import { formatChina } from '#contract/time.ts'
import { useCall } from '#web/api.ts'
import { useSignedIn } from '#web/session.ts'
import { useNow } from '#web/ui/useNow.ts'

const MINUTE_MS = 60_000

/**
 * What of one's own is still sealed; what comes due while one looks is due, unless the server holds its clock. Undefined before it
 * is known, and for nobody.
 */
export function useClosed(asks = true) {
  const { data } = useCall('closedSummary', {}, { enabled: useSignedIn() && asks })
  const now = formatChina(useNow(MINUTE_MS))
  if (!data) return undefined
  const { next, due, due_id, held } = data
  if (!next || next.open_time > now) return data
  return { ...data, due: due + (held ? 0 : 1), due_id: due_id || next.id, next: null }
}
