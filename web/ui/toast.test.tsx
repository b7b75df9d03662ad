// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { quietForRitual, Toasts, toast, toastWhile } from './toast.tsx'
import { toastFailure } from './toastFailure.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toasts />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

const said = () => screen.getByRole('status').textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('nothing is said over a ritual: it waits, in its order, also what was said just before', async () => {
  act(() => toast('解封成功'))
  expect(said()).toBe('解封成功')
  let over = () => {}
  act(() => {
    over = quietForRitual()
  })
  expect(said()).toBe('')
  act(() => toast('获得2个日记胶囊'))
  await pass(1_500)
  expect(said()).toBe('')
  act(() => over())
  expect(said()).toBe('解封成功')
  await pass(1_500)
  expect(said()).toBe('获得2个日记胶囊')
  await pass(1_500)
  expect(said()).toBe('')
})

it('a second ritual after the first loses nothing of what waits, nor its time to be read', async () => {
  act(() => toast('解封成功', { ms: 3_000 }))
  const ritual = () => {
    let over = () => {}
    act(() => {
      over = quietForRitual()
    })
    return () => act(over)
  }
  const first = ritual()
  act(() => toast('获得2个日记胶囊'))
  // The words to oneself follow the ritual at once.
  first()
  const second = ritual()
  await pass(3_000)
  expect(said()).toBe('')
  second()
  expect(said()).toBe('解封成功')
  await pass(2_900)
  expect(said()).toBe('解封成功')
  await pass(100)
  expect(said()).toBe('获得2个日记胶囊')
  await pass(1_500)
  expect(said()).toBe('')
})

it('保存中... is said while it takes more than a moment, and not when it is over at once', async () => {
  let done = () => {}
  void toastWhile('保存中...', new Promise<void>((resolve) => (done = resolve)))
  await pass(299)
  expect(said()).toBe('')
  await pass(2)
  expect(said()).toBe('保存中...')
  done()
  await pass(1)
  expect(said()).toBe('')
  void toastWhile('删除中...', Promise.resolve())
  await pass(1_000)
  expect(said()).toBe('')
})

it('what went on meanwhile does not take away what was said since', async () => {
  let done = () => {}
  void toastWhile('保存中...', new Promise<void>((resolve) => (done = resolve)))
  await pass(400)
  act(() => toast('保存成功'))
  done()
  await pass(1)
  expect(said()).toBe('保存成功')
})

it('a toast stands under the bar, and covers neither the field that is being typed in nor the keyboard', () => {
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  vi.stubGlobal('innerHeight', 800)
  const toastTop = () => {
    act(() => toast('手机号或密码错误'))
    return Number.parseInt(screen.getByRole('status').style.top, 10)
  }
  const at = (top: number) => vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, 48))
  at(700)
  expect(toastTop()).toBe(60)
  at(80)
  expect(toastTop()).toBe(304)
  // With a keyboard 400 of 800 pixels are seen.
  vi.stubGlobal('visualViewport', { offsetTop: 0, height: 400 })
  expect(toastTop()).toBe(152)
  vi.unstubAllGlobals()
})

it('lies beside the pages, so that no dialog, which lies over them all, lies over it', () => {
  expect(screen.getByRole('status').parentElement).toBe(document.body)
})

it('a fault of the server is said with the id of its request, long enough to copy it', async () => {
  const copied = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText: copied } })
  act(() => toastFailure({ message: '服务器错误', requestId: '9f86d081884c' }, 3_000))
  await pass(7_900)
  const copy = screen.getByRole('button', { name: '请求编号 9f86d081884c · 复制' })
  expect(said()).toBe('服务器错误请求编号 9f86d081884c · 复制')
  copy.click()
  await pass(1)
  expect(copied).toHaveBeenCalledWith('9f86d081884c')
  expect(said()).toBe('请求编号已复制')
  vi.unstubAllGlobals()
})

it('a refusal is said alone, and no longer than ever', async () => {
  act(() => toastFailure({ message: '时光胶囊不足' }, 3_000))
  expect(said()).toBe('时光胶囊不足')
  expect(screen.queryByRole('button')).toBeNull()
  await pass(3_000)
  expect(said()).toBe('')
})
