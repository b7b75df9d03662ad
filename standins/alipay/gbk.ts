let codes: Map<string, number> | undefined

/** Node decodes GBK but does not encode it: the decoding of every pair of bytes, turned around. */
export function gbk(text: string): Buffer {
  codes ??= everyPair()
  const bytes = [...text].flatMap((char) => {
    if (char < '\x80') return [char.charCodeAt(0)]
    const code = codes!.get(char) ?? 0x3f
    return code > 0xff ? [code >> 8, code & 0xff] : [code]
  })
  return Buffer.from(bytes)
}

function everyPair(): Map<string, number> {
  const decoder = new TextDecoder('gbk')
  const pairs = new Map<string, number>()
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const char = decoder.decode(Uint8Array.of(high, low))
      if ([...char].length === 1 && char !== '\ufffd') pairs.set(char, high * 256 + low)
    }
  }
  return pairs
}
