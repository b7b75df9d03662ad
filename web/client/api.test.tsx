// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type AppCall, calls } from '#contract/calls.ts'
import { history } from '#web/ui/location.ts'
import { call, usePages, useSend } from './api.ts'
import { queryClient } from './queryClient.ts'
import { getToken, setToken } from './session.ts'
import { rememberSiteRoute, siteRoute } from './siteRoute.ts'

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

const headed = (body: unknown, status: number) =>
  Promise.resolve(Response.json(body, { status, headers: { 'X-Request-Id': '9f86d081884c' } }))

it.each([
  [{ code: 5000, message: '服务器错误' }, 500],
  [{ code: 5000, message: '现在访问的人太多，请稍后再试' }, 503],
  ['<html>', 502],
  [{ code: 5000, message: '服务器错误' }, 200],
])('a fault of the server (%j, status %i) tells the id of its request', async (body, status) => {
  server.mockImplementation(() => headed(body, status))
  await expect(call('userInfo', {})).rejects.toMatchObject({ requestId: '9f86d081884c' })
})

it.each([
  [{ code: 2, message: '时光胶囊不足' }, 200],
  [{ code: 1004, message: '内容不存在或已删除' }, 200],
  [{ code: 1029, message: '操作太频繁，请稍后再试' }, 429],
])('a refusal (%j, status %i) tells none', async (body, status) => {
  server.mockImplementation(() => headed(body, status))
  await expect(call('userInfo', {})).rejects.toMatchObject({ requestId: undefined })
})

it('a request that goes nowhere is shown as 请求出错，请稍后再试', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call('userInfo', {})).rejects.toThrow('请求出错，请稍后再试')
})

it('what was only asked for, of a server that is away, is shown as 连接服务器失败', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call('userInfo', {}, { reading: true })).rejects.toThrow('连接服务器失败')
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

const ONCE = (Object.keys(calls) as AppCall[]).filter((name) => (calls[name] as Call).once)

const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

/** Sends it as a page does. */
function sender(name: AppCall) {
  const { result } = renderHook(() => useSend(name, { quiet: true }), { wrapper: Queries })
  return async (text = 'a') => {
    const sent = act(() => result.current.mutateAsync({ text } as never).catch(() => undefined))
    await sent
    await waitFor(() => expect(result.current.isPending).toBe(false))
  }
}
const keysSent = () => server.mock.calls.map((_, at) => sentHeader(at, 'Idempotency-Key'))
const done = () => answer({ code: 1000, data: {} })

it.each(ONCE)('%s, done once by the table, keeps its key until there is an answer', async (name) => {
  const send = sender(name)
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  server.mockImplementation(done)
  await send('a')
  await send('b')
  await send('b')
  const [first, second, third] = keysSent()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it.each(['login', 'deleteDraft', 'capsuleDetail'] as const)('%s carries no key', async (name) => {
  server.mockImplementation(done)
  await sender(name)()
  expect(keysSent()).toEqual([null])
})

it.each([502, 503, 504])('status %i is silence: the key is kept, the envelope’s words are said', async (status) => {
  const send = sender('createDiaryCapsule')
  server.mockImplementationOnce(() => answer({ code: 5000, message: '现在访问的人太多，请稍后再试' }, status))
  server.mockImplementation(done)
  await send()
  await send('changed')
  expect(new Set(keysSent()).size).toBe(1)
})

it('a bug of the server is tried once more with its key, then the next sending is one of its own', async () => {
  const send = sender('createDiaryCapsule')
  server.mockImplementation(() => answer({ code: 5000, message: '服务器错误' }, 500))
  await send()
  expect(new Set(keysSent()).size).toBe(1)
  expect(server).toHaveBeenCalledTimes(2)
  server.mockImplementation(done)
  await send()
  const [first, , own] = keysSent()
  expect(own).not.toBe(first)
})

it('a bug of the server repeats nothing that is not done once', async () => {
  server.mockImplementation(() => answer({ code: 5000, message: '服务器错误' }, 500))
  await sender('deleteDraft')()
  expect(server).toHaveBeenCalledTimes(1)
})

it('a call of the table that is done once and sent by no hook has a key all the same', async () => {
  server.mockImplementation(done)
  await call('createTimeCapsule', {} as never)
  expect(keysSent()[0]).toMatch(/^[0-9a-f]{32}$/)
})

type Row = { id: string }
const rowsOf = (page: number, count = 15): Row[] => Array.from({ length: count }, (_, at) => ({ id: `${page}-${at}` }))

/** Reads a list to its end; what it has asked for. */
async function readToEnd(pages: object[], pick: (data: never) => Row[]) {
  const asked: unknown[] = []
  server.mockImplementation((_path, init) => {
    asked.push(JSON.parse(String(init?.body)))
    return answer({ code: 1000, data: pages[asked.length - 1] })
  })
  queryClient.clear()
  const { result } = renderHook(() => usePages('userLoveList', {}, pick as (data: unknown) => Row[]), {
    wrapper: Queries,
  })
  await waitFor(() => expect(result.current.data).toBeDefined())
  while (result.current.hasNextPage) await act(() => result.current.fetchNextPage())
  return asked
}

it.each([
  ['capsules.next', (data: Row[], next: string) => ({ capsules: { data, next } })],
  ['users.next', (data: Row[], next: string) => ({ users: { data, next } })],
  ['next', (capsules: Row[], next: string) => ({ capsules, next })],
])(
  'the page after one that says where it ended (%s) is asked by number and by that, to the last',
  async (_at, page) => {
    const pages = ['30_3', '20_2', ''].map((next, at) => page(rowsOf(at), next))
    const pick = (data: { users?: { data: Row[] }; capsules?: Row[] & { data?: Row[] } }) =>
      data.users?.data ?? data.capsules?.data ?? data.capsules!
    expect(await readToEnd(pages, pick)).toEqual([{ page: 1 }, { page: 2, after: '30_3' }, { page: 3, after: '20_2' }])
  },
)

it('a list that does not say it is asked by number alone, until a page is not full', async () => {
  const pages = [rowsOf(0), rowsOf(1), rowsOf(2, 14)].map((data) => ({ data }))
  expect(await readToEnd(pages, ({ data }: { data: Row[] }) => data)).toEqual([{ page: 1 }, { page: 2 }, { page: 3 }])
})
