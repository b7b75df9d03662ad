import { useEffect, useSyncExternalStore } from 'react'
import { makeListeners } from './listeners.ts'
import styles from './toast.module.css'

type Shown = { id: number; text: string }

const SHORT_MS = 1_500
let shown: Shown | undefined
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const { subscribe, notify } = makeListeners()

/** Says something short in the centre third of the screen; the newest replaces the one before. */
export function toast(text: string, { ms = SHORT_MS }: { ms?: number } = {}): void {
  const id = show(text)
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
        </div>
      )}
    </div>
  )
}

function forget(): void {
  shown = undefined
}

function show(text: string): number {
  clearTimeout(timer)
  lastId += 1
  shown = { id: lastId, text }
  notify()
  return lastId
}

function close(id: number): void {
  if (shown?.id !== id) return
  shown = undefined
  notify()
}
