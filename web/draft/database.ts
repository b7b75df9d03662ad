import { createStore, delMany, getMany, keys, set } from 'idb-keyval'
import { quietly } from '#web/ui/quietly.ts'

/** Before the page goes, the browser asks whoever would lose something with it. */
export function askBeforeLoss(wouldLose: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (wouldLose()) event.preventDefault()
  })
}

/**
 * A table in the browser's database; nobody else opens one (test/borders.ts). What the database would not take – it is
 * full, forbidden, not there – lasts as long as the page does, which asks before it goes for what `isLoss`.
 */
export function openTable<T>(database: string, table: string, isLoss: (name: string) => boolean = () => true) {
  const store = createStore(database, table)
  const held = new Map<string, T>()
  askBeforeLoss(() => [...held.keys()].some(isLoss))

  /** Tells whether the database has taken it. */
  async function put(name: string, value: T): Promise<boolean> {
    held.set(name, value)
    const taken = await quietly(() => set(name, value, store).then(() => true))
    if (taken && held.get(name) === value) held.delete(name)
    return taken === true
  }

  async function names(start = '', ms?: number): Promise<string[]> {
    const stored = (await quietly(() => keys<string>(store), ms)) ?? []
    return [...new Set([...stored, ...held.keys()])].filter((name) => name.startsWith(start))
  }

  const stored = async (names: string[], ms?: number): Promise<(T | undefined)[]> =>
    (await quietly(() => getMany<T | undefined>(names, store), ms)) ?? []

  async function all(names: string[], ms?: number): Promise<T[]> {
    if (names.length === 0) return []
    const found = await stored(names, ms)
    return names.map((name, index) => held.get(name) ?? found[index]).filter((value) => value !== undefined)
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
    get: async (name: string): Promise<T | undefined> => held.get(name) ?? (await stored([name]))[0],
    /** Whether it outlasts the page. */
    isStored: async (name: string): Promise<boolean> => !held.has(name) && (await stored([name]))[0] !== undefined,
    held: (start = ''): T[] => [...held].filter(([name]) => name.startsWith(start)).map(([, value]) => value),
    isHeld: (name: string): boolean => held.has(name),
  }
}

/** The browser's locks; undefined on plain http, and where site data is blocked. */
export const usableLocks = (): Promise<LockManager | undefined> =>
  quietly(async () => {
    const { locks } = navigator as { locks?: LockManager }
    await locks?.query()
    return locks
  })
