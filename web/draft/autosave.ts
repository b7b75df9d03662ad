import type { CapsuleType } from '#contract/capsule.ts'
import { quietly } from '#web/ui/quietly.ts'
import { openTable } from './database.ts'

/** What is being typed, as one editing session has it. */
export type Autosaved<T> = {
  /** `<user>/<document>/<session>`: nobody else sees it, and no other session writes over it. */
  key: string
  value: T
  /** The revision of the document it was begun with; absent for a new one. */
  revision?: number
  /** What it is sent under, once: goes along with whoever takes it up, so that a reload sends nothing twice. */
  sentAs?: string
  /** When it was typed, in ms. */
  at: number
}

/** Reading that takes longer must not autosave anybody from writing. */
const LOOK_TIMEOUT_MS = 2_000
const table = openTable<Autosaved<unknown>>('timeCapsuleTyping', 'kept')
/** The sessions of this page: all there is to know where the browser has no locks. */
const open = new Set<string>()
/** Those that have ended on this page: their locks may still be on the way out. */
const ended = new Set<string>()

const NAME: Record<CapsuleType, string> = { 0: 'text:0', 1: 'diary', 2: 'forecast' }

/** What a document is called here: `diary:42`, `text:0:new`. */
export const documentOf = (type: CapsuleType, id: string): string => `${NAME[type]}:${id || 'new'}`

export const sessionKey = (user: string, document: string, session: string): string => `${user}/${document}/${session}`

/** Tells whether the database has taken it. */
export const autosave = <T>(entry: Autosaved<T>): Promise<boolean> => table.put(entry.key, entry)

export const dropAutosaved = table.drop

/** Everything that was typed into this document; for one that is gone, or sealed. */
export const dropDocument = (user: string, document: string): Promise<void> => dropUnder(`${user}/${document}/`)

/** Everything this person has typed here; everybody, when it is not known who. */
export const dropPerson = (user?: string): Promise<void> => dropUnder(allOf(user))

/** Whether this person, or when it is not known who anybody, has typed something here that is not saved. */
export const hasAutosaved = async (user?: string): Promise<boolean> => (await namesUnder(allOf(user))).length > 0

/**
 * Whether something this person has typed here lies in the database, and all of it; what it would not take is offered to it
 * once more.
 */
export async function keepAutosaved(user: string): Promise<'nothing' | 'stored' | 'unstored'> {
  const taken = await Promise.all(table.held(allOf(user)).map(autosave))
  if (taken.includes(false)) return 'unstored'
  return (await hasAutosaved(user)) ? 'stored' : 'nothing'
}

const allOf = (user?: string): string => (user === undefined ? '' : `${user}/`)

/** What was typed into this document, the newest first. */
export async function autosavedOf<T>(user: string, document: string): Promise<Autosaved<T>[]> {
  const found = await table.all(await namesUnder(`${user}/${document}/`), LOOK_TIMEOUT_MS)
  return (found as Autosaved<T>[]).sort((one, other) => other.at - one.at)
}

/**
 * The document is gone: what dead sessions have typed into it lies with what is new from here on. Tells whether there was
 * something.
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

/** Says, to this browser's other tabs too, that this session is at work. The answer ends it. */
export function openSession(key: string): () => void {
  open.add(key)
  ended.delete(key)
  let end = () => {}
  const until = new Promise<void>((resolve) => {
    end = resolve
  })
  // Held until it ends; a tab that is killed lets go of it. There is none on plain http.
  const released = navigator.locks?.request(key, () => until).catch(() => undefined)
  return () => {
    open.delete(key)
    ended.add(key)
    end()
    // From then on whoever holds it is another tab.
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
