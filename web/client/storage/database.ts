import { createStore, delMany, getMany, keys, set } from 'idb-keyval'
import { quietly } from '#web/ui/quietly.ts'
import { TABLES, type TableName, type Until } from './keys.ts'

/** Before the page goes, the browser asks a person who would lose something with it. */
export function askBeforeLoss(wouldLose: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (wouldLose()) event.preventDefault()
  })
}

/** A value that the database would not take, and the older value that the database had under that name. */
type Held<T> = { value: T; older?: T }
type IsLoss<T> = (name: string, value: T, older?: T) => boolean

const LOOK_TIMEOUT_MS = 2_000

/**
 * A table in the browser's database; only this module opens one (test/borders.ts). A value that the database would not take
 * – it is full, forbidden, not there – lasts as long as the page, which asks before it goes if `isLoss` says so of the value.
 * The value gives way once another tab has replaced or removed the older value in the database.
 */
export function openTable<T>(which: TableName, isLoss: IsLoss<T> = () => true) {
  const store = createStore(TABLES[which].database, TABLES[which].table)
  const held = new Map<string, Held<T>>()
  /** Whether the value under this name would be lost with the page. */
  function isLost(name: string): boolean {
    const own = held.get(name)
    return own !== undefined && isLoss(name, own.value, own.older)
  }
  askBeforeLoss(() => [...held.keys()].some(isLost))

  /** Tells whether the database has taken the value; a slow database may take it later. */
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

  const table = {
    put,
    names,
    all,
    drop,
    get,
    /** Whether the value outlasts the page. */
    isStored: async (name: string): Promise<boolean> => !held.has(name) && (await stored([name]))[0] !== undefined,
    held: (start = ''): T[] => [...held].filter(([name]) => name.startsWith(start)).map(([, { value }]) => value),
    isLost,
  }
  opened.set(which, table)
  return table
}

type Open = {
  names: () => Promise<string[]>
  get: (name: string) => Promise<unknown>
  drop: (name: string) => Promise<void>
}
/** The tables of this page, by their names in the list. */
const opened = new Map<TableName, Open>()

/**
 * Removes the rows of a person who signs out, of all tables whose rows stay until then at the latest, also of those that no page
 * has opened. A row has its owner in its name, or as a field.
 */
export async function forgetRows(owner: string | undefined): Promise<void> {
  for (const [which, { until, ofAnybody }] of Object.entries<Listed>(TABLES) as [TableName, Listed][]) {
    if (until === 'removed') continue
    const table = opened.get(which) ?? openTable(which, () => false)
    for (const name of await table.names()) {
      const goes = owner === undefined ? ofAnybody : (await ownerOf(table, name)) === owner
      if (goes) await table.drop(name)
    }
  }
}

/** A row is read only where its name does not tell. */
async function ownerOf(table: Open, name: string): Promise<string | undefined> {
  return name.includes('/') ? name.split('/')[0] : ((await table.get(name)) as Owned)?.owner
}

type Listed = { until: Until; ofAnybody?: boolean }
type Owned = { owner?: string } | undefined

export const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The browser's locks; undefined on plain http, and where site data is blocked. */
export const usableLocks = (): Promise<LockManager | undefined> =>
  quietly(async () => {
    const { locks } = navigator as { locks?: LockManager }
    await locks?.query()
    return locks
  })
