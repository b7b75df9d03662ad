import { expect, test } from 'vitest'
import { Broken } from './broken.ts'
import { inOrder, overlay } from './cut.ts'
import type { Cut } from './found.ts'

const MANY = Array.from({ length: 50_000 }, (_, index): Cut => ({ at: index * 4, length: 2, bytes: Buffer.from('x') }))

test('A piece has what others are not given written over, wherever it begins and ends', () => {
  const whole = overlay(Buffer.alloc(40, '.'), 0, MANY)
  expect(whole.toString('latin1')).toBe('x\0..'.repeat(10))
  for (let from = 0; from < 12; from++) {
    for (let length = 0; length < 12; length++) {
      const piece = overlay(Buffer.alloc(length, '.'), from, MANY)
      expect(piece.equals(whole.subarray(from, from + length)), `${from}, ${length}`).toBe(true)
    }
  }
})

test('A piece looks for what meets it, and not at every cut of the object', () => {
  let looks = 0
  const counted = new Proxy(MANY, {
    get: (cuts, name) => {
      looks += 1
      return Reflect.get(cuts, name)
    },
  })
  overlay(Buffer.alloc(16), 100_000, counted)
  expect(looks).toBeLessThan(100)
})

test('Cuts are put in order, and no two are at one place', () => {
  const [first, second] = [
    { at: 0, length: 3 },
    { at: 3, length: 1 },
  ]
  expect(inOrder([second, first])).toEqual([first, second])
  expect(() => inOrder([{ at: 2, length: 2 }, first])).toThrow(Broken)
})
