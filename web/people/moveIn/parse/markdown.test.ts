import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderFiles, withNodesBlobs, zipFile } from '#test/chosenFiles.ts'
import { momentInName, momentInPath, saidMoment } from './markdownDay.ts'
import { parseImport } from './parse.ts'

beforeEach(withNodesBlobs)
afterEach(() => vi.unstubAllGlobals())

const now = new Date('2026-11-29T12:00:00+08:00')
const parse = (files: Record<string, string | Uint8Array>) => parseImport('markdown', [zipFile(files)], { now })
const htmlOf = (items: { type: number; html?: string }[]) => items.find(({ type }) => type === 0)?.html

describe('the day of a note', () => {
  it.each([
    ['2020-01-02', '2020-01-02 12:00:00'],
    ['2020-01-02 23:30', '2020-01-02 23:30:00'],
    ['2020-01-02T23:30:05.123', '2020-01-02 23:30:05'],
    ['2020-01-02T23:30:00+07:00', '2020-01-02 23:30:00'],
    ['2020-01-02 23:30:00 +0700', '2020-01-02 23:30:00'],
    ['2020-01-02 23:30:00 Asia/Bangkok', '2020-01-02 23:30:00'],
    ['2020-01-02T16:30:00Z', '2020-01-03 00:30:00'],
    ['2020-01-02T16:30:00+00:00', '2020-01-03 00:30:00'],
    ['2020/1/2 8:05', '2020-01-02 08:05:00'],
    ['2020年1月2日 8时5分', '2020-01-02 08:05:00'],
    ['2020-02-30', undefined],
    ['昨天', undefined],
  ])('as its front matter says: %s', (text, moment) => expect(saidMoment(text)).toBe(moment))

  it.each([
    ['2020-01-02', '2020-01-02 12:00:00', ''],
    ['2020-01-02 去海边', '2020-01-02 12:00:00', '去海边'],
    ['20200102', '2020-01-02 12:00:00', ''],
    ['2020_01_02', '2020-01-02 12:00:00', ''],
    ['20200102233005', '2020-01-02 23:30:05', ''],
    ['2020-01-02T23-30-05', '2020-01-02 23:30:05', ''],
    ['2020年1月2日 晴', '2020-01-02 12:00:00', '晴'],
    ['2020-01-02 25:00', '2020-01-02 12:00:00', ''],
  ])('as its name says: %s', (name, moment, rest) => expect(momentInName(name)).toEqual({ moment, rest }))

  it('is no number that is longer, and may be a folder for a month', () => {
    expect(momentInName('12020-01-023')).toBeUndefined()
    expect(momentInName('2020-13-01')).toBeUndefined()
    expect(momentInPath('日记/2020/1/02')).toBe('2020-01-02 12:00:00')
    expect(momentInPath('日记/1/2')).toBeUndefined()
  })
})

it('notes are entries of their days, the oldest first, with titles of front matter, heading or name', async () => {
  const { entries, lost, leftOut } = await parse({
    'v/a.md':
      '\ufeff---\r\ntitle: "海边"\r\ndate: \'2021-01-02 08:00\'\r\ntags: [a]\r\nmood: good\r\n---\r\n# 不是题\r\n\r\n文',
    'v/2020-01-02 爬山.md': '文',
    'v/2020-01-03.txt': Uint8Array.of(0xc8, 0xd5, 0xbc, 0xc7, 13, 10, 0x2a, 0x61, 0x2a),
    'v/2020-01-04.md': '# 题\n\n文',
    'v/日记 2020-01-05.md': '---\n文\n---\n',
    'v/.trash/2020-01-01.md': '删了',
  })
  expect(entries.map(({ created_at, long_tag, items }) => [created_at, long_tag, htmlOf(items)])).toEqual([
    ['2020-01-02 12:00:00', '爬山', '<p>文</p>'],
    ['2020-01-03 12:00:00', undefined, '<p>日记<br>*a*</p>'],
    ['2020-01-04 12:00:00', '题', '<p>文</p>'],
    ['2020-01-05 12:00:00', undefined, '<hr><h2>文</h2>'],
    ['2021-01-02 08:00:00', '海边', '<p>文</p>'],
  ])
  expect(lost).toEqual(['标签', '文件开头的其他属性'])
  expect(leftOut).toEqual([])
})

it('a folder and a ZIP of it are the same, with the same ids each time', async () => {
  const files = { 'v/2020-01-02.md': '![](a.png)', 'v/a.png': 'p' }
  const { files: ofZip, ...zip } = await parse(files)
  const { files: ofFolder, ...folder } = await parseImport('markdown', folderFiles(files), { now })
  expect(folder).toEqual(zip)
  expect(zip.entries[0]!.source_id).toMatch(/^[0-9a-f]{40}$/)
  expect(await (await ofZip[0]!.read()).text()).toBe('p')
  expect(await (await ofFolder[0]!.read()).text()).toBe('p')
})

it('pictures are found beside a note, from the top, encoded, and anywhere by name; each is one file', async () => {
  const { entries, files, leftOut } = await parse({
    'v/n/2020-01-02.md': '![](../p/一.PNG)\n![](p/a%20b.jpg)\n![[deep.webp|300]]\n![](一.png)\n![](..\\p\\一.png)',
    'v/p/一.png': '1',
    'v/n/p/a b.jpg': '2',
    'v/x/y/deep.webp': '3',
    'v/x/other.gif': '4',
  })
  expect(htmlOf(entries[0]!.items)).toBe([0, 1, 2, 0, 0].map((file) => `<img data-file="${file}">`).join(''))
  expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['一.png', 1],
    ['a b.jpg', 1],
    ['deep.webp', 1],
  ])
  expect(leftOut).toEqual([{ name: 'v/x/other.gif', why: '没有哪篇日记用到它' }])
})

it('pictures of other addresses and formats, films and missing ones leave their words and are named', async () => {
  const { entries, files, leftOut } = await parse({
    '2020-01-02.md': '文 ![猫](https://a.com/b.png) ![[c.heic]] ![[d.mp4]] ![](gone.png) ![](data:image/png;base64,AA)',
    'c.heic': '1',
    'd.mp4': '2',
  })
  expect(htmlOf(entries[0]!.items)).toBe('<p>文 猫（https://a.com/b.png） c.heic d.mp4 gone.png ［图片］</p>')
  expect(files).toEqual([])
  expect(leftOut.map(({ name }) => name)).toEqual([
    'https://a.com/b.png',
    'c.heic',
    'd.mp4',
    '2020-01-02.md：gone.png',
    '2020-01-02.md',
  ])
})

it('notes without a day, without content, before 1900 and after now are left out by name; tomorrow elsewhere is now', async () => {
  const { entries, files, leftOut } = await parse({
    '想法.md': '文',
    '2020-01-02.md': '\n\n',
    '1899-12-31.md': '![](a.png)',
    '2026-12-01.md': '文',
    '2026-11-30.md': '文',
    'a.png': '1',
  })
  expect(entries.map(({ created_at }) => created_at)).toEqual(['2026-11-29 12:00:00'])
  expect(files).toEqual([])
  expect(leftOut.map(({ name, why }) => [name, why])).toEqual([
    ['想法.md', '没有日期'],
    ['2020-01-02.md', '没有内容'],
    ['1899-12-31', '日期不在1900年到今天之间'],
    ['2026-12-01', '日期不在1900年到今天之间'],
  ])
})

it('a folder without notes is refused with a sentence', async () => {
  await expect(parse({ 'a.png': '1' })).rejects.toThrow('没有找到 Markdown 或文本文件')
})
