import type { Output } from '#contract/calls.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { getToken, PERSON, signInMark } from './session.ts'
import { device } from './storage/storage.ts'

type Person = Output<'userInfo'>
type Cached = { of: string; person: Person }
const { subscribe, notify } = makeListeners()

/** Calls `listener` when something is heard of the person. */
export const onPerson = subscribe

/**
 * The person signed in here, as last heard: pages begin with it, so that people can write without a network, and nothing
 * jumps while it is fetched anew. It belongs to this sign-in alone.
 */
export function cachedUser(): Person | undefined {
  const kept = device.read<Cached>(PERSON)
  return kept && getToken() && kept.of === signInMark() ? kept.person : undefined
}

/** Keeps what `userInfo` has answered to the sign-in of now, until that is over. */
export function cacheUser(person: Person): void {
  device.setItem(PERSON, JSON.stringify({ of: signInMark(), person } satisfies Cached))
  notify()
}
