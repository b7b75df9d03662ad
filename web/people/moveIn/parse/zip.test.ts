import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileOf, rawZip, withNodesBlobs, zipFile } from '#test/chosenFiles.ts'
import { rounds } from '#test/thorough.ts'
import { zipOf } from '#test/zipOf.ts'
import { NotReadable } from '../parsed.ts'
import { openFiles } from './openFiles.ts'
import { openZip } from './zip.ts'

beforeEach(withNodesBlobs)
afterEach(() => vi.unstubAllGlobals())

/** 日记 as GBK writes it. */
const DIARY_IN_GBK = Uint8Array.of(0xc8, 0xd5, 0xbc, 0xc7)
const named = (bytes: Uint8Array, ending: string) => Buffer.concat([bytes, Buffer.from(ending)])
const namesOf = async (file: File) => (await openFiles([file])).names()
const SENTENCE = /^[\u4e00-\u9fffA-Z\d，、“”]+$/

/** Everything in it is read; only a sentence may be thrown. */
async function readAll(file: File): Promise<string[]> {
  const { files } = await openZip(file)
  const texts: string[] = []
  for (const { read } of files) texts.push(await (await read()).text())
  return texts
}

async function refused(file: File): Promise<string> {
  const error = await readAll(file).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(NotReadable)
  const { message } = error as NotReadable
  expect(message).toMatch(SENTENCE)
  return message
}

describe('a ZIP', () => {
  it('is read stored and deflated, with a comment and without, and with the ends of ZIP64', async () => {
    const files = [
      { name: '日记/一.md', content: '你好'.repeat(500) },
      { name: 'b.md', content: 'b', stored: true },
    ]
    const texts = ['你好'.repeat(500), 'b']
    expect(await readAll(rawZip(files))).toEqual(texts)
    expect(await readAll(rawZip(files, { comment: '注释 PK\x05\x06 里的字' }))).toEqual(texts)
    expect(
      await readAll(
        rawZip(
          files.map((file) => ({ ...file, long: true })),
          { long: true },
        ),
      ),
    ).toEqual(texts)
    expect(await readAll(rawZip([]))).toEqual([])
  })

  it('tells names by their flag, by the field of Info-ZIP, else as UTF-8 when all are, else as GBK', async () => {
    const field = Buffer.alloc(9 + 6)
    field.writeUInt16LE(0x7075, 0)
    field.writeUInt16LE(5 + 6, 2)
    field.writeUInt8(1, 4)
    field.writeUInt32LE(crc32(DIARY_IN_GBK), 5)
    field.write('游记', 9)
    const gbk = { name: named(DIARY_IN_GBK, '.md'), flags: 0 }
    expect(await namesOf(rawZip([gbk]))).toEqual(['日记.md'])
    expect(await namesOf(rawZip([{ name: '日记.md', flags: 0 }]))).toEqual(['日记.md'])
    expect(await namesOf(rawZip([{ name: '日记.md' }, gbk]))).toEqual(['日记.md'])
    expect(await namesOf(rawZip([{ name: DIARY_IN_GBK, flags: 0, extra: field }]))).toEqual(['游记'])
    field.writeUInt32LE(0, 5)
    expect(await namesOf(rawZip([{ name: DIARY_IN_GBK, flags: 0, extra: field }]))).toEqual(['日记'])
  })

  it('gives neither folders nor what systems put beside, and says which files it does not give', async () => {
    const file = rawZip([
      { name: '日记/' },
      { name: './日记/a.md', content: 'a' },
      { name: 'b\\c.md' },
      ...['__MACOSX/._a.md', '日记/.DS_Store', '日记/._a.md', 'Thumbs.db'].map((name) => ({ name })),
      { name: '日记/a.md', content: 'b' },
      { name: 'link', content: '/etc/passwd', system: 3, mode: 0o120777 },
      { name: 'old.zip' },
      { name: 'lzma', method: 14 },
      { name: 'film.mp4', size: 52_428_801, packed: 600_000, content: randomBytes(600_000), stored: true, method: 8 },
    ])
    const folder = await openFiles([file])
    expect(folder.names()).toEqual(['日记/a.md', 'b/c.md'])
    expect(await folder.text('日记/a.md')).toBe('a')
    expect(folder.leftOut.map(({ name }) => name)).toEqual(['日记/a.md', 'link', 'lzma', 'old.zip', 'film.mp4'])
    expect(folder.leftOut.every(({ why }) => why.length > 5 && !why.endsWith('。'))).toBe(true)
  })
})

