import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dayText, formatChina } from '#contract/time.ts'
import {
  type Autosaved,
  autosave,
  autosavedOf,
  dropAutosaved,
  openSession,
  openSessions,
  sessionKey,
} from '#web/draft/current/autosave.ts'
import { isOwnSession } from '#web/draft/current/rescue.ts'
import { now } from '#web/ui/clock.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { newKey } from '#web/ui/newKey.ts'
import { type Leave, useLeaveQuestion, type Words } from './useLeaveQuestion.tsx'

/** A change is stored at most this late. */
const AUTOSAVE_AFTER_MS = 300

type Typed<T> = {
  user: string
  /** `documentOf(type, id)`. */
  document: string
  /** The revision the document was opened with. */
  revision: number | undefined
  /** The key for sending the text, unless a restored text brings its own, under which it may have been sent already. */
  sentAs: string
  /** Whether the server holds the same text: then there is nothing to keep. */
  same: (value: T) => boolean
  /** The first words of a text, by which a person knows it again. */
  firstWords: (value: T) => string
  /** A text that was left is written on without a question. */
  unasked?: boolean
}

/** Where the typed text is: on its way into this browser, in it, or – the browser would not take it – on this page alone. */
export type Keeping = 'going' | 'kept' | 'refused'
/** For `useSyncExternalStore`; `now` is undefined while there is nothing that the server does not hold. */
export type KeepingNow = { subscribe: (listener: () => void) => () => void; now: () => Keeping | undefined }

export type Autosave<T> = {
  /** Until this is true the page shows no field: a text that was left may still be put into it. */
  ready: boolean
  /** The text that was left the last time and is to be written on; with the revision it began with and its sending key. */
  restored?: Pick<Autosaved<T>, 'value' | 'revision' | 'sentAs'>
  /** Another tab is writing this document. */
  elsewhere: boolean
  /** Whether the typed text is stored yet. */
  keeping: KeepingNow
  /** To be called with every change. */
  note: (value: T) => void
  /**
   * Drops the text, which is stored elsewhere or is not wanted, and keeps nothing from now on; after 'seal' it keeps later
   * changes again, for a person who comes back from the seal pages.
   */
  drop: (to?: 'seal' | 'end') => void
  /** To be rendered on the page. */
  question: ReactNode
}

/**
 * Keeps the text being typed in this browser, until it is dropped, and offers the text that a dead session – a crash, a
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

/** Offers the texts that dead sessions have left until one of them is taken up, or the person wants to decide later. */
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
  /** The keys of the text that was taken up, until this session has stored it anew. */
  let takenFrom: string[] = []
  /** Set while a change is not stored yet. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  let keeping: Keeping | undefined
  const { subscribe, notify } = makeListeners()

  function nowIs(next: Keeping | undefined) {
    if (keeping === next) return
    keeping = next
    notify()
  }

  /** Stores a change that is not stored yet. A stored text is not stored again: another tab may have dropped it. */
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
    // Text typed meanwhile is on its way, and a session that has ended reports nothing more.
    if (!ended && !timer && entry.value === latest.value) nowIs(stored ? 'kept' : 'refused')
    if (!stored) return
    void dropAutosaved(...takenFrom)
    takenFrom = []
  }

  function note(value: T) {
    latest = { ...begunWith, value, at: now() }
    if (ended) return
    timer ??= setTimeout(flush, AUTOSAVE_AFTER_MS)
    // After a refusal the state stays 'refused' until a change is stored.
    if (keeping !== 'refused') nowIs('going')
  }

  /** Goes on from the text that another session has left. */
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
