import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { placeOf } from '#contract/place.ts'
import { fileOf, withNodesBlobs, zipFile } from '#test/chosenFiles.ts'
import { parseImport } from './parse.ts'

beforeEach(withNodesBlobs)
afterEach(() => vi.unstubAllGlobals())

const now = new Date('2026-11-29T12:00:00+08:00')
const ID = (number: number) => number.toString(16).toUpperCase().padStart(32, '0')
const entry = (number: number, more: object) => ({
  uuid: ID(number),
  creationDate: '2020-01-02T16:30:00Z',
  timeZone: 'Asia/Bangkok',
  ...more,
})
const journal = (...entries: object[]) => JSON.stringify({ metadata: { version: '1.0' }, entries })
const parse = (files: Record<string, string>) => parseImport('dayone', [zipFile(files)], { now })
const htmlOf = (items: { type: number; html?: string }[]) => items.find(({ type }) => type === 0)?.html

it('23:30 in Bangkok stays on its own day, and an unknown zone is China', async () => {
  const { entries } = await parse({
    'Journal.json': journal(
      entry(1, { text: 'a' }),
      entry(2, { text: 'b', timeZone: 'Mars/Olympus' }),
      entry(3, { text: 'c', timeZone: undefined }),
      entry(4, { text: 'd', timeZone: 'America/New_York' }),
    ),
  })
  expect(entries.map(({ source_id, created_at }) => [source_id, created_at])).toEqual([
    [ID(4), '2020-01-02 11:30:00'],
    [ID(1), '2020-01-02 23:30:00'],
    [ID(2), '2020-01-03 00:30:00'],
    [ID(3), '2020-01-03 00:30:00'],
  ])
})

it('text is Markdown with escaped signs, its first heading the title, and place, tags and weather are told apart', async () => {
  const location = {
    placeName: '外滩',
    localityName: '上海',
    country: '中国',
    latitude: 31.2396921,
    longitude: 121.499755,
  }
  const { entries, lost } = await parse({
    '日记.json': journal(
      entry(1, { text: '# 题\\!\n1\\. a\\-b\n**粗**', location, tags: ['x'], weather: { tempCelsius: 3 } }),
    ),
  })
  const [{ long_tag, items } = { long_tag: '', items: [] }] = entries
  expect(long_tag).toBe('题!')
  expect(htmlOf(items)).toBe('<p>1. a-b<br><strong>粗</strong></p>')
  expect(placeOf({ type: 4, content: '', ...items[1] })).toEqual({
    name: '外滩',
    address: '中国，上海',
    latitude: 31.239692,
    longitude: 121.499755,
  })
  expect(lost).toEqual(['标签', '天气'])
})

it('photos are found by MD5 or identifier, whatever the case of their names, with a type and without', async () => {
  const photos = [
    { identifier: 'AAAA', md5: 'abc1', type: 'jpeg', orderInEntry: 0 },
    { identifier: 'BBBB', type: 'png', orderInEntry: 1 },
    { identifier: 'CCCC', md5: 'abc3', orderInEntry: 3 },
    { identifier: 'DDDD', md5: 'abc4', type: 'jpeg', orderInEntry: 2 },
    { identifier: 'EEEE', md5: 'gone', type: 'jpeg', orderInEntry: 4 },
  ]
  const { entries, files, leftOut } = await parse({
    'Journal.json': journal(
      entry(1, { text: '前\n![](dayone-moment://BBBB)\n中 ![](dayone-moment:/photo/aaaa) 后', photos }),
    ),
    'photos/ABC1.JPEG': '1',
    'photos/bbbb.png': '2',
    'photos/abc3.jpg': '3',
    'photos/abc4.jpeg': '4',
  })
  expect(htmlOf(entries[0]!.items)).toBe(
    '<p>前</p><img data-file="0"><p>中</p><img data-file="1"><p>后</p><img data-file="2"><img data-file="3">',
  )
  expect(files.map(({ name }) => name)).toEqual(['bbbb.png', 'ABC1.JPEG', 'abc4.jpeg', 'abc3.jpg'])
  expect(leftOut).toEqual([{ name: '2020-01-02 前：gone.jpeg', why: '文件里没有它' }])
})

