// Files are Node's own: those of the window are of another world than the digest that Node gives it.
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CAP_PIECE_BYTES, capPiece, readCapHead } from '#contract/cap.ts'
import { KEPT_CODE_BYTES, keptCodeText, readKeptCode } from '#contract/keptCode.ts'
import { lockedFile } from '#test/lockedFiles.ts'
import { type Part, partsOf } from './link.ts'
import { nearby } from './nearby.ts'
import { makeParts } from './parts.ts'

const ZIP = randomBytes(3 * CAP_PIECE_BYTES + 7)
const part = (): Part => ({ name: randomBytes(32).toString('base64url'), key: new Uint8Array(randomBytes(32)) })
const [ONE, TWO] = [part(), part()]
const LOCKED = await lockedFile(ZIP, Buffer.from(ONE.key))

beforeEach(() => vi.stubGlobal('Blob', NodeBlob))
afterEach(() => vi.unstubAllGlobals())

const waitNot = async () => {}
const quiet = { signal: new AbortController().signal, tell: () => {}, wait: waitNot }

/** A static server with one file, whose line breaks after so many bytes of an answer, the first of which has the number 1. */
function serverOf(
  bytes: Buffer,
  { breaksAfter = (_answer: number) => Number.POSITIVE_INFINITY, knowsRanges = true } = {},
) {
  const asked: string[] = []
  const fetch = (async (_name: string, { headers }: RequestInit) => {
    const range = new Headers(headers).get('range') ?? ''
    asked.push(range)
    const most = breaksAfter(asked.length)
    const start = knowsRanges ? Number(/\d+/.exec(range)?.[0] ?? 0) : 0
    let at = start
    const body = new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        if (at - start >= most) return controller.error(new TypeError('the line is lost'))
        const end = Math.min(at + 300_000, bytes.length)
        controller.enqueue(new Uint8Array(bytes.subarray(at, end)))
        at = end
      },
    })
    return new Response(body, { status: range && knowsRanges ? 206 : 200 })
  }) as typeof globalThis.fetch
  return { fetch, asked }
}

/** A place to write to that remembers. */
function paper() {
  const written: Uint8Array[] = []
  const choose = async () => ({
    write: async (bytes: Uint8Array) => void written.push(bytes),
    close: async () => undefined,
  })
  return { choose, bytes: () => Buffer.concat(written) }
}

const fileOf = (bytes: Buffer, name: string) => new NodeFile([bytes], name) as unknown as File

it('a code leads to the name and the key of each part, whatever stands around it', () => {
  const code = { code: new Uint8Array(randomBytes(KEPT_CODE_BYTES)), parts: 2 }
  const text = keptCodeText(code)
  const link = `https://example.com/OPEN-ME.html#${text}`
  const typed = text
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replace(/(.{4})/g, '$1 ')
  for (const pasted of [link, `请打开：${link}。谢谢`, link.replace(/(.{60})/, '$1\r\n '), `#${text}`, text, typed])
    expect(readKeptCode(pasted)).toEqual(code)
  const [first, second] = partsOf(code)
  expect(first!.name).toMatch(/^[\w-]{43}$/)
  expect(second!.name).not.toBe(first!.name)
  expect(second!.key).not.toEqual(first!.key)
  expect(readKeptCode(`#${text.slice(0, 32)}`)).toEqual({ ...code, parts: 1 })
  for (const none of ['', '#/', '#', text.slice(0, 31), `${text.slice(0, 32)}A`, `U${text.slice(1)}`])
    expect(readKeptCode(none), none).toBeUndefined()
})

it('a file beside the page is decrypted in one stream, and handed over whole', async () => {
  const { fetch, asked } = serverOf(LOCKED)
  const { choose, bytes } = paper()
  const parts = makeParts([ONE], fetch, choose)
  await parts.run(0)
  expect(parts.all()).toEqual([{ is: 'done', bytes: ZIP.length, address: undefined }])
  expect(bytes().equals(ZIP)).toBe(true)
  expect(asked).toEqual([''])
})

