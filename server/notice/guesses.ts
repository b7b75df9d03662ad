import { CODE } from '#contract/codes.ts'
import { CONTACT_LINK_WRONG } from '#contract/notice.ts'
import type { Asker } from '#server/context.ts'
import { Fail } from '#server/fail.ts'
import { refuseFlood, takeAddressTry } from '#server/tries.ts'

/** Guesses alone are counted: many contacts may stand behind one address. */
const UNKNOWN_PER_ADDRESS = [{ most: 60, seconds: 600 }]
const WHAT = 'contact links'

/** Throws for an address from which a flood of guesses came. */
export const refuseGuessing = (asker: Asker): void => refuseFlood(asker, WHAT)

/** A guess; a flood of them is turned away. */
export async function unknown(asker: Asker): Promise<Fail> {
  await takeAddressTry(asker, WHAT, UNKNOWN_PER_ADDRESS)
  return new Fail(CODE.missing, CONTACT_LINK_WRONG)
}
