import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LoadFailed } from './LoadFailed.tsx'
import { Toasts } from './toast.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('says what happened, and 重试 asks again', async () => {
  const retry = vi.fn()
  render(<LoadFailed failure={{ message: '连接服务器失败' }} onRetry={retry} />)
  expect(screen.getByRole('alert').textContent).toContain('连接服务器失败')
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(retry).toHaveBeenCalledOnce()
})

it('asks again by itself once the network is back', () => {
  const retry = vi.fn()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { unmount } = render(<LoadFailed failure={{ message: '当前无网络连接，请检查网络' }} onRetry={retry} />)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(retry).toHaveBeenCalledOnce()
  unmount()
  window.dispatchEvent(new Event('online'))
  expect(retry).toHaveBeenCalledOnce()
})

it('its drawing is nothing to be read, and in a card there is none', () => {
  const { container, rerender } = render(
    <LoadFailed failure={{ message: '连接服务器失败' }} onRetry={() => undefined} />,
  )
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  rerender(<LoadFailed failure={{ message: '连接服务器失败' }} onRetry={() => undefined} compact />)
  expect(container.querySelector('svg')).toBeNull()
})

it('a fault of the server stands with the id of its request, which a tap copies; nothing else does', async () => {
  const user = userEvent.setup()
  const failure = { message: '服务器错误', requestId: '9f86d081884c' }
  const { rerender } = render(
    <>
      <LoadFailed failure={failure} onRetry={() => undefined} />
      <Toasts />
    </>,
  )
  expect(screen.getByText('服务器错误')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '请求编号 9f86d081884c · 复制' }))
  expect(await navigator.clipboard.readText()).toBe('9f86d081884c')
  expect(screen.getByRole('status').textContent).toBe('请求编号已复制')
  rerender(<LoadFailed failure={{ message: '内容不存在或已删除' }} onRetry={() => undefined} />)
  expect(screen.queryByRole('button', { name: /请求编号/ })).toBeNull()
})
