import { getToken, signInMark } from '../session.ts'
import { device } from '../storage/storage.ts'

const WISH = 'offlineReading'

/** Who wants a copy on this device, and under which sign-in they said so. */
type Wish = { of: string; owner: string }

export const readWish = (): Wish | undefined => device.read<Wish>(WISH)

/** Whether the person signed in here now has asked for a copy under this sign-in. */
export function isWished(): boolean {
  const wish = readWish()
  return wish !== undefined && getToken() !== undefined && wish.of === signInMark()
}

/** Tells whether the wish outlasts the page. */
export const keepWish = (owner: string): boolean =>
  device.setItem(WISH, JSON.stringify({ of: signInMark(), owner } satisfies Wish))

export const dropWish = (): void => device.removeItem(WISH)
