import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import type { User } from '#contract/profile.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { queryClient } from '#web/client/queryClient.ts'
import { clearToken, setToken, takeRoute } from '#web/client/session.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { autosavedOf } from '#web/draft/current/autosave.ts'
import { clearDraft, htmlOf, useDraftStore } from '#web/draft/current/draft.ts'
import { lendCaret } from '#web/ui/lend.fixture.ts'
import { goTo, here, history } from '#web/ui/location.ts'

lendCaret()
beforeEach(() => forgetRows(undefined))
afterEach(async () => {
  endPages()
  clearDraft()
  await forgetRows(undefined)
})

const editor = () => screen.findByRole('textbox', { name: '正文' })
async function type(words: string) {
  const text = await editor()
  act(() => text.querySelector('p')!.append(words))
  await waitFor(() => expect(text.textContent).toContain(words))
}
const press = (name: string) => screen.findByRole('button', { name })
const sealing = () => waitFor(() => expect(history.location.pathname).toBe(PAGES.sealOne))
const being = () => useDraftStore.getState().draft

/** Somebody signs in, as the sign-in pages do it: with the route that was remembered. */
function signIn(server: ReturnType<typeof startPages>, user: User = person()) {
  server.answer('userInfo', ok({ user }))
  server.answer('capsuleOpenList', ok({ capsules: [], next: '' }))
  act(() => {
    queryClient.clear()
    setToken('fresh')
    goTo(takeRoute() ?? PAGES.home, { replace: true })
  })
}

const REGISTER = `${PAGES.login}?flag=0&sealing=1`

it('opens without a sign-in, without pictures, and asks the server nothing', async () => {
  const server = startPages()
  await openPage(PAGES.editor)
  await editor()
  expect(screen.queryByRole('button', { name: '图片' })).toBeNull()
  expect(server.asked().filter((name) => name !== 'systemInfo')).toEqual([])
})

it('what is typed is kept on this device, and there after a reload without a question', async () => {
  startPages()
  await openPage(PAGES.editor)
  await type('给十年后')
  await screen.findByText('已保存在本机')
  cleanup()
  await openPage(PAGES.editor)
  expect((await editor()).textContent).toBe('给十年后')
  expect(screen.queryByText(/^发现上次/)).toBeNull()
})

it('a blank text is not sealed, and no sign-in asked for: 请输入要封存的内容', async () => {
  startPages()
  const user = await openPage(PAGES.editor)
  await editor()
  await user.click(await press('完成封存'))
  await screen.findByText('请输入要封存的内容')
  expect(here()).toBe(PAGES.editor)
})

it('完成封存 leads a stranger to 注册, and goes on with the same words to the seal pages', async () => {
  const server = startPages()
  const user = await openPage(PAGES.editor)
  await type('给十年后')
  await user.click(await press('完成封存'))
  await waitFor(() => expect(here()).toBe(REGISTER))
  await screen.findByRole('heading', { name: '注册' })
  await screen.findByText('信已存好，注册后接着封存')
  signIn(server)
  await sealing()
  expect(being()).toMatchObject({ owner: '7', type: 0, content: [{ type: 0, content: '<p>给十年后</p>' }] })
  // Nothing is left to be offered a second time, and back leads to the words and stays there.
  expect(await autosavedOf('', 'text:0:new')).toEqual([])
  await screen.findByRole('heading', { name: '封存选项' })
  act(() => history.back())
  await waitFor(() => expect(here()).toBe(PAGES.editor))
  expect((await editor()).textContent).toBe('给十年后')
  expect(here()).toBe(PAGES.editor)
})

it('the words outlast a reload at the sign-in', async () => {
  const server = startPages()
  const user = await openPage(PAGES.editor)
  await type('给十年后')
  await user.click(await press('完成封存'))
  await waitFor(() => expect(here()).toBe(REGISTER))
  cleanup()
  await useDraftStore.persist.rehydrate()
  await openPage(PAGES.login)
  signIn(server)
  await sealing()
  expect(htmlOf(being()?.content)).toBe('<p>给十年后</p>')
})

it('who has an account goes from 注册 to 登录, with the letter kept', async () => {
  startPages()
  const user = await openPage(PAGES.editor)
  await type('给十年后')
  await user.click(await press('完成封存'))
  await user.click(await press('已有账号？去登录'))
  await screen.findByText('信已存好，登录后接着封存')
  await screen.findByRole('heading', { name: '登录' })
  act(() => history.back())
  expect((await editor()).textContent).toBe('给十年后')
})

it('who thinks better of the sign-in finds the words again', async () => {
  startPages()
  const user = await openPage(PAGES.editor)
  await type('给十年后')
  await user.click(await press('完成封存'))
  await waitFor(() => expect(here()).toBe(REGISTER))
  act(() => history.back())
  expect((await editor()).textContent).toBe('给十年后')
})

it('who signed in by another way finds the words here, as their own', async () => {
  startPages()
  await openPage(PAGES.editor)
  await type('给十年后')
  await screen.findByText('已保存在本机')
  cleanup()
  startPages(person())
  await openPage(PAGES.editor)
  expect((await editor()).textContent).toBe('给十年后')
  expect(await autosavedOf('', 'text:0:new')).toEqual([])
})

it('signed in it goes straight on to the seal pages', async () => {
  startPages(person())
  const user = await openPage(PAGES.editor)
  await type('给十年后')
  await user.click(await press('完成封存'))
  await sealing()
  expect(being()).toMatchObject({ owner: '7', content: [{ content: '<p>给十年后</p>' }] })
})

it('what a person has typed is nobody else’s', async () => {
  startPages(person())
  await openPage(PAGES.editor)
  await type('我的')
  await screen.findByText('已保存在本机')
  act(clearToken)
  expect((await editor()).textContent).toBe('')
})

it('newcomers take their gift first, and go on', async () => {
  const server = startPages()
  const user = await openPage(PAGES.editor)
  await type('给十年后')
  await user.click(await press('完成封存'))
  await waitFor(() => expect(here()).toBe(REGISTER))
  signIn(server, person({ is_first: 1, time_count: 0 }))
  await screen.findByRole('dialog', { name: '新人礼包' })
  server.change('claimGift', { time_count: 6 })
  await user.click(await press('立即领取'))
  await sealing()
  expect(htmlOf(being()?.content)).toBe('<p>给十年后</p>')
})

it('without a capsule the words stay in the editor: 时光胶囊不足', async () => {
  const server = startPages()
  const user = await openPage(PAGES.editor)
  await type('给十年后')
  await user.click(await press('完成封存'))
  await waitFor(() => expect(here()).toBe(REGISTER))
  signIn(server, person({ time_count: 0 }))
  await screen.findByText('时光胶囊不足')
  expect(here()).toBe(PAGES.editor)
  expect((await editor()).textContent).toBe('给十年后')
})
