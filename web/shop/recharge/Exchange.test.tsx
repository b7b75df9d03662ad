import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/profile.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { history } from '#web/ui/location.ts'
import { offer } from './recharge.fixture.ts'

afterEach(endPages)

const PATH = '/subPages/me/rechargeCenter'

/** The tab of exchange: time 6, diary 5, forecast 4 are held unless said otherwise. */
async function open(held: Partial<User> = {}) {
  const server = startPages(person(held))
  server.answer('goodsList', ok(offer()))
  const user = await openPage(PATH, { tab: 'exchange' })
  const diary = await screen.findByRole('region', { name: '日记胶囊' })
  const slider = within(diary).getByRole('slider') as HTMLInputElement
  const button = within(diary).getByRole('button', { name: '兑换日记胶囊' })
  const slide = async (keys: string) => {
    act(() => slider.focus())
    await user.keyboard(keys)
  }
  return { server, user, diary, slider, button, slide }
}
const numbers = (card: HTMLElement) =>
  within(card)
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
const said = (text: string) => screen.findByText(text, { selector: '[role="status"] *' })
const yes = () => screen.findByRole('button', { name: '确定' })

it('a slider for each kind goes by two, and says what is left and what one will hold', async () => {
  const { diary, slider, slide } = await open()
  expect(numbers(diary)).toEqual(['剩余时光胶囊 6', '兑换后日记胶囊 5'])
  await slide('{ArrowRight}{ArrowRight}')
  expect(slider.value).toBe('4')
  expect(numbers(diary)).toEqual(['剩余时光胶囊 4', '兑换后日记胶囊 9'])
  screen.getByRole('slider', { name: '兑换预测胶囊的数量' })
})

it.each([
  [6, '12'],
  [25, '50'],
  [300, '50'],
])('with %i time capsules at most %s can be had at once', async (time_count, most) => {
  const { slider, slide } = await open({ time_count })
  await slide('{End}{ArrowRight}')
  expect(slider.value).toBe(most)
})

it('one question to the letter, then 兑换成功; balances are asked for anew and the slider is back at 0', async () => {
  const { server, user, slider, slide, button } = await open()
  await slide('{ArrowRight}{ArrowRight}')
  await user.click(button)
  await screen.findByText('确认兑换4个日记胶囊吗？兑换后剩余9个日记胶囊。')
  server.answer('userInfo', ok({ user: person({ time_count: 4, diary_count: 9 }) }))
  await user.click(await yes())
  await said('兑换成功')
  expect(server.sent('changeCapsule')).toEqual([{ type: 1, price: 2 }])
  await waitFor(() => expect(numbers(screen.getByRole('region', { name: '日记胶囊' }))[0]).toBe('剩余时光胶囊 4'))
  expect(slider.value).toBe('0')
})

it('predictions are type 2', async () => {
  const { server, user } = await open()
  const card = screen.getByRole('region', { name: '预测胶囊' })
  act(() => within(card).getByRole('slider').focus())
  await user.keyboard('{ArrowRight}')
  await user.click(within(card).getByRole('button', { name: '兑换预测胶囊' }))
  await screen.findByText('确认兑换2个预测胶囊吗？兑换后剩余6个预测胶囊。')
  await user.click(await yes())
  await said('兑换成功')
  expect(server.sent('changeCapsule')).toEqual([{ type: 2, price: 1 }])
})

it('nothing chosen: 请滑动选择兑换数量', async () => {
  const { server, user, button } = await open()
  await user.click(button)
  await said('请滑动选择兑换数量')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(server.asked()).not.toContain('changeCapsule')
})

it('no time capsules held: 时光胶囊不足', async () => {
  const { user, button, slider } = await open({ time_count: 0 })
  expect(slider.disabled).toBe(true)
  await user.click(button)
  await said('时光胶囊不足')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('who thinks better of it exchanges nothing', async () => {
  const { server, user, slider, slide, button } = await open()
  await slide('{ArrowRight}')
  await user.click(button)
  await user.click(await screen.findByRole('button', { name: '取消' }))
  expect(slider.value).toBe('2')
  expect(server.asked()).not.toContain('changeCapsule')
})

it('a double tap exchanges once', async () => {
  const { server, user, slide, button } = await open()
  await slide('{ArrowRight}')
  await user.dblClick(button)
  await user.dblClick(await yes())
  await said('兑换成功')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(server.sent('changeCapsule')).toHaveLength(1)
})

it('a refusal says why, and the balances are looked at again', async () => {
  const { server, user, slide, button } = await open()
  server.answer('changeCapsule', { code: 2, message: '时光胶囊不足' })
  await slide('{ArrowRight}')
  await user.click(button)
  const before = server.sent('userInfo').length
  await user.click(await yes())
  await said('时光胶囊不足')
  await waitFor(() => expect(server.sent('userInfo').length).toBeGreaterThan(before))
})

it('the tab stands in the address', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('tab', { name: '充值' }))
  await screen.findByRole('button', { name: '立即充值' })
  await user.click(screen.getByRole('tab', { name: '兑换' }))
  expect(history.location.href).toBe(`${PATH}?tab=exchange`)
})
