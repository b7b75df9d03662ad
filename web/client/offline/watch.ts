import { onSession } from '../session.ts'
import { whenQuiet } from '../whenQuiet.ts'
import { readWish } from './wish.ts'

/**
 * The copy for reading offline is looked after from the start of the app (`web/app/main.tsx`): it is brought up to date, and gone
 * once its sign-in is over or another one. Its code comes only where somebody has asked for a copy.
 */
function look(): void {
  if (!readWish()) return
  void import('./copy.ts').then(
    ({ lookAfter }) => lookAfter(),
    () => undefined,
  )
}

onSession(look)
void whenQuiet().then(look)
