// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './api.ts'
import { begin } from './begin.ts'
import { setRetryPolicy } from './retryPolicy.ts'
import { clearToken, getToken, setToken } from './session.ts'
import { wire } from './wire.ts'

const server = vi.fn<typeof fetch>()
const ok = (data: unknown) => Promise.resolve(Response.json({ code: 1000, data }))
const MINE = { user: { id: '7' } }
const READING = { reading: true } as const

/** As the page of HTML does: the person is asked for before the transport is there. */
function beginPerson(answer: Promise<Response>, token = 'mine') {
  server.mockImplementationOnce(() => answer)
  window.begun = [begin(wire.userInfo.path, '{}', { token, source: 'pc' }, () => Date.now())]
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.mockReset().mockImplementation(() => ok({ user: { id: 'asked anew' } }))
  vi.stubGlobal('fetch', server)
  setToken('mine')
})
afterEach(() => {
  window.begun = undefined
  clearToken()
  setRetryPolicy()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a reading that the page of HTML has begun is taken over and not sent again', async () => {
  beginPerson(ok(MINE))
  expect(await call('userInfo', {}, READING)).toEqual(MINE)
  expect(server).toHaveBeenCalledOnce()
})

it('it is taken over once', async () => {
  beginPerson(ok(MINE))
  await call('userInfo', {}, READING)
  expect(await call('userInfo', {}, READING)).toEqual({ user: { id: 'asked anew' } })
})

it('another input is asked for by itself', async () => {
  server.mockImplementationOnce(() => ok({ capsule: '3' }))
  window.begun = [
    begin(wire.capsuleDetail.path, '{"capsule_id":"3"}', { token: 'mine', source: 'pc' }, () => Date.now()),
  ]
  await call('capsuleDetail', { capsule_id: '4' }, READING)
  expect(server.mock.lastCall?.[1]?.body).toBe('{"capsule_id":"4"}')
})

it('an ended sign-in that it finds ends the sign-in', async () => {
  beginPerson(Promise.resolve(Response.json({ code: 2005, message: '登录已过期，请重新登录' })))
  await expect(call('userInfo', {}, READING)).rejects.toThrow('登录已过期，请重新登录')
  expect(getToken()).toBeUndefined()
  expect(server).toHaveBeenCalledOnce()
})

it('somebody else who has signed in meanwhile gets no answer of the person before, nor is signed out by one', async () => {
  beginPerson(Promise.resolve(Response.json({ code: 2005 })))
  setToken('of another person')
  expect(await call('userInfo', {}, READING)).toEqual({ user: { id: 'asked anew' } })
  expect(new Headers(server.mock.lastCall?.[1]?.headers).get('Authorization')).toBe('Bearer of another person')
  expect(getToken()).toBe('of another person')
})

it('after a silence it is sent again, as every reading is', async () => {
  setRetryPolicy({ firstWaitMs: 1 })
  beginPerson(Promise.reject(new TypeError('Failed to fetch')))
  expect(await call('userInfo', {}, READING)).toEqual({ user: { id: 'asked anew' } })
  expect(server).toHaveBeenCalledTimes(2)
})

it('it has the 60 seconds of every call, from its own beginning', async () => {
  let ended = false
  server.mockImplementationOnce(
    (_, sent) =>
      new Promise((_, refuse) => {
        sent!.signal!.addEventListener('abort', () => {
          ended = true
          refuse(new DOMException('', 'AbortError'))
        })
      }),
  )
  window.begun = [begin(wire.userInfo.path, '{}', { token: 'mine', source: 'pc' }, () => Date.now())]
  await vi.advanceTimersByTimeAsync(40_000)
  const asked = expect(call('userInfo', {}, READING)).rejects.toThrow('请求超时')
  await vi.advanceTimersByTimeAsync(19_000)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(ended).toBe(true)
  await asked
})

it('an answer that has waited for longer than data is fresh counts as none', async () => {
  beginPerson(ok(MINE))
  await vi.advanceTimersByTimeAsync(10_500)
  expect(await call('userInfo', {}, READING)).toEqual({ user: { id: 'asked anew' } })
})

it('after a change nothing is taken over that began before it', async () => {
  beginPerson(ok(MINE))
  await call('userInfoUpdate', { nickname: '小寒' })
  expect(await call('userInfo', {}, READING)).toEqual({ user: { id: 'asked anew' } })
})