describe('a hostile ZIP is refused with a sentence', () => {
  const zeros = new Uint8Array(3_000_000)

  it.each([
    ['..', '../up.md'],
    ['.. within', 'a/../../up.md'],
    ['absolute', '/etc/passwd'],
    ['a drive', 'C:\\windows\\a.md'],
    ['a drive without a slash', 'c:a.md'],
    ['a share', '\\\\host\\a.md'],
    ['.. with backslashes', 'a\\..\\..\\up.md'],
    ['a null', 'a.md\0.png'],
  ])('for a name that leads elsewhere: %s', async (_why, name) => {
    expect(await refused(rawZip([{ name: 'a.md' }, { name }]))).toContain('文件名')
  })

  it('for what becomes a hundred times as large, in one file or in all', async () => {
    expect(await refused(rawZip([{ name: 'a.md', content: zeros }]))).toContain('大得不寻常')
    const many = Array.from({ length: 200 }, (_, number) => ({
      name: `${number}.md`,
      content: zeros.subarray(0, 1_000_000),
    }))
    expect(await refused(rawZip(many))).toContain('大得不寻常')
  })

  it('for a size that is less or more than what comes, wherever that ends', async () => {
    const content = 'words '.repeat(1000)
    for (const size of [0, 1, content.length - 1, content.length + 1]) {
      expect(await refused(rawZip([{ name: 'a.md', content, size }]))).toContain('损坏')
      expect(await refused(rawZip([{ name: 'a.md', content, size, stored: true }]))).toContain('损坏')
    }
    expect(await refused(rawZip([{ name: 'a.md', content, crc: 7 }]))).toContain('损坏')
    expect(await refused(rawZip([{ name: 'a.md', content, packed: 10 }]))).toContain('损坏')
  })

  it('as soon as one byte more comes than it promises', async () => {
    let came = 0
    const Real = DecompressionStream
    class Counted {
      readonly writable: WritableStream
      readonly readable: ReadableStream
      constructor(format: CompressionFormat) {
        const real = new Real(format)
        const count = new TransformStream({
          transform: (piece: Uint8Array, next) => {
            came += piece.length
            next.enqueue(piece)
          },
        })
        this.writable = real.writable
        this.readable = real.readable.pipeThrough(count)
      }
    }
    vi.stubGlobal('DecompressionStream', Counted)
    const content = new Uint8Array(30_000_000)
    expect(await refused(rawZip([{ name: 'a.md', content, size: 10 }]))).toContain('损坏')
    expect(came).toBeGreaterThan(10)
    expect(came).toBeLessThan(content.length / 10)
  })

  it('for files that share their bytes', async () => {
    const kernel = { name: 'a', content: 'words '.repeat(100) }
    await expect(openZip(rawZip([kernel, { ...kernel, name: 'b', at: 0 }]))).rejects.toThrow('损坏')
    expect(await refused(rawZip([kernel, { ...kernel, name: 'b', at: 10 }]))).toContain('损坏')
    expect(await refused(rawZip([{ ...kernel, at: 4_000_000_000 }]))).toContain('损坏')
    expect(await refused(rawZip([{ ...kernel, at: 3 }, kernel]))).toContain('损坏')
  })

  it('for more than 100,000 files, and not for 100,000', async () => {
    const files = Array.from({ length: 100_001 }, (_, number) => ({ name: `${number}`, stored: true }))
    expect(await refused(rawZip(files, { long: true }))).toBe('ZIP里的文件太多了，最多10万个')
    expect(await namesOf(rawZip(files.slice(1), { long: true }))).toHaveLength(100_000)
    expect(await refused(rawZip(files.slice(0, 3), { count: 60_000 }))).toContain('损坏')
  })

  it('for a password', async () => {
    for (const flags of [0x0801, 0x0841, 0x2801])
      expect(await refused(rawZip([{ name: 'a.md', flags }]))).toContain('密码')
    expect(await refused(rawZip([{ name: 'a.md', method: 99 }]))).toContain('密码')
  })

  it('for being no ZIP, empty, or two', async () => {
    expect(await refused(fileOf('not a ZIP', 'a.zip'))).toContain('不是ZIP')
    expect(await refused(fileOf('', 'a.zip'))).toContain('不是ZIP')
    await expect(openFiles([rawZip([]), rawZip([])])).rejects.toThrow('请一次选择一个ZIP文件')
    await expect(openFiles([])).rejects.toThrow('没有选择文件')
  })

  it('for being cut off anywhere', async () => {
    const files = Array.from({ length: 20 }, (_, number) => ({
      name: `${number}.md`,
      content: randomBytes(500).toString('hex'),
    }))
    const whole = zipOf(files, { comment: '备注' })
    for (let round = 0; round < 50; round++) {
      const length = Math.floor(Math.random() * whole.length)
      await refused(fileOf(whole.subarray(0, length), 'a.zip'))
    }
  })

  it('or read, whichever bytes of it are others', async () => {
    const whole = zipOf([
      { name: '日记/一.md', content: '你好'.repeat(500) },
      { name: 'b.md', content: 'b', stored: true, long: true },
    ])
    const changed = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    const property = fc.asyncProperty(changed, async (changes) => {
      const bytes = Buffer.from(whole)
      for (const [at, byte] of changes) bytes[at] = byte
      await readAll(fileOf(bytes, 'a.zip')).catch((error) => expect(error).toBeInstanceOf(NotReadable))
    })
    await fc.assert(property, { numRuns: rounds(3000, 300) })
    const random = fc.asyncProperty(fc.uint8Array({ maxLength: 4000 }), async (bytes) => {
      await readAll(fileOf(bytes, 'a.zip')).catch((error) => expect(error).toBeInstanceOf(NotReadable))
    })
    await fc.assert(random, { numRuns: rounds(1000, 100) })
  })
})

describe('a text', () => {
  const read = async (bytes: Uint8Array | string) => (await openFiles([fileOf(bytes, 'a/b.txt')])).text('a/b.txt')

  it('is UTF-8 with a mark or without, UTF-16 with one, else GBK, and its lines end alike', async () => {
    expect(await read('\ufeff你好\r\n再见\r完')).toBe('你好\n再见\n完')
    expect(await read('你好')).toBe('你好')
    expect(await read(DIARY_IN_GBK)).toBe('日记')
    expect(await read(Buffer.from('\ufeff日记', 'utf16le'))).toBe('日记')
  })

  it('is found in a folder under its path, beside a ZIP that is let be', async () => {
    const folder = await openFiles([fileOf('a', 'v/2020/a.md'), fileOf('', 'v/.DS_Store'), zipFile({})])
    expect(folder.names()).toEqual(['v/2020/a.md'])
    expect(folder.leftOut).toHaveLength(1)
    expect(folder.file('v/2020/a.md')).toMatchObject({ name: 'a.md', bytes: 1 })
  })
})
