import type { Services } from '#server/context.ts'
import { openBucket } from './bucket.ts'
import { openDisk } from './disk/open.ts'
import type { ObjectStore } from './store.ts'

/** The store that the configuration names. */
export async function openStore(services: Pick<Services, 'config' | 'db' | 'keys' | 'log'>): Promise<ObjectStore> {
  if (services.config.bucket) return openBucket(services)
  const { store, door } = await openDisk(services)
  return { ...store, door }
}
