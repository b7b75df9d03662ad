import { createHash } from 'node:crypto'

/** A number from `least` up to, but not including, `most`. */
export type Chance = (least: number, most: number) => number

const BYTES = 8192

/** Chance that falls alike for the same seed and purpose on every process; one purpose tells nothing of another. */
export function chanceOf(seed: Buffer, purpose: string): Chance {
  const bytes = createHash('shake256', { outputLength: BYTES }).update(seed).update(purpose).digest()
  let at = 0
  return (least, most) => {
    const part = bytes.readUInt32BE(at) / 2 ** 32
    at += 4
    return least + part * (most - least)
  }
}

export const pick = <T>(chance: Chance, list: readonly T[]): T => list[Math.floor(chance(0, list.length))]!

/** As many results of `make` as said, in one text. */
export const several = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

/** For SVG: a tenth is finer than a pixel. */
export const round = (value: number): number => Math.round(value * 10) / 10
