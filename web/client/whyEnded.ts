import type { Ends } from '#contract/ending.ts'
import { device } from './storage/storage.ts'

/** Like `whyEndedHere`, whose words are loaded only where an end was announced. Where they do not come the server says so. */
export async function askEnded(ends: Ends): Promise<string | undefined> {
  if (!device.getItem('ending')) return undefined
  const loaded = await import('./ending.ts').catch(() => undefined)
  return loaded?.whyEndedHere(ends)
}
