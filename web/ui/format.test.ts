import { expect, it } from 'vitest'
import { accuracyText, countText } from './format.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [12_345, '12,345'],
  [123_456, '123,456'],
  [1_234_567, '1,234,567'],
  [-999, '-999'],
  [-123_456, '-123,456'],
])('%i is read as %s, as the browser has it in Chinese', (count, text) => {
  expect(countText(count)).toBe(text)
  expect(countText(count)).toBe(count.toLocaleString('zh-CN'))
})

it.each([
  [0, '很准'],
  [0.099, '很准'],
  [0.1, '较准'],
  [0.2, '一般'],
  [0.249, '一般'],
  [0.25, '不太准'],
  [1, '不太准'],
])('a Brier score of %f is said as %s', (brier, text) => {
  expect(accuracyText(brier)).toBe(text)
})
