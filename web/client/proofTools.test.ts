import { expect, it } from 'vitest'
import { holds, VECTORS } from '#test/receipts/judge.ts'
import { proofTools } from './proofTools.ts'

it('a page judges proofs as Go does', () => {
  const judged = VECTORS.cases.map((one) => ({ ...one, holds: holds(proofTools, one) }))
  expect(judged).toEqual(VECTORS.cases)
})

it('a page signs in nothing by a key of small order, which signs whatever one likes', () => {
  const identity = Uint8Array.from([1, ...new Uint8Array(31)])
  const signature = Uint8Array.from([...identity, ...new Uint8Array(32)])
  expect(proofTools.isSignedBy(signature, 'text', identity)).toBe(false)
})
