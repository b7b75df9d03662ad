import { z } from 'zod'
import { base64Of, bytesOfBase64, hexOf } from '#contract/bytes.ts'
import { isMonth, LAST_MONTH, monthBefore, monthsFrom } from '#contract/months.ts'
import { sha256 } from '#server/core/sha256.ts'
import { numberOf, PUBLIC_KEY_BYTES, publicKeyOf } from './monthKeys.ts'

const FORMAT = 'capsule-month-keys/1'
/** Bytes of the digest that stand on sheets: sixteen cannot be met by keys that somebody makes. */
const DIGEST_CHARS = 32

const month = z.string().refine(isMonth)
const key = z.base64().length(Math.ceil(PUBLIC_KEY_BYTES / 3) * 4)
const file = z.object({ format: z.literal(FORMAT), from: month, to: month, keys: z.array(key).max(2_000) })
/** The public keys of months, one after another, in base64. */
export type PublicKeys = z.infer<typeof file>

/** The keys from a month to the last one, each of the number that is made of the next. A century takes seconds. */
export function makePublicKeys(seed: Uint8Array, from: string): PublicKeys {
  const months = monthsFrom(from, LAST_MONTH)
  const keys: string[] = []
  let number = seed
  for (let left = months.length; left > 0; left--) {
    keys.push(base64Of(publicKeyOf(number)))
    if (left > 1) number = numberOf(monthBefore(months[left - 1]!), { number, from: months[left - 1]! })
  }
  return { format: FORMAT, from, to: LAST_MONTH, keys: keys.toReversed() }
}

/** The keys in this text; undefined where it is none, or has another number of keys than its months. */
export function readPublicKeys(text: string): PublicKeys | undefined {
  const parsed = file.safeParse(parse(text))
  if (!parsed.success || parsed.data.from > parsed.data.to) return undefined
  return monthsFrom(parsed.data.from, parsed.data.to).length === parsed.data.keys.length ? parsed.data : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** By this people see that keys are the ones on their sheets. */
export const digestOf = ({ from, to, keys }: PublicKeys): string =>
  hexOf(sha256(`${FORMAT}\n${from}\n${to}\n`, ...keys.map((text) => bytesOfBase64(text)!))).slice(0, DIGEST_CHARS)

/** The key of a month; undefined where there is none. */
export const keyOfMonth = ({ from, to, keys }: PublicKeys, of: string): Uint8Array | undefined =>
  from <= of && of <= to ? bytesOfBase64(keys[monthsFrom(from, of).length - 1]!) : undefined
