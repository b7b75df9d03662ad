import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAP_PIECE_BYTES, capHeadText, capPiece, capPieces, readCapHead } from '#contract/cap.ts'
import { openCapFile } from '#test/cap.ts'
import { type CapLock, capFile } from './cap.ts'
import { numberOfSeed, publicKeyOf, wrapForMonth } from './monthKeys.ts'

const key = Buffer.alloc(32, 7)
const seed = Buffer.alloc(32, 9)
const number = (from: string) => ({ number: numberOfSeed(from, seed), from })

async function fileOf(content: Buffer, head: CapLock['head'] = { bytes: content.length }, from = 0): Promise<Buffer> {
  // In parts that fit no piece.
  async function* parts() {
    const rest = content.subarray(from * CAP_PIECE_BYTES)
    for (let at = 0; at < rest.length; at += 700_001) yield rest.subarray(at, at + 700_001)
  }
  const pieces: Buffer[] = []
  for await (const piece of capFile({ key, head }, parts(), from)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const SIZES = [0, 1, CAP_PIECE_BYTES - 1, CAP_PIECE_BYTES, CAP_PIECE_BYTES + 1, 3 * CAP_PIECE_BYTES + 5]

describe('a file in encrypted pieces', () => {
  it.each(SIZES)(
    'of %i bytes comes back whole, with the same bytes whenever it is made, from any piece on',
    async (size) => {
      const content = randomBytes(size)
      const file = await fileOf(content)
      expect(openCapFile(file, key).equals(content)).toBe(true)
      expect((await fileOf(content)).equals(file)).toBe(true)
      const { length } = readCapHead(file)!
      for (let from = 1; from < capPieces(size); from++) {
        expect((await fileOf(content, undefined, from)).equals(file.subarray(capPiece(length, size, from).start))).toBe(
          true,
        )
      }
    },
  )

  it('is refused where a bit is another one, or a piece is cut off, twice there or at another place', async () => {
    const content = randomBytes(2 * CAP_PIECE_BYTES + 9)
    const file = await fileOf(content)
    const head = readCapHead(file)!
    fc.assert(
      fc.property(fc.nat(file.length * 8 - 1), (bit) => {
        const bent = Buffer.from(file)
        bent[bit >> 3]! ^= 1 << (bit & 7)
        expect(() => openCapFile(bent, key)).toThrow()
      }),
      { numRuns: 20 },
    )
    const piece = (index: number) => {
      const { start, end } = capPiece(head.length, content.length, index)
      return file.subarray(start, end)
    }
    const first = file.subarray(0, head.length)
    const shorter = Buffer.from(capHeadText({ bytes: 2 * CAP_PIECE_BYTES }))
    for (const pieces of [
      [first, piece(1), piece(0), piece(2)],
      [first, piece(0), piece(0), piece(2)],
      [first, piece(0), piece(1)],
      [shorter, piece(0), piece(1)],
    ])
      expect(() => openCapFile(Buffer.concat(pieces), key)).toThrow()
  })

  it('is not made where its content has another length than was said', async () => {
    const content = randomBytes(CAP_PIECE_BYTES + 4)
    for (const bytes of [content.length - 1, content.length + 1, CAP_PIECE_BYTES, 3 * CAP_PIECE_BYTES])
      await expect(fileOf(content, { bytes })).rejects.toThrow()
  })

  it('opens with the number of its month or a later one, never for another month than its head says', async () => {
    const content = Buffer.from('to be read then')
    const month = '2036-05'
    const wrap = wrapForMonth(publicKeyOf(number(month).number), month, key)
    const head = { bytes: content.length, sealed: { id: '12', month, wrap } }
    const file = await fileOf(content, head)
    expect(openCapFile(file, number(month)).equals(content)).toBe(true)
    expect(openCapFile(file, number('2040-01')).equals(content)).toBe(true)
    expect(() => openCapFile(file, number('2036-04'))).toThrow('does not open')
    const lied = Buffer.from(file.toString('latin1').replace('"2036-05"', '"2036-04"'), 'latin1')
    expect(() => openCapFile(lied, number('2036-04'))).toThrow()
  })

  it('has a head that is written in one way', () => {
    const wrap = Buffer.alloc(1180, 3)
    const heads = [{ bytes: 5 }, { bytes: 0, sealed: { id: '7', month: '2030-01', wrap } }]
    for (const head of heads) {
      const text = capHeadText(head)
      expect(readCapHead(Buffer.from(text))).toMatchObject({ length: text.length, text, bytes: head.bytes })
      for (const other of [
        text.replace('{', '{ '),
        text.trim(),
        text.replace('/1', '/2'),
        text.replace('}', ',"a":1}'),
      ])
        expect(readCapHead(Buffer.from(other))).toBeUndefined()
    }
    expect(readCapHead(Buffer.from('{"format":"capsule-cap/1","bytes":-1}\n'))).toBeUndefined()
    expect(readCapHead(Buffer.from('null\n'))).toBeUndefined()
  })
})