it.each([true, false])('a lost line goes on from where it was (ranges: %s)', async (knowsRanges) => {
  const { fetch, asked } = serverOf(LOCKED, { breaksAfter: (answer) => answer * 900_000, knowsRanges })
  const source = nearby('x', { ...quiet, fetch })
  const all: Uint8Array[] = []
  for (let at = 0; at < LOCKED.length; at += 700_000) all.push(await source.read(at, at + 700_000))
  expect(Buffer.concat(all).subarray(0, LOCKED.length).equals(LOCKED)).toBe(true)
  expect(asked[1]).toBe('bytes=900000-')
})

it('a line that stays lost is said, and goes on when it is asked to', async () => {
  const dead = (async () => Promise.reject(new TypeError('offline'))) as typeof globalThis.fetch
  await expect(nearby('x', { ...quiet, fetch: dead }).read(0, 10)).rejects.toThrow()
  let line = serverOf(LOCKED).fetch
  const { choose, bytes } = paper()
  const parts = makeParts([ONE], (...asked) => line(...asked), choose)
  const stopAtSecond = parts.subscribe(() => {
    const [state] = parts.all()
    if (state?.is === 'running' && state.done >= 2 * CAP_PIECE_BYTES) parts.stop(0)
  })
  await parts.run(0)
  expect(parts.all()).toMatchObject([{ is: 'stopped', why: 'stopped', done: 2 * CAP_PIECE_BYTES, all: ZIP.length }])
  stopAtSecond()
  line = serverOf(LOCKED).fetch
  await parts.run(0)
  expect(parts.all()).toMatchObject([{ is: 'done' }])
  expect(bytes().equals(ZIP)).toBe(true)
})

it('a damaged piece, a missing file, a wrong key and another file are each named', async () => {
  const { length, bytes } = readCapHead(LOCKED)!
  const bent = Buffer.from(LOCKED)
  bent[capPiece(length, bytes, 2).end - 1]! ^= 1
  const stateOf = async (file: Buffer, by = ONE) => {
    const parts = makeParts([by], serverOf(file).fetch, paper().choose)
    await parts.run(0)
    return parts.all()[0]
  }
  expect(await stateOf(bent)).toMatchObject({ is: 'damaged', piece: 2, of: 4 })
  expect(await stateOf(LOCKED, TWO)).toMatchObject({ is: 'damaged', piece: 0 })
  expect(await stateOf(Buffer.from('<h1>404</h1>'))).toEqual({ is: 'noArchive' })
  const gone = makeParts([ONE], (async () => new Response('', { status: 404 })) as never, paper().choose)
  await gone.run(0)
  expect(gone.all()).toEqual([{ is: 'missing' }])
})

it('a downloaded file is that of the part whose key opens it, whatever it is called now', async () => {
  const { choose, bytes } = paper()
  const parts = makeParts([TWO, ONE], undefined, choose)
  const other = fileOf(Buffer.from('something else'), 'notes.txt')
  expect(await parts.take([fileOf(LOCKED, 'download (1).bin'), other])).toEqual([other])
  expect(parts.all()).toEqual([{ is: 'waiting' }, { is: 'waiting', chosen: 'download (1).bin' }])
  await parts.run(1)
  expect(parts.all()[1]).toMatchObject({ is: 'done' })
  expect(bytes().equals(ZIP)).toBe(true)
})

it('a disk that is full is said, and nobody who closes the chooser begins anything', async () => {
  const full = async () => ({ write: () => Promise.reject(new Error('full')), close: async () => undefined })
  const parts = makeParts([ONE], serverOf(LOCKED).fetch, full)
  await parts.run(0)
  expect(parts.all()).toMatchObject([{ is: 'stopped', why: 'unwritten' }])
  const unchosen = makeParts([ONE], serverOf(LOCKED).fetch, async () => undefined)
  await unchosen.run(0)
  expect(unchosen.all()).toEqual([{ is: 'waiting' }])
})
