// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { AGREEMENT_OTHER } from '#contract/system.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { getToken } from '#web/client/session.ts'
import { back, goTo, here } from '#web/ui/location.ts'

afterEach(endPages)

const SETTING = '/subPages/me/setting'
/** The version that the server shows now, whatever version these pages came with. */
const NEWEST = '2099-01-01'
const agreement = { title: '用户协议', version: NEWEST, content: '<h2>一、我们提供什么</h2>' }
const settled = () => act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))

async function behind(path = SETTING) {
  const server = startPages(person({ agreed: 0 }))
  server.answer('userArgument', ok({ agreement }))
  const user = await openPage(path)
  return { server, user }
}
const dialog = async () => within(await screen.findByRole('alertdialog'))
const isAsked = () => screen.queryByRole('alertdialog') !== null

it('anyone who has not agreed to the newest agreements is asked, and only 同意 leads on', async () => {
  const { server, user } = await behind()
  const asked = await dialog()
  await asked.findByText(/请阅读并同意/)
  await user.keyboard('{Escape}')
  await settled()
  expect(isAsked()).toBe(true)
  server.answer('userInfo', ok({ user: person() }))
  await user.click(asked.getByRole('button', { name: '同意' }))
  await waitFor(() => expect(server.sent('agree')).toEqual([{ agreement_version: NEWEST }]))
  await waitFor(() => expect(isAsked()).toBe(false))
  expect(here()).toBe(SETTING)
})

it('both agreements are read in the question itself, before anything is agreed to', async () => {
  const { server, user } = await behind()
  for (const [type, name] of [
    [0, '用户协议'],
    [1, '隐私政策'],
  ] as const) {
    const link = (await dialog()).getByRole('link', { name: `《${name}》` })
    expect(link.getAttribute('href')).toBe(`#/subPages/me/userProtocol?type=${type}`)
    await user.click(link)
    await (await dialog()).findByRole('heading', { name: '一、我们提供什么' })
    expect(server.sent('userArgument')).toContainEqual({ type })
    await settled()
    await user.click((await dialog()).getByRole('button', { name: '返回' }))
  }
  await (await dialog()).findByRole('button', { name: '同意' })
  expect(server.sent('agree')).toEqual([])
  expect(here()).toBe(SETTING)
})

it('who does not agree signs out, after the question whether to', async () => {
  const { user } = await behind()
  await user.click((await dialog()).getByRole('button', { name: '退出登录' }))
  await (await dialog()).findByText('确定退出登录吗？')
  await user.click((await dialog()).getByRole('button', { name: '取消' }))
  await (await dialog()).findByText(/请阅读并同意/)
  await settled()
  await user.click((await dialog()).getByRole('button', { name: '退出登录' }))
  await (await dialog()).findByText('确定退出登录吗？')
  await user.click((await dialog()).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(getToken()).toBeUndefined())
  await waitFor(() => expect(isAsked()).toBe(false))
})

it('the agreements and 关于 are read without being asked, an account is closed, and who has agreed sees every page', async () => {
  await behind()
  await dialog()
  const close = (await dialog()).getByRole('link', { name: '不同意，注销账号' })
  expect(close.getAttribute('href')).toBe('#/subPages/me/cancelAccount')
  for (const path of ['/subPages/me/userProtocol', '/subPages/me/about', '/subPages/me/cancelAccount']) {
    act(() => goTo(path))
    await waitFor(() => expect(isAsked()).toBe(false))
    act(() => back())
    await dialog()
  }
  endPages()
  startPages(person())
  await openPage(SETTING)
  await screen.findByRole('button', { name: /^昵称/ })
  await settled()
  expect(isAsked()).toBe(false)
})

it('agreements that have changed once more are read anew', async () => {
  const { server, user } = await behind()
  const asked = await dialog()
  await asked.findByText(/请阅读并同意/)
  await waitFor(() => expect(server.sent('userArgument')).toHaveLength(1))
  server.answer('agree', { code: CODE.refused, message: AGREEMENT_OTHER })
  server.answer('userArgument', ok({ agreement: { ...agreement, version: '2099-02-02' } }))
  await waitFor(() => expect(asked.getByRole('button', { name: '同意' }).ariaBusy).not.toBe('true'))
  await user.click(asked.getByRole('button', { name: '同意' }))
  await screen.findByText(AGREEMENT_OTHER)
  await waitFor(() => expect(server.sent('userArgument')).toHaveLength(2))
  server.answer('agree', ok({}))
  server.answer('userInfo', ok({ user: person() }))
  await settled()
  await user.click(asked.getByRole('button', { name: '同意' }))
  await waitFor(() =>
    expect(server.sent('agree')).toEqual([{ agreement_version: NEWEST }, { agreement_version: '2099-02-02' }]),
  )
  await waitFor(() => expect(isAsked()).toBe(false))
})
