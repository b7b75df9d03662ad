// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'

it('a query before the hash, as WeChat adds to shared links, belongs to no route', async () => {
  window.history.replaceState(null, '', '/?from=singlemessage#/subPages/me/capsuleDetail?id=4')
  vi.resetModules()
  const { here } = await import('./location.ts')
  expect(here()).toBe('/subPages/me/capsuleDetail?id=4')
  expect(window.location.search).toBe('')
})

it('coming to another page or to another query is told, the same place again is not', async () => {
  const { go, history, onRoute } = await import('./location.ts')
  const told = vi.fn()
  go('login')
  const leave = onRoute(told)
  go('login')
  expect(told).toHaveBeenCalledTimes(0)
  go('login', { flag: '0' })
  expect(told).toHaveBeenCalledTimes(1)
  history.flush()
  go('landing')
  expect(told).toHaveBeenCalledTimes(2)
  leave()
  go('login')
  expect(told).toHaveBeenCalledTimes(2)
})

it('a double tap on the way to a page needs one step back, not two', async () => {
  const { go, here, history } = await import('./location.ts')
  go('login')
  const steps = window.history.length
  for (const _tap of [1, 2]) {
    go('deblocking', { id: '4', name: '今晚的风' })
    history.flush()
  }
  expect(window.history.length).toBe(steps + 1)
  expect(here()).toContain('/subPages/me/deblocking?id=4')
})

it('a page is left once its toast has been read, but not when the person has left it already', async () => {
  vi.useFakeTimers()
  const { go, here, leaveAfterToast } = await import('./location.ts')
  const leave = vi.fn()
  go('draftBox')
  leaveAfterToast(here(), leave)
  vi.advanceTimersByTime(1_499)
  expect(leave).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(leave).toHaveBeenCalledTimes(1)
  leaveAfterToast(here(), leave)
  go('login')
  vi.advanceTimersByTime(1_500)
  expect(leave).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
