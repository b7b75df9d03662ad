// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call, useSend } from './api.ts'
import { queryClient } from './queryClient.ts'
import { getToken, setToken } from './session.ts'
import { rememberSiteRoute, siteRoute } from './siteRoute.ts'
import { history } from './ui/location.ts'

const server = vi.fn<typeof fetch>()
const answer = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }))
const sentHeader = (at: number, name: string) => new Headers(server.mock.calls[at]?.[1]?.headers).get(name)

beforeEach(() => {
  localStorage.clear()
  server.mockReset()
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('carries the token and the source, and gives the data', async () => {
  setToken('t1')
  server.mockImplementation(() => answer({ code: 1000, data: { user: { id: '7' } } }))
  expect(await call('userInfo', {})).toEqual({ user: { id: '7' } })
  expect(sentHeader(0, 'Authorization')).toBe('Bearer t1')
  expect(sentHeader(0, 'source')).toBe('pc')
})

it.each([
  [{ code: 2, message: '时光胶囊不足' }, 200, '时光胶囊不足'],
  [{ code: 2, message: '甲', hint: '乙' }, 200, '乙'],
  [{ code: 5000 }, 500, '请求失败，请稍后重试~ Code: userInfo'],
  ['<html>', 502, '连接服务器失败'],
  ['text', 200, '服务器错误'],
])('an answer %j with status %i is shown as %s', async (body, status, text) => {
  server.mockImplementation(() => answer(body, status))
  await expect(call('userInfo', {})).rejects.toThrow(text)
})

it('a request that goes nowhere is shown as 请求出错，请稍后再试', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call('userInfo', {})).rejects.toThrow('请求出错，请稍后再试')
})

it.each(['of.a.link', 'mine'])(
  'a bearer (%s) stands in place of the sign-in, which no answer to it ends',
  async (bearer) => {
    setToken('mine')
    server.mockImplementation(() => answer({ code: 2005, message: '登录已过期，请重新登录' }))
    await expect(call('capsuleDetail', { capsule_id: '3' }, { bearer })).rejects.toThrow()
    expect(sentHeader(0, 'Authorization')).toBe(`Bearer ${bearer}`)
    expect(getToken()).toBe('mine')
  },
)

/** A call from the list of capsules that finds the sign-in over. */
async function signInEnds(code = 2005) {
  vi.useFakeTimers()
  setToken('old')
  history.push('/subPages/me/meCapsule?tab=open')
  server.mockImplementation(() => answer({ code }))
  await expect(call('userInfo', {})).rejects.toThrow()
}

it.each([
  [2004, 767, '/pages/login/login'],
  [2005, 390, '/pages/login/login'],
  [2006, 768, '/pages/site'],
  [2007, 1440, '/pages/site'],
])('code %i in a window of %i px removes the token and after 2 s leads to %s', async (code, width, page) => {
  vi.stubGlobal('innerWidth', width)
  await signInEnds(code)
  expect(getToken()).toBeUndefined()
  vi.advanceTimersByTime(1_900)
  expect(history.location.pathname).toBe('/subPages/me/meCapsule')
  vi.advanceTimersByTime(200)
  expect(history.location.pathname).toBe(page)
  expect(localStorage.getItem('routerTo')).toBe('/subPages/me/meCapsule?tab=open')
})

it('the phone of the desktop shell shows login when the sign-in is over', async () => {
  vi.stubGlobal('innerWidth', 1440)
  rememberSiteRoute('/pages/me/me')
  await signInEnds()
  vi.advanceTimersByTime(2_000)
  expect(siteRoute()).toBe('/pages/login/login')
})

it('who has signed in again within the 2 s stays where they are', async () => {
  await signInEnds()
  setToken('new')
  vi.advanceTimersByTime(2_000)
  expect(history.location.pathname).toBe('/subPages/me/meCapsule')
})

it('a late answer to an older token does not sign the new person out', async () => {
  setToken('old')
  server.mockImplementation(() => {
    setToken('new')
    return answer({ code: 2006 })
  })
  await expect(call('userInfo', {})).rejects.toThrow()
  expect(getToken()).toBe('new')
})

it.each(['createTimeDraft', 'diaryEdit', 'capsuleAgain'] as const)(
  '%s repeats its idempotency key after silence, and takes a new one after an answer',
  async (name) => {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    )
    const { result } = renderHook(() => useSend(name, { quiet: true }), { wrapper })
    const send = async () => {
      act(() => result.current.mutate({ capsule_id: '1', content: [{ type: 0, content: '<p>a</p>' }] }))
      await waitFor(() => expect(result.current.isPending).toBe(false))
    }
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    server.mockImplementation(() => answer({ code: 1000, data: { capsule_id: '1' } }))
    await send()
    await waitFor(() => expect(result.current.isError).toBe(true))
    await send()
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    await send()
    await waitFor(() => expect(server).toHaveBeenCalledTimes(3))
    const keys = [0, 1, 2].map((at) => sentHeader(at, 'Idempotency-Key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  },
)
