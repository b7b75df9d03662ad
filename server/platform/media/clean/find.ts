import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'
import { bytesOver } from '#server/platform/media/inspect/bytes.ts'
import { cutsOf } from './cutsOf.ts'
import type { Found } from './found.ts'

/** Cuts remembered at most, of all objects together: some 20 MB. */
const REMEMBERED_MOST = 200_000
const BOUNDS = { atOnce: 2, waitingMost: 100, waitMostMs: 10_000 }

type Readable = { key: string; size: number }
type Read<O> = (object: O, start: number, end: number) => Promise<Buffer>

/**
 * Finds what of an object others do not get: once, since a key is written once, and remembered for the objects asked for last.
 * Those who ask at the same time wait for one look; `busy()` when too many do, or the store is slow.
 */
export function makeFindCuts<O extends Readable>(read: Read<O>): (object: O) => Promise<Found> {
  const known = remembering(REMEMBERED_MOST)
  const looking = new Map<string, Promise<Found>>()
  const inTurn = makeSemaphore(BOUNDS)

  const look = (object: O) => inTurn(() => cutsOf(bytesOver(object.size, (start, end) => read(object, start, end))))

  return async (object) => {
    const { key } = object
    const found = known.get(key)
    if (found) return found
    const begun = looking.get(key) ?? look(object).finally(() => looking.delete(key))
    looking.set(key, begun)
    known.set(key, await begun)
    return begun
  }
}

/** The last ones asked for, up to so many cuts. */
function remembering(most: number) {
  const founds = new Map<string, Found>()
  let weight = 0
  const drop = (key: string, found: Found | undefined) => {
    if (found && founds.delete(key)) weight -= weightOf(found)
  }
  return {
    get(key: string): Found | undefined {
      const found = founds.get(key)
      if (!found) return undefined
      founds.delete(key)
      founds.set(key, found)
      return found
    },
    set(key: string, found: Found) {
      drop(key, founds.get(key))
      founds.set(key, found)
      weight += weightOf(found)
      for (const [oldest, one] of founds) {
        if (weight <= most) return
        drop(oldest, one)
      }
    },
  }
}

/** An object without any is something to remember too. */
const weightOf = (found: Found): number => 1 + (found.container === 'known' ? found.cuts.length : 0)
