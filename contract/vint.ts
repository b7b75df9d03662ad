/** A number of EBML (RFC 8794, 4), whose leading zeros say how many bytes it has; undefined where it is cut off. */
export function lengthAt(bytes: Uint8Array, at: number): { length: number; next: number } | undefined {
  const lead = bytes[at]
  if (!lead) return undefined
  const count = Math.clz32(lead) - 23
  if (at + count > bytes.length) return undefined
  let length = lead & (0xff >> count)
  for (let index = 1; index < count; index++) length = length * 256 + bytes[at + index]!
  return { length, next: at + count }
}
