import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LAST_MONTH, monthsFrom } from '#contract/months.ts'
import { rounds } from '#test/thorough.ts'
import { numberOf, numberOfSeed, publicKeyOf, unwrapByMonth, wrapForMonth } from './monthKeys.ts'

const seed = Buffer.alloc(32, 9)
const key = Buffer.alloc(32, 1)
const MONTHS = monthsFrom('2026-11', '2032-12')
const month = fc.nat(MONTHS.length - 1).map((at) => MONTHS[at]!)
const published = (from: string) => ({ number: numberOfSeed(from, seed), from })
const keys = new Map<string, Uint8Array>()
const keyFor = (of: string) => {
  const known = keys.get(of) ?? publicKeyOf(numberOfSeed(of, seed))
  keys.set(of, known)
  return known
}

describe('the number of a month', () => {
  it('opens what is wrapped for that month and all before it, and nothing later, also when it is passed off as later', {
    timeout: 240_000,
  }, () => {
    fc.assert(
      fc.property(month, month, (of, by) => {
        const wrap = wrapForMonth(keyFor(of), of, key)
        if (by >= of) {
          expect(unwrapByMonth(wrap, of, published(by)).equals(key)).toBe(true)
        } else {
          expect(() => unwrapByMonth(wrap, of, published(by))).toThrow('does not open')
          expect(() => unwrapByMonth(wrap, of, { ...published(by), from: of })).toThrow()
        }
      }),
      { numRuns: rounds(1_000, 20) },
    )
  })

  it('opens nothing of which a bit is another one', () => {
    const wrap = wrapForMonth(keyFor('2031-08'), '2031-08', key)
    fc.assert(
      fc.property(fc.nat(wrap.length * 8 - 1), (bit) => {
        const bent = wrap.map((byte, at) => (at === Math.floor(bit / 8) ? byte ^ (1 << (bit % 8)) : byte))
        expect(() => unwrapByMonth(bent, '2031-08', published('2031-08'))).toThrow()
      }),
      { numRuns: rounds(200, 10) },
    )
  })

  it('is made of the one after it, up to the seed, which is the last one', () => {
    const [august, july] = ['2031-08', '2031-07'].map((of) => numberOfSeed(of, seed))
    expect(Buffer.from(numberOf('2031-07', { number: august!, from: '2031-08' })).equals(Buffer.from(july!))).toBe(true)
    expect(Buffer.from(numberOfSeed(LAST_MONTH, seed)).equals(seed)).toBe(true)
    expect(() => numberOf('2031-08', { number: july!, from: '2031-07' })).toThrow('does not open')
  })

  it('is the same for ever: what was wrapped by this version is opened by every later one', () => {
    const wrap = Buffer.from(WRAPPED, 'base64')
    expect(unwrapByMonth(wrap, '2030-05', published('2030-06')).equals(key)).toBe(true)
  })
})

/** `key` for 2030-05, by the version that was the first. */
const WRAPPED = [
  'FeLTrsji/y11OsoJYi3VfXczIpEf5z1UWpSOiaW+z+UTc7x1GOHUDDIyW7hae5bOet37ICu9mt85cNHaTgqCpFpQgZtvF1socpNn',
  'JzdQe846Fm9bqU29FFdP1I2emsZqm3Q1pgD36kRjD4miTwQxUbfvQCe3D3irimC21EIX0dZF3vioobUD/lGvj7JNZoADRR+8pJ9y',
  '6IMWVq3RdZA/iPR2fC2pFzRAnIkc+3CUJBM+Y/LxmYpeMeKidmLGmw5S4kZ0SrLU6ygeSMeCDGHxnrWSbZhcmcBZlxiLAG8bY/v5',
  '+cSEou4FvwzToaGvXCuPcpq/2/WDURVMrY3Gn4rtYkTfJGvnpt1odKBJomXnRsz2io3NYKZz8n5gn+LWv0bUhqilglpcGZ8urAaZ',
  '4ZQB2tbD4WaoIa08gDuFq4JrBylDrGDojG5JJdEj/gDlzVMzr++28AOG8XHES1oqfTMbo5ZBNm7k9QJnxc/ILVTyEkuqUCMvV+OJ',
  'JY2sBWfwNjZG/trmNL9YCL0sCzb/RMOMzeFg+wZ8As+/v1cC+EjhxHcXutySrLps+A3ZMSRehA9lu5Knzfe4XZJOBKXD/II0mAPg',
  'nWXyKGm2SaOzKB0PUQu97rNvoOtlOKXGgSKTdF7WxGz9oXYyrQibFpGlpC/AetiaYjmqZEeLSUWxtw4l9O6jjVqNrIPInkE1AmUE',
  '/amkIq5DNnKcvUAqPXbUzyXlrTx34g7oewW3SRQlJMGi2cMSjP7pZX5o4RHASkyLa1LZcw7Nns3+Mrkf/HlQEyqQkgoEk8NKEQxh',
  'PsV8PP2k5xJ7pXbjtGPZuBEm4QZVjxlePs7OXq14dHdEuR5MHkJe1jCtAZkvzTIfU5kOyO3/fRadncJFrCBWuTgKpDrd2kQycK/0',
  'CvoV2db4rVsSYmW0ITxKfhF1eMPO10MUiZgkSLGNCpTVVr/dZkCIwj7cYIfqzuFVo5Rnr2QGhNDaHfu89lWLFt8ItUikBTvlAotQ',
  'JMdOd6nLaadDRiqYpK0HOHnSiwhkWOU3kIdc7qM4kyJohHrDRAiaE/bmKAd/NTAJPPXXyoR+EGgbEh5wb8nb+mBV5XlEUizguEog',
  '7Y2iyG3s+4KwM5QnhgYU1mq8CwH0IwuFCCza3GJhXQy1uetx6BbNXAmNuyD6w7oUEU+d2SGF9yKy5X1RilH3Oo+zYFYVR8TVDvdB',
  'SUTTGJs83uv5/Oa3w6PyN0E1CuX1KRQWc+P5OlaGNC3+9wJN8mAo1F0yVpQCPlD4HHHoQoGug1dPyjF0jwUAfN+hjuOPXh6RIB37',
  'LndUVVvA796LTYjskM7USGDbHGrZdfDPA0FBgwoXAx5RBXgfmguaNRxplPgcU2Qm1jlT50U82E6QMTIeMJ/j500SMBMdGjGdeERD',
  'mWfw+n2MsOqaDnsDYChTyc2Np0pwlmMSByOUy13C8O5+yGWgwGq9t1umLgdi1fTreJ04uYWmjrghVUnHQD/sdX5GQtnQVgyKm7y6',
  'moDaN9OFTfzfpPzG0gPikKmkIJ7yTOglLT2hQGJYBqsCgFRpXW6sbTONVTAekK65Xmo6+cAECQ==',
].join('')
