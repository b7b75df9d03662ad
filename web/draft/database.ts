import { createStore, delMany, getMany, keys, set } from 'idb-keyval'
import { quietly } from '#web/ui/quietly.ts'

/** Before the page goes, the browser asks whoever would lose something with it. */
export function askBeforeLoss(wouldLose: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (wouldLose()) event.preventDefault()
  })
}

/** What the database would not take, and what it had under that name by then. */
type Held<T> = { value: T; older?: T }
type IsLoss<T> = (name: string, value: T, older?: T) => boolean

const LOOK_TIMEOUT_MS = 2_000

/**
 * A table in the browser's database; nobody else opens one (test/borders.ts). What the database would not take – it is
 * full, forbidden, not there – lasts as long as the page does, which asks before it goes for what `isLoss`; and gives way
 * once another tab has written over the older value in the database, or has taken it out.
 */
export function openTable<T>(database: string, table: string, isLoss: IsLoss<T> = () => true) {
  const store = createStore(database, table)
  const held = new Map<string, Held<T>>()
  /** Whether it goes with the page. */
  function isLost(name: string): boolean {
    const own = held.get(name)
    return own !== undefined && isLoss(name, own.value, own.older)
  }
  askBeforeLoss(() => [...held.keys()].some(isLost))

  /** Tells whether the database has taken it; one that is slow may take it later. */
  async function put(name: string, value: T): Promise<boolean> {
    const own: Held<T> = { value }
    const taken = () => held.get(name) !== own || held.delete(name)
    held.set(name, own)
    if (await quietly(() => set(name, value, store).then(taken))) return true
    own.older = (await stored([name], LOOK_TIMEOUT_MS))[0]
    return false
  }

  async function names(start = '', ms?: number): Promise<string[]> {
    const found = await quietly(() => keys<string>(store), ms)
    for (const [name, { older }] of held) if (found && older && !found.includes(name)) held.delete(name)
    return [...new Set([...(found ?? []), ...held.keys()])].filter((name) => name.startsWith(start))
  }

  async function stored(names: string[], ms?: number): Promise<(T | undefined)[]> {
    const found = await quietly(() => getMany<T | undefined>(names, store), ms)
    for (const [index, name] of names.entries()) {
      const older = held.get(name)?.older
      if (found && older && !sameJson(older, found[index])) held.delete(name)
    }
    return found ?? []
  }

  async function all(names: string[], ms?: number): Promise<T[]> {
    if (names.length === 0) return []
    const found = await stored(names, ms)
    return names.map((name, index) => held.get(name)?.value ?? found[index]).filter((value) => value !== undefined)
  }

  async function get(name: string): Promise<T | undefined> {
    const own = held.get(name)
    return own && !own.older ? own.value : (await all([name]))[0]
  }

  async function drop(...names: string[]): Promise<void> {
    for (const name of names) held.delete(name)
    await quietly(() => delMany(names, store))
  }

  return {
    put,
    names,
    all,
    drop,
    get,
    /** Whether it outlasts the page. */
    isStored: async (name: string): Promise<boolean> => !held.has(name) && (await stored([name]))[0] !== undefined,
    held: (start = ''): T[] => [...held].filter(([name]) => name.startsWith(start)).map(([, { value }]) => value),
    isLost,
  }
}

export const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The browser's locks; undefined on plain http, and where site data is blocked. */
export const usableLocks = (): Promise<LockManager | undefined> =>
  quietly(async () => {
    const { locks } = navigator as { locks?: LockManager }
    await locks?.query()
    return locks
  })
