// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type EndingStage, whyEnded } from '#contract/ending.ts'
import { endPages, ok, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { listed } from '#web/look/diary/diary.fixture.ts'
import { offer } from '#web/shop/recharge/recharge.fixture.ts'
import { go, here } from '#web/ui/location.ts'
import { endingByPage } from './EndingPlace.tsx'

afterEach(endPages)
beforeEach(() => {
  server = startPages(person())
})

let server: StandIn
const says = (stage?: EndingStage) =>
  server.answer('systemInfo', ok([...(stage ? [{ name: 'ending' as const, value: `${stage} 2027-06-01` }] : [])]))
const keeps = (stage: EndingStage) => localStorage.setItem('ending', `${stage} 2027-06-01`)
const BAND = { name: '停止运营公告' }
const band = () => screen.queryByRole('complementary', BAND)
const bandText = async () => (await screen.findByRole('complementary', BAND)).textContent
/** Later than the first page's own calls. */
const news = () => act(() => vi.advanceTimersByTimeAsync(3_000))

it('says from the first paint on what the browser has heard before, and leads to the page about it', async () => {
  keeps('told')
  says('told')
  await openPage('/pages/me/me')
  expect(await bandText()).toBe('时光胶囊将于2027年6月1日停止写入了解详情')
  expect(screen.getByRole('link', { name: '了解详情' }).getAttribute('href')).toBe('#/pages/ending')
})

it('says that it has ended once nothing is written any more', async () => {
  keeps('readonly')
  await openPage('/pages/me/me')
  expect(await bandText()).toContain('时光胶囊已于2027年6月1日停止写入')
})

it('comes with the next page and not into one that stands, and goes when it was taken back', async () => {
  says('announced')
  await openPage('/pages/me/me')
  await news()
  await waitFor(() => expect(localStorage.getItem('ending')).toBe('announced 2027-06-01'))
  expect(band()).toBeNull()
  await act(async () => go('setting'))
  await waitFor(() => expect(band()).not.toBeNull())
  endPages()
  server = startPages(person())
  keeps('announced')
  says()
  await openPage('/pages/me/me')
  await news()
  await waitFor(() => expect(localStorage.getItem('ending')).toBeNull())
  await bandText()
  await act(async () => go('inbox'))
  await waitFor(() => expect(band()).toBeNull())
})

it.each(['时光', '预测'])('%s says kindly that nothing is written any more', async (name) => {
  keeps('readonly')
  says('readonly')
  const user = await openPage('/pages/me/me')
  await user.click(await screen.findByRole('button', { name }))
  await screen.findByText(whyEnded('writing', 'readonly')!)
  expect(here()).toBe('/pages/me/me')
})

it('写日记 says so', async () => {
  keeps('readonly')
  server.answer('diaryList', listed([]))
  server.answer('diaryThisDay', listed([]) as never)
  const user = await openPage('/subPages/diary/diaryList')
  await user.click((await screen.findAllByRole('button', { name: /写日记/ }))[0]!)
  await screen.findByText(whyEnded('writing', 'readonly')!)
  expect(here()).toBe('/subPages/diary/diaryList')
})

it('充值 says that nothing is sold any more, once somebody wants to pay', async () => {
  keeps('told')
  server.answer('goodsList', ok(offer(['wechat'])))
  const user = await openPage('/subPages/me/rechargeCenter')
  await user.click(await screen.findByRole('button', { name: '立即充值' }))
  await screen.findAllByText(whyEnded('selling', 'told')!)
  expect(server.asked()).not.toContain('wxPay')
})

it('who registers reads it before a code is sent', async () => {
  server = startPages()
  keeps('told')
  says('told')
  const user = await openPage('/pages/login/login', { flag: '0' })
  await user.type(screen.getByLabelText('手机号'), '13900000000')
  await user.type(screen.getByLabelText('密码'), 'capsule88')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await screen.findByText(whyEnded('accounts', 'told')!)
  expect(server.asked()).not.toContain('createSlideCode')
})

it('stays as it was for all that is drawn at one address, also when a page takes the place of its skeleton', async () => {
  await openPage('/pages/me/me')
  const endingHere = endingByPage()
  expect(endingHere()).toBeNull()
  keeps('told')
  expect(endingHere()).toBeNull()
  await act(async () => go('inbox'))
  expect(endingHere()).toBe('told 2027-06-01')
})
