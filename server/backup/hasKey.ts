import type { Config } from '#server/config.ts'
import { locksOf } from '#server/keys/keys.ts'
import { openKeys } from '#server/keys/place.ts'
import type { Manifest } from './manifest.ts'

/** The one it was made under is at hand, as the current one or as one from before. */
export const hasKey = async (config: Config, { key }: Manifest): Promise<boolean> =>
  locksOf(await openKeys(config)).some(({ fingerprint }) => fingerprint === key)
