import { Converter } from 'opencc-js'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_WORDS, INNOCENT_WORDS } from './builtInWords.ts'
import { TRADITIONAL } from './traditional.ts'
import { findWords, makeWords } from './words.ts'

const words = makeWords()
const look = (text: string) => findWords(text, words)
const verdicts = (text: string) => look(text).map(({ verdict }) => verdict)
const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)
const entries = Object.entries(BUILT_IN_WORDS).flatMap(([label, { refused, doubtful }]) => [
  ...wordsIn(refused).map((word) => ({ word, label, verdict: 'refused' })),
  ...wordsIn(doubtful).map((word) => ({ word, label, verdict: 'doubtful' })),
])

describe('a word of the list', () => {
  it('is found as it is written, with its kind and its verdict', () => {
    expect(entries.length).toBeGreaterThan(300)
    for (const { word, label, verdict } of entries) expect(look(word), word).toContainEqual({ label, verdict })
  })

  it('stands there once', () => {
    const forms = entries.map(({ word }) => word.toLowerCase())
    expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([])
  })

  it('is found in the middle of a text, and each as often as it is there', () => {
    expect(look('昨天有人说他们在做代孕中介，还开了赌场')).toEqual([
      { label: 'goods', verdict: 'doubtful' },
      { label: 'goods', verdict: 'refused' },
      { label: 'gambling', verdict: 'doubtful' },
    ])
    expect(look('赌场，赌场')).toHaveLength(2)
    expect(verdicts('出售冰毒')).toEqual(['refused', 'doubtful'])
    expect(verdicts('网上赌场开户')).toEqual(['refused', 'doubtful', 'refused'])
    expect(verdicts('一对一对一裸聊')).toEqual(['refused', 'doubtful'])
  })

  it.each([
    ['a stop between', '赌.博 网·站', '赌博网站'],
    ['spaces between', '在 线   赌 场', '在线赌场'],
    ['signs between', '六★合_彩~开/奖', '六合彩开奖'],
    ['pictures between', '代🎉开🎉发🎉票', '代开发票'],
    ['nothing that is seen between', '出\u200b售\u2060假\ufeff币', '出售假币'],
    ['an invisible letter between', '出\u3164售\u115f假币', '出售假币'],
    ['a selector behind each', '荐\ufe0f股\ufe0f群', '荐股群'],
    ['traditional characters', '賭博網站', '赌博网站'],
    ['both sorts of characters', '澳門線上賭场開户', '赌场开户'],
    ['wide letters', '出售Ｋ粉', '出售K粉'],
    ['large letters', 'BUY COCAINE', 'buy-cocaine'],
    ['letters from other pages', '𝐛𝐮𝐲 ℂ𝕠𝕔𝕒𝕚𝕟𝕖', 'buy-cocaine'],
    ['letters in rings', 'ⓑⓤⓨ ⓖⓤⓝⓢ', 'buy-guns'],
    ['letters with marks', 'büy gúns', 'buy-guns'],
    ['digits for letters', '0nline c4s1no', 'online-casino'],
    ['signs for letters', 'online c@$ino', 'online-casino'],
    ['one for an l', 'on1ine casino', 'online-casino'],
    ['Cyrillic letters', 'buy соса1nе', 'buy-cocaine'],
    ['stops between letters', 'b.u.y g-u-n-s', 'buy-guns'],
    ['digits for numerals', '6合彩特码', '六合彩特码'],
    ['numerals of cheques', '陆合彩特码', '六合彩特码'],
    ['digits in rings', '⑥合彩特码', '六合彩特码'],
    ['numerals for digits', '出售五四式手枪出售', '54式手枪出售'],
  ])('is found with %s: %s', (_how, text, word) => {
    expect(verdicts(word)).toContain('refused')
    expect(verdicts(text)).toContain('refused')
  })

  it('is found however much there is between its letters', () => {
    expect(verdicts(`赌${' '.repeat(5000)}博${'…'.repeat(5000)}网站`)).toContain('refused')
  })

  it('is doubtful where a sentence may have ended within it', () => {
    for (const end of ['。', '，', ',', '！', '？', '；', '：', '\n', '、'])
      expect(verdicts(`一起打赌${end}博网站了解一下`), end).toEqual(['doubtful', 'doubtful'])
    expect(verdicts('赌博网站。')).toContain('refused')
  })
})

describe('a word of Latin letters', () => {
  it('is found only where it stands alone', () => {
    for (const text of ['sex', 'SEX!', '约sex吗', 'a sex b', 's e x', 's3x', 'sex123', '1sex', '$ex', '@sex'])
      expect(verdicts(text), text).toEqual(['doubtful'])
    for (const text of ['Essex', 'sextant', 'unisex', 'Middlesex', 'this exam', 'yes, exit', '5 ex', 'Es\u200bsex'])
      expect(look(text), text).toEqual([])
    expect(look('heroines of mine')).toEqual([])
    expect(verdicts('heroin')).toEqual(['doubtful'])
  })

  it('keeps to its end beside Chinese as well', () => {
    expect(verdicts('有k粉')).toEqual(['doubtful'])
    expect(look('ok粉丝，BLACKPINK粉丝')).toEqual([])
  })
})

describe('an innocent word', () => {
  it('hides only what it covers', () => {
    expect(look('远离毒品')).toEqual([])
    expect(look('远离毒品，毒品')).toHaveLength(1)
    expect(look('微博彩妆')).toEqual([])
    expect(look('有毒品，种类多')).toHaveLength(1)
    expect(look('我们打赌。博物馆不开门')).toEqual([])
    expect(look('微博博彩')).toHaveLength(1)
  })

  it('has a word of the list in it, which would be found without it', () => {
    const bare = makeWords(wordsIn(INNOCENT_WORDS).map((word) => [word, undefined]))
    expect(wordsIn(INNOCENT_WORDS).filter((word) => findWords(word, bare).length === 0)).toEqual([])
    for (const word of wordsIn(INNOCENT_WORDS)) expect(look(word), word).toEqual([])
  })
})

describe('traditional characters', () => {
  const used = new Set([...entries.map(({ word }) => word).join(''), ...INNOCENT_WORDS])
  const table = new Map(wordsIn(TRADITIONAL).map((pair) => [...pair] as [string, string]))
  const converters = (['t', 'tw', 'hk'] as const).map((from) => Converter({ from, to: 'cn' }))

  it('are known, all that stand for one of our words', () => {
    const missing: string[] = []
    for (let code = 0x3400; code <= 0x9fff; code += 1) {
      const char = String.fromCodePoint(code)
      if (used.has(char)) continue
      for (const simplified of new Set(converters.map((convert) => convert(char))))
        if (simplified !== char && used.has(simplified) && table.get(char) !== simplified)
          missing.push(char + simplified)
    }
    expect(missing).toEqual([])
  })

  it('are none that the words do without', () => {
    for (const [traditional, simplified] of table) {
      expect(
        converters.map((convert) => convert(traditional)),
        traditional,
      ).toContain(simplified)
      expect(used, traditional).toContain(simplified)
    }
  })

  it('hide none of the words', () => {
    for (const to of ['t', 'tw', 'hk'] as const) {
      const convert = Converter({ from: 'cn', to })
      for (const { word, label, verdict } of entries)
        expect(look(convert(word)), convert(word)).toContainEqual({ label, verdict })
    }
  })
})
