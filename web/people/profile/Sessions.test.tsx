// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Session } from '#contract/account.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'

afterEach(endPages)

const PHONE: Session = { id: '3', source: 'mp-weixin', last_at: '2026-11-19 08:05:59', current: 0 }
const HERE: Session = { id: '4', source: 'pc', last_at: '2026-11-21 12:30:00', current: 1 }

async function sessions(...list: Session[]) {
  const server = startPages(person())
  server.answer('sessions', ok({ sessions: list }))
  vi.setSystemTime(new Date('2026-11-21T12:32:00+08:00'))
  const user = await openPage('/subPages/me/sessions')
  return { server, user }
}

it('the sign-ins are listed by device and time, this one first and not to be ended here', async () => {
  await sessions(PHONE, HERE)
  const rows = await within(await screen.findByRole('list', { name: '登录设备' })).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['电脑网页本机最近使用 刚刚', '微信小程序最近使用 2天前退出'])
  expect(within(rows[0]!).queryByRole('button')).toBeNull()
})

it('another device is signed out after a question', async () => {
  const { server, user } = await sessions(PHONE, HERE)
  await user.click(await screen.findByRole('button', { name: /^退出微信小程序/ }))
  expect(server.sent('endSession')).toEqual([])
  server.answer('sessions', ok({ sessions: [HERE] }))
  await user.click(await screen.findByRole('button', { name: '退出' }))
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: '登录设备' })).getAllByRole('listitem')).toHaveLength(1),
  )
  expect(server.sent('endSession')).toEqual([{ session_id: '3' }])
})

it('all other devices are signed out at once, where there are any', async () => {
  const { server, user } = await sessions(PHONE, HERE)
  server.answer('sessions', ok({ sessions: [HERE] }))
  await user.click(await screen.findByRole('button', { name: '退出其他所有设备' }))
  await user.click(await screen.findByRole('button', { name: '退出' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '退出其他所有设备' })).toBeNull())
  expect(server.sent('endSession')).toEqual([{}])
})

it('a list that did not come says so and can be asked for again', async () => {
  const server = startPages(person())
  server.answer('sessions', { code: 5000, message: '服务器错误' })
  const user = await openPage('/subPages/me/sessions')
  await screen.findByText('服务器错误')
  server.answer('sessions', ok({ sessions: [HERE] }))
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('本机')
})

it('a sign-in from elsewhere is told by SMS as well when the person wants that', async () => {
  const server = startPages(person())
  const user = await openPage('/subPages/me/sessions')
  const wish = await screen.findByRole('switch', { name: '新的地方登录时短信提醒' })
  for (const name of ['userInfoUpdate', 'userInfo'] as const)
    server.answer(name, ok({ user: person({ notify_sign_in: 1 }) }))
  await user.click(wish)
  await waitFor(() => expect(server.sent('userInfoUpdate')).toEqual([{ notify_sign_in: 1 }]))
  await waitFor(() => expect(wish.getAttribute('aria-checked')).toBe('true'))
})
