import { waitingPath } from '#contract/receiver.ts'
import { tokenHash } from '#server/capsules/notice/link.ts'
import type { Keys } from '#server/platform/keys/keys.ts'

/** One capsule as it is handed over; its sender's taking back raises the generation. */
export type Handed = { capsuleId: number; generation: number }

/** 32 bytes, derived, so that its sender sees the address again and nothing but its hash is kept. It survives rotations. */
const tokenOf = (keys: Keys, { capsuleId, generation }: Handed): string =>
  keys.hmac('receive', `${capsuleId} ${generation}`).toString('base64url')

export const receiverHash = (keys: Keys, handed: Handed): Buffer => tokenHash(tokenOf(keys, handed))

/** The whole address of the page where it waits. */
export const waitingUrl = ({ keys, origin }: { keys: Keys; origin: string }, handed: Handed): string =>
  origin + waitingPath(tokenOf(keys, handed))
