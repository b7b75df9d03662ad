import { waitingPath } from '#contract/receiver.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { CONFIRM_LENGTH, tokenHash } from './link.ts'

/** One capsule as it is handed over, raised by its sender's taking back; `isAddressed`: it can be taken at one address alone. */
export type Handed = { capsuleId: number; generation: number; isAddressed: boolean }

/**
 * 32 bytes, derived, so that its sender sees the address again and nothing but its hash is kept. It survives rotations. Where it
 * gives nobody anything but at one address it is cut to 72 bits, so that a card fits into one SMS; guesses are counted.
 */
export function waitingTokenOf(keys: Keys, { capsuleId, generation, isAddressed }: Handed): string {
  const token = keys.hmac('receive', `${capsuleId} ${generation}`).toString('base64url')
  return isAddressed ? token.slice(0, CONFIRM_LENGTH) : token
}

/** As paths hold it. */
export const WAITING_TOKEN = new RegExp(`^(?:[\\w-]{43}|[\\w-]{${CONFIRM_LENGTH}})$`)

export const receiverHash = (keys: Keys, handed: Handed): Buffer => tokenHash(waitingTokenOf(keys, handed))

/** The whole address of the page where it waits. */
export const waitingUrl = ({ keys, origin }: { keys: Keys; origin: string }, handed: Handed): string =>
  origin + waitingPath(waitingTokenOf(keys, handed))
