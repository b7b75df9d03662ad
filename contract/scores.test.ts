import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESULT, RESULTS } from './judge.ts'
import { SCORED_FROM } from './limits.ts'
import { hitRate, scoreOf, type Tally, withConfidence } from './scores.ts'

const CLOSE = 12
const confidence = fc.integer({ min: 50, max: 99 })
const tallyOf = (results: readonly Tally['result'][], said: fc.Arbitrary<number | null>): fc.Arbitrary<Tally> =>
  fc.record({ result: fc.constantFrom(...results), confidence: said, count: fc.integer({ min: 1, max: 40 }) })
const any = tallyOf(RESULTS, fc.option(confidence))
const clear = tallyOf([RESULT.hit, RESULT.miss, RESULT.partial], confidence)
/** Enough of them for a score. */
const scored = fc.array(clear, { minLength: SCORED_FROM, maxLength: 60 })
const check = <T>(tallies: fc.Arbitrary<T>, property: (given: T) => void) => fc.assert(fc.property(tallies, property))

const of = (result: Tally['result'], confidence: number | null, count = 1): Tally => ({ result, confidence, count })
const worthOf = { [RESULT.hit]: 1, [RESULT.miss]: 0, [RESULT.partial]: 0.5, [RESULT.unknown]: Number.NaN }
/** One by one, as they were judged. */
const single = (tallies: readonly Tally[]): Tally[] =>
  tallies.flatMap(({ count, ...one }) => Array.from({ length: count }, () => ({ ...one, count: 1 })))
const brierOf = (tallies: readonly Tally[]): number => {
  const squares = single(tallies).map(({ result, confidence }) => (confidence! / 100 - worthOf[result]) ** 2)
  return squares.reduce((sum, square) => sum + square, 0) / squares.length
}

