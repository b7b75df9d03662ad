import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { md5 } from './md5.ts'

it.each([
  ['', 'D41D8CD98F00B204E9800998ECF8427E'],
  ['abc', '900150983CD24FB0D6963F7D28E17F72'],
  ['message digest', 'F96B697D7CB7938D525A2F31AAF161D0'],
  ['abcdefghijklmnopqrstuvwxyz', 'C3FCD3D76192E4007DFB496CCA67E13B'],
  ['时光胶囊', createHash('md5').update('时光胶囊').digest('hex').toUpperCase()],
])('the MD5 of "%s" is the known upper-case one', (text, digest) => {
  expect(md5(text)).toBe(digest)
})

it('agrees with the platform at every length around a block, in one- and three-byte characters', () => {
  for (let length = 0; length <= 130; length++) {
    for (const text of ['a'.repeat(length), '囊'.repeat(length)]) {
      expect(md5(text)).toBe(createHash('md5').update(text).digest('hex').toUpperCase())
    }
  }
})
