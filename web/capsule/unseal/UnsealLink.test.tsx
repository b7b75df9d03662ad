// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LINK_GONE } from '#contract/unseal.ts'
import { type Answer, endPages, openPage, person, startPages } from '#test/page.tsx'
import { jwtOf, keepJwt } from '#web/client/linkJwt.ts'
import { getToken, takeRoute } from '#web/client/session.ts'
import { here, history } from '#web/ui/location.ts'
import { detailOf, sealed, unsealed } from './sealed.fixture.ts'

const ALIAS = '/unsealLink/the-token'
const DETAIL = '/subPages/me/capsuleDetail'
const QUESTION = '您的生肖是？'
const RITUAL_MS = 1_500
const GONE = { code: 1004 as const, message: LINK_GONE }

afterEach(endPages)

const info = (questions: string[] = []): Answer<'getInfoByToken'> => ({
  code: 1000,
  data: { capsule: { ...sealed(), nickname: '小满' }, is_mine: 0, is_love: 0, questions },
})
/** The capsule as seen by a person who is not its owner. */
const seen = () => detailOf(unsealed({ send_word: undefined }), 0)

/** `toHolders`: the answer to calls that carry the link's token, and to no others. */
type Given = { signedIn?: boolean; answer?: Answer<'getInfoByToken'>; toHolders?: Answer<'capsuleDetail'> }

function start({ signedIn = false, answer = info(), toHolders }: Given = {}) {
  const server = startPages(signedIn ? person() : undefined)
  server.answer('getInfoByToken', answer)
  server.answer('unsealByToken', { code: 1000, data: { jwt: 'of.a.link', capsule_id: '3' } })
  server.answer('capsuleDetail', seen())
  const bearers: string[] = []
  const answering = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const bearer = new Headers(init.headers).get('Authorization')
    bearers.push(`${path} ${bearer}`)
    const byLink = bearer === 'Bearer of.a.link'
    return byLink && toHolders ? Promise.resolve(Response.json(toHolders)) : answering(path, init)
  })
  return { server, bearers }
}
const HELD: Answer<'getInfoByToken'> = {
  code: 1000,
  data: { capsule: { ...sealed({ held: 1 }), nickname: '小满' }, is_mine: 0, is_love: 0, questions: [QUESTION] },
}
const press = () => screen.findByRole('button', { name: '点击解封' })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('what fell due by a clock that is still being checked asks nothing yet, and says why', async () => {
  start({ answer: HELD })
  await openPage(ALIAS)
  await screen.findByRole('button', { name: '系统正在核对时间' })
  expect(screen.queryByLabelText(QUESTION)).toBeNull()
  expect(screen.queryByRole('button', { name: '点击解封' })).toBeNull()
})

it.each([
  [ALIAS, {}],
  ['/subPages/me/unsealLink', { unseal_token: 'the-token' }],
])('%s shows a stranger whose capsule it is, its tag and its time', async (path, query) => {
  const { server } = start()
  await openPage(path, query)
  await screen.findByText('来自 小满 的时光胶囊')
  expect(screen.getByRole('heading', { name: '少年' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '前往首页' })).toBeTruthy()
  expect(screen.getByRole('complementary', { name: '下载时光胶囊' })).toBeTruthy()
  expect(server.sent('getInfoByToken')).toEqual([{ unseal_token: 'the-token' }])
  expect(screen.queryByText('海边的旅行')).toBeNull()
})

it('opened by link, its capsule takes the place of the route, and is asked for with what the link has given', async () => {
  const { server, bearers } = start()
  const user = await openPage(ALIAS)
  const steps = history.length
  let said = 0
  const watch = new MutationObserver(() => (said += screen.queryAllByText('解封成功').length))
  watch.observe(document.body, { childList: true, subtree: true })
  await user.click(await press())
  await screen.findByRole('main', { name: '胶囊正在打开' })
  expect(said, 'nothing is said before the ritual and over it').toBe(0)
  watch.disconnect()
  await pass(RITUAL_MS)
  await screen.findByText('解封成功')
  await screen.findByText('海边的旅行')
  expect(here()).toBe(`${DETAIL}?id=3&isOther=1`)
  expect(history.length).toBe(steps)
  expect(server.sent('unsealByToken')).toEqual([{ unseal_token: 'the-token', key_answer: {} }])
  expect(bearers).toContain('/api/capsule/detail Bearer of.a.link')
  expect(JSON.parse(sessionStorage.getItem('JWT')!)).toEqual({ 3: 'of.a.link' })
  expect(localStorage.getItem('JWT')).toBeNull()
  expect(getToken()).toBeUndefined()
})

it('the ritual is the beginning of the letter’s own page: its sheet stays until the letter is there, which has the focus then', async () => {
  const { server } = start()
  let come = (_: ReturnType<typeof seen>) => {}
  server.answer('capsuleDetail', new Promise<ReturnType<typeof seen>>((resolve) => (come = resolve)))
  const user = await openPage(ALIAS)
  await user.click(await press())
  await screen.findByRole('main', { name: '胶囊正在打开' })
  expect(here()).toBe(`${DETAIL}?id=3&isOther=1`)
  await pass(RITUAL_MS * 2)
  expect(screen.getByRole('main', { name: '胶囊正在打开' })).toBeTruthy()
  come(seen())
  await screen.findByText('海边的旅行')
  await waitFor(() => expect(screen.queryByRole('main', { name: '胶囊正在打开' })).toBeNull())
  expect(document.activeElement?.tagName).toBe('ARTICLE')
})

