import type { Output } from '#contract/calls.ts'
import { getToken, PERSON, signInMark } from './session.ts'
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
  try {
    const kept = JSON.parse(localStorage.getItem(PERSON) ?? 'null') as Kept | null
    return kept && getToken() && kept.of === signInMark() ? kept.person : undefined
  } catch {
    return undefined
  }
}

/** Keeps what `userInfo` has answered to the sign-in of now, until that is over. */
export function keepPerson(person: Person): void {
  try {
    localStorage.setItem(PERSON, JSON.stringify({ of: signInMark(), person } satisfies Kept))
  } catch {
    // Full: it is asked for again.
  }
  notify()
}
