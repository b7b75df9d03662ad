import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'
import { overlay } from '#server/platform/media/clean/cut.ts'
import type { ObjectStore, Stored } from '#server/platform/media/store.ts'
import { copyObject, headObject, putObject, removeObject } from '#server/platform/outside/bucket/requests.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import { writtenName } from './written.ts'

/** The name of the copy that others get: written by us alone, where only we may write, and in nobody's quota. */
export const cleanName = (key: string): string => `clean/${key}`

const KNOWN_MOST = 50_000
/** An object is wholly in memory, read and written. */
const BOUNDS = { atOnce: 2, waitingMost: 50, waitMostMs: 20_000 }
/** How long the first request waits for the copy. */
const PATIENCE_MS = 8_000

type Making = { bucket: BucketConfig; findCuts: ObjectStore['findCuts']; readAll: (object: Stored) => Promise<Buffer> }
/** `none`: nobody can take it apart. `later`: it is being made. */
export type Clean = 'there' | 'later' | 'none'

/** The second objects, made when others first ask. */
export function makeClean({ bucket, findCuts, readAll }: Making) {
  const known = new Set<string>()
  const making = new Map<string, Promise<Clean>>()
  const inTurn = makeSemaphore(BOUNDS)

  async function make(object: Stored): Promise<Clean> {
    const { key, size } = object
    if ((await headObject(bucket, cleanName(key)))?.size === size) return 'there'
    const found = await findCuts(object)
    if (found.container !== 'known') return 'none'
    if (found.cuts.length === 0) await copyObject(bucket, writtenName(key), cleanName(key))
    else await putObject(bucket, cleanName(key), overlay(await readAll(object), 0, found.cuts))
    if (await headObject(bucket, writtenName(key))) return 'there'
    // Cleared meanwhile, and perhaps before the copy was there to be cleared with it.
    await removeObject(bucket, cleanName(key))
    return 'none'
  }

  function begin(object: Stored): Promise<Clean> {
    const { key } = object
    const begun = making.get(key) ?? inTurn(() => make(object)).finally(() => making.delete(key))
    making.set(key, begun)
    return begun
  }

  return {
    /** Makes it where it is not there yet. `busy()` when too many are being made. */
    async has(object: Stored): Promise<Clean> {
      if (known.has(object.key)) return 'there'
      const clean = await patiently(begin(object))
      if (clean !== 'there') return clean
      if (known.size >= KNOWN_MOST) known.clear()
      known.add(object.key)
      return clean
    },
    async remove(key: string): Promise<void> {
      known.delete(key)
      await removeObject(bucket, cleanName(key))
    },
  }
}

/** After a wait in vain the copy goes on being made for the next request. */
async function patiently(making: Promise<Clean>): Promise<Clean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Clean>((resolve) => {
    timer = setTimeout(() => resolve('later'), PATIENCE_MS)
  })
  making.catch(() => undefined)
  return Promise.race([making, late]).finally(() => clearTimeout(timer))
}
