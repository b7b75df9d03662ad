// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/profile.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { back, go, here, history } from '#web/ui/location.ts'

afterEach(endPages)

async function me(fields: Partial<User> = {}) {
  startPages(person(fields))
  const user = await openPage('/pages/me/me')
  return { user, bar: within(await screen.findByRole('navigation', { name: '主导航' })) }
}

it('five tabs: 首页, 日记, 时光, 预测, 我的', async () => {
  await me()
  const bar = screen.getByRole('navigation', { name: '主导航' })
  expect([...bar.children].map((tab) => tab.textContent)).toEqual(['首页', '日记', '时光', '预测', '我的'])
})

it('日记 is a tab: it takes the place of the page', async () => {
  const { user, bar } = await me()
  const before = history.length
  await user.click(bar.getByRole('link', { name: '日记' }))
  await waitFor(() => expect(here()).toBe('/subPages/diary/diaryList'))
  expect(history.length).toBe(before)
})

it('pressed where an earlier month is shown, 日记 leads to the current one', async () => {
  startPages(person())
  const user = await openPage('/subPages/diary/diaryList', { month: '2020-01' })
  const tab = await screen.findByRole('link', { name: '日记' })
  expect(tab.getAttribute('aria-current')).toBe('page')
  await user.click(tab)
  await waitFor(() => expect(here()).toBe('/subPages/diary/diaryList'))
})

it.each([
  ['时光', { time_count: 0 }, '时光胶囊不足', '去充值', '/subPages/me/rechargeCenter'],
  ['预测', { forecast_count: 0 }, '预测胶囊不足', '去兑换', '/subPages/me/rechargeCenter?tab=exchange'],
])(
  '%s opens only with a positive balance, and leads to where there are more',
  async (name, fields, reason, way, page) => {
    const { user, bar } = await me(fields)
    await user.click(bar.getByRole('button', { name }))
    await screen.findByText(reason)
    expect(here()).toBe('/pages/me/me')
    await user.click(screen.getByRole('button', { name: way }))
    await waitFor(() => expect(here()).toBe(page))
    expect(screen.queryByText(reason)).toBeNull()
  },
)

it('the chooser stays on the page it was opened on', async () => {
  const { user, bar } = await me()
  await act(async () => go('diaryList'))
  await user.click(bar.getByRole('button', { name: '时光' }))
  await screen.findByRole('dialog', { name: '制作时光胶囊' })
  act(back)
  await waitFor(() => expect(here()).toBe('/pages/me/me'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('预测 leads to its page, and back leads here again', async () => {
  const { user, bar } = await me()
  await user.click(bar.getByRole('button', { name: '预测' }))
  await waitFor(() => expect(here()).toBe('/subPages/forecast/forecastCapsule'))
  history.back()
  await waitFor(() => expect(here()).toBe('/pages/me/me'))
})
