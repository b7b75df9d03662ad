import { Fail } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { openBucket } from './bucket.ts'
import { openDisk } from './disk/open.ts'
import type { ObjectStore } from './store.ts'

type Opening = Pick<Services, 'config' | 'db' | 'keys' | 'log' | 'metrics' | 'now' | 'whyStill' | 'ending'>

/** The store that the configuration names. */
export async function openStore(services: Opening): Promise<ObjectStore> {
  if (services.config.bucket) return counted(openBucket(services), services.metrics)
  const { store, routes } = await openDisk(services)
  return { ...counted(store, services.metrics), routes }
}

const OPERATIONS = ['sizeOf', 'read', 'findCuts', 'copy', 'remove', 'grant', 'serve'] as const

/** Failures of the store are counted, no matter who is told of them; a refusal is not one. */
function counted(store: ObjectStore, { mediaErrors }: Services['metrics']): ObjectStore {
  const counting = { ...store }
  for (const operation of OPERATIONS) {
    const own = store[operation] as (...given: unknown[]) => Promise<never>
    const counts = (...given: unknown[]) =>
      own(...given).catch((error) => {
        if (!(error instanceof Fail) || error.status >= 500) mediaErrors.inc({ operation })
        throw error
      })
    Object.assign(counting, { [operation]: counts })
  }
  return counting
}
