import { CODE } from '#contract/codes.ts'
import { CONTACT_LINK_WRONG } from '#contract/notice.ts'
import { Fail } from '#server/core/fail.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { consumeForAddress, refuseFlood } from '#server/platform/rateLimit.ts'

/**
 * Of an address, at links of every kind together. Guesses alone are counted: many contacts may stand behind one address,
 * and all come at the same moment.
 */
const GUESSES_PER_ADDRESS = [{ most: 30, seconds: 60 }]
const WHAT = 'links'

type Requester = Parameters<typeof consumeForAddress>[0]

/** Throws 429 for an address from which a flood of guesses came, whatever it brings now: ask before looking. */
export const refuseGuessing = (requester: Requester): void => refuseFlood(requester, WHAT)

/** Counts a link that is none, or throws 429. */
export const countGuess = (requester: Requester): Promise<void> =>
  consumeForAddress(requester, WHAT, GUESSES_PER_ADDRESS)

/** A guess at a contact's link; a flood of them is turned away. */
export async function unknown(context: RequestContext): Promise<Fail> {
  await countGuess(context)
  return new Fail(CODE.missing, CONTACT_LINK_WRONG)
}
