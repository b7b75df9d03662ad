import type { Detail } from '#contract/capsule.ts'
import { parseChina, spanText } from '#contract/time.ts'

/** `在时光里等了3年`; nothing for a capsule that was never sealed. */
export function heldText({ sealed_at, open_at }: Pick<Detail, 'sealed_at' | 'open_at'>): string {
  const [from, to] = [parseChina(sealed_at), parseChina(open_at)]
  return from && to ? `在时光里等了${spanText(Number(from), Number(to))}` : ''
}