it('answers are asked for; a wrong one opens nothing', async () => {
  const { server } = start({ answer: info([QUESTION]) })
  const user = await openPage(ALIAS)
  server.answer('unsealByToken', { code: 2, message: '答案不正确', data: { field: 'key_answer' } })
  await user.type(await screen.findByLabelText(QUESTION), '虎{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('答案不正确')
  expect(server.sent('unsealByToken')).toEqual([{ unseal_token: 'the-token', key_answer: { [QUESTION]: '虎' } }])
  expect(jwtOf('3')).toBeUndefined()
  expect(screen.getByLabelText<HTMLInputElement>(QUESTION).value).toBe('虎')
})

it('too many answers are said plainly with the time to wait', async () => {
  const { server } = start({ answer: info([QUESTION]) })
  const user = await openPage(ALIAS)
  server.answer('unsealByToken', { code: 1029, message: '操作太频繁，请稍后再试', data: { retry_after: 850 } })
  await user.type(await screen.findByLabelText(QUESTION), '虎{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('尝试次数太多，请15分钟后再试')
})

it('an address that has asked too often is told how long to wait', async () => {
  start({ answer: { code: 1029, message: '操作太频繁，请稍后再试', data: { retry_after: 130 } } })
  await openPage(ALIAS)
  await screen.findByText('访问太频繁，请3分钟后再试')
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})

it('a link that is gone says whom to ask, and leads home', async () => {
  start({ answer: GONE })
  const user = await openPage(ALIAS)
  await screen.findByText(LINK_GONE)
  await user.click(screen.getByRole('button', { name: '返回首页' }))
  await waitFor(() => expect(history.location.pathname).toBe('/'))
})

it('a link without a token is gone, and nobody is asked', async () => {
  const { server } = start()
  await openPage('/subPages/me/unsealLink')
  await screen.findByText(LINK_GONE)
  expect(server.sent('getInfoByToken')).not.toContainEqual({ unseal_token: '' })
})

it('a link that is renewed while it is looked at is gone', async () => {
  const { server } = start()
  const user = await openPage(ALIAS)
  const button = await press()
  server.answer('getInfoByToken', GONE)
  server.answer('unsealByToken', GONE)
  await user.click(button)
  await screen.findByRole('button', { name: '返回首页' })
})

it('a sign-in is neither asked for nor used nor ended by a link', async () => {
  const { server, bearers } = start({ signedIn: true })
  server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  const user = await openPage(ALIAS)
  await user.click(await press())
  const ofTheLink = bearers.filter((line) => /infoByToken|unsealByToken/.test(line))
  expect(ofTheLink.length).toBeGreaterThan(1)
  expect(ofTheLink.every((line) => line.endsWith(' null'))).toBe(true)
  expect(getToken()).toBe('fresh')
})

it.each([2005, 1004] as const)('a link that has run out (%i) says so, and ends nobody’s sign-in', async (code) => {
  const { server } = start({ signedIn: true })
  keepJwt('3', 'of.a.link')
  server.answer('capsuleDetail', { code, message: '登录已过期，请重新登录' })
  await openPage(DETAIL, { id: '3' })
  await screen.findByText(LINK_GONE)
  await pass(5_000)
  expect(getToken()).toBe('fresh')
  expect(history.location.pathname).toBe(DETAIL)
})

it('an owner who came by a link of their own sees the capsule as its owner', async () => {
  const { server } = start({ signedIn: true, toHolders: seen() })
  keepJwt('3', 'of.a.link')
  server.answer('capsuleDetail', detailOf(unsealed()))
  await openPage(DETAIL, { id: '3' })
  await screen.findByText('愿你一切都好')
  expect(screen.getByRole('switch', { name: '胶囊内容对他人开放' })).toBeTruthy()
})

it.each([1004, 2005] as const)('whose own sign-in (%i) may not see the capsule sees it by the link', async (code) => {
  const { server } = start({ signedIn: true, toHolders: seen() })
  keepJwt('3', 'of.a.link')
  server.answer('capsuleDetail', { code, message: '内容不存在或已删除' })
  await openPage(DETAIL, { id: '3' })
  await screen.findByText('海边的旅行')
  expect(screen.queryByRole('switch')).toBeNull()
  expect(getToken()).toBe('fresh')
})

it('what was opened by link stays open on reload, for that capsule alone', async () => {
  const { bearers } = start()
  keepJwt('3', 'of.a.link')
  await openPage(DETAIL, { id: '3' })
  await screen.findByText('海边的旅行')
  expect(bearers).toContain('/api/capsule/detail Bearer of.a.link')
  act(() => history.push(`${DETAIL}?id=4`))
  await waitFor(() => expect(history.location.pathname).toBe('/pages/login/login'))
  expect(takeRoute()).toBe(`${DETAIL}?id=4`)
})

it.each(['{', '[]', 'null', '"x"'])('a spoilt store (%s) keeps nobody out for long', async (text) => {
  start()
  sessionStorage.setItem('JWT', text)
  expect(jwtOf('3')).toBeUndefined()
  keepJwt('3', 'of.a.link')
  expect(jwtOf('3')).toBe('of.a.link')
  expect(jwtOf('constructor')).toBeUndefined()
})
