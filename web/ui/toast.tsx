import { useEffect, useSyncExternalStore } from 'react'
import { makeListeners } from './listeners.ts'
import styles from './toast.module.css'

/** What can be done about it, in a word. */
type Action = { label: string; act: () => void }
type Shown = { id: number; text: string; action?: Action }

const SHORT_MS = 1_500
let shown: Shown | undefined
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const { subscribe, notify } = makeListeners()

/** Says something short in the centre third of the screen; the newest replaces the one before. */
export function toast(text: string, { ms = SHORT_MS, action }: { ms?: number; action?: Action } = {}): void {
  const id = show(text, action)
  timer = setTimeout(() => close(id), ms)
}

/** Mounted once, beside the pages. */
export function Toasts() {
  const now = useSyncExternalStore(subscribe, () => shown)
  // What was said goes with the pages it was said on.
  useEffect(() => forget, [])
  return (
    <div role="status" aria-live="polite" className={styles.place}>
      {now && (
        <div key={now.id} className={styles.toast}>
          {now.text}
          {now.action && <Act id={now.id} action={now.action} />}
        </div>
      )}
    </div>
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
}

function show(text: string, action?: Action): number {
  clearTimeout(timer)
  lastId += 1
  shown = { id: lastId, text, action }
  notify()
  return lastId
}

function close(id: number): void {
  if (shown?.id !== id) return
  shown = undefined
  notify()
}