it('films and recordings beside a text are left out by name, and are the diary where there is nothing else', async () => {
  const media = {
    videos: [{ identifier: 'V1', md5: 'v1', type: 'mov' }],
    audios: [{ identifier: 'A1', md5: 'a1', format: 'aac' }],
    photos: [{ identifier: 'P1', md5: 'p1', type: 'jpeg' }],
  }
  const files = { 'videos/v1.mov': '1', 'audios/a1.m4a': '2', 'photos/p1.jpeg': '3' }
  const text = '文 ![](dayone-moment:/video/V1)'
  const { entries, leftOut } = await parse({
    'J.json': journal(entry(1, { text, ...media }), entry(2, { ...media })),
    ...files,
  })
  expect(entries[0]).toMatchObject({ content_type: FORM.text, items: [{ html: '<p>文</p><img data-file="0">' }] })
  expect(entries[1]).toMatchObject({
    content_type: FORM.graphic,
    items: [
      { type: 1, file: 0, name: 'p1.jpeg' },
      { type: 2, file: 1, name: 'v1.mov' },
      { type: 3, file: 2, name: 'a1.m4a' },
    ],
  })
  expect(leftOut).toEqual([
    { name: '2020-01-02 文：v1.mov', why: '文字日记里只能放图片' },
    { name: '2020-01-02 文：a1', why: '文字日记里只能放图片' },
  ])
})

it('several journals come together; an entry that is there twice comes once, another of its id under its own', async () => {
  const { entries, leftOut } = await parse({
    'A.json': journal(entry(1, { text: 'a' }), entry(2, { text: 'b' })),
    'B.json': journal(
      entry(1, { text: 'a' }),
      entry(2, { text: 'c' }),
      { uuid: ID(3), text: '没日期' },
      entry(4, {}),
      {},
    ),
    'package.json': '{"name":"other"}',
  })
  expect(entries.map(({ source_id }) => source_id)).toEqual([ID(1), ID(2), `${ID(2)}~2`])
  expect(leftOut).toEqual([
    { name: '没日期', why: '没有日期' },
    { name: '2020-01-02', why: '没有内容' },
    { name: '没有名字的日记', why: '没有日期' },
  ])
})

it('a JSON alone is read, and another or a broken one is refused with a sentence', async () => {
  const alone = await parseImport('dayone', [fileOf(journal(entry(1, { text: 'a' })), 'Journal.json')], { now })
  expect(alone.entries).toHaveLength(1)
  await expect(parse({ 'a.json': '{}' })).rejects.toThrow('没有找到 Day One 的日记')
  await expect(parse({ 'a.json': '{"entries":[' })).rejects.toThrow('读不出「a.json」')
  await expect(parse({ 'a.json': journal([] as never, { entries: 3 }) })).resolves.toMatchObject({ entries: [] })
  await expect(parseImport('flomo', [zipFile({})], { now })).rejects.toThrow('没有找到 flomo 的笔记')
})

it('an entry of 40,000 characters and one with 70 photos become several of their minute', async () => {
  const photos = Array.from({ length: 70 }, (_, number) => ({
    identifier: `P${number}`,
    md5: `m${number}`,
    type: 'jpeg',
    orderInEntry: number,
  }))
  const files = Object.fromEntries(photos.map(({ md5 }) => [`photos/${md5}.jpeg`, 'p']))
  const long = '今天我们走了很远的路。\n\n'.repeat(3_640)
  const { entries } = await parse({
    'J.json': journal(entry(1, { text: long }), entry(2, { text: '照片', photos })),
    ...files,
  })
  expect(entries.filter(({ source_id }) => source_id.startsWith(ID(1)))).toHaveLength(5)
  const ids = entries.filter(({ source_id }) => source_id.startsWith(ID(2))).map(({ source_id }) => source_id)
  expect(ids).toEqual([ID(2), `${ID(2)}#2`, `${ID(2)}#3`])
})
