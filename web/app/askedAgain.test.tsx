// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type AppCall, calls } from '#contract/calls.ts'
import { call, isUnanswered, useCall, useSend } from '#web/client/api.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { setRetryPolicy, waitBefore } from '#web/client/retryPolicy.ts'
import { CallError, NO_ANSWER } from '#web/client/transport.ts'
import { wire } from '#web/client/wire.ts'
import { Toasts, toast } from '#web/ui/toast.tsx'

const MINUTE_MS = 60_000
const server = vi.fn<typeof fetch>()
const keysSent = () =>
  server.mock.calls.map(([, init]) => new Headers(init?.headers as HeadersInit).get('Idempotency-Key'))
const bodiesSent = () => server.mock.calls.map(([, init]) => init?.body)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

type Headed = { status?: number; headers?: Record<string, string> }
const answer = (body: unknown, headed: Headed = {}) => Promise.resolve(Response.json(body, headed))
const done = () => answer({ code: 1000, data: {} })
const broken = () => Promise.reject(new TypeError('Failed to fetch'))
const busy = (headers = {}) => answer({ code: 5000, message: '现在访问的人太多，请稍后再试' }, { status: 503, headers })

beforeEach(() => {
  vi.useFakeTimers()
  setRetryPolicy()
  server.mockReset()
  server.mockImplementation(done)
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  setRetryPolicy({ withinMs: 0 })
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const names = Object.keys(wire) as AppCall[]
const lineOf = (name: AppCall): Call => calls[name]
const READS = names.filter((name) => lineOf(name).reads)
const ONCE = names.filter((name) => lineOf(name).once)
const OTHERS = names.filter((name) => !lineOf(name).reads && !lineOf(name).once)

/** Makes a call; `came` is its outcome, as soon as it is known. */
function ask(name: AppCall, input: object = {}, options: Parameters<typeof call>[2] = {}) {
  const told: { came?: unknown } = {}
  call(name, input as never, options).then(
    (data) => (told.came = data),
    (error) => (told.came = error),
  )
  return told
}

it.each([...READS, ...ONCE])('%s is asked again by itself after silence, the same under the same key', async (name) => {
  server.mockImplementationOnce(broken).mockImplementationOnce(() => busy())
  const told = ask(name, { text: '雨' })
  await pass(MINUTE_MS)
  expect(told.came).toEqual({})
  expect(server).toHaveBeenCalledTimes(3)
  expect(new Set(keysSent()).size).toBe(1)
  expect(keysSent()[0] === null).toBe(READS.includes(name))
  expect(new Set(bodiesSent()).size).toBe(1)
})

it.each(OTHERS)('%s is not: a second sending may be another doing', async (name) => {
  server.mockImplementation(broken)
  const told = ask(name)
  await pass(MINUTE_MS)
  expect(told.came).toMatchObject({ code: NO_ANSWER })
  expect(server).toHaveBeenCalledTimes(1)
})

it('after a few times it is silence as ever, in the words of the last one', async () => {
  server.mockImplementation(() => busy())
  const told = ask('createDiaryCapsule')
  await pass(MINUTE_MS)
  expect(told.came).toMatchObject({ code: NO_ANSWER, message: '现在访问的人太多，请稍后再试' })
  expect(server.mock.calls.length).toBeGreaterThan(2)
  expect(server.mock.calls.length).toBeLessThan(8)
})

it('a page that was not answered keeps its key for what is sent next', async () => {
  server.mockImplementation(broken)
  const { result } = renderHook(() => useSend('createDiaryCapsule', { quiet: true }), { wrapper: Queries })
  const send = () => act(() => void result.current.mutateAsync({} as never).catch(() => undefined))
  send()
  await pass(MINUTE_MS)
  expect(result.current.isUnanswered()).toBe(true)
  server.mockImplementation(done)
  send()
  await pass(MINUTE_MS)
  expect(result.current.isSuccess).toBe(true)
  expect(new Set(keysSent()).size).toBe(1)
})

it('the page shows that it waits, and neither an error nor that it is unanswered when an answer comes', async () => {
  server.mockImplementationOnce(broken)
  const { result } = renderHook(() => useSend('createDiaryCapsule'), { wrapper: Queries })
  act(() => result.current.mutate({} as never))
  await pass(10)
  expect(server).toHaveBeenCalledTimes(1)
  expect(result.current).toMatchObject({ isPending: true, error: null })
  await pass(MINUTE_MS)
  expect(result.current).toMatchObject({ isSuccess: true, error: null })
  expect(result.current.isUnanswered()).toBe(false)
})

const said = () => screen.getByRole('status').textContent
const TOLD = '网络不稳定，正在重试'

it.each(ONCE)('%s, pressed and sent again, is told of from two seconds on until there is an answer', async (name) => {
  render(<Toasts />)
  server.mockImplementation(broken)
  ask(name)
  await pass(1_999)
  expect(said()).toBe('')
  await pass(2)
  expect(said()).toBe(TOLD)
  await pass(2_000)
  expect(said()).toBe(TOLD)
  server.mockImplementation(done)
  await pass(6_000)
  expect(said()).toBe('')
})

it('a connection that breaks late is told of at once, and what is answered soon not at all', async () => {
  render(<Toasts />)
  server.mockImplementationOnce(() => new Promise((_, reject) => setTimeout(reject, 5_000, new TypeError('broken'))))
  ask('createDiaryCapsule')
  await pass(4_990)
  expect(said()).toBe('')
  await pass(20)
  expect(said()).toBe(TOLD)
  await pass(MINUTE_MS)
  server.mockImplementationOnce(broken)
  ask('createDiaryCapsule')
  for (let tenth = 0; tenth < 60; tenth++) {
    await pass(100)
    expect(said()).toBe('')
  }
})

it('several that are sent again are told of once, until the last has its answer', async () => {
  render(<Toasts />)
  server.mockImplementation(broken)
  ask('createDiaryCapsule')
  await pass(1_000)
  ask('createTimeCapsule')
  await pass(1_100)
  const toast = screen.getByText(TOLD)
  await pass(1_000)
  expect(screen.getByText(TOLD)).toBe(toast)
  await pass(MINUTE_MS)
  expect(said()).toBe('')
})

it('what is said meanwhile is said over it, and then it is told of again', async () => {
  render(<Toasts />)
  server.mockImplementation(broken)
  ask('createDiaryCapsule')
  await pass(2_100)
  act(() => toast('已复制'))
  expect(said()).toBe('已复制')
  await pass(1_500)
  expect(said()).toBe(TOLD)
})

it.each([
  ['what is read', { onNoResponse: () => undefined }],
  ['what is sent in its own time', { noRetry: true }],
])('of %s nobody is told: it was not pressed', async (_what, options) => {
  render(<Toasts />)
  server.mockImplementation(broken)
  ask('createDiaryCapsule', {}, options)
  await pass(5_000)
  expect(said()).toBe('')
})

it('what is read knows of the first silence, so that what was kept is shown meanwhile', async () => {
  server.mockImplementationOnce(broken)
  const { result } = renderHook(() => useCall('capsuleDetail', { capsule_id: '3' }), { wrapper: Queries })
  await pass(10)
  expect(isUnanswered(result.current)).toBe(true)
  expect(result.current).toMatchObject({ isPending: true, error: null })
  await pass(MINUTE_MS)
  expect(result.current).toMatchObject({ data: {}, failureReason: null })
})

it('nobody comes back before the server has asked for it, and who would wait too long is told at once', async () => {
  server.mockImplementationOnce(() => busy({ 'Retry-After': '5' }))
  const told = ask('userInfo')
  await pass(4_999)
  expect(server).toHaveBeenCalledTimes(1)
  await pass(MINUTE_MS)
  expect(told.came).toEqual({})
  server.mockClear()
  server.mockImplementation(() => busy({ 'Retry-After': '600' }))
  const later = ask('userInfo')
  await pass(0)
  expect(later.came).toMatchObject({ code: NO_ANSWER })
  expect(server).toHaveBeenCalledTimes(1)
})

it.each([
  ['a refusal', () => answer({ code: 2, message: '时光胶囊不足' }), 1],
  ['too many tries', () => answer({ code: 1029, message: '操作太频繁，请稍后再试' }, { status: 429 }), 1],
  ['an answer that is not ours', () => answer('<html>'), 1],
  // As before: once more under its key, in case that it was chance.
  ['a bug', () => answer({ code: 5000, message: '服务器错误' }, { status: 500 }), 2],
])('%s is an answer: nobody waits for another', async (_what, says, sent) => {
  server.mockImplementation(says)
  const told = ask('createDiaryCapsule')
  await pass(0)
  expect(told.came).toBeInstanceOf(CallError)
  await pass(MINUTE_MS)
  expect(server).toHaveBeenCalledTimes(sent)
})

it('a device without a network is told so at once, also when it loses it while it waits', async () => {
  server.mockImplementation(broken)
  const waiting = ask('createDiaryCapsule')
  await pass(10)
  expect(waiting.came).toBeUndefined()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const told = ask('userInfo')
  await pass(0)
  for (const { came } of [waiting, told])
    expect(came).toMatchObject({ code: NO_ANSWER, message: '当前无网络连接，请检查网络' })
  await pass(MINUTE_MS)
  expect(server).toHaveBeenCalledTimes(2)
})

it('who has left is not asked for any more', async () => {
  server.mockImplementation(broken)
  const leaving = new AbortController()
  const told = ask('userInfo', {}, { signal: leaving.signal })
  await pass(10)
  leaving.abort()
  await pass(MINUTE_MS)
  expect(told.came).toMatchObject({ name: 'AbortError' })
  expect(server).toHaveBeenCalledTimes(1)
})

it('one that hangs is not asked again: it has had its minute', async () => {
  server.mockImplementation(
    (_path, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  )
  const told = ask('userInfo')
  await pass(3 * MINUTE_MS)
  expect(told.came).toMatchObject({ code: NO_ANSWER, message: '请求超时，请检查网络后再试' })
  expect(server).toHaveBeenCalledTimes(1)
})

it('what is sent anew in its own time is not repeated in between', async () => {
  server.mockImplementation(broken)
  const told = ask('createDiaryCapsule', {}, { noRetry: true })
  await pass(0)
  expect(told.came).toMatchObject({ code: NO_ANSWER })
})

it('waits grow, are never shorter than asked for, differ by chance, and are over after 18 seconds in all', () => {
  const at = (tries: number, chance: number, more = {}) =>
    waitBefore({ tries, elapsedMs: 0, retryAfterMs: 0, ...more }, chance)
  expect([1, 2, 3, 4].map((tries) => at(tries, 0))).toEqual([500, 1_000, 2_000, 4_000])
  expect([1, 2, 3, 4].map((tries) => at(tries, 1))).toEqual([750, 1_500, 3_000, 6_000])
  expect(at(1, 0, { retryAfterMs: 5_000 })).toBe(5_000)
  expect(at(1, 1, { retryAfterMs: 5_000 })).toBe(5_250)
  expect(at(1, 0, { elapsedMs: 17_500 })).toBe(500)
  expect(at(1, 0, { elapsedMs: 17_501 })).toBeUndefined()
})

const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
