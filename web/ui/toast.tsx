import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { freeTop } from './freeTop.ts'
import { makeListeners } from './listeners.ts'
import styles from './toast.module.css'

/** What can be done about it, in a word. */
type Action = { label: string; act: () => void }
/** Without `ms` until whoever said it takes it back. `below`: smaller, on a second line. */
type Said = { text: string; ms?: number; action?: Action; below?: Action }
type Shown = Said & { id: number; top: number }

const SHORT_MS = 1_500
/** What is over sooner is not spoken of. */
const MOMENT_MS = 300
let shown: Shown | undefined
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** Rituals that are being watched, and what was said meanwhile. */
let rituals = 0
let waiting: Said[] = []
const { subscribe, notify } = makeListeners()

/** Says something short in the centre third of the screen; the newest replaces the one before. Nothing is said over a ritual. */
export function toast(text: string, { ms = SHORT_MS, ...more }: Omit<Said, 'text'> = {}): void {
  if (rituals > 0) waiting.push({ text, ms, ...more })
  else say({ text, ms, ...more })
}

/** Says what is being done, while it takes more than a moment. */
export function toastWhile<T>(text: string, work: Promise<T>): Promise<T> {
  let id: number | undefined
  const patience = setTimeout(() => {
    if (rituals === 0) id = show({ text })
  }, MOMENT_MS)
  return work.finally(() => {
    clearTimeout(patience)
    if (id !== undefined) close(id)
  })
}

/** What is said from now on, and what has just been said, waits until the ritual is over: call what this gives. */
export function quietForRitual(): () => void {
  rituals += 1
  if (shown?.ms) waiting.unshift(shown)
  if (shown) close(shown.id)
  return () => {
    rituals -= 1
    sayNext()
  }
}

function say(said: Said): void {
  const id = show(said)
  timer = setTimeout(() => close(id), said.ms)
}

function sayNext(): void {
  const next = rituals === 0 ? waiting.shift() : undefined
  if (next) say(next)
}

/** Mounted once, beside the pages; shown beside them too, since dialogs lie over everything in their root. */
export function Toasts() {
  const now = useSyncExternalStore(subscribe, () => shown)
  // What was said goes with the pages it was said on.
  useEffect(() => forget, [])
  return createPortal(
    <div role="status" aria-live="polite" className={styles.place} style={{ top: now?.top }}>
      {now && (
        <div key={now.id} className={`${styles.toast} ${now.below ? styles.lines : ''}`}>
          {now.text}
          {now.action && <Act id={now.id} action={now.action} />}
          {now.below && <Act id={now.id} action={now.below} />}
        </div>
      )}
    </div>,
    document.body,
  )
}

function Act({ id, action: { label, act } }: { id: number; action: Action }) {
  const press = () => {
    close(id)
    act()
  }
  return (
    <button type="button" className={styles.action} onClick={press}>
      {label}
    </button>
  )
}

function forget(): void {
  shown = undefined
  waiting = []
}

function show(said: Said): number {
  clearTimeout(timer)
  lastId += 1
  shown = { ...said, id: lastId, top: freeTop() }
  notify()
  return lastId
}

function close(id: number): void {
  if (shown?.id !== id) return
  shown = undefined
  notify()
  sayNext()
}
