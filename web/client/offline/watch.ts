import { onSession } from '../session.ts'
import { whenQuiet } from '../whenQuiet.ts'
import { readWish } from './wish.ts'

/**
 * Looks after the copy for reading offline from the start of the app on: it is brought up to date, and gone once its sign-in is
 * over or another one. Its code comes only where somebody has asked for a copy.
 */
export function watchCopy(): void {
  onSession(look)
  void whenQuiet().then(look)
}

function look(): void {
  if (!readWish()) return
  void import('./copy.ts').then(
    ({ lookAfter }) => lookAfter(),
    () => undefined,
  )
}
