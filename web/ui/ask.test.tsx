// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { Asks, ask, confirm } from './ask.tsx'
import { go } from './location.ts'
import { Toasts, toast } from './toast.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Lets time pass where its clock is ours. */
const passed = (ms: number) => void (vi.isFakeTimers() && vi.advanceTimersByTime(ms))

/** A page with one button that asks, and what was answered. */
function page(question: () => Promise<unknown>) {
  const answered = vi.fn()
  render(
    <>
      <button type="button" onClick={() => void question().then(answered)}>
        问
      </button>
      <Asks />
    </>,
  )
  return { answered, opener: screen.getByText('问'), user: userEvent.setup({ advanceTimers: passed }) }
}

it('a question takes the focus, is named 提示, and gives the focus back with the answer', async () => {
  const { answered, opener, user } = page(() => confirm({ text: '确定退出登录吗？' }))
  await user.click(opener)
  const dialog = await screen.findByRole('alertdialog', { name: '提示' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(true))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('a destructive question begins at 取消, and Escape is a no', async () => {
  const { answered, opener, user } = page(() => confirm({ text: '删除后不能找回', ok: '删除', danger: true }))
  await user.click(opener)
  const cancel = await screen.findByRole('button', { name: '取消' })
  await waitFor(() => expect(document.activeElement).toBe(cancel))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(false))
})

it('a line that is not enough is refused with its reason; the next one is answered', async () => {
  const whyNot = (value: string) => (value.trim() ? undefined : '请填入形容词~')
  const { answered, opener, user } = page(() => ask({ title: '存入草稿箱', placeholder: '形容词', whyNot }))
  await user.click(opener)
  const field = await screen.findByRole('textbox', { name: '形容词' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('请填入形容词~')
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  await user.type(field, '温柔{Enter}')
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith('温柔'))
})

it('the second tap of two does not answer the line the first has asked for; a later one beside it is a no', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { answered, opener, user } = page(() => ask({ title: '存入草稿箱', placeholder: '形容词' }))
  await user.click(opener)
  await screen.findByRole('textbox', { name: '形容词' })
  const beside = document.querySelector<HTMLElement>('[class*="backdrop"]')!
  await user.click(beside)
  expect(screen.getByRole('textbox', { name: '形容词' })).toBeTruthy()
  expect(answered).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))
  await user.click(beside)
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(undefined))
})

it.each([
  ['confirm', false, () => confirm({ text: '确定退出登录吗？' })],
  ['ask', undefined, () => ask({ title: '修改昵称', placeholder: '请填写昵称' })],
] as const)('a question (%s) does not outlive its page: leaving is a no', async (_, no, question) => {
  go('cancelAccount')
  const { answered, opener, user } = page(question)
  await user.click(opener)
  await screen.findByRole('button', { name: '确定' })
  act(() => go('setting'))
  expect(screen.queryByRole('button', { name: '确定' })).toBeNull()
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(no))
  await user.click(screen.getByText('问'))
  await screen.findByRole('button', { name: '确定' })
})

it('a toast speaks politely, takes no focus and goes by itself', () => {
  vi.useFakeTimers()
  render(<Toasts />)
  const before = document.activeElement
  act(() => toast('已存入草稿箱'))
  expect(screen.getByRole('status').textContent).toBe('已存入草稿箱')
  expect(document.activeElement).toBe(before)
  act(() => vi.advanceTimersByTime(1_500))
  expect(screen.getByRole('status').textContent).toBe('')
})
