import { expect, it } from 'vitest'
import { countText } from './format.ts'

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
