import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '#contract/content.ts'
import { rounds } from '#test/thorough.ts'
import { NotReadable } from '../parsed.ts'
import { textOf } from './html.ts'

const files = ['a.png', 'b.jpg']
function read(html: string) {
  const lost = new Set<string>()
  const picture = (src: string) => {
    const at = files.indexOf(src)
    return at < 0 ? undefined : at
  }
  return { text: textOf(html, { picture, lost }), lost: [...lost] }
}
const ours = (html: string) => read(html).text

describe('HTML from elsewhere as a text of ours', () => {
  it.each([
    ['headings, the lower ones as the third', '<h1>一</h1><h2>二</h2><h4>四</h4>', '<h1>一</h1><h2>二</h2><h3>四</h3>'],
    [
      'marks under our names',
      '<p><b>粗</b><i>斜</i><ins>线</ins><del>删</del></p>',
      '<p><strong>粗</strong><em>斜</em><u>线</u><s>删</s></p>',
    ],
    ['marks that cross', '<p><b>一<i>二</b>三</i></p>', '<p><strong>一<em>二</em></strong>三</p>'],
    [
      'a mark around paragraphs, in each of them',
      '<b><p>一</p><p>二</p></b>',
      '<p><strong>一</strong></p><p><strong>二</strong></p>',
    ],
    ['rules', '<p>一</p><hr><p>二</p>', '<p>一</p><hr /><p>二</p>'],
    [
      'quotes, each by itself',
      '<blockquote>一</blockquote><blockquote><p>二</p><p>三</p></blockquote>四',
      '<blockquote><p>一</p></blockquote><blockquote><p>二</p><p>三</p></blockquote><p>四</p>',
    ],
    [
      'a quote within a quote as one',
      '<blockquote>一<blockquote>二</blockquote>三</blockquote>',
      '<blockquote><p>一</p><p>二</p><p>三</p></blockquote>',
    ],
    ['words that look like tags', '<p>&lt;b&gt; &amp;amp; a &lt; b</p>', '<p>&lt;b&gt; &amp;amp; a &lt; b</p>'],
    ['words outside of any paragraph', '一<div>二</div>三', '<p>一</p><p>二</p><p>三</p>'],
    ['ideographic and hard blanks', '<p>　　一&nbsp;二</p>', '<p>　　一\u00a0二</p>'],
  ])('keeps %s', (_what, html, expected) => expect(ours(html)).toBe(expected))

  it.each([
    ['<p><p>一</p></p><p><p>二</p></p>', '<p>一</p><p>二</p>'],
    ['<p>一<br></p>\n<p>二</p>', '<p>一</p><p>二</p>'],
    ['<p>一<br>\n二<br><br>三</p>', '<p>一<br />二<br /><br />三</p>'],
    ['<p>一</p><p><br></p><p>二</p>', '<p>一</p><p><br /></p><p>二</p>'],
    ['<p>一</p><p></p><p>\n</p><div><div>二</div></div>', '<p>一</p><p>二</p>'],
    ['<p>一<br><br></p>', '<p>一<br /></p>'],
    ['<p>一<br><img src="a.png"><br>二</p>', '<p>一</p><img data-file="0"><p>二</p>'],
    [
      '<p><strong>一<img src="a.png">二</strong></p>',
      '<p><strong>一</strong></p><img data-file="0"><p><strong>二</strong></p>',
    ],
    ['<p>a\n  b <b> c </b> d</p>', '<p>a b <strong>c</strong> d</p>'],
  ])('doubles no line and loses none: %s', (html, expected) => expect(ours(html)).toBe(expected))

  it.each([
    ['<ul><li>一</li><li><p>二</p><p>再</p></li></ul>', '<p>• 一</p><p>• 二</p><p>再</p>'],
    ['<ol><li>一<li>二</ol>', '<p>1. 一</p><p>2. 二</p>'],
    ['<ol start="4"><li>四</li><li value="9">九</li><li>十</li></ol>', '<p>4. 四</p><p>9. 九</p><p>10. 十</p>'],
    ['<ul><li>一<ol><li>甲</li></ol></li><li>二</li></ul>', '<p>• 一</p><p>　1. 甲</p><p>• 二</p>'],
    [
      '<ul><li><input type="checkbox" disabled checked> 做了</li><li><input type="checkbox">没做</li></ul>',
      '<p>☑ 做了</p><p>☐ 没做</p>',
    ],
    ['<ul><li>一<ul><li><input type=checkbox>二</li></ul></li></ul>', '<p>• 一</p><p>　☐ 二</p>'],
    ['<ul><li></li></ul><p>一</p>', '<p>一</p>'],
  ])('makes lines of a list: %s', (html, expected) => expect(ours(html)).toBe(expected))

  it.each([
    [
      '<table><tr><th>一<th>二</tr><tr><td><p>三</p><p>再</p></td><td>四<br>五</td></tr></table>',
      '<p>一 | 二</p><p>三 再 | 四 五</p>',
    ],
    ['<table><tr><td></td><td>二</td></tr></table>', '<p>| 二</p>'],
    [
      '<table><tr><td><ul><li>一</li><li>二</li></ul></td><td><h2>三</h2><blockquote>四</blockquote></td></tr></table><p>五</p>',
      '<p>• 一 • 二 | 三 四</p><p>五</p>',
    ],
  ])('keeps the cells of a table apart: %s', (html, expected) => expect(ours(html)).toBe(expected))

  it('says once what tables and the like lose', () => {
    expect(read('<table><tr><td>一</td></tr></table><table></table><mark>二</mark>').lost).toEqual([
      '表格的边框',
      '高亮',
    ])
  })

  it.each([
    ['<a href="https://a.example/b">这里</a>', '<p>这里（https://a.example/b）</p>'],
    ['<a href="https://a.example/">a.example</a>', '<p>a.example</p>'],
    [
      '<a href="https://a.example/%E5%B1%B1"><b>https://a.example/山</b></a>',
      '<p><strong>https://a.example/山</strong></p>',
    ],
    ['<a href="mailto:a@b.example">a@b.example</a>', '<p>a@b.example</p>'],
    ['<a href="javascript:alert(1)">一</a><a href="#x">二</a><a href="b.html">三</a>', '<p>一二三</p>'],
    [
      '<a href="https://a.example/?a=1&amp;b=%zz">&lt;这里&gt;</a>',
      '<p>&lt;这里&gt;（https://a.example/?a=1&amp;b=%zz）</p>',
    ],
    ['<a href="https://a.example/b.png"><img src="a.png"></a>', '<img data-file="0">'],
  ])('leaves the words of a link, and its address where it is another: %s', (html, expected) =>
    expect(ours(html)).toBe(expected),
  )

  it('keeps pictures in their places with the words that say them, and the words of one that is not there', () => {
    const html =
      '<p>一<img src="b.jpg" alt="海 &gt;">二</p><img src="a.png"><p><img src="c.png" alt="山 &lt;"></p><img src="d.png">'
    expect(ours(html)).toBe('<p>一</p><img data-file="1" alt="海 &gt;"><p>二</p><img data-file="0"><p>山 &lt;</p>')
  })

  it('drops scripts, styles, comments and what only a page shows', () => {
    const html =
      '<!doctype html><title>页</title><style>p{}</style><script>1</script><!-- 注 --><svg><text>图</text></svg><p>一</p><template>二</template>'
    expect(ours(html)).toBe('<p>一</p>')
  })

  it('keeps the lines and blanks of a text that was set with them', () => {
    const html = '<pre><code>\nif (a)\n\n  b  c\n</code></pre>一'
    expect(ours(html)).toBe('<p>if (a)<br /><br />\u00a0 b\u00a0 c</p><p>一</p>')
  })

  it('keeps small type in brackets', () => {
    expect(ours('<ruby>漢<rp>(</rp><rt>hàn</rt><rp>)</rp></ruby>')).toBe('<p>漢（hàn）</p>')
  })

  it('has nothing that cannot be stored: NUL, half of a character, controls', () => {
    expect(ours('<p>一\0\ud800二\u0007😀</p>')).toBe('<p>一二😀</p>')
  })

  it('refuses with a sentence what is nested a million times, and at once', () => {
    expect(() => ours('<div>'.repeat(1_000_000))).toThrow(NotReadable)
    expect(() => ours('<b>'.repeat(1_000_000))).toThrow('层次太深')
  })
})

