import { isTimeKnown } from '#web/ui/clock.ts'
import { quietly } from '#web/ui/quietly.ts'
import { call } from './api.ts'

const WAIT_MS = 3_000

/**
 * Before a moment is picked or sealed: asks the server what time it is where it has said nothing yet. Without an answer the
 * device's clock stands.
 */
export async function knowTime(): Promise<void> {
  if (!isTimeKnown() && navigator.onLine) await quietly(() => call('systemInfo', {}, { noRetry: true }), WAIT_MS)
}
