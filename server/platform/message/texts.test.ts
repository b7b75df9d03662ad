import { describe, expect, it } from 'vitest'
import { harmless, senderNameOf } from './senderName.ts'
import { SPOKEN, TEMPLATES, type Template, textOf } from './texts.ts'

/** An address as docs/operate.md advises: at most 14 characters after https://. */
const SITE = 'https://timecapsule.cn'
const LINK = {
  u: `${SITE}/u/${'x'.repeat(43)}`,
  n: `${SITE}/n/${'x'.repeat(12)}`,
  w: `${SITE}/w/${'x'.repeat(12)}`,
  c: `${SITE}/c/12345678`,
} as const

/** Of an SMS with Chinese in it: one message, and two that telephones put together. */
const ONE = 70
const TWO = 134
/** The link that opens a capsule has 32 bytes, and that to one's kept archive 20 and the name of a page: they need a second one. */
const MOST: Partial<Record<Template, number>> = { open: TWO, openReceiver: TWO, kept: TWO }

const smsOf = (template: Template): string => {
  const { sentence, leads } = textOf(template)
  const [link, code] = template === 'kept' ? [`${SITE}/kept/OPEN-ME.html`, 'X'.repeat(32)] : [SITE, '1234']
  return SPOKEN.sms(sentence({ link: leads ? LINK[leads] : link, code, who: '138****0000' }), '')
}

describe('an SMS', () => {
  it.each(TEMPLATES)('of %s says what it is and where to go in the length of one message', (template) => {
    expect(smsOf(template).length, smsOf(template)).toBeLessThanOrEqual(MOST[template] ?? ONE)
  })

  it('that asks a contact says by whom, what for, and that one may refuse', () => {
    expect(smsOf('confirm')).toBe(`【时光胶囊】138****0000想在胶囊到期时告诉您，同意或拒绝${LINK.n}`)
  })
})

describe('whose a capsule is', () => {
  it('is said by name and shortened number in letters, by the number alone in an SMS', () => {
    const tel = '13812345678'
    expect(senderNameOf({ nickname: '林夕', tel })).toEqual({ letter: '林夕（138****5678）', sms: '138****5678' })
    expect(senderNameOf({ nickname: '林夕', tel: null })).toEqual({ letter: '林夕', sms: '有人' })
    expect(senderNameOf({ nickname: '://', tel })).toEqual({ letter: '138****5678', sms: '138****5678' })
    expect(senderNameOf({ nickname: '', tel: null })).toEqual({ letter: '有人', sms: '有人' })
  })

  it('never leads anywhere: nothing of a name becomes an address', () => {
    expect(harmless('https://evil.cn/a@b')).toBe('httpsevilcnab')
    expect(harmless('evil。cn')).toBe('evilcn')
    expect(harmless('林\u202e夕\u0000')).toBe('林夕')
  })
})
