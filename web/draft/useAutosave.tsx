import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dayText, formatChina } from '#contract/time.ts'
import { now } from '#web/ui/clock.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { newKey } from '#web/ui/newKey.ts'
import {
  type Autosaved,
  autosave,
  autosavedOf,
  dropAutosaved,
  openSession,
  openSessions,
  sessionKey,
} from './autosave.ts'
import { isOwnSession } from './rescue.ts'
import { type Leave, useLeaveQuestion, type Words } from './useLeaveQuestion.tsx'

/** At most this late after a change it is kept. */
const AUTOSAVE_AFTER_MS = 300

type Typed<T> = {
  user: string
  /** `documentOf(type, id)`. */
  document: string
  /** The revision the document was opened with. */
  revision: number | undefined
  /** What it is sent under unless something is restored that has been sent already. */
  sentAs: string
  /** Whether this is what the server holds: then there is nothing to keep. */
  same: (value: T) => boolean
  /** Its first words, by which a person knows it again. */
  firstWords: (value: T) => string
  /** What was left is written on without a question. */
  unasked?: boolean
}

/** Where what was typed is: on its way into this browser, in it, or – the browser would not take it – on this page alone. */
export type Keeping = 'going' | 'kept' | 'refused'
/** As `useSyncExternalStore` asks for it; undefined while there is nothing that the server does not hold. */
export type KeepingNow = { subscribe: (listener: () => void) => () => void; now: () => Keeping | undefined }

export type Autosave<T> = {
  /** Until then the page shows no field: what was left may still be put into it. */
  ready: boolean
  /** What was left the last time, and is to be written on; with the revision it was begun with and what it is sent under. */
  restored?: Pick<Autosaved<T>, 'value' | 'revision' | 'sentAs'>
  /** Another tab is writing it. */
  elsewhere: boolean
  /** How the keeping stands. */
  keeping: KeepingNow
  /** Told of every change. */
  note: (value: T) => void
  /** It lies elsewhere, or is not wanted: nothing of it stays here, nor is kept from now on, but for what comes back from the seal pages. */
  drop: (to?: 'seal' | 'end') => void
  /** Belongs on the page. */
  question: ReactNode
}

/**
 * Keeps what is being typed in this browser, until it is dropped, and offers what a session that is dead – a crash, a
 * closed tab, a lost sign-in – has left of the same document.
 */
export function useAutosave<T>(typed: Typed<T>): Autosave<T> {
  const [key] = useState(() => sessionKey(typed.user, typed.document, newKey()))
  const notes = useNotes(key, typed)
  const { askToKeep, question } = useLeaveQuestion()
  const [left, setLeft] = useState<Pick<Autosave<T>, 'ready' | 'restored' | 'elsewhere'>>(NOT_YET)
  const once = useRef({ ...typed, askToKeep })

  useEffect(() => openSession(key), [key])

  useEffect(() => {
    let gone = false
    const { user, document, same, firstWords, unasked, askToKeep } = once.current
    const offer = async ({ at, value }: Autosaved<T>): Promise<Leave> => {
      if (unasked) return gone ? 'stay' : 'keep'
      const answer = gone ? 'stay' : await askToKeep(offerOf(at, firstWords(value)))
      return gone ? 'stay' : answer
    }
    void lookFor(user, document, { same, offer }).then(({ entry, elsewhere }) => {
      if (gone) return
      if (entry) notes.takeUp(entry)
      setLeft({ ready: true, restored: entry, elsewhere })
    })
    return () => {
      gone = true
    }
  }, [notes])

  return { ...left, keeping: notes.keeping, note: notes.note, drop: notes.drop, question }
}

const NOT_YET = { ready: false, elsewhere: false }

type Ways<T> = { same: (value: T) => boolean; offer: (entry: Autosaved<T>) => Promise<Leave> }

/** Goes through what dead sessions have left until one of them is taken up, or the person wants to decide later. */
async function lookFor<T>(user: string, document: string, { same, offer }: Ways<T>) {
  const all = await autosavedOf<T>(user, document)
  const alive = all.length > 0 ? await openSessions() : new Set<string>()
  const elsewhere = all.some(({ key }) => alive.has(key) && !isOwnSession(key))
  for (const entry of all.filter(({ key }) => !alive.has(key))) {
    const answer = same(entry.value) ? 'discard' : await offer(entry)
    if (answer === 'keep') return { entry, elsewhere }
    if (answer === 'stay') break
    void dropAutosaved(entry.key)
  }
  return { elsewhere }
}

function offerOf(at: number, firstWords: string): Words {
  const china = formatChina(at)
  const found = `发现上次没有保存的内容（${dayText(china)} ${china.slice(11, 16)}），是否恢复？`
  const lost = `不恢复将删除${firstWords ? `「${firstWords}」` : '这份内容'}。`
  return { text: `${found}\n${lost}`, discard: '不恢复', keep: '恢复' }
}

/** Writes soon after a change, and at once when the page is about to go. */
function useNotes<T>(key: string, typed: Typed<T>) {
  const [notes] = useState(() => notesOf(key, typed))
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && notes.flush()
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('pagehide', notes.flush)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('pagehide', notes.flush)
      notes.flush()
    }
  }, [notes])
  return notes
}

function notesOf<T>(key: string, { revision, sentAs, same }: Typed<T>) {
  let latest: Omit<Autosaved<T>, 'key'>
  let begunWith: Pick<Autosaved<T>, 'revision' | 'sentAs'> = { revision, sentAs }
  /** Where what was taken up lies until this session has stored it anew. */
  let takenFrom: string[] = []
  /** Set while something is not kept yet. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  let keeping: Keeping | undefined
  const { subscribe, notify } = makeListeners()

  function nowIs(next: Keeping | undefined) {
    if (keeping === next) return
    keeping = next
    notify()
  }

  /** What is kept already is not kept again: another tab may have thrown it away. */
  function flush() {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    if (same(latest.value)) dropAll()
    else void store()
  }

  async function store() {
    const entry = { ...latest, key }
    const stored = await autosave(entry)
    // What was typed meanwhile is on its way, and what has ended is no longer spoken of.
    if (!ended && !timer && entry.value === latest.value) nowIs(stored ? 'kept' : 'refused')
    if (!stored) return
    void dropAutosaved(...takenFrom)
    takenFrom = []
  }

  function note(value: T) {
    latest = { ...begunWith, value, at: now() }
    if (ended) return
    timer ??= setTimeout(flush, AUTOSAVE_AFTER_MS)
    // Where it was refused once, that stands until it is not.
    if (keeping !== 'refused') nowIs('going')
  }

  /** Goes on from what another session has left. */
  function takeUp({ key, ...entry }: Autosaved<T>) {
    begunWith = { revision: entry.revision, sentAs: entry.sentAs ?? sentAs }
    latest = { ...entry, ...begunWith }
    takenFrom = [key]
    nowIs('going')
    void store()
  }

  function drop(to?: 'seal' | 'end') {
    ended = to !== 'seal'
    clearTimeout(timer)
    timer = undefined
    dropAll()
  }

  function dropAll() {
    nowIs(undefined)
    void dropAutosaved(key, ...takenFrom)
  }

  return { note, flush, takeUp, drop, keeping: { subscribe, now: () => keeping } }
}
