import type { Ends } from '#contract/ending.ts'
import { device } from './storage/storage.ts'

/**
 * Why this cannot be done any more, as far as this browser has heard. The words are loaded only where an end was announced; where
 * they do not come the server says them.
 */
export async function askEnded(ends: Ends): Promise<string | undefined> {
  if (!device.getItem('ending')) return undefined
  const loaded = await import('./ending.ts').catch(() => undefined)
  return loaded?.whyEndedHere(ends)
}
