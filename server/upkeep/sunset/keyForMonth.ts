import type { Services } from '#server/platform/context.ts'
import { numberOfSeed, publicKeyOf } from './monthKeys.ts'

/** The public key of a month; undefined where there are none yet. */
export async function keyForMonth(
  { config, keys }: Pick<Services, 'config' | 'db' | 'keys'>,
  month: string,
): Promise<{ month: string; key: Uint8Array } | undefined> {
  if (config.production) return undefined
  return { month, key: publicKeyOf(numberOfSeed(month, keys.derive('month keys of development'))) }
}
