import { expect, it } from 'vitest'
import { emptyDraft, forecastContent, type SealDraft, textContent } from '#web/draft/current/draft.ts'
import { sheetOf } from './sheet.ts'

const photo = { type: 1 as const, content: 'image/7/a.png', comment: '', name: '海.png' }
const clip = { type: 2 as const, content: 'video/7/b.mp4', comment: '', name: '浪.mp4' }
const graphic = (...content: SealDraft['content']): SealDraft => ({ ...emptyDraft('7'), content_type: 1, content })

it('a text shows its title and its first line, as text and never as HTML', () => {
  const content = textContent('<p></p><p><b>今晚</b>的风 &lt;3</p><p>第二行</p>')
  expect(sheetOf({ ...emptyDraft('7'), content, long_tag: '十八岁的' })).toEqual({
    title: '十八岁的',
    line: '今晚的风 <3',
  })
})

it('empty title defaults to 你是年少的喜欢, and a long line is cut', () => {
  const { title, line } = sheetOf({ ...emptyDraft('7'), content: textContent(`<p>${'长'.repeat(99)}</p>`) })
  expect([title, line]).toEqual(['你是年少的喜欢', `${'长'.repeat(48)}…`])
})

it('pictures show the first remark, or how many there are', () => {
  expect(sheetOf(graphic(photo, { ...clip, comment: ' 海边的风 ' })).line).toBe('海边的风')
  expect(sheetOf(graphic(photo, photo, clip)).line).toBe('2张图片、1段视频')
})

it('a prediction is plain text, whatever stands in it', () => {
  const content = forecastContent({ content: '\n1 < 2，而 3 > 2？\n', comment: '会' })
  expect(sheetOf({ ...emptyDraft('7', 2), content }).line).toBe('1 < 2，而 3 > 2？')
})
