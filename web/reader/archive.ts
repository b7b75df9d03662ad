import { useEffect, useSyncExternalStore } from 'react'
import type {
  ArchiveDrafts,
  ArchiveItem,
  ArchiveMoney,
  ArchiveSealed,
  ArchiveSocial,
  ArchiveSummary,
  ArchiveYear,
} from '#contract/archiveFiles.ts'
import { makeListeners } from '#web/ui/listeners.ts'

// The archive's data. Browsers refuse `fetch` of neighbours on `file://` and allow classic scripts, so each file of data is a
// script that calls `capsuleArchive(name, value)`. It stays in memory once it has come.

export type Files = {
  archive: ArchiveSummary
  drafts: ArchiveDrafts
  sealed: ArchiveSealed
  social: ArchiveSocial
  money: ArchiveMoney
}
/** `gone`: the script is not in the folder. */
export type Loaded<Value> = { state: 'coming' | 'gone' } | { state: 'here'; value: Value }

declare global {
  interface Window {
    capsuleArchive?: (name: string, value: unknown) => void
  }
}

const COMING: Loaded<never> = { state: 'coming' }
const GONE: Loaded<never> = { state: 'gone' }
const files = new Map<string, Loaded<unknown>>()
const waiting = new Map<string, Promise<void>>()
const { subscribe, notify } = makeListeners()

/** Lets the scripts of data say what they hold. */
export function listenToData(): void {
  window.capsuleArchive = (name, value) => settle(name, { state: 'here', value })
}

function settle(name: string, loaded: Loaded<unknown>) {
  files.set(name, loaded)
  notify()
}

/** Ends when the file is here, or known to be gone. */
export function load(name: string): Promise<void> {
  const before = waiting.get(name)
  if (before) return before
  const asked = new Promise<void>((resolve) => {
    const script = document.createElement('script')
    const end = () => {
      if (files.get(name)?.state !== 'here') settle(name, GONE)
      script.remove()
      resolve()
    }
    script.onload = end
    script.onerror = end
    script.src = `data/js/${encodeURIComponent(name)}.js`
    document.head.append(script)
  })
  waiting.set(name, asked)
  return asked
}

/** One file, asked for when it is first needed. */
export function useFile<Name extends keyof Files>(name: Name): Loaded<Files[Name]> {
  useEffect(() => void load(name), [name])
  return useSyncExternalStore(subscribe, () => files.get(name) ?? COMING) as Loaded<Files[Name]>
}

/** An item and the file in which it lies: ids of drafts and of others may be the same. */
export type Entry = { source: string; item: ArchiveItem }
export type Entries = { entries: Entry[]; done: number; gone: string[] }

/** Items of these files in the order of the names, each oldest first; asked for one after another. */
export function useEntries(names: readonly string[]): Entries {
  const list = names.join()
  useEffect(() => {
    let over = false
    loadAll(list ? list.split(',') : [], () => over)
    return () => {
      over = true
    }
  }, [list])
  return useSyncExternalStore(subscribe, () => entriesOf(list))
}

async function loadAll(names: string[], isOver: () => boolean) {
  for (const name of names) {
    if (isOver()) return
    await load(name)
  }
}

/** The last answer for a list of names, so that React sees the same object until something has come. */
const answers = new Map<string, { states: string; found: Entries }>()

function entriesOf(list: string): Entries {
  const names = list ? list.split(',') : []
  const states = names.map((name) => files.get(name)?.state ?? 'coming')
  const before = answers.get(list)
  if (before?.states === states.join()) return before.found
  const found = {
    entries: names.flatMap(entriesIn),
    done: states.filter((state) => state !== 'coming').length,
    gone: names.filter((_, at) => states[at] === 'gone'),
  }
  answers.set(list, { states: states.join(), found })
  return found
}

const kept = new Map<string, Entry[]>()

function entriesIn(source: string): Entry[] {
  const before = kept.get(source)
  if (before) return before
  const file = files.get(source) as Loaded<ArchiveYear | ArchiveDrafts> | undefined
  if (file?.state !== 'here') return []
  const entries = file.value.items.map((item) => ({ source, item }))
  kept.set(source, entries)
  return entries
}
