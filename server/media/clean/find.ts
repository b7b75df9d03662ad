import { bytesOver } from '#server/media/inspect/bytes.ts'
import type { ObjectStore, Stored } from '#server/media/store.ts'
import { makeTurns } from '#server/turns.ts'
import { cutsOf, type Found } from './cutsOf.ts'

/** What is remembered, in cuts of all objects together: some 20 MB. */
const REMEMBERED_MOST = 200_000
const BOUNDS = { atOnce: 2, waitingMost: 100, waitMostMs: 10_000 }

export type FindCuts = (object: Stored) => Promise<Found>

/**
 * Finds what of an object others do not get: once, since a key is written once, and remembered for the objects asked for last.
 * Those who ask at the same time wait for one look; `busy()` when too many do, or the store is slow.
 */
export function makeFindCuts(read: ObjectStore['read']): FindCuts {
  const known = remembering(REMEMBERED_MOST)
  const looking = new Map<string, Promise<Found>>()
  const inTurn = makeTurns(BOUNDS)

  const look = (object: Stored) =>
    inTurn(() => cutsOf(bytesOver(object.size, (start, end) => read(object, start, end))))

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
