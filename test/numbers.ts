/** Words and numbers as bytes, the most significant first. */
export const text = (words: string): Buffer => Buffer.from(words, 'latin1')
export const u16 = (value: number): Buffer => Buffer.of(value >> 8, value & 255)
export const u32 = (value: number): Buffer =>
  Buffer.of(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255)
