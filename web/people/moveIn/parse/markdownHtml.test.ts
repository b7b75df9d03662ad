import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainText, whyNotText } from '#contract/content.ts'
import { rounds } from '#test/thorough.ts'
import { markdownText } from './markdownHtml.ts'
import { LOST } from './markdownSpans.ts'
import { OpenTags, piecesOf } from './tags.ts'

function read(markdown: string) {
  const lost = new Set<string>()
  const pictureOf = (href: string) => (href.endsWith('.png') ? href.length : href)
  return { ...markdownText(markdown, { pictureOf, lose: (what) => lost.add(what) }), lost: [...lost] }
}
const htmlOf = (markdown: string) => read(markdown).html

it('headings, bold, italic, strike, rules and quotes stay, deeper headings as the third', () => {
  expect(htmlOf('## 二\n\n##### 五\n\n**粗** *斜* ~~删~~\n\n---\n\n> 引\n> > 深')).toBe(
    '<h2>二</h2><h3>五</h3><p><strong>粗</strong> <em>斜</em> <s>删</s></p><hr>' +
      '<blockquote><p>引</p><blockquote><p>深</p></blockquote></blockquote>',
  )
})

it('lists become lines with their signs, and a line is a line', () => {
  expect(htmlOf('- a\n- [x] b\n- [ ] c\n  1. d\n  2. e\n\n3. f\n4. g')).toBe(
    '<p>• a<br>☑ b<br>☐ c<br>　1. d<br>　2. e</p><p>3. f<br>4. g</p>',
  )
  expect(htmlOf('一\n二\n\n三')).toBe('<p>一<br>二</p><p>三</p>')
  expect(htmlOf('- a\n\n  b\n- c')).toBe('<p>• a<br>　b<br>• c</p>')
})

it('cells of tables are kept apart, and spaces of code stay', () => {
  expect(read('| a | b |\n|---|---|\n| c | **d** |')).toEqual({
    html: '<p>a | b<br>c | <strong>d</strong></p>',
    lost: [LOST.borders],
    title: undefined,
  })
  expect(read('```js\nif (a) {\n  b   c\n```').html).toBe('<p>if (a) {<br>\u00a0\u00a0b\u00a0\u00a0\u00a0c</p>')
})

it('pictures stand in their places, between paragraphs and with the forms around them', () => {
  expect(htmlOf('前 **粗 ![](a.png) 体** 后')).toBe(
    '<p>前 <strong>粗 </strong></p><img data-file="5"><p><strong> 体</strong> 后</p>',
  )
  expect(htmlOf('![](my%20a.png)\n![](my a.png)\n![[b.png|300]]')).toBe(
    '<img data-file="10"><img data-file="8"><img data-file="5">',
  )
  expect(htmlOf('<img width=3 src="b.png">')).toBe('<img data-file="5">')
  expect(htmlOf('a <img src=b.png> b')).toBe('<p>a</p><img data-file="5"><p>b</p>')
  expect(read('![海边的猫](https://a.com/b.jpg)')).toMatchObject({
    html: '<p>海边的猫（https://a.com/b.jpg）</p>',
    lost: [],
  })
  expect(htmlOf('![海边的 "猫" <b> & 狗](b.png)')).toBe(
    '<img data-file="5" alt="海边的 &quot;猫&quot; &lt;b&gt; &amp; 狗">',
  )
})

it('links keep their words, and their address where it leads out', () => {
  expect(htmlOf('[词](https://a.com/?b=1&c) https://d.com [[记|e]] [[f]] [g](./h.md)')).toBe(
    '<p>词（https://a.com/?b=1&amp;c） https://d.com e f g</p>',
  )
})

it('HTML becomes its words', () => {
  const { html, lost } = read('<div>a<p>b &lt;c</p><script>d</script></div>\n\ne <u>f</u><br>g <!-- h --> &amp; i < j')
  expect(html).toBe('<p>a<br>b &lt;c</p><p>e f<br>g  &amp; i &lt; j</p>')
  expect(lost).toEqual([LOST.html])
  expect(htmlOf('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>')).toBe('<p>a | b<br>c</p>')
})

it('a first heading is the title, unless there is nothing else or it is longer than a title', () => {
  expect(read('\n# 海 **边**\n\n文')).toMatchObject({ title: '海 边', html: '<p>文</p>' })
  expect(read('# 海边')).toEqual({ html: '<h1>海边</h1>', lost: [] })
  expect(read('## 海边\n\n文')).toMatchObject({ title: undefined, html: '<h2>海边</h2><p>文</p>' })
  expect(read(`# ${'长'.repeat(101)}\n\n文`).title).toBeUndefined()
})

it('text that nobody writes stays words, and takes no minute', () => {
  for (const text of ['_a'.repeat(50_000), '!['.repeat(30_000), '>'.repeat(20_000), '[a]('.repeat(30_000)])
    expect(plainText(htmlOf(text)).replaceAll('\u00a0', ' ')).toBe(text)
  const deep = Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')
  expect(htmlOf(deep)).toContain('- a')
})

const TAG = /^<(?:\/?(?:p|h[1-3]|strong|em|s|blockquote)|br|hr|img data-file="\d+")>$/
const SIGNS = [
  '#',
  '##',
  '*',
  '**',
  '_',
  '~~',
  '`',
  '```\n',
  '> ',
  '- ',
  '1. ',
  '[ ] ',
  '|',
  '|-|-|\n',
  '---\n',
  '\n',
  '\n\n',
  '    ',
]
const MORE = [
  '[',
  '](',
  ')',
  '![',
  '![[',
  ']]',
  '<b>',
  '</p>',
  '<script>',
  '<img src=x onerror=alert(1)>',
  '<!--',
  '&lt;',
  '&#0;',
  '&',
  '"',
]
const WORDS = [
  '词',
  'a.png',
  'https://a.com',
  'javascript:alert(1)',
  '\ud800',
  '\0',
  '\u202e',
  '👨‍👩‍👧',
  '\\',
  ' ',
  '<',
  '>',
]

it('whatever is written, there are our tags alone, each closed, and the text can be counted', () => {
  const markdown = fc
    .array(fc.oneof(fc.constantFrom(...SIGNS, ...MORE, ...WORDS), fc.string({ maxLength: 5 })), { maxLength: 60 })
    .map((parts) => parts.join(''))
  const property = fc.property(markdown, (text) => {
    const html = htmlOf(text)
    const open = new OpenTags()
    for (const piece of piecesOf(html)) {
      open.take(piece)
      if ('tag' in piece) expect(piece.tag).toMatch(TAG)
      else expect(piece.text).not.toMatch(/[<>"\0]|\p{Surrogate}/u)
    }
    expect(open.depth).toBe(0)
    expect(typeof plainText(html)).toBe('string')
    whyNotText(html)
  })
  fc.assert(property, { numRuns: rounds(20_000, 2_000) })
})
