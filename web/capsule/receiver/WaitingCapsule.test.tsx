import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CAPTCHA_WRONG } from '#contract/captcha.ts'
import { PAGES } from '#contract/pages.ts'
import { GONE, RECEIVED, REFUSED, TAKEN, TO_ONESELF } from '#contract/receiver.ts'
import { REPORTED_SENDER } from '#contract/report.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { endPages, ok, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { inDays } from '#web/capsule/notice/notices.fixture.ts'
import { setToken, takeRoute } from '#web/client/session.ts'
import { here } from '#web/ui/location.ts'
import { nothingOf, waitingOf } from './waiting.fixture.ts'
import { takeWish } from './wish.ts'

let server: StandIn

const start = (signedIn = true) => {
  server = startPages(signedIn ? person() : undefined)
  server.answer('waitingCapsule', waitingOf())
  server.answer('receiveCapsule', ok({ capsule_id: '12' }))
}
beforeEach(() => start())
afterEach(() => {
  endPages()
  takeWish('')
})

const open = (token = 'abc') => openPage(PAGES.waiting, { token })
const button = (name: string) => screen.findByRole('button', { name })
const noAnswers = () => expect(screen.queryByRole('button', { name: /收进我的胶囊|我不想收/ })).toBeNull()

it('a stranger reads from whom and for whom it waits, since when and until when, and nothing of its title', async () => {
  start(false)
  await open()
  await screen.findByText('来自 小满 的时光胶囊')
  screen.getByRole('heading', { name: '给妈妈' })
  screen.getByText('距离解封还有')
  expect(screen.getByRole('timer').textContent).toMatch(/^(399|400)天/)
  expect(document.querySelector('main')?.textContent).not.toContain('《')
  expect(server.asked().filter((name) => name !== 'systemInfo')).toEqual(['waitingCapsule'])
})

it('the title is told where its sender shows it', async () => {
  server.answer('waitingCapsule', waitingOf({ title: '十年后见' }))
  await open()
  await screen.findByText('《十年后见》')
})

it('it is received by a tap, and the way to it is shown', async () => {
  const user = await open()
  await user.click(await button('收进我的胶囊'))
  const answer = await screen.findByRole('heading', { name: RECEIVED })
  expect(document.activeElement).toBe(answer)
  expect(server.sent('receiveCapsule')).toEqual([{ token: 'abc' }])
  noAnswers()
  server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  await user.click(await button('去看看这枚胶囊'))
  await waitFor(() => expect(here()).toBe(`${PAGES.capsuleDetail}?id=12&isOther=0`))
})

it('who is not signed in signs in first, comes back here, and has received it', async () => {
  start(false)
  const user = await open()
  await user.click(await button('收进我的胶囊'))
  await waitFor(() => expect(here()).toBe(PAGES.login))
  expect(server.sent('receiveCapsule')).toEqual([])
  const route = takeRoute()
  expect(route).toBe(`${PAGES.waiting}?token=abc`)
  setToken('fresh')
  await openPage(route!)
  await screen.findByRole('heading', { name: RECEIVED })
  expect(server.sent('receiveCapsule')).toEqual([{ token: 'abc' }])
})

it('no address receives it without a tap', async () => {
  await openPage(PAGES.waiting, { token: 'abc', take: '1' })
  await button('收进我的胶囊')
  expect(server.sent('receiveCapsule')).toEqual([])
})

it('of a sender who has left it says so; a no is for good, is asked as such, and nothing is left to take', async () => {
  server.answer('waitingCapsule', waitingOf({ from: '该用户已注销', left: 1 }))
  const user = await open()
  await screen.findByText('该用户已注销，这枚胶囊仍留给你')
  await user.click(await button('我不想收'))
  const asked = await screen.findByRole('alertdialog')
  within(asked).getByText(/永久删除，里面的话谁都看不到了/)
  await user.click(within(asked).getByRole('button', { name: '永久删除' }))
  await screen.findByRole('heading', { name: GONE })
  expect(server.sent('refuseCapsule')).toEqual([{ token: 'abc' }])
  expect(screen.queryByRole('button', { name: /收下/ })).toBeNull()
})

it('who does not want it is asked once, and needs no sign-in', async () => {
  start(false)
  const user = await open()
  await user.click(await button('我不想收'))
  const question = within(await screen.findByRole('alertdialog'))
  question.getByText(/对方到那天只会知道没有人收下/)
  expect(server.sent('refuseCapsule')).toEqual([])
  await user.click(question.getByRole('button', { name: '我不想收' }))
  await screen.findByRole('heading', { name: REFUSED })
  expect(server.sent('refuseCapsule')).toEqual([{ token: 'abc' }])
  noAnswers()
})

it('its sender is told that it is their own, and led to it', async () => {
  server.answer('waitingCapsule', waitingOf({ state: 'own' }))
  const user = await open()
  await screen.findByRole('heading', { name: TO_ONESELF })
  noAnswers()
  await user.click(await button('查看它的链接和二维码'))
  await waitFor(() => expect(here()).toBe(`${PAGES.handOver}?id=12`))
})

