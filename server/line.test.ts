import { expect, it } from 'vitest'
import { makeLine, placeOf } from './line.ts'

const CROWD = ['甲', '乙', '丙'] as const

function standing() {
  const line = makeLine<string>()
  const places = CROWD.map(placeOf<string>)
  for (const place of places) line.join(place)
  const names = () => {
    const told: string[] = []
    line.each((name) => told.push(name))
    return told
  }
  return { line, places, names }
}

it('the longest in a line is the first, and whoever joins again stands at its end', () => {
  const { line, places, names } = standing()
  expect([names(), line.first(), line.length()]).toEqual([['甲', '乙', '丙'], '甲', 3])
  line.join(places[0]!)
  expect([names(), line.first(), line.length()]).toEqual([['乙', '丙', '甲'], '乙', 3])
})

it('whoever leaves a line, from wherever in it and however often, is out of it once and refers to nobody', () => {
  const { line, places, names } = standing()
  for (const place of [places[1]!, places[1]!]) line.leave(place)
  expect([names(), line.length()]).toEqual([['甲', '丙'], 2])
  expect(places[1]).toEqual({ of: '乙', before: undefined, after: undefined })
  for (const place of places) line.leave(place)
  expect([names(), line.first(), line.length()]).toEqual([[], undefined, 0])
  line.join(places[1]!)
  expect([names(), line.first(), line.length()]).toEqual([['乙'], '乙', 1])
})
