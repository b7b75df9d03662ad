import { expect, it } from 'vitest'
import { TYPE } from '#contract/capsule.ts'
import { commitTo, committedWith } from './commitment.ts'

const facts = { id: '1', type: TYPE.time, sealed_at: '2026-11-26 11:04:05', open_time: '2036-11-26 00:00:00' }
const capsule = { type: TYPE.time, title: '信', content: [], send_word: '', description: '' }
const nothing = () => null

it('a capsule is committed to under salts that no other has, and again from its seed', () => {
  const [one, other] = [commitTo(facts, capsule, nothing), commitTo(facts, capsule, nothing)]
  expect(one.commitment).not.toEqual(other.commitment)
  expect(Object.values(one.statement.parts)).not.toContain(other.statement.parts.title)
  expect(committedWith(one.seed, facts, capsule, nothing)).toEqual(one)
})
