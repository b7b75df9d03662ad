import { CARDS_A_DAY_OVER, OWN_NUMBER, type Way, type Ways } from '#contract/receiver.ts'
import { decryptWay } from '#server/capsules/notice/receiverAddress.ts'
import { refuseAt } from '#server/core/fail.ts'
import { readPerson } from '#server/people/account/people.ts'
import type { UserContext } from '#server/platform/context.ts'
import { consume } from '#server/platform/rateLimit.ts'

/** Of one sender, to whomever. */
const CARDS = [{ most: 5, seconds: 86_400 }]

type Addressed = { id: number; way: Way | null; address: string | null }

/** Whether the address is the caller's number, which was proved when they signed up. */
export async function isOwnAddress(
  { db, keys, caller }: UserContext,
  { id, way, address }: Addressed,
): Promise<boolean> {
  if (way !== 'tel' || address === null) return false
  return (await readPerson(db, caller.userId)).tel === decryptWay(keys, id, address)
}

/** A capsule for somebody is not for its sender; `field` is the number's. */
export async function refuseOwnNumber({ db, caller }: UserContext, tel: string | undefined, field: string) {
  if (tel && (await readPerson(db, caller.userId)).tel === tel) throw refuseAt(field, OWN_NUMBER)
}

/** Counts a card, or refuses at `field` once its sender has sent as many today as one may. */
export async function refuseTooManyCards({ db, caller }: UserContext, { tell_now }: Ways, field: string) {
  if (tell_now === 1) await consume(db, `cards by ${caller.userId}`, CARDS, () => refuseAt(field, CARDS_A_DAY_OVER))
}
