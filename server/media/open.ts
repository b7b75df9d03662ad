import type { Services } from '#server/context.ts'
import { Fail } from '#server/fail.ts'
import { openBucket } from './bucket.ts'
import { openDisk } from './disk/open.ts'
import type { ObjectStore } from './store.ts'

type Opening = Pick<Services, 'config' | 'db' | 'keys' | 'log' | 'figures' | 'whyStill'>

/** The store that the configuration names. */
export async function openStore(services: Opening): Promise<ObjectStore> {
  if (services.config.bucket) return counted(openBucket(services), services.figures)
  const { store, door } = await openDisk(services)
  return { ...counted(store, services.figures), door }
}

const OPERATIONS = ['sizeOf', 'read', 'findCuts', 'copy', 'remove', 'grant', 'serve'] as const

/** What the store cannot do is counted, whoever is told of it; a refusal is none of it. */
function counted(store: ObjectStore, { mediaErrors }: Services['figures']): ObjectStore {
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
