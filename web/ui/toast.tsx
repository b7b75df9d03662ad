import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { freeTop } from './freeTop.ts'
import { makeListeners } from './listeners.ts'
import styles from './toast.module.css'

/** An action on the matter, named in a word. */
type Action = { label: string; act: () => void }
/** Without `ms` the message lasts as long as its matter. `below`: smaller, on a second line. */
type ToastText = { text: string; ms?: number; action?: Action; below?: Action }
type Shown = ToastText & { id: number }

const SHORT_MS = 1_500
const MOMENT_MS = 300
let shown: Shown | undefined
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** The number of rituals being watched, and the messages that came meanwhile. */
let rituals = 0
let waiting: ToastText[] = []
/** Matters under way: the newest is shown, and again after a message that was shown over it. */
let lasting: ToastText[] = []
/** The number of times that pages have gone; messages that were on their way go with them. */
let gone = 0
const { subscribe, notify } = makeListeners()

/** Says something short under the bar; the newest replaces the one before. Nothing is said over a ritual. */
export function toast(text: string, { ms = SHORT_MS, ...more }: Omit<ToastText, 'text'> = {}): void {
  if (rituals > 0) waiting.push({ text, ms, ...more })
  else say({ text, ms, ...more })
}

/** Says what is going on, from `afterMs` until the returned function is called; a matter that ends sooner is not mentioned. */
export function toastUntil(text: string, afterMs: number): () => void {
  const said: ToastText = { text }
  const before = gone
  const timer = setTimeout(() => {
    if (gone > before) return
    lasting.push(said)
    if (!shown?.ms) sayNext()
  }, afterMs)
  return () => {
    clearTimeout(timer)
    lasting = lasting.filter((other) => other !== said)
    if (shown && !shown.ms && !lasting.some(isShown)) close(shown.id)
  }
}

/** Says what is being done, while it takes more than a moment. */
export const toastWhile = <T,>(text: string, work: Promise<T>): Promise<T> => work.finally(toastUntil(text, MOMENT_MS))

/** New messages, and the one just shown, wait until the ritual is over: then call the returned function. */
export function quietForRitual(): () => void {
  rituals += 1
  if (shown?.ms) waiting.unshift(shown)
  if (shown) close(shown.id)
  return () => {
    rituals -= 1
    sayNext()
  }
}

function say(said: ToastText): void {
  const id = show(said)
  timer = setTimeout(() => close(id), said.ms)
}

function sayNext(): void {
  if (rituals > 0) return
  const next = waiting.shift()
  const last = lasting.at(-1)
  if (next) say(next)
  else if (last && !isShown(last)) show(last)
}

const isShown = ({ text }: ToastText): boolean => text === shown?.text

/** Mounted once, beside the pages; shown beside them too, since dialogs lie over everything in their root. */
export function Toasts() {
  const now = useSyncExternalStore(subscribe, () => shown)
  // Messages go with the pages they were shown on.
  useEffect(() => forget, [])
  return createPortal(
    <div role="status" aria-live="polite" className={styles.place} style={{ top: now && freeTop() }}>
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
  lasting = []
  gone++
}

function show(said: ToastText): number {
  clearTimeout(timer)
  lastId += 1
  shown = { ...said, id: lastId }
  notify()
  return lastId
}

function close(id: number): void {
  if (shown?.id !== id) return
  shown = undefined
  notify()
  sayNext()
}
