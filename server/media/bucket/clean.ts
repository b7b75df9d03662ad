import { overlay } from '#server/media/clean/cut.ts'
import type { FindCuts } from '#server/media/clean/find.ts'
import type { Stored } from '#server/media/store.ts'
import { copyObject, headObject, putObject, removeObject } from '#server/outside/bucket/requests.ts'
import type { BucketConfig } from '#server/outside/settings/bucket.ts'
import { makeTurns } from '#server/turns.ts'
import { writtenName } from './written.ts'

/** What others get of an object: written by us alone, where only we may write, and in nobody's quota. */
export const cleanName = (key: string): string => `clean/${key}`

const KNOWN_MOST = 50_000
/** An object is wholly in memory, read and written. */
const BOUNDS = { atOnce: 2, waitingMost: 50, waitMostMs: 20_000 }
/** Whoever asks first waits so long for it. */
const PATIENCE_MS = 8_000

type Making = { bucket: BucketConfig; findCuts: FindCuts; readAll: (object: Stored) => Promise<Buffer> }
/** `none`: nobody can take it apart. `later`: it is being made. */
export type Clean = 'there' | 'later' | 'none'

/** The second objects, made when others first ask. */
export function makeClean({ bucket, findCuts, readAll }: Making) {
  const known = new Set<string>()
  const making = new Map<string, Promise<Clean>>()
  const inTurn = makeTurns(BOUNDS)

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

/** It goes on being made for whoever asks next. */
async function patiently(making: Promise<Clean>): Promise<Clean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Clean>((resolve) => {
    timer = setTimeout(() => resolve('later'), PATIENCE_MS)
  })
  making.catch(() => undefined)
  return Promise.race([making, late]).finally(() => clearTimeout(timer))
}
