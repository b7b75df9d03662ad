import { expect, test } from 'vitest'
import { emptyDraft, type SealDraft } from '#web/draft/current/draft.ts'
import { stepAfter, stepBefore, stepsOf } from './steps.ts'

const filled: SealDraft = {
  ...emptyDraft('1'),
  unsealDate: '2030-01-01 00:00:00',
  key_answer: [{ question: '您的生肖是？', answer: '兔' }],
  contact: { tel: '13800000000' },
}

test('a seal page gives way to the first earlier step that is not filled in', () => {
  expect(stepBefore('sealOne', emptyDraft('1'))).toBeUndefined()
  expect(stepBefore('sealFour', emptyDraft('1'))).toBe('sealOne')
  expect(stepBefore('sealThree', { ...filled, key_answer: [] })).toBe('sealTwo')
  expect(stepBefore('sealFour', { ...filled, contact: { weibo: '  ' } })).toBe('sealThree')
  expect(stepBefore('sealFour', filled)).toBeUndefined()
})

test('type 0 has four steps, type 1 three, type 2 two, and the last step is the step count', () => {
  expect(([0, 1, 2] as const).map((type) => stepsOf({ type }).length)).toEqual([4, 3, 2])
  expect(stepAfter('sealTwo', { type: 1 })).toBe('sealFour')
  expect(stepAfter('sealOne', { type: 2 })).toBe('sealFour')
})

test('a page that this type does not have leads to one that it has', () => {
  expect(stepBefore('sealThree', { ...filled, type: 2 })).toBe('sealFour')
})

test('a capsule for somebody needs their name and no contact', () => {
  const bare = { ...filled, contact: {} }
  expect(stepBefore('sealFour', bare)).toBe('sealThree')
  expect(stepBefore('sealFour', { ...bare, to: { name: ' ', show_title: 0 } })).toBe('sealThree')
  expect(stepBefore('sealFour', { ...bare, to: { name: '妈妈', show_title: 0 } })).toBeUndefined()
})