describe('the Brier score', () => {
  it('is the mean square between what was said and what came, from 0 to 1', () => {
    check(scored, (tallies) => {
      const { brier } = scoreOf(tallies)!
      expect(brier).toBeCloseTo(brierOf(tallies), CLOSE)
      expect(brier).toBeGreaterThanOrEqual(0)
      expect(brier).toBeLessThanOrEqual(1)
    })
  })

  it('adds up as Murphy says: reliability − resolution + uncertainty', () => {
    check(scored, (tallies) => {
      const { brier, reliability, resolution, uncertainty } = scoreOf(tallies)!
      expect(reliability - resolution + uncertainty).toBeCloseTo(brier, CLOSE)
      for (const part of [reliability, uncertainty]) expect(part).toBeGreaterThanOrEqual(0)
      expect(resolution).toBeLessThanOrEqual(uncertainty + 10 ** -CLOSE)
    })
  })

  it('has, where each tenth knows one confidence, the three parts of the textbook', () => {
    const sure = fc.constantFrom(55, 62, 70, 88, 99)
    check(fc.array(tallyOf([RESULT.hit, RESULT.miss], sure), { minLength: SCORED_FROM }), (tallies) => {
      const [all, base] = [single(tallies), hitRate(tallies)!]
      const by = [...new Set(all.map((one) => one.confidence!))].map((said) => {
        const of = all.filter((one) => one.confidence === said)
        return { said: said / 100, came: hitRate(of)!, share: of.length / all.length }
      })
      const { reliability, resolution } = scoreOf(tallies)!
      const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
      expect(reliability).toBeCloseTo(sum(by.map(({ said, came, share }) => share * (said - came) ** 2)), CLOSE)
      expect(resolution).toBeCloseTo(sum(by.map(({ came, share }) => share * (came - base) ** 2)), CLOSE)
    })
  })

  it('has a reliability that is what the calibration shows', () => {
    check(scored, (tallies) => {
      const { reliability, tenths, count } = scoreOf(tallies)!
      const shown = tenths.map((tenth) => tenth.count * ((tenth.confidence ?? 0) - (tenth.hit_rate ?? 0)) ** 2)
      expect(reliability).toBeCloseTo(shown.reduce((sum, part) => sum + part, 0) / count, CLOSE)
    })
  })

  it('has, where nothing came true in part, the uncertainty of the textbook', () => {
    const plain = tallyOf([RESULT.hit, RESULT.miss], confidence)
    check(fc.array(plain, { minLength: SCORED_FROM }), (tallies) => {
      const rate = hitRate(tallies)!
      expect(scoreOf(tallies)!.uncertainty).toBeCloseTo(rate * (1 - rate), CLOSE)
    })
  })

  it('is the best for anyone who says how often it comes true', () => {
    const outcomes = fc.array(fc.constantFrom(RESULT.hit, RESULT.miss), { minLength: 100, maxLength: 100 })
    check(fc.tuple(outcomes, confidence), ([results, said]) => {
      const saying = (percent: number) => scoreOf(results.map((result) => of(result, percent)))!
      const true_ = Math.round(hitRate(results.map((result) => of(result, null)))! * 100)
      fc.pre(true_ >= 50 && true_ <= 99)
      expect(saying(true_).brier).toBeLessThanOrEqual(saying(said).brier + 10 ** -CLOSE)
      expect(saying(true_).reliability).toBeCloseTo(0, CLOSE)
    })
  })

  it('is a quarter for anyone who always says 50 %, and their resolution nothing', () => {
    const even = tallyOf([RESULT.hit, RESULT.miss], fc.constant(50))
    check(fc.array(even, { minLength: SCORED_FROM }), (tallies) => {
      expect(scoreOf(tallies)).toMatchObject({
        brier: expect.closeTo(0.25, CLOSE),
        resolution: expect.closeTo(0, CLOSE),
      })
    })
  })

  it('knows no order, and does not change when everything happens twice', () => {
    check(fc.tuple(scored, fc.nat()), ([tallies, turn]) => {
      const at = turn % tallies.length
      const { count, ...before } = scoreOf(tallies)!
      for (const same of [[...tallies.slice(at), ...tallies.slice(0, at)], single(tallies), [...tallies, ...tallies]]) {
        const { tenths, ...after } = scoreOf(same)!
        for (const name of ['brier', 'reliability', 'resolution', 'uncertainty'] as const)
          expect(after[name]).toBeCloseTo(before[name], 10)
        expect(tenths.map(({ hit_rate }) => hit_rate?.toFixed(9))).toEqual(
          before.tenths.map(({ hit_rate }) => hit_rate?.toFixed(9)),
        )
      }
      expect(scoreOf([...tallies, ...tallies])!.count).toBe(2 * count)
    })
  })

  it('is there from ten on that were judged with a confidence; 无法判断 is none of them', () => {
    check(fc.array(any, { maxLength: 12 }), (tallies) => {
      const counted = single(tallies).filter(
        ({ result, confidence }) => confidence !== null && result !== RESULT.unknown,
      )
      expect(withConfidence(tallies)).toBe(counted.length)
      expect(scoreOf(tallies)?.count).toBe(counted.length >= 10 ? counted.length : undefined)
    })
    const nine = Array.from({ length: 9 }, () => of(RESULT.hit, 80))
    expect(scoreOf([...nine, of(RESULT.unknown, 80), of(RESULT.hit, null)])).toBeNull()
    expect(scoreOf([...nine, of(RESULT.miss, 80)])!.brier).toBeCloseTo((9 * 0.04 + 0.64) / 10, CLOSE)
  })
})

describe('calibration', () => {
  it('counts each in its tenth, and adds up to all of them', () => {
    check(scored, (tallies) => {
      const { tenths, count } = scoreOf(tallies)!
      expect(tenths.map(({ from, to }) => `${from}–${to}`)).toEqual(['50–59', '60–69', '70–79', '80–89', '90–99'])
      expect(tenths.reduce((sum, tenth) => sum + tenth.count, 0)).toBe(count)
      for (const { from, to, count, confidence, hit_rate } of tenths) {
        const within = tallies.filter((one) => one.confidence! >= from && one.confidence! <= to)
        expect(count).toBe(single(within).length)
        expect(hit_rate).toEqual(count === 0 ? null : hitRate(within))
        if (count === 0) expect(confidence).toBeNull()
        else expect(Math.round(confidence! * 1e6) / 1e4).toSatisfy((mean: number) => mean >= from && mean <= to)
      }
    })
  })
})

describe('the hit rate', () => {
  it('counts 部分 as half and 无法判断 not at all, with a confidence or without', () => {
    check(fc.array(any), (tallies) => {
      const rate = hitRate(tallies)
      expect(hitRate([...tallies, of(RESULT.unknown, 60, 7)])).toEqual(rate)
      expect(hitRate(tallies.map((one) => ({ ...one, confidence: null })))).toEqual(rate)
      if (rate === null) expect(tallies.every(({ result }) => result === RESULT.unknown)).toBe(true)
      else expect(rate >= 0 && rate <= 1).toBe(true)
    })
    expect(hitRate([of(RESULT.hit, null, 2), of(RESULT.partial, 70), of(RESULT.miss, null)])).toBe(0.625)
  })
})