it('who has received it is led to it; once it may be opened nobody promises to tell them', async () => {
  server.answer('waitingCapsule', waitingOf({ state: 'yours', open_time: inDays(-1) }))
  const user = await open()
  await screen.findByRole('heading', { name: '已收下' })
  server.answer('received', { code: 5000, message: '服务器错误' })
  await user.click(await button('我收到的胶囊'))
  await waitFor(() => expect(here()).toBe(`${PAGES.meCapsule}?tab=received`))
})

it('of one that was taken nothing else is said', async () => {
  server.answer('waitingCapsule', nothingOf('taken'))
  await open()
  await screen.findByRole('heading', { name: TAKEN })
  noAnswers()
  expect(document.querySelector('main')?.textContent).toBe(`${TAKEN}返回首页`)
})

it('who did not want it may think better of it, and is told nothing else before', async () => {
  server.answer('waitingCapsule', nothingOf('refused'))
  const user = await open()
  await screen.findByRole('heading', { name: REFUSED })
  noAnswers()
  expect(document.querySelector('main')?.textContent).toBe(`${REFUSED}改主意了，收下`)
  await button('改主意了，收下')
  server.answer('waitingCapsule', waitingOf({ state: 'yours' }))
  await user.click(await button('改主意了，收下'))
  await screen.findByRole('heading', { name: RECEIVED })
  expect(server.sent('receiveCapsule')).toEqual([{ token: 'abc' }])
})

it('somebody was quicker: the refusal is told, and what stands there is looked at again', async () => {
  server.answer('receiveCapsule', { code: 2, message: TAKEN })
  const user = await open()
  await button('收进我的胶囊')
  server.answer('waitingCapsule', nothingOf('taken'))
  await user.click(await button('收进我的胶囊'))
  await screen.findByRole('heading', { name: TAKEN })
})

it.each(['', 'gone'])('a link that is none (%j) says so and leads home', async (token) => {
  server.answer('waitingCapsule', { code: 1004, message: '内容不存在或已删除' })
  const user = await open(token)
  await screen.findByText(LINK_GONE)
  await user.click(await button('返回首页'))
  await waitFor(() => expect(here()).toBe(PAGES.home))
})

it('what cannot be learnt just now can be asked for again', async () => {
  server.answer('waitingCapsule', { code: 5000, message: '服务器错误' })
  const user = await open()
  await screen.findByText('服务器错误')
  server.answer('waitingCapsule', waitingOf())
  await user.click(await button('重试'))
  await screen.findByRole('heading', { name: '给妈妈' })
})

it('one that waits at an address is taken by a code that is sent there, of which a part is shown', async () => {
  server.answer('waitingCapsule', waitingOf({ code_to: '139****0000', addressed: 1 }))
  server.answer('receiveCode', ok({}))
  const user = await open()
  await user.click(await button('收进我的胶囊'))
  const sheet = within(await screen.findByRole('dialog', { name: '确认是寄给你的' }))
  await sheet.findByText(/139\*\*\*\*0000/)
  expect(server.sent('receiveCapsule')).toEqual([])
  await user.click(sheet.getByRole('button', { name: '收进我的胶囊' }))
  await sheet.findByText('请输入验证码')
  await user.click(sheet.getByRole('button', { name: '获取验证码' }))
  await screen.findByText('验证码已发送')
  await user.click(await sheet.findByRole('button', { name: /后可重新发送/ }))
  expect(server.sent('receiveCode')).toEqual([{ token: 'abc' }])
  await user.type(sheet.getByLabelText('验证码'), '1234{Enter}')
  await screen.findByRole('heading', { name: RECEIVED })
  expect(server.sent('receiveCapsule')).toEqual([{ token: 'abc', captcha: '1234' }])
})

it('a wrong code is said at its field', async () => {
  server.answer('waitingCapsule', waitingOf({ code_to: '139****0000', addressed: 1 }))
  server.answer('receiveCapsule', { code: 2, message: CAPTCHA_WRONG, data: { field: 'captcha' } })
  const user = await open()
  await user.click(await button('收进我的胶囊'))
  const field = await screen.findByLabelText('验证码')
  await user.type(field, '1234{Enter}')
  const reason = await screen.findByText(CAPTCHA_WRONG)
  expect(field.getAttribute('aria-describedby')).toContain(reason.id)
})

it('who was loaded before the sign-in is asked for the code all the same', async () => {
  server.answer('receiveCapsule', { code: 2, message: CAPTCHA_WRONG, data: { field: 'captcha' } })
  const user = await open()
  await button('收进我的胶囊')
  server.answer('waitingCapsule', waitingOf({ code_to: 'm***@example.com', addressed: 1 }))
  await user.click(await button('收进我的胶囊'))
  await screen.findByRole('dialog', { name: '确认是寄给你的' })
})

it('who was reached at an address may want nothing more of its sender', async () => {
  server.answer('waitingCapsule', { ...nothingOf('refused'), data: { ...nothingOf('refused').data, addressed: 1 } })
  server.answer('refuseCapsule', ok({}))
  const user = await open()
  await user.click(await button('举报，不再收 TA 寄来的'))
  await screen.findByText(REPORTED_SENDER)
  expect(server.sent('refuseCapsule')).toEqual([{ token: 'abc', report: 1 }])
  await waitFor(() => expect(screen.queryByRole('button', { name: '举报，不再收 TA 寄来的' })).toBeNull())
})
