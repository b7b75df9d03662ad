import { describe, expect, it } from 'vitest'
import { whyNotPassword } from './account.ts'
import { whyNotCaptcha } from './captcha.ts'
import { whyNotContact } from './contact.ts'
import { countChars, isBlank, plainText, whyNotText } from './content.ts'
import { diaryExcerpt, diaryTitle, sameDays } from './diary.ts'
import { foldEmail, suggestEmail, whyNotEmail } from './email.ts'
import { normaliseAnswer, QUICK_PICKS, whyNotLongTag, whyNotOpenTime, whyNotQuestions, whyNotWords } from './seal.ts'
import { whyNotTel } from './tel.ts'
import {
  addMonths,
  agoText,
  chinaDay,
  formatChina,
  longDayText,
  momentText,
  parseChina,
  shortMomentText,
  spanText,
} from './time.ts'
import { unsealButton, whyNotReason } from './unseal.ts'

const at = (text: string) => parseChina(text)!

describe('那年今日', () => {
  const days = (text: string, years: number) =>
    sameDays(at(text), years).map(({ from, to }) => [formatChina(from), formatChina(to)])
  it('is the whole day of China in each earlier year, the 29th of February with the 28th', () => {
    expect(days('2026-11-21 00:00:00', 1)).toEqual([['2025-11-21 00:00:00', '2025-11-22 00:00:00']])
    expect(days('2027-01-01 23:59:59', 1)).toEqual([['2026-01-01 00:00:00', '2026-01-02 00:00:00']])
    expect(days('2029-02-28 12:00:00', 1)).toEqual([['2028-02-28 00:00:00', '2028-03-01 00:00:00']])
    expect(days('2028-02-28 12:00:00', 1)).toEqual([['2027-02-28 00:00:00', '2027-03-01 00:00:00']])
    expect(days('2028-02-29 12:00:00', 4)).toEqual([['2024-02-29 00:00:00', '2024-03-01 00:00:00']])
  })
})

describe('what a diary is called', () => {
  it.each([
    ['<p> </p><h2>立冬</h2><p>羊汤</p>', '立冬'],
    ['羊汤<br>很烫', '羊汤'],
    ['<img src="/m/1.x/a"><p><br></p>', '图片日记'],
    [`<p>${'😀'.repeat(100)}</p>`, '😀'.repeat(100)],
    [`<p>${'😀'.repeat(101)}</p>`, `${'😀'.repeat(100)}…`],
    ['<p>1 &lt; 2</p>', '1 < 2'],
    ['没有段落', '没有段落'],
  ])('%s is %s', (html, title) => expect(diaryTitle(html)).toBe(title))
})

describe('what a list shows of a diary', () => {
  it.each([
    ['<h2>立冬</h2><p> </p><p>羊汤<br>很烫</p><ul><li>再来</li></ul>', '立冬\n羊汤\n很烫\n再来'],
    ['<p>1 &lt; 2 <strong>真的</strong></p>', '1 < 2 真的'],
    ['<img src="/m/1.x/a"><p><br></p>', ''],
    [`<p>${'😀'.repeat(120)}</p>`, '😀'.repeat(120)],
    [`<p>${'😀'.repeat(119)}</p><p>后来</p>`, `${'😀'.repeat(119)}\n…`],
  ])('of %s is %s', (html, words) => expect(diaryExcerpt(html)).toBe(words))
})

describe('a moment is said', () => {
  const moment = '2026-11-03 04:05:06'

  it('with the date, to the minute, and short', () => {
    expect([momentText(moment), shortMomentText(moment), longDayText(moment)]).toEqual([
      '2026/11/03 04:05',
      '26/11/03 04:05',
      '2026年11月3日',
    ])
  })

  it.each([
    [0, '刚刚'],
    [299, '刚刚'],
    [300, '5分钟前'],
    [3_599, '59分钟前'],
    [3_600, '1小时前'],
    [86_399, '23小时前'],
    [86_400, '1天前'],
    [6.9 * 86_400, '6天前'],
    [7 * 86_400, '2026/11/03 04:05'],
  ])('%d seconds later as %s', (seconds, text) => {
    expect(agoText(moment, Number(parseChina(moment)) + seconds * 1000)).toBe(text)
  })
})

