// Files are Node's own: those of the window are of another world than the digest that Node gives it.
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CAP_PIECE_BYTES, CAP_TAG_BYTES, capPiece, readCapHead } from '#contract/cap.ts'
import { lockedFile, makeCap, monthNumber, sealedItem } from '#test/lockedFiles.ts'
import { type CapState, makeCaps } from './caps.ts'

const MONTH = '2036-05'
const SEA = sealedItem('那年夏天的海')
const [BEACH, FILM] = ['data/originals/2026/3-1-海边.jpg', 'data/originals/2026/3-3-海浪.webm']
/** A film over three pieces, behind a picture that lies in the first one with the item. */
const media = new Map([
  [BEACH, randomBytes(1_000)],
  ['data/originals/2026/3-4-信.txt', Buffer.alloc(0)],
  [FILM, randomBytes(2 * CAP_PIECE_BYTES)],
])
const cap = await makeCap(SEA, media, MONTH)

beforeEach(() => vi.stubGlobal('Blob', NodeBlob))
afterEach(() => vi.unstubAllGlobals())

const fileOf = (bytes: Buffer, name = '3.cap') => new NodeFile([bytes], name) as unknown as File

async function opened(bytes: Buffer, number = monthNumber(MONTH)): Promise<CapState> {
  const caps = makeCaps()
  caps.add([fileOf(bytes)])
  caps.use(number)
  await caps.done()
  return caps.all()[0]!.state
}

const bytesOf = async (blob: Blob | undefined) => blob && Buffer.from(await blob.arrayBuffer())

it('a file opens with the number of its month, and with a later one, to its item and files', async () => {
  for (const month of [MONTH, '2036-06', '2120-12']) {
    const state = await opened(cap, monthNumber(month))
    if (state.is !== 'open') throw new Error(`${month}: ${state.is}`)
    expect(state.read.item).toEqual(SEA)
    expect(state.read.damaged).toEqual([])
    for (const [path, bytes] of media) expect((await bytesOf(state.read.files.get(path)))?.equals(bytes)).toBe(true)
    expect(state.read.files.get(BEACH)?.type).toBe('image/jpeg')
    expect(state.read.files.get('data/originals/2026/3-4-信.txt')?.type).toBe('application/octet-stream')
  }
})

it('a file does not open with an earlier number, nor with an earlier one passed off as later', async () => {
  expect(await opened(cap, monthNumber('2036-04'))).toEqual({ is: 'early', month: MONTH })
  for (const from of [MONTH, '2037-01'])
    expect(await opened(cap, { ...monthNumber('2036-04'), from })).toEqual({ is: 'other', month: MONTH })
})

it('a file waits until there is a number, and each further number is tried', async () => {
  const caps = makeCaps()
  caps.add([fileOf(cap)])
  await caps.done()
  expect(caps.all()[0]!.state).toEqual({ is: 'waiting', month: MONTH })
  caps.use(monthNumber('2036-04'))
  caps.use(monthNumber('2036-07'))
  await caps.done()
  expect(caps.all()[0]!.state.is).toBe('open')
})

it('an altered byte is told with its piece, and takes the files that lie in it alone', async () => {
  const head = readCapHead(cap)!
  const bent = Buffer.from(cap)
  bent[capPiece(head.length, head.bytes, 1).start + 5]! ^= 1
  const state = await opened(bent)
  if (state.is !== 'open') throw new Error(state.is)
  expect(state.read.damaged).toEqual([1])
  expect(state.read.files.get(FILM)).toBeUndefined()
  expect((await bytesOf(state.read.files.get(BEACH)))?.equals(media.get(BEACH)!)).toBe(true)
})

it('a file whose item is damaged, whose piece is cut off or moved, or whose head is another one does not open', async () => {
  const { length, bytes } = readCapHead(cap)!
  const piece = (index: number) =>
    cap.subarray(capPiece(length, bytes, index).start, capPiece(length, bytes, index).end)
  const first = Buffer.from(cap)
  first[length + 3]! ^= 0x80
  expect(await opened(first)).toEqual({ is: 'broken', pieces: [0], of: 3 })
  const shorter = await opened(cap.subarray(0, length + CAP_PIECE_BYTES + CAP_TAG_BYTES))
  expect(shorter).toMatchObject({ is: 'open', read: { damaged: [1, 2] } })
  const moved = await opened(Buffer.concat([cap.subarray(0, length), piece(1), piece(0), piece(2)]))
  expect(moved).toMatchObject({ is: 'broken', pieces: [0] })
  const other = Buffer.from(cap.toString('latin1').replace('"id":"3"', '"id":"4"'), 'latin1')
  expect(await opened(other)).toMatchObject({ is: 'broken', pieces: [0] })
  const earlier = Buffer.from(cap.toString('latin1').replace(`"${MONTH}"`, '"2036-04"'), 'latin1')
  expect(await opened(earlier, monthNumber('2036-04'))).toEqual({ is: 'other', month: '2036-04' })
})

it('what was added behind a file is said, and left alone', async () => {
  expect(await opened(Buffer.concat([cap, Buffer.from('more')]))).toMatchObject({ is: 'open', isLonger: true })
})

it.each([
  ['foreign', Buffer.from('{"format":"other"}\n')],
  ['foreign', Buffer.alloc(0)],
  ['damaged', cap.subarray(0, 60)],
  ['damaged', Buffer.from(cap.toString('latin1').replace('"bytes":', '"bytes": '), 'latin1')],
  ['whole', await lockedFile(Buffer.from('a ZIP'), randomBytes(32))],
])('another file is called %s', async (is, bytes) => expect(await opened(bytes)).toEqual({ is }))

it('large files wait to be asked for, with their title; a file alone is opened at once', async () => {
  const caps = makeCaps()
  const large = await makeCap({ ...SEA, id: '9' }, new Map([[FILM, Buffer.alloc(33 * 1024 * 1024)]]), MONTH)
  const file = fileOf(large, '9.cap')
  caps.use(monthNumber(MONTH))
  caps.add([fileOf(cap), file])
  await caps.done()
  expect(caps.all().map(({ state }) => state)).toMatchObject([
    { is: 'open' },
    { is: 'ready', item: { title: SEA.title } },
  ])
  caps.open(file)
  await caps.done()
  expect(caps.all()[1]!.state.is).toBe('open')
  expect((await opened(large)).is).toBe('open')
})

it('a file that went away is that file’s matter alone', async () => {
  const gone = fileOf(cap, 'gone.cap')
  gone.slice = () => {
    throw new DOMException('gone', 'NotFoundError')
  }
  const caps = makeCaps()
  caps.use(monthNumber(MONTH))
  caps.add([gone, fileOf(cap)])
  await caps.done()
  expect(caps.all().map(({ state }) => state.is)).toEqual(['unreadable', 'open'])
})
