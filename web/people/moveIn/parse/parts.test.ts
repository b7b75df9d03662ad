import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { contentInput, countChars, plainText, whyNotText } from '#contract/content.ts'
import { importInput } from '#contract/imports.ts'
import { CONTENT_MAX_CHARS, CONTENT_MAX_HTML_CHARS, IMPORT_BYTES_MAX, TEXT_IMAGES_MAX } from '#contract/limits.ts'
import { rounds } from '#test/thorough.ts'
import type { ParsedEntry, ParsedItem } from '../parsed.ts'
import { cutText } from './cut.ts'
import { chineseNumber, partsOf, titleOf } from './parts.ts'
import { OpenTags, piecesOf } from './tags.ts'

const NOW = new Date('2026-11-29T12:00:00+08:00')
const PLACE = { type: 4, content: '{"name":"海边","address":""}' } as const
const entryOf = (items: ParsedItem[], more: Partial<ParsedEntry> = {}): ParsedEntry => ({
  source_id: 'A',
  kind: 'diary',
  created_at: '2020-01-02 23:30:00',
  content_type: FORM.text,
  items,
  ...more,
})
const textsOf = (entries: ParsedEntry[]) =>
  entries.map(({ items }) => items.map((item) => (item.type === 0 ? item.html : '')).join(''))
const imagesIn = (html: string) => html.split('<img').length - 1
const charsIn = (html: string) => countChars(plainText(html))

it('40,000 characters become parts of the same minute, in their order, with nothing lost', () => {
  const sentence = '今天我们走了很远的路，一直到海边。'
  const paragraphs = Array.from({ length: 40 }, (_, number) => `<p>${number}${sentence.repeat(59)}</p>`)
  const parts = partsOf(entryOf([{ type: 0, html: paragraphs.join('') }, PLACE], { long_tag: '海边' }), { now: NOW })
  expect(textsOf(parts).join('')).toBe(paragraphs.join(''))
  expect(parts.map(({ source_id, long_tag, created_at }) => [source_id, long_tag, created_at])).toEqual([
    ['A', '海边（一）', '2020-01-02 23:30:00'],
    ['A#2', '海边（二）', '2020-01-02 23:30:01'],
    ['A#3', '海边（三）', '2020-01-02 23:30:02'],
    ['A#4', '海边（四）', '2020-01-02 23:30:03'],
    ['A#5', '海边（五）', '2020-01-02 23:30:04'],
  ])
  expect(parts.map(({ items }) => items.length)).toEqual([2, 1, 1, 1, 1])
})

it('one paragraph of 40,000 is cut at ends of sentences, else anywhere but within a character', () => {
  const sentences = `<p><strong>${'今天我们走了很远的路。'.repeat(4_000)}</strong></p>`
  const cut = cutText(sentences)
  expect(cut.every((html) => /^<p><strong>今.*。<\/strong><\/p>$/.test(html))).toBe(true)
  const whole = ['👨‍👩‍👧', '&amp;', '𠮷', 'é', '👍🏽']
  for (let before = 0; before < 10; before++) {
    for (const html of cutText(`<p>${'x'.repeat(before)}${whole.join('').repeat(2_500)}</p>`)) {
      expect(html.replaceAll(new RegExp(whole.join('|'), 'g'), '')).toMatch(/^<p>x*<\/p>$/)
      expect(whyNotText(html)).toBeUndefined()
    }
  }
})

it('more than 30 pictures go on into the next part, more than 10 files too', () => {
  const pictures = Array.from({ length: 70 }, (_, number) => `<img data-file="${number}"><p>${number}</p>`).join('')
  const parts = partsOf(entryOf([{ type: 0, html: pictures }]), { now: NOW })
  expect(textsOf(parts).map(imagesIn)).toEqual([30, 30, 10])
  expect(parts.map(({ long_tag }) => long_tag)).toEqual(['0（一）', '0（二）', '0（三）'])
  const files = Array.from({ length: 12 }, (_, file) => ({ type: 2, file, name: 'a.mp4', comment: '' }) as const)
  const graphic = partsOf(entryOf([...files, PLACE], { content_type: FORM.graphic }), { now: NOW })
  expect(graphic.map(({ items }) => items.length)).toEqual([10, 3])
})

