// A page's own files are of another world than the digest that Node gives the window.
import { Blob, File as NodeFile } from 'node:buffer'
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ArchiveItem, ArchiveMedium } from '#contract/archiveFiles.ts'
import { bytesOfHex } from '#contract/bytes.ts'
import { ITEMS } from '#test/archiveFolder.ts'
import { LOG_KEYS, proofAt, receiptFor } from '#test/archiveReceipts.ts'
import { checkFiles, type Progress } from './checkFiles.ts'
import { filesOf, listedIn } from './manifest.ts'
import { sha256Of } from './sha256Of.ts'

const TODAY = '2026-11-26 18:00:00'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const blobOf = (content: string | Uint8Array) => new Blob([content]) as unknown as globalThis.Blob

/** A file as a browser gives it when its folder was chosen. */
function file(path: string, text: string): File {
  const chosen = new NodeFile([text], path.replace(/^.*\//, '')) as unknown as File
  Object.defineProperty(chosen, 'webkitRelativePath', { value: path })
  return chosen
}

/** A small archive in a folder, whole. */
function archive(root = '归档/') {
  const payload = { 'data/js/2026.js': 'capsuleArchive("2026", {})', 'data/originals/2026/1-1-海边.jpg': '海' }
  const tags: Record<string, string> = { 'index.html': '<!doctype html>' }
  const listOf = (files: object) =>
    Object.entries(files)
      .map(([path, text]) => `${sha256(text)}  ${path}\n`)
      .join('')
  tags['manifest-sha256.txt'] = listOf(payload)
  const files = { ...payload, ...tags, 'tagmanifest-sha256.txt': listOf(tags) }
  return new Map(Object.entries(files).map(([path, text]) => [path, file(root + path, text)]))
}

const check = (files: Iterable<File>, tell: (progress: Progress) => void = () => {}) =>
  checkFiles(files, tell, new AbortController().signal)

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('the digest by slices is that of FIPS 180-4, as the whole one is', async (text, wanted) => {
  const heard: number[] = []
  expect(await sha256Of(blobOf(text), (bytes) => heard.push(bytes), -1)).toBe(wanted)
  expect(await sha256Of(blobOf(text), () => {})).toBe(wanted)
  expect(heard.reduce((sum, bytes) => sum + bytes, 0)).toBe(text.length)
})

it('a file of several slices has the digest of the whole', async () => {
  const bytes = new Uint8Array(9 * 1024 * 1024 + 5).map((_, at) => at % 251)
  const wanted = createHash('sha256').update(bytes).digest('hex')
  expect(await sha256Of(blobOf(bytes), () => {}, 1_000)).toBe(wanted)
})

it('a whole archive is whole, and tells how far it has come', async () => {
  const news: Progress[] = []
  const checked = await check(archive().values(), (progress) => news.push(progress))
  expect(checked).toMatchObject({ files: 4, findings: [] })
  expect(news.at(-1)).toMatchObject({ files: 4, allFiles: 4, bytes: news[0]!.allBytes })
})

it('receipts are held against what the files show and against the sums that were read; one that fails is named', async () => {
  const [, , sea, snow] = ITEMS as [ArchiveItem, ArchiveItem, ArchiveItem, ArchiveItem]
  const path = 'data/originals/2026/1-1-海边.jpg'
  const beach = { ...sea, parts: [{ ...(sea.parts[0] as ArchiveMedium), path }] }
  const commitment = sha256('sealed')
  const sealed = [
    { id: '31', title: '还封着', receipt: { commitment, proof: proofAt(bytesOfHex(commitment)!, TODAY) } },
  ]
  const items = [
    { ...beach, receipt: receiptFor(beach, { [path]: sha256('海') }) },
    { ...snow, receipt: receiptFor(snow, {}) },
  ]
  const checkWith = async (changed: object[], others: object[] = sealed, letter = '海') => {
    const files = archive()
    const put = (name: string, text: string) => files.set(name, file(`归档/${name}`, text))
    put('data/json/archive.json', JSON.stringify({ log_keys: LOG_KEYS, years: [{ year: 2026, items: 2 }] }))
    put('data/json/2026.json', JSON.stringify({ items: changed }))
    put('data/json/sealed.json', JSON.stringify({ items: others }))
    put(path, letter)
    return check(files.values())
  }
  expect(await checkWith(items)).toMatchObject({ receipts: 3, failed: [] })
  const found = await checkWith([items[0]!, { ...items[1], words: '改过' }], sealed, '山')
  expect(found).toMatchObject({
    receipts: 3,
    failed: [
      { title: sea.title, differing: ['file 1'] },
      { title: snow.title, differing: ['words'] },
    ],
  })
  const other = [{ ...sealed[0], receipt: { ...sealed[0]!.receipt, commitment: sha256('another') } }]
  expect((await checkWith(items, other))?.failed).toEqual([{ id: '31', title: '还封着', fault: 'path', differing: [] }])
})

it('what differs, is missing or is on no list is named', async () => {
  const files = archive()
  files.set('data/js/2026.js', file('归档/data/js/2026.js', 'capsuleArchive("2026", [])'))
  files.delete('index.html')
  files.set('data/more.txt', file('归档/data/more.txt', ''))
  expect((await check(files.values()))?.findings).toEqual([
    { path: 'index.html', why: 'missing' },
    { path: 'data/js/2026.js', why: 'differs' },
    { path: 'data/more.txt', why: 'unlisted' },
  ])
})

it('a file that cannot be read is named, and the others are compared', async () => {
  const files = archive()
  const broken = file('归档/index.html', '')
  broken.arrayBuffer = () => Promise.reject(new Error('gone'))
  files.set('index.html', broken)
  expect((await check(files.values()))?.findings).toEqual([{ path: 'index.html', why: 'unreadable' }])
})

it('an archive without its second list is told of', async () => {
  const files = archive()
  files.delete('tagmanifest-sha256.txt')
  expect((await check(files.values()))?.findings).toEqual([{ path: 'tagmanifest-sha256.txt', why: 'missing' }])
})

it('a folder without a manifest is no archive; one around the archive is seen through', async () => {
  expect(await check([file('a/b.txt', '')])).toBeUndefined()
  expect(await check([file('下载/别的.txt', ''), ...archive('下载/归档/').values()])).toMatchObject({ findings: [] })
})

it('a name is the same however its accents are written', () => {
  const paths = filesOf([file('x/manifest-sha256.txt', ''), file('x/data/cafe\u0301.jpg', '')])
  expect([...paths!.keys()]).toContain('data/caf\u00e9.jpg')
})

it('lines of a manifest are read with any of its spaces and escapes; others are none', () => {
  const hash = 'AB'.repeat(32)
  expect(listedIn(`${hash}  data/a%25b.txt\r\n${hash} *./data/c d.txt\n\nnonsense\n`)).toEqual([
    { sha256: hash.toLowerCase(), path: 'data/a%b.txt' },
    { sha256: hash.toLowerCase(), path: 'data/c d.txt' },
  ])
})

it('a check that is stopped ends', async () => {
  const controller = new AbortController()
  controller.abort(new Error('stopped'))
  await expect(checkFiles(archive().values(), () => {}, controller.signal)).rejects.toThrow('stopped')
})
