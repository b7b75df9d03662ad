import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderFiles, rawZip, withNodesBlobs } from '#test/chosenFiles.ts'
import { NotReadable } from '../parsed.ts'
import { readFlomo } from './flomo.ts'
import { openFiles } from './openFiles.ts'

beforeEach(withNodesBlobs)
afterEach(() => vi.unstubAllGlobals())

const page = (memos: string) => `<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>flomo</title><style>.memo { margin: 0 }</style></head><body>
<header><div class="user"><div class="name">阿宁</div><div class="date">于 2024-1-2 导出 2 条 MEMO</div></div></header>
<div class="memos">${memos}</div><script>document.title = 1</script></body></html>`
const memo = (time: string, content: string, files = '') =>
  `\n  <div class="memo">\n    <div class="time">${time}</div>\n    <div class="content">${content}</div>\n    <div class="files">${files}</div>\n  </div>`

const read = async (files: Record<string, string | Uint8Array>) =>
  readFlomo(
    await openFiles(
      folderFiles(Object.fromEntries(Object.entries(files).map(([path, one]) => [`flomo@阿宁/${path}`, one]))),
    ),
  )
const readPage = (memos: string, files = {}) => read({ '阿宁的笔记.html': page(memos), ...files })
const htmlOf = async (memos: string, files = {}) =>
  (await readPage(memos, files)).entries.map(({ items }) => items.map((item) => item.type === 0 && item.html).join())

const PICTURE = Uint8Array.of(1, 2, 3)

