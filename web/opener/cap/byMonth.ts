import { ml_kem768_x25519 as kem } from '@noble/post-quantum/hybrid.js'
import type { CapHead } from '#contract/cap.ts'
import { type MonthNumber, numberOf, pairSeedOf, WRAPPED, wrapPurpose } from '#contract/monthNumbers.ts'
import { monthsBetween } from '#contract/months.ts'
import { sha256 } from '#web/client/sha256.ts'
import { decrypted, lockOf } from '../pieces.ts'

/** `early`: the number is of a month before. `other`: it is not the number of the month that it was given for, or the wrap is damaged. */
export type NoKey = 'early' | 'other'

/** The key of a file by the number of its month, or of a later one. */
export async function keyByMonth(
  { month, wrap }: NonNullable<CapHead['sealed']>,
  published: MonthNumber,
): Promise<Uint8Array<ArrayBuffer> | NoKey> {
  if (monthsBetween(month, published.from) < 0) return 'early'
  const { secretKey } = kem.keygen(new Uint8Array(pairSeedOf(sha256, numberOf(sha256, month, published))))
  const secret = kem.decapsulate(wrap.slice(0, WRAPPED.exchange), secretKey)
  const nonceEnd = WRAPPED.exchange + WRAPPED.nonce
  const lock = await lockOf(new Uint8Array(secret), wrapPurpose(month))
  return (await decrypted(lock, wrap.slice(WRAPPED.exchange, nonceEnd), wrap.slice(nonceEnd))) ?? 'other'
}
