import { hash, verify } from '@node-rs/argon2'
import { flood } from '#server/fail.ts'
import type { Keys } from '#server/keys/keys.ts'
import { makeTurns } from '#server/turns.ts'

/** argon2id, 19 MiB, two passes, one lane (security.md); about 10 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** So that one person's crowd does not stand in everybody's way. */
const OF_ONE_PERSON_MOST = 8

type Purpose = 'pepper' | 'answers' | 'operator'

const inTurn = makeTurns({ atOnce: 4, waitingMost: 200 })
const crowd = new Map<string, number>()

/**
 * Hashing takes a core and 19 MiB each: few at once, a bounded queue behind them. Whatever a refusal must not cost –
 * a try, a code – is taken inside the turn. `who` is whose turn it is.
 */
export async function inHashingTurn<T>(who: string, work: () => Promise<T>): Promise<T> {
  const here = crowd.get(who) ?? 0
  if (here >= OF_ONE_PERSON_MOST) throw flood()
  crowd.set(who, here + 1)
  return inTurn(work).finally(() => leave(who))
}

function leave(who: string): void {
  const left = crowd.get(who)! - 1
  if (left === 0) crowd.delete(who)
  else crowd.set(who, left)
}

/** The stored form of a secret: argon2id over HMAC(pepper, secret). Call it in a hashing turn. */
export const hashSecret = (keys: Keys, purpose: Purpose, secret: string): Promise<string> =>
  hash(peppered(keys, purpose, secret), COST)

export const verifySecret = (keys: Keys, purpose: Purpose, secret: string, stored: string): Promise<boolean> =>
  verify(stored, peppered(keys, purpose, secret))

let nobodys: Promise<string> | undefined
/** Takes as long as a real check, so that an unknown number answers like a known one. */
export async function verifyNobody(keys: Keys, secret: string): Promise<false> {
  nobodys ??= hashSecret(keys, 'pepper', 'nobody')
  await verifySecret(keys, 'pepper', secret, await nobodys)
  return false
}

/** Text, because the library refuses bytes that are no UTF-8. */
const peppered = (keys: Keys, purpose: Purpose, secret: string): string => keys.hmac(purpose, secret).toString('base64')