describe('China time', () => {
  it('reads a date without time as 23:59:59 at a fixed +08:00', () => {
    expect(at('2026-05-01').toISOString()).toBe('2026-05-01T15:59:59.000Z')
    expect(at('1990-07-01 12:00').toISOString()).toBe('1990-07-01T04:00:00.000Z')
    expect(formatChina(at('2120-12-31'))).toBe('2120-12-31 23:59:59')
    expect(chinaDay(new Date('2026-05-01T16:00:00Z'))).toBe('2026-05-02')
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '2026-01-01 24:00',
    '',
    '昨天',
    '2026-01-01T00:00:00Z',
    '0001-01-01',
  ])('refuses %j', (text) => {
    expect(parseChina(text)).toBeUndefined()
  })

  it('shows a span as its first nonzero unit, in 365-day years and 30-day months', () => {
    const span = (seconds: number) => spanText(0, seconds * 1000)
    expect(span(365 * 86_400)).toBe('1年')
    expect(span(364 * 86_400)).toBe('12个月')
    expect(span(29 * 86_400)).toBe('29天')
    expect([span(7200), span(61), span(5), span(0)]).toEqual(['2小时', '1分钟', '5秒', '0秒'])
  })

  it('keeps to the end of the month when months are added', () => {
    expect(formatChina(addMonths(at('2026-12-31 08:00'), 2))).toBe('2027-02-28 08:00:00')
  })

  it('offers quick picks of 30 days (plus five seconds), 2 months, 1, 5 and 10 years', () => {
    const now = at('2026-01-15 10:00')
    expect(QUICK_PICKS.map(({ name, from }) => [name, formatChina(from(now))])).toEqual([
      ['30天', '2026-02-14 10:00:05'],
      ['2个月', '2026-03-15 10:00:00'],
      ['1年', '2027-01-15 10:00:00'],
      ['5年', '2031-01-15 10:00:00'],
      ['10年', '2036-01-15 10:00:00'],
    ])
  })
})

describe('an e-mail address', () => {
  it('is the same in every spelling, and folding it again changes nothing', () => {
    for (const [typed, kept] of [
      ['ａ．ｂ＠ＱＱ．ｃｏｍ', 'a.b@qq.com'],
      [' A.b\u200b@\ufeffqq\u00ad.com\u2060 ', 'A.b@qq.com'],
      ['a@ｑｑ。com', 'a@qq.com'],
      ['满@例子.中国', '满@例子.中国'],
      ['a\u200b\u0301@qq.com', 'á@qq.com'],
      ['nobody', 'nobody'],
    ] as const)
      expect([foldEmail(typed), foldEmail(kept)]).toEqual([kept, kept])
  })

  it('is refused where no letter could ever arrive', () => {
    const wrong = ['a..b@qq.com', '.a@qq.com', 'a.@qq.com', 'a@[127.0.0.1]', 'a@127.0.0.1', 'a@qq..com', 'a@-qq.com']
    const blank = ['a b@qq.com', 'a@qq com', '\u200b@qq.com', 'a@\u200b', '"a b"@qq.com', 'a\ud800@qq.com', 'a@b.c']
    for (const email of [...wrong, ...blank]) expect(whyNotEmail(email), email).toBe('请填写正确格式邮箱')
    expect(whyNotEmail(`a@${'b.'.repeat(126)}cn`)).toBe('请填写正确格式邮箱')
    for (const email of ['a.b+c@qq.com', 'x_1@sub.example.co.uk', 'a@xn--fiqs8s.xn--fiqs8s', 'ａ＠ｑｑ．ｃｏｍ'])
      expect(whyNotEmail(email), email).toBeUndefined()
  })

  it("one slip away from a common domain brings the one that was meant; others are nobody's slip", () => {
    const meant = (domain: string) => suggestEmail(`x@${domain}`)?.email
    expect(['qq.con', 'qq.co', 'qqcom', 'qq,com', 'qqq.com'].map(meant)).toEqual(Array(5).fill('x@qq.com'))
    expect(['163.vom', 'gmial.com', 'hotmal.com', 'iclould.com', 'Ｓｉｎａ。con'].map(meant)).toEqual(
      ['163.com', 'gmail.com', 'hotmail.com', 'icloud.com', 'sina.com'].map((domain) => `x@${domain}`),
    )
    for (const domain of ['qq.com', 'vip.qq.com', 'mail.com', 'ymail.com', 'sina.cn', '139.com', 'example.com', ''])
      expect(meant(domain), domain).toBeUndefined()
  })
})

