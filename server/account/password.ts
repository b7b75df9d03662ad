import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { busy } from '#server/fail.ts'
import type { Keys } from '#server/keys/keys.ts'
import { COMMON_PASSWORDS } from './commonPasswords.ts'

/** argon2id, 19 MiB, two passes, one lane (security.md); about 10 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_MOST = 200

let running = 0
const waiting: (() => void)[] = []

/** The stored form of a secret: argon2id over HMAC(pepper, secret). */
export function hashSecret(keys: Keys, purpose: 'pepper' | 'answers', secret: string): Promise<string> {
  return inTurn(() => hash(peppered(keys, purpose, secret), COST))
}

export function verifySecret(
  keys: Keys,
  purpose: 'pepper' | 'answers',
  secret: string,
  stored: string,
): Promise<boolean> {
  return inTurn(() => verify(stored, peppered(keys, purpose, secret)))
}

/** Text, because the library refuses bytes that are no UTF-8. */
const peppered = (keys: Keys, purpose: 'pepper' | 'answers', secret: string): string =>
  keys.hmac(purpose, secret).toString('base64')

let nobodys: Promise<string> | undefined
/** Takes as long as a real check, so that an unknown number answers like a known one. */
export async function verifyNobody(keys: Keys, secret: string): Promise<false> {
  nobodys ??= hashSecret(keys, 'pepper', 'nobody')
  await verifySecret(keys, 'pepper', secret, await nobodys)
  return false
}

const commonDigests = new Set(
  COMMON_PASSWORDS.map((word) => createHash('md5').update(word).digest('hex').toUpperCase()),
)
export const isCommonPassword = (digest: string): boolean => commonDigests.has(digest)

/** Hashing takes a core and 19 MiB each: few at once, a bounded queue behind them. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MOST) throw busy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
