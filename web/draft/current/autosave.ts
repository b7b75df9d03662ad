import type { CapsuleType } from '#contract/capsule.ts'
import { openTable } from '#web/client/storage/database.ts'
import { quietly } from '#web/ui/quietly.ts'

/** The text being typed, as one editing session has it. */
export type Autosaved<T> = {
  /** `<user>/<document>/<session>`: nobody else sees the entry, and no other session writes over it. */
  key: string
  value: T
  /** The revision of the document that the session began with; absent for a new document. */
  revision?: number
  /** The key for sending the text once; passes to the session that takes the text up, so that a reload sends nothing twice. */
  sentAs?: string
  /** When the text was typed, in ms. */
  at: number
}

/** Reading that takes longer must not keep anybody from writing. */
const LOOK_TIMEOUT_MS = 2_000
const table = openTable<Autosaved<unknown>>('typing')
/** The sessions of this page; where the browser has no locks, no others are known. */
const open = new Set<string>()
/** The sessions that have ended on this page: their locks may still be held for a moment. */
const ended = new Set<string>()

const NAME: Record<CapsuleType, string> = { 0: 'text:0', 1: 'diary', 2: 'forecast' }

/** The name of a document in the keys: `diary:42`, `text:0:new`. */
export const documentOf = (type: CapsuleType, id: string): string => `${NAME[type]}:${id || 'new'}`

export const sessionKey = (user: string, document: string, session: string): string => `${user}/${document}/${session}`

/** Stores an entry; tells whether the database has taken it. */
export const autosave = <T>(entry: Autosaved<T>): Promise<boolean> => table.put(entry.key, entry)

export const dropAutosaved = table.drop

/** Drops everything that was typed into this document; for one that is gone, or sealed. */
export const dropDocument = (user: string, document: string): Promise<void> => dropUnder(`${user}/${document}/`)

/** Whether this person, or anybody when the person is not known, has typed something here that is not saved. */
export const hasAutosaved = async (user?: string): Promise<boolean> => (await namesUnder(allOf(user))).length > 0

/**
 * Whether this person has typed texts here that are not saved, and whether the database has all of them; those that it
 * would not take are offered to it once more.
 */
export async function keepAutosaved(user: string): Promise<'nothing' | 'stored' | 'unstored'> {
  const taken = await Promise.all(table.held(allOf(user)).map(autosave))
  if (taken.includes(false)) return 'unstored'
  return (await hasAutosaved(user)) ? 'stored' : 'nothing'
}

const allOf = (user?: string): string => (user === undefined ? '' : `${user}/`)

/** The texts typed into this document, the newest first. */
export async function autosavedOf<T>(user: string, document: string): Promise<Autosaved<T>[]> {
  const found = await table.all(await namesUnder(`${user}/${document}/`), LOOK_TIMEOUT_MS)
  return (found as Autosaved<T>[]).sort((one, other) => other.at - one.at)
}

/**
 * The document is gone: the texts that dead sessions have typed into it belong to a new document from here on. Tells whether
 * there were any.
 */
export async function moveToNew(user: string, type: CapsuleType, id: string): Promise<boolean> {
  const all = await autosavedOf(user, documentOf(type, id))
  const alive = await openSessions()
  const dead = all.filter(({ key }) => !alive.has(key))
  for (const { key, value, sentAs, at } of dead) {
    const session = key.slice(key.lastIndexOf('/') + 1)
    if (await autosave({ key: sessionKey(user, documentOf(type, ''), session), value, sentAs, at }))
      await dropAutosaved(key)
  }
  return dead.length > 0
}

/** Says, to this browser's other tabs too, that this session is at work. The returned function ends it. */
export function openSession(key: string): () => void {
  open.add(key)
  ended.delete(key)
  let end = () => {}
  const until = new Promise<void>((resolve) => {
    end = resolve
  })
  // The lock is held until the session ends; a tab that is killed lets go of it. There is none on plain http.
  const released = navigator.locks?.request(key, () => until).catch(() => undefined)
  return () => {
    open.delete(key)
    ended.add(key)
    end()
    // Once the lock is released, any new holder is another tab.
    void Promise.resolve(released).then(() => ended.delete(key))
  }
}

/** The sessions at work. Where they cannot be known, all are taken for dead: better offered twice than lost. */
export async function openSessions(): Promise<ReadonlySet<string>> {
  const locks = await quietly(async () => navigator.locks?.query(), LOOK_TIMEOUT_MS)
  const elsewhere = (locks?.held ?? []).map(({ name = '' }) => name).filter((name) => !ended.has(name))
  return new Set([...open, ...elsewhere])
}

const namesUnder = (start: string): Promise<string[]> => table.names(start, LOOK_TIMEOUT_MS)

async function dropUnder(start: string): Promise<void> {
  await table.drop(...(await namesUnder(start)))
}