const TAGS =
  'p div h1 h2 h5 b i u s mark span ul ol li table tr td th blockquote pre a br hr img input ruby rt section dl dd'.split(
    ' ',
  )
const ATTRIBUTES = [
  '',
  ' href="https://a.example/"',
  ' src="a.png"',
  ' src=x onerror=alert(1)',
  ' style="color:red"',
  ' start=3',
]
const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...TAGS)
      .chain((tag) => fc.constantFrom(...ATTRIBUTES.map((one) => `<${tag}${one}>`), `</${tag}>`)),
  },
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z山水]{1,4}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\n',
      ' ',
      '&lt;',
      '&amp;',
      '&nbsp;',
      '<',
      '>',
      '"',
      '<!-- -->',
      '<script>x</script>',
      '</',
      '<p',
      '\0',
    ),
  },
)
const OURS = /<\/?(?:p|h[1-3]|strong|em|u|s|blockquote)>|<br \/>|<hr \/>|<img data-file="[01]">/g

/** Whether each tag of this text ends within the one that it began in. */
function isEven(text: string): boolean {
  const open: string[] = []
  for (const [, slash, tag] of text.matchAll(/<(\/?)(p|h[1-3]|strong|em|u|s|blockquote)>/g)) {
    if (!slash) open.push(tag!)
    else if (open.pop() !== tag) return false
  }
  return open.length === 0
}

describe('any HTML at all', () => {
  it('yields our own tags alone, each ended, in a text that reads as itself', () => {
    const html = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(fc.oneof(html, fc.string({ unit: 'binary', maxLength: 200 })), (html) => {
        const text = ours(html)
        expect(text.replace(OURS, '')).not.toMatch(/[<>]/)
        expect(isEven(text)).toBe(true)
        expect(text).not.toMatch(/<(p|h[1-3]|strong|em|u|s|blockquote)><\/\1>/)
      }),
      { numRuns: rounds(20_000, 2_000) },
    )
  })

  it('keeps all words in their order', () => {
    const word = fc.stringMatching(/^[a-z山水]{1,4}$/)
    const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '))
    const tag = fc.constantFrom(...TAGS.flatMap((tag) => [`<${tag}>`, `</${tag}>`]))
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, words), { maxLength: 60 }), (pieces) => {
        const letters = (text: string) => text.replace(/[^a-z山水]/g, '')
        const expected = letters(pieces.map(([, words]) => words).join(''))
        expect(letters(plainText(ours(pieces.flat().join(''))))).toBe(expected)
      }),
      { numRuns: rounds(20_000, 2_000) },
    )
  })
})