describe('what people type', () => {
  it('is refused in the words of section 5', () => {
    expect(whyNotTel('')).toBe('请填写手机号')
    for (const tel of ['12345678901', '1380000000', '138000000000', '23800000000'])
      expect(whyNotTel(tel)).toBe('请填写正确格式手机')
    expect(whyNotTel('13800000000')).toBeUndefined()
    expect(whyNotPassword('12345')).toBe('密码至少为6位')
    expect(whyNotPassword('123456')).toBeUndefined()
    expect(whyNotCaptcha('12a4')).toBeTruthy()
    expect(whyNotLongTag('  ')).toBe('请填入形容词~')
    expect(whyNotLongTag('字'.repeat(101))).toBe('已超出100字上限~')
    expect(whyNotLongTag('\u200b\u3164')).toBe('请填入形容词~')
    expect(whyNotLongTag('照片\u202egpj.exe')).toBe('标题里有看不见的字符')
    expect(whyNotLongTag(' 👨\u200d👩\u200d👧的 ')).toBeUndefined()
    expect(whyNotWords('')).toBe('留下些话吧~')
    expect(whyNotReason('一二三四五六七八九十')).toBe('请填写大于十个字的理由')
    expect(whyNotReason('一二三四五六七八九十一')).toBeUndefined()
  })

  it('counts as people count, and is blank without visible text', () => {
    expect(countChars(plainText('<p>a😀&amp;&#20013;&nbsp;b</p>'))).toBe(6)
    for (const html of ['', '<p></p>', '<p>&nbsp;<br></p>', '<p><strong> </strong></p>', '<hr>'])
      expect(isBlank(html)).toBe(true)
    expect(whyNotText('<p>x</p>')).toBeUndefined()
    expect(whyNotText('')).toBe('请输入内容~')
  })

  it('needs one question at least, each with its answer, none twice', () => {
    const empty = { question: '', answer: '' }
    expect(whyNotQuestions([])).toBe('请选择问题')
    expect(whyNotQuestions([empty, empty, empty])).toBe('请选择问题')
    expect(whyNotQuestions([{ question: 'a', answer: ' ' }, empty])).toBe('请输入答案')
    expect(
      whyNotQuestions([
        { question: 'a', answer: '1' },
        { question: '', answer: '2' },
      ]),
    ).toBe('请选择问题')
    expect(
      whyNotQuestions([
        { question: 'a', answer: '1' },
        { question: 'a', answer: '2' },
      ]),
    ).toBeTruthy()
    expect(whyNotQuestions([{ question: 'a', answer: '1' }, empty, empty])).toBeUndefined()
  })

  it('needs one contact at least', () => {
    expect(whyNotContact({})).toBeTruthy()
    expect(whyNotContact({ tel: '1' })).toBe('请填写正确格式手机')
    expect(whyNotContact({ email: 'a@b' })).toBeTruthy()
    expect(whyNotContact({ email: 'a@b.cn' })).toBeUndefined()
    expect(whyNotContact({ weibo: '小满' })).toBeUndefined()
  })

  it('compares answers after NFKC, in lower case, without spaces and punctuation unless nothing would remain', () => {
    expect(normaliseAnswer(' Ｌｉ，Ｌｅｉ。 ')).toBe('lilei')
    expect(normaliseAnswer('!!!')).toBe('!!!')
  })

  it('may not open in the past nor after 2120', () => {
    const now = at('2026-01-01 00:00')
    expect(whyNotOpenTime('2026-01-01 00:00:00', now)).toBeTruthy()
    expect(whyNotOpenTime('2026-01-01 00:00:01', now)).toBeUndefined()
    expect(whyNotOpenTime('2120-12-31', now)).toBeUndefined()
    expect(whyNotOpenTime('2121-01-01', now)).toBeTruthy()
  })
})

describe('the unseal button', () => {
  const now = '2026-01-01 00:00:00'
  const past = '2025-12-31 23:59:59'
  const future = '2026-01-01 00:00:01'
  it.each([
    [1, 0, past, '解封'],
    [1, 1, past, '解封'],
    [1, 0, now, '解封'],
    [1, 0, future, '提前解封'],
    [1, 1, future, '提交解封申请'],
    [3, 0, future, '审核中'],
    [3, 1, past, '解封'],
    [4, 1, future, '解封'],
    [2, 0, past, undefined],
    [0, 0, past, undefined],
  ] as const)('for status %i, is_lock %i and open time %s is %s', (status, is_lock, open_time, label) => {
    expect(unsealButton({ status, is_lock, open_time }, now)?.label).toBe(label)
  })
})
