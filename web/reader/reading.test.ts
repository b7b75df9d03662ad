import { expect, it } from 'vitest'
import type { ArchiveItem } from '#contract/archiveFiles.ts'
import { HOSTILE, ITEMS } from '#test/archiveFolder.ts'
import { addressOf } from './addressOf.ts'
import { cutBy, excerptOf, FILTERS, holds, matches, termsOf, wordsOf } from './find.ts'
import { smallOf, thumbnailsOf } from './list/Thumbnail.tsx'
import { daysOf, monthsOf } from './months.ts'
import { plainOf } from './plainOf.ts'
import { linkTo, routeOf } from './route.ts'
import { sizeText, WORDS } from './words.ts'

const [rain, hostile, sea, snow] = ITEMS as [ArchiveItem, ArchiveItem, ArchiveItem, ArchiveItem]
const entries = ITEMS.map((item) => ({ source: '2026', item }))

it('a link says where it leads, whatever is in its words', () => {
  const link = linkTo('find', ['a/b', '100%'], { q: '海 & ?#=', kind: '' })
  const { view, args, query } = routeOf(link)
  expect([view, args, query.get('q'), query.has('kind')]).toEqual(['find', ['a/b', '100%'], '海 & ?#=', false])
})

it.each(['', '#', '#/', '#/nowhere', '#/__proto__/%E0%A4%A'])(
  'an address that leads nowhere is the first page: %s',
  (hash) => {
    expect(routeOf(hash).view).toBe('home')
  },
)

it('an address is a file of the archive, with the signs that an address needs escaped', () => {
  expect(addressOf('data/originals/2026/3-2-山 上#1?.jpg')).toBe(
    'data/originals/2026/3-2-%E5%B1%B1%20%E4%B8%8A%231%3F.jpg',
  )
  expect(addressOf('data/thumbnails/2026/3-1%20a.webp')).toBe('data/thumbnails/2026/3-1%20a.webp')
})

it.each([
  'https://example.com/spy.png',
  'javascript:window.ran=1',
  '//example.com/data/originals/a.jpg',
  'data/originals/../../index.html',
  'data/originals/%2e%2e/a.jpg',
  'data/originals//a.jpg',
  'data/originals\\a.jpg',
  'data/js/2026.js',
  '/data/originals/a.jpg',
  '',
])('a path that is no file of the archive has no address: %s', (path) => {
  expect(addressOf(path)).toBe('')
})

it('the words of a text are without its marks', () => {
  expect(plainOf('<p>一 &amp; 二</p><p>&lt;三&gt; &#22235; &#x4e94;&nbsp;六<br>七</p>')).toBe(
    '一 & 二\n<三> 四 五 六\n七',
  )
  expect(plainOf('&#99999999; &bogus; &#x110000;')).toBe('&#99999999; &bogus; &#x110000;')
})

it('each filter shows its own, and what is deleted is among no kind', () => {
  const shown = FILTERS.map((filter) => [filter, ITEMS.filter((item) => matches(item, filter)).map(({ id }) => id)])
  expect(Object.fromEntries(shown)).toEqual({
    all: ['1', '2', '3', '4', '5', '6'],
    diary: ['1', '2'],
    capsule: ['3', '6'],
    forecast: ['4'],
    draft: [],
    deleted: ['5'],
    picture: ['1', '2', '3'],
    video: ['3'],
    file: ['3'],
  })
})

it.each([
  ['雨停', rain],
  ['玉兰 鼓浪屿', rain],
  ['愿你还记得', sea],
  ['信.TXT', sea],
  ['阿宁', sea],
  ['小雪', snow],
  ['奶奶', snow],
  ['<script>', hostile],
])('a search goes through titles, texts, places, words, names, remarks and judgements: %s', (asked, item) => {
  expect(ITEMS.filter((one) => holds(one, termsOf(asked)))).toContain(item)
})

it('all words have to be there', () => {
  expect(holds(rain, termsOf('玉兰 大雪'))).toBe(false)
})

it('an excerpt begins with the text, or shortly before the word that was asked for', () => {
  expect(excerptOf(rain)).toMatch(/^傍晚的时候雨停了/)
  expect(excerptOf(rain, ['厦门'])).toMatch(/^….*厦门/)
  expect(wordsOf(hostile)).toContain(HOSTILE)
})

it('a text is cut where the words stand, whatever signs are in them', () => {
  expect(cutBy('a.b A.B acb', ['a.b'])).toEqual(['', 'a.b', ' ', 'A.B', ' acb'])
  expect(cutBy('abc', [])).toEqual(['abc'])
})

it('items stand by month, the newest first, and no more of them than are wanted', () => {
  expect(monthsOf(entries, 3).map(({ month, entries }) => [month, entries.map(({ item }) => item.id)])).toEqual([
    ['2026-08', ['6']],
    ['2026-07', ['5']],
    ['2026-06', ['4']],
  ])
  expect(daysOf(entries).get('2026-03-08')).toBe(1)
})

it('both languages say every day, month and size', () => {
  const said = (['zh', 'en'] as const).map((language) => [
    WORDS[language].longDay('2026-03-08 21:14:00'),
    WORDS[language].month('2026-03'),
    WORDS[language].weekday('2026-03-08'),
    WORDS[language].items(1),
  ])
  expect(said).toEqual([
    ['2026/03/08 星期日', '2026年3月', '周日', '1 项'],
    ['Sun, 2026/03/08', 'March 2026', 'Sun', '1 item'],
  ])
  expect([0, 1_023, 1_536, 2 ** 20 * 250, 2 ** 40].map(sizeText)).toEqual([
    '0 B',
    '1023 B',
    '1.5 KB',
    '250 MB',
    '1024 GB',
  ])
})

it('a list shows the small pictures of files and of texts', () => {
  expect([rain, sea, snow].map((item) => thumbnailsOf(item)[0]?.small)).toEqual([
    'data/thumbnails/2026/3-1.webp',
    'data/thumbnails/2026/3-1.webp',
    undefined,
  ])
  expect(smallOf('data/originals/2026/another.jpg')).toBe('data/originals/2026/another.jpg')
})

it('a video without a first picture has a place in the list all the same, and a file has none', () => {
  const part = { kind: 'video' as const, path: 'data/originals/2026/9-1-海浪.mp4', thumbnail: '', poster: '' }
  const media = { name: '', bytes: 1, remark: '', width: 0, height: 0, missing: '' }
  expect(thumbnailsOf({ ...snow, parts: [{ ...part, ...media }] })).toEqual([{ small: '', whole: '', isVideo: true }])
  expect(thumbnailsOf({ ...snow, parts: [{ ...part, ...media, kind: 'file' }] })).toEqual([])
})
