const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const SINES = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))

/** Upper-case hexadecimal MD5 of the UTF-8 text: how a password goes to the server (specification 5). */
export function md5(text: string): string {
  const words = pad(new TextEncoder().encode(text))
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let block = 0; block < words.length; block += 16) digest(state, words.subarray(block, block + 16))
  return state.map(littleEndianHex).join('').toUpperCase()
}

function pad(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) * 16)
  bytes.forEach((byte, at) => {
    words[at >> 2]! |= byte << ((at % 4) * 8)
  })
  words[bytes.length >> 2]! |= 0x80 << ((bytes.length % 4) * 8)
  words[words.length - 2] = bytes.length * 8
  words[words.length - 1] = Math.floor(bytes.length / 2 ** 29)
  return words
}

function digest(state: number[], words: Uint32Array): void {
  let [a, b, c, d] = state as [number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const round = i >> 4
    const [mixed, at] = mix(round, i, b, c, d)
    const sum = (a + mixed + SINES[i]! + words[at]!) | 0
    const shift = SHIFTS[round * 4 + (i % 4)]!
    ;[a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0]
  }
  for (const [i, word] of [a, b, c, d].entries()) state[i] = (state[i]! + word) | 0
}

function mix(round: number, i: number, b: number, c: number, d: number): [number, number] {
  if (round === 0) return [(b & c) | (~b & d), i]
  if (round === 1) return [(d & b) | (~d & c), (5 * i + 1) % 16]
  if (round === 2) return [b ^ c ^ d, (3 * i + 5) % 16]
  return [c ^ (b | ~d), (7 * i) % 16]
}

function littleEndianHex(word: number): string {
  return [0, 8, 16, 24].map((shift) => ((word >>> shift) & 255).toString(16).padStart(2, '0')).join('')
}
