// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answer, endPages, ok, openPage, person, startPages } from '#test/page.tsx'

afterEach(() => {
  endPages()
  vi.restoreAllMocks()
})

const URL_ONE = 'https://capsule.example/calendar/feed/one.ics'
const URL_TWO = 'https://capsule.example/calendar/feed/two.ics'
const answer = (url: string) => ok({ url })

async function feed(url: string | Answer<'calendarFeed'>) {
  const server = startPages(person())
  server.answer('calendarFeed', typeof url === 'string' ? answer(url) : url)
  const user = await openPage('/subPages/me/calendar')
  return { server, user }
}
const press = (name: string) => screen.findByRole('button', { name })
const link = () => screen.findByDisplayValue<HTMLInputElement>(/calendar\/feed/)

it('says that calendars learn the dates alone, and makes the address only when it is wished for', async () => {
  const { server, user } = await feed('')
  await screen.findByText('日历里只有解封日期，没有标题和内容。')
  const make = await press('生成订阅链接')
  expect(screen.queryByDisplayValue(/calendar\/feed/)).toBeNull()
  server.answer('calendarFeed', answer(URL_ONE))
  server.answer('renewCalendarFeed', answer(URL_ONE))
  await user.click(make)
  expect((await link()).value).toBe(URL_ONE)
  expect(server.sent('renewCalendarFeed')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: '生成订阅链接' })).toBeNull()
})

it('the address is copied, or handed to the calendar as webcal', async () => {
  const { user } = await feed(URL_ONE)
  await user.click(await press('复制链接'))
  await screen.findByText('链接已复制')
  expect(await navigator.clipboard.readText()).toBe(URL_ONE)
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  await user.click(await press('在日历中打开'))
  expect(assign).toHaveBeenCalledExactlyOnceWith('webcal://capsule.example/calendar/feed/one.ics')
})

it('where browsers let nobody copy, the address is shown', async () => {
  const { user } = await feed(URL_ONE)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(await press('复制链接'))
  await screen.findByRole('alertdialog', { name: '请复制链接' })
  await screen.findByText(URL_ONE)
  await user.click(await press('确定'))
})

it('the address is changed only after it was said that the old one ends at once', async () => {
  const { server, user } = await feed(URL_ONE)
  await user.click(await press('更换链接'))
  await screen.findByText(/^旧链接立即失效/)
  await user.click(await press('取消'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.sent('renewCalendarFeed')).toEqual([])

  await vi.advanceTimersByTimeAsync(1_000)
  server.answer('calendarFeed', answer(URL_TWO))
  server.answer('renewCalendarFeed', answer(URL_TWO))
  await user.click(await press('更换链接'))
  await user.click(await press('更换'))
  await screen.findByDisplayValue(URL_TWO)
  expect(server.sent('renewCalendarFeed')).toHaveLength(1)
})

it('停止订阅 asks first; then there is no address any more', async () => {
  const { server, user } = await feed(URL_ONE)
  await user.click(await press('停止订阅'))
  const dialog = await screen.findByRole('alertdialog', { name: '停止订阅' })
  expect(server.sent('endCalendarFeed')).toEqual([])
  server.answer('calendarFeed', answer(''))
  const yes = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === '停止订阅')
  await user.click(yes!)
  await screen.findByText('日历订阅已停止')
  await press('生成订阅链接')
  expect(server.sent('endCalendarFeed')).toHaveLength(1)
})

it('what did not come says so and can be asked for again', async () => {
  const { server, user } = await feed({ code: 5000, message: '服务器错误' })
  await screen.findByText('服务器错误')
  expect(screen.queryByRole('button', { name: '生成订阅链接' })).toBeNull()
  server.answer('calendarFeed', answer(URL_ONE))
  await user.click(await press('重试'))
  await link()
})
