import type { Config } from '#server/platform/config.ts'
import { locksOf } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import type { Manifest } from './manifest.ts'

/** Whether the key of the backup is at hand, as the current one or as an earlier one. */
export const hasKey = async (config: Config, { key }: Manifest): Promise<boolean> =>
  locksOf(await openKeys(config)).some(({ fingerprint }) => fingerprint === key)
