import { hash, verify } from '@node-rs/argon2'
import { makeFairQueue } from '#server/core/concurrency/fairQueue.ts'
import { makeKeyedLimit } from '#server/core/concurrency/keyedLimit.ts'
import { busy, flood } from '#server/core/fail.ts'
import type { RequestContext } from '#server/platform/context.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { addressName } from '#server/platform/rateLimit.ts'

/** argon2id, 19 MiB, two passes, one lane; about 10 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** So that one person's crowd does not stand in everybody's way. */
const OF_ONE_PERSON_MOST = 8
/** As many as may sign in from an address in a minute: one more would be refused there all the same. */
const OF_ONE_ADDRESS_MOST = 30
/** With fewer calls here than this, the database is not asked how often callers have tried. */
const OF_ONE_LANE_MOST = 100

type Purpose = 'pepper' | 'answers' | 'operator'
/**
 * `guess`: a password by which a stranger wants in. `code`: a new password, by a code that was sent. `own`: people who
 * are known – by a sign-in, a link, a device – and what they answer, seal or prove.
 */
type Lane = 'guess' | 'code' | 'own'
type Turn = {
  lane: Lane
  /** The person or name whose turn it is. */
  who: string
  /** A stranger's address: strangers of one address wait behind each other, not in front of all others. */
  address?: string | undefined
  /** A check that may refuse first, without a core; a caller it lets through keeps their place. */
  first?: () => Promise<void>
}

/** The pool of threads has four; guesses never have more than half of them. */
const inTurn = makeFairQueue({ atOnce: 4, most: { guess: 2, code: 2, own: 3 }, waitMostMs: 2_000 })
const enterCrowds = makeKeyedLimit()

/**
 * Hashing takes a core and 19 MiB each: few at once, a bounded queue behind them, two seconds at most (docs/decisions/guesses.md).
 * Whatever a refusal must not cost – a try, a code – is taken inside the turn. Throws 503 when there is no turn in time,
 * 429 when too many of one person or address are here already.
 */
export async function inHashingTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  const { lane, who, address, first } = turn
  const leave = enter(turn)
  try {
    await first?.()
    return await inTurn({ lane, key: address ?? who }, work)
  } finally {
    leave()
  }
}

/** The turn of a stranger who names a number, or an operator. The developer's own machine is no crowd. */
export function strangersTurn(asker: Stranger, lane: 'guess' | 'code', name: string): Turn {
  const address = addressName(asker)
  return { lane, who: `${name} from ${address}`, address: asker.isDeveloper() ? undefined : address }
}
type Stranger = Pick<RequestContext, 'keys' | 'address' | 'isDeveloper'>

/** Takes a place, or throws; the returned function gives the place back. */
const enter = ({ lane, who, address }: Turn): (() => void) =>
  enterCrowds([
    { crowd: `of ${who}`, most: OF_ONE_PERSON_MOST, refusal: flood },
    ...(address === undefined ? [] : [{ crowd: `from ${address}`, most: OF_ONE_ADDRESS_MOST, refusal: flood }]),
    { crowd: `in ${lane}`, most: OF_ONE_LANE_MOST, refusal: busy },
  ])

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
