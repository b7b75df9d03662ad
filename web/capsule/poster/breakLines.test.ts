import { expect, it } from 'vitest'
import { breakLines } from './breakLines.ts'

/** A letter of ours is two wide, one of theirs one. */
const measure = (text: string) => [...text].reduce((wide, letter) => wide + (letter.charCodeAt(0) > 255 ? 2 : 1), 0)
const broken = (text: string, width: number, most = 9) => breakLines(text, { width, most, measure })

it.each([
  ['一行放得下', 20, ['一行放得下']],
  ['一二三四五六七', 8, ['一二三四', '五六七']],
  ['一二三四，五六', 8, ['一二三', '四，五六']],
  ['一二三四？！五', 8, ['一二三', '四？！五']],
  ['一二三“四五六”', 8, ['一二三', '“四五', '六”']],
  ['我们去 Hangzhou 看潮', 12, ['我们去', 'Hangzhou 看', '潮']],
  ['https://capsule.test/long', 10, ['https://ca', 'psule.test', '/long']],
  ['第一段\n\n  第二段', 8, ['第一段', '第二段']],
  ['👨‍👩‍👧一二三', 12, ['👨‍👩‍👧一', '二三']],
  ['', 8, []],
  ['，，，，，，', 4, ['，，', '，，', '，，']],
])('%j in lines of %i', (text, width, lines) => {
  expect(broken(text, width)).toEqual(lines)
})

it('what is left over is an ellipsis, for which there is room, and no mark stands before it', () => {
  expect(broken('一二三四五六七八九', 8, 2)).toEqual(['一二三四', '五六七…'])
  expect(broken('一二三四五六，八九十', 8, 2)).toEqual(['一二三四', '五六…'])
  expect(broken('一二三\n四五六\n七', 8, 2)).toEqual(['一二三', '四五六…'])
  expect(broken('一二三四五六七八', 8, 2)).toEqual(['一二三四', '五六七八'])
})
