import { PHONE_MAX_PX, RESIZE_DEBOUNCE_MS } from '#contract/limits.ts'
import { ownTop } from './ownTop.ts'

/** Whether the window is as narrow as a phone; the phone of the desktop shell is one. */
export const isPhone = (): boolean => window.innerWidth <= PHONE_MAX_PX

/** Whether the person holds a phone: the phone in the desktop shell is none, it is the shell's window that counts. */
export const holdsPhone = (): boolean => ownTop(window).innerWidth <= PHONE_MAX_PX

/** Calls `listener` once a resize has come to rest. */
export function onResized(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(listener, RESIZE_DEBOUNCE_MS)
  }
  window.addEventListener('resize', heard)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', heard)
  }
}