describe('an export of flomo', () => {
  it('gives a diary for each memo, at its moment, with its tags as words', async () => {
    const { entries, leftOut, lost } = await readPage(
      memo('2023-12-13 22:13:48', '<p>#生活/海边 风很大</p><p>明天<b>再</b>来</p><ul><li>鞋</li></ul>') +
        memo('2024-01-02 08:00:00', '<p>二</p>'),
    )
    expect(entries).toEqual([
      {
        source_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        kind: 'diary',
        created_at: '2023-12-13 22:13:48',
        content_type: 0,
        items: [{ type: 0, html: '<p>#生活/海边 风很大</p><p>明天<strong>再</strong>来</p><p>• 鞋</p>' }],
      },
      expect.objectContaining({ created_at: '2024-01-02 08:00:00', items: [{ type: 0, html: '<p>二</p>' }] }),
    ])
    expect({ leftOut, lost }).toEqual({ leftOut: [], lost: [] })
  })

  it('has no line twice where paragraphs stand within paragraphs', async () => {
    const nested = '<p><p>一</p></p><p><p>二<br></p></p>\n<p></p>'
    expect(await htmlOf(memo('2023-12-13 22:13:48', nested))).toEqual(['<p>一</p><p>二</p>'])
  })

  it('puts the files of a memo behind its words, and takes a picture that is named twice once', async () => {
    const file = 'file/2023-12-13/7/海 边.PNG'
    const memos =
      memo(
        '2023-12-13 22:13:48',
        '<p>一</p>',
        `<img src="${file}"><img src="file/2023-12-13/7/%E6%B5%B7%20%E8%BE%B9.png" />`,
      ) + memo('2023-12-14 22:13:48', '', `<img src="./${file}">`)
    const { entries, files, leftOut } = await readPage(memos, { [file]: PICTURE })
    const html = entries.map(({ items }) => items[0]?.type === 0 && items[0].html)
    expect(html).toEqual(['<p>一</p><img data-file="0"><img data-file="0">', '<img data-file="0">'])
    expect(files.map(({ name }) => name)).toEqual(['海 边.PNG'])
    expect(leftOut).toEqual([])
  })

  it('names what does not come along: recordings, films, pictures that are not there or cannot be shown', async () => {
    const files =
      '<img src="file/none.png"><img src="file/a.heic"><img src="https://a.example/b.png"><img src="data:image/png;base64,AA">' +
      '<div class="audio-player"><audio controls src="file/%E5%BD%95%E9%9F%B3.m4a">旧</audio><div class="audio-player__content">转写的字</div></div>' +
      '<video src="file/c.mp4"></video><a href="file/d.pdf">d.pdf</a>'
    const { entries, leftOut } = await readPage(memo('2023-12-13 22:13:48', '<p>一</p>', files), {
      'file/a.heic': PICTURE,
    })
    expect(leftOut.map(({ name }) => name)).toEqual(
      ['none.png', 'a.heic', 'b.png', '图片', '录音.m4a', 'c.mp4', 'd.pdf'].map(
        (name) => `2023-12-13 22:13:48：${name}`,
      ),
    )
    expect(leftOut.map(({ why }) => why)).toEqual([
      '文件里没有它',
      expect.any(String),
      '网上的图片不会下载',
      '写在网页里的图片（data:）不会搬来',
      '录音不能放进日记',
      '视频不能放进文字日记',
      '附件不能放进文字日记',
    ])
    expect(entries[0]!.items).toEqual([{ type: 0, html: '<p>一</p><p>转写的字</p><p>d.pdf</p>' }])
  })

  it('leaves out, by name, a memo without a date and one without anything', async () => {
    const memos =
      memo('', '<p>没有日期的一条，字很多很多很多很多</p>') +
      memo('2023-13-45 22:13:48', '<p>二</p>') +
      memo('2023-12-13 22:13', '<p><br></p>') +
      memo('2023/1/2 8:05', '<p>三</p>')
    const { entries, leftOut } = await readPage(memos)
    expect(leftOut).toEqual([
      { name: '没有日期的一条，字很多很多很多…', why: '没有日期' },
      { name: '二', why: '没有日期' },
      { name: '2023-12-13 22:13:00', why: '没有内容' },
    ])
    expect(entries.map(({ created_at }) => created_at)).toEqual(['2023-01-02 08:05:00'])
  })

  it('tells memos apart, each by the same id in another export', async () => {
    const time = '2023-12-13 22:13:48'
    const same = memo(time, '<p>一</p>')
    const memos = [
      same,
      same,
      memo(time, '<p>二</p>'),
      memo('2023-12-13 22:13:49', '<p>一</p>'),
      memo(time, '<p>一</p>', '<img src="file/a.png">'),
    ]
    const ids = (await readPage(memos.join(''))).entries.map(({ source_id }) => source_id)
    expect(new Set(ids).size).toBe(5)
    const later = await readPage(
      memo('2024-01-01 00:00:00', '新') + memos.reverse().join('\n').replaceAll('<p>一', '<p>\n一'),
      {
        'file/a.png': PICTURE,
      },
    )
    const [first, second, ...others] = ids
    expect(later.entries.slice(1).map(({ source_id }) => source_id)).toEqual([...others.reverse(), first, second])
  })

  it('reads memos that end nowhere, and words that look like memos', async () => {
    const memos =
      '<div class="memo"><div class="time">2023-12-13 22:13:48</div><div class="content"><p>一<div class="memo"><div class="time">2023-12-14 22:13:48</div>' +
      '<div class="content">&lt;div class="memo"&gt;<script>1</script></div>'
    expect(await htmlOf(memos)).toEqual(['<p>一</p>', '<p>&lt;div class="memo"&gt;</p>'])
  })

  it('reads a ZIP whose names are GBK without saying so, and a page with a byte order mark and CRLF', async () => {
    const file = Buffer.concat([Buffer.from('flomo/file/'), Uint8Array.of(0xc8, 0xd5, 0xbc, 0xc7), Buffer.from('.png')])
    const html = `\ufeff${page(memo('2023-12-13 22:13:48', '<p>一\n二</p>', '<img src="file/日记.png">'))}`.replaceAll(
      '\n',
      '\r\n',
    )
    const zip = rawZip([
      {
        name: Buffer.concat([Buffer.from('flomo/'), Uint8Array.of(0xc8, 0xd5, 0xbc, 0xc7), Buffer.from('.html')]),
        content: html,
      },
      { name: file, content: PICTURE },
    ])
    const { entries, files, leftOut } = await readFlomo(await openFiles([zip]))
    expect(entries[0]!.items).toEqual([{ type: 0, html: '<p>一 二</p><img data-file="0">' }])
    expect(files.map(({ name }) => name)).toEqual(['日记.png'])
    expect(leftOut).toEqual([])
  })

  it('reads twenty thousand memos, none twice and none lost', async () => {
    const memos = Array.from({ length: 20_000 }, (_, at) =>
      memo('2023-12-13 22:13:48', `<p><p>第${at}条 #标签</p></p>`, '<img src="file/a.png">'),
    )
    const { entries, files } = await readPage(memos.join(''), { 'file/a.png': PICTURE })
    expect(new Set(entries.map(({ source_id }) => source_id)).size).toBe(20_000)
    expect(entries.at(-1)!.items).toEqual([{ type: 0, html: '<p>第19999条 #标签</p><img data-file="0">' }])
    expect(files).toHaveLength(1)
  })

  it.each([
    ['a page of something else', { 'a.html': '<p>一</p>' }],
    ['no page at all', { 'a.md': '一' }],
    ['a page that is nested a million times', { 'a.html': page('<div class="memo">'.repeat(1_000_000)) }],
  ])('is refused with a sentence when it is %s', async (_what, files) => {
    await expect(read(files)).rejects.toThrow(NotReadable)
  })
})
