import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LoadFailed } from './LoadFailed.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('says what happened, and 重试 asks again', async () => {
  const retry = vi.fn()
  render(<LoadFailed text="连接服务器失败" onRetry={retry} />)
  expect(screen.getByRole('alert').textContent).toContain('连接服务器失败')
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(retry).toHaveBeenCalledOnce()
})

it('asks again by itself once the network is back', () => {
  const retry = vi.fn()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { unmount } = render(<LoadFailed text="当前无网络连接，请检查网络" onRetry={retry} />)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(retry).toHaveBeenCalledOnce()
  unmount()
  window.dispatchEvent(new Event('online'))
  expect(retry).toHaveBeenCalledOnce()
})

it('its drawing is nothing to be read, and in a card there is none', () => {
  const { container, rerender } = render(<LoadFailed text="连接服务器失败" onRetry={() => undefined} />)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  rerender(<LoadFailed text="连接服务器失败" onRetry={() => undefined} compact />)
  expect(container.querySelector('svg')).toBeNull()
})
