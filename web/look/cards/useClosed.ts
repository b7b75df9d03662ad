import { formatChina } from '#contract/time.ts'
import { useCall } from '#web/client/api.ts'
import { useSignedIn } from '#web/client/session.ts'
import { useNow } from '#web/ui/useNow.ts'

const MINUTE_MS = 60_000

/**
 * The person's own capsules that are still sealed; one that comes due while the page is open counts as due, unless the server
 * holds its clock. Undefined before the answer, and for nobody.
 */
export function useClosed(asks = true) {
  const { data } = useCall('closedSummary', {}, { enabled: useSignedIn() && asks })
  const now = formatChina(useNow(MINUTE_MS))
  if (!data) return undefined
  const { next, due, due_id, held } = data
  if (!next || next.open_time > now) return data
  return { ...data, due: due + (held ? 0 : 1), due_id: due_id || next.id, next: null }
}
