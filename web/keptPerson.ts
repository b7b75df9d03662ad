import type { Output } from '#contract/calls.ts'
import { getToken, PERSON, signInMark } from './session.ts'
import { device } from './storage.ts'
import { makeListeners } from './ui/listeners.ts'

type Person = Output<'userInfo'>
type Kept = { of: string; person: Person }
const { subscribe, notify } = makeListeners()

/** Calls `listener` when something is heard of the person. */
export const onPerson = subscribe

/**
 * Who is signed in here, as last heard: pages begin with it, so that one writes without a network, and nothing jumps while
 * it is asked anew. It is this sign-in's alone.
 */
export function keptPerson(): Person | undefined {
  const kept = device.read<Kept>(PERSON)
  return kept && getToken() && kept.of === signInMark() ? kept.person : undefined
}

/** Keeps what `userInfo` has answered to the sign-in of now, until that is over. */
export function keepPerson(person: Person): void {
  device.setItem(PERSON, JSON.stringify({ of: signInMark(), person } satisfies Kept))
  notify()
}
