import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { diaryWords, toDraftBoxWords } from './leaveWords.ts'
import type { Leave, Words } from './useLeaveQuestion.tsx'

let now = 0
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const NEW_TEXT = { form: FORM.text, isInBox: false }

function show(words: Words) {
  const onAnswer = vi.fn<(answer: Leave) => void>()
  now = 0
  render(<LeaveDialog words={words} onAnswer={onAnswer} />)
  return { onAnswer, user: userEvent.setup() }
}
const veil = () => document.querySelector('[class*="backdrop"]')!
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

it.each([
  ['是否存入草稿箱?', '否', '是', toDraftBoxWords(NEW_TEXT)],
  ['内容还没有保存，是否保存？', '不保存', '保存', diaryWords(undefined)],
])(
  '%s has %s, %s and 继续写, and what throws away is not the button that Enter presses',
  async (title, no, yes, words) => {
    show(words)
    expect(screen.getByRole('alertdialog', { name: title })).toBeTruthy()
    expect(buttons()).toEqual([no, yes, '继续写'])
    await waitFor(() => expect(document.activeElement?.textContent).toBe(yes))
  },
)

it('继续写, Escape and the veil stay on the page', async () => {
  const { onAnswer, user } = show(toDraftBoxWords(NEW_TEXT))
  now = DOUBLE_TAP_GUARD_MS
  await user.click(screen.getByRole('button', { name: '继续写' }))
  await user.keyboard('{Escape}')
  fireEvent.click(veil())
  expect(onAnswer.mock.calls).toEqual([['stay'], ['stay'], ['stay']])
})

it('the second tap of the two that asked is no answer', () => {
  const { onAnswer } = show(toDraftBoxWords(NEW_TEXT))
  now = DOUBLE_TAP_GUARD_MS - 1
  fireEvent.click(veil())
  expect(onAnswer).not.toHaveBeenCalled()
})

it('the offer of what was left the last time has no third choice, and its veil decides nothing', () => {
  const { onAnswer } = show({ text: '是否恢复？', discard: '不恢复', keep: '恢复' })
  now = DOUBLE_TAP_GUARD_MS
  fireEvent.click(veil())
  expect(buttons()).toEqual(['不恢复', '恢复'])
  expect(onAnswer).not.toHaveBeenCalled()
})

it.each([
  ['a new text', toDraftBoxWords(NEW_TEXT), '选「否」，刚写的内容会被丢弃'],
  ['new files', toDraftBoxWords({ form: FORM.graphic, isInBox: false }), '选「否」，刚放入的内容会被丢弃'],
  ['a draft', toDraftBoxWords({ form: FORM.text, isInBox: true }), '选「否」，刚改的内容会被丢弃，草稿箱里的保持原样'],
  ['a new diary', diaryWords(undefined), '选「不保存」，刚写的内容会被丢弃'],
  ['a diary', diaryWords('diary'), '选「不保存」，刚改的内容会被丢弃，原来的日记保持原样'],
  ['a diary that is a draft', diaryWords('draft'), '选「不保存」，刚改的内容会被丢弃，原来的草稿保持原样'],
])('one line says what becomes of %s', (_what, words, line) => {
  show(words)
  expect(screen.getByText(line)).toBeTruthy()
})