it('parts stay within their minute, their day and the past', () => {
  const items: ParsedItem[] = [{ type: 0, html: `<p>${'字'.repeat(25_000)}</p>` }]
  const secondsOf = (created_at: string, now = NOW) =>
    partsOf(entryOf(items, { created_at }), { now }).map((part) => part.created_at.slice(11))
  expect(secondsOf('2020-01-02 23:59:59')).toEqual(['23:59:57', '23:59:58', '23:59:59'])
  expect(secondsOf('2026-11-29 12:00:00')).toEqual(['11:59:58', '11:59:59', '12:00:00'])
  const long = partsOf(entryOf([{ type: 0, html: `<p>${'字'.repeat(700_000)}</p>` }]), { now: NOW })
  expect(long.at(0)!.created_at).toBe('2020-01-02 23:30:00')
  expect(long.at(-1)!.created_at).toBe('2020-01-02 23:31:09')
})

it('what is no longer than a diary stays as it is, and nothing to see is no part', () => {
  const entry = entryOf([{ type: 0, html: `<p>${'字'.repeat(10_000)}</p>` }])
  expect(partsOf(entry, { now: NOW })).toEqual([entry])
  expect(partsOf(entryOf([{ type: 0, html: '<p> </p>' }]), { now: NOW })).toEqual([])
})

it('titles have no invisible characters and at most 100, with their number', () => {
  expect(titleOf(' 海\n\u202e边\u200b ')).toBe('海 边')
  expect(titleOf('\u200b')).toBeUndefined()
  const long = entryOf([{ type: 0, html: `<p>${'字'.repeat(10_001)}</p>` }], { long_tag: titleOf('题'.repeat(200)) })
  const [first] = partsOf(long, { now: NOW })
  expect(first!.long_tag).toBe(`${'题'.repeat(97)}（一）`)
  expect([1, 10, 11, 20, 99, 100].map(chineseNumber)).toEqual(['一', '十', '十一', '二十', '九十九', '100'])
})

it('whatever its tags, a text is cut into closed ones within all bounds, without a character lost', () => {
  const texts = [
    '字'.repeat(3_000),
    '句子。',
    '&amp;&lt;'.repeat(900),
    'a '.repeat(2_000),
    '👍🏽'.repeat(700),
    '<br>',
    '<img data-file="1">',
    '<hr>',
  ]
  const block = fc
    .tuple(
      fc.constantFrom('p', 'h1', 'blockquote', 'div', 'ul'),
      fc.array(fc.constantFrom(...texts), { maxLength: 40 }),
    )
    .map(
      ([name, inner]) =>
        `<${name}><strong>${inner.join('<em>').concat('</em>'.repeat(Math.max(0, inner.length - 1)))}</strong></${name}>`,
    )
  const property = fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
    const html = blocks.join('')
    const cut = cutText(html)
    expect(cut.map(plainText).join('')).toBe(plainText(html))
    expect(cut.map(imagesIn).reduce((sum, one) => sum + one, 0)).toBe(imagesIn(html))
    for (const part of cut) {
      const open = new OpenTags()
      for (const piece of piecesOf(part)) open.take(piece)
      expect(open.depth).toBe(0)
      expect(charsIn(part)).toBeLessThanOrEqual(CONTENT_MAX_CHARS)
      expect(imagesIn(part)).toBeLessThanOrEqual(TEXT_IMAGES_MAX)
      expect(part.length).toBeLessThan(CONTENT_MAX_HTML_CHARS - 30 * 1_000)
    }
  })
  fc.assert(property, { numRuns: rounds(500, 50) })
})

it('the largest part fits into one batch, by the shapes of the contract', () => {
  const crowded = `<p>${'<strong>&quot;</strong>'.repeat(9_999)}</p>`
  for (const part of partsOf(entryOf([{ type: 0, html: crowded }]), { now: NOW })) {
    const { items, ...rest } = part
    const content = items.flatMap((item) => (item.type === 0 ? { type: 0, content: item.html } : []))
    expect(contentInput.safeParse(content).success).toBe(true)
    const batch = { batch_id: 'b', source: 'markdown', entries: [{ ...rest, content }] }
    expect(importInput.safeParse(batch).success).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThan(IMPORT_BYTES_MAX)
  }
})
