// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { endPages, ok, openPage, person, startPages, windowOf } from '#test/page.tsx'
import { forgetRows } from '#web/client/storage/database.ts'
import { useDraftStore } from '#web/draft/current/draft.ts'
import { go, here } from '#web/ui/location.ts'

beforeEach(() => {
  startPages(person()).answer('capsuleOpenList', ok({ capsules: [], next: '' }))
  windowOf(800)
})
afterEach(async () => {
  useDraftStore.setState({ draft: undefined })
  endPages()
  await forgetRows('7')
})

/** The keys come after the page. */
async function open(page: string) {
  const user = await openPage(page)
  await act(() => vi.dynamicImportSettled())
  return user
}

/** A prediction that is being written, with the keyboard in its first field. */
async function writing() {
  const user = await open(PAGES.me)
  await act(async () => go('forecastCapsule'))
  const field = await screen.findByRole('textbox', { name: '预测内容' })
  await user.type(field, '会下雪')
  return { user, field }
}
const list = () => screen.findByRole('dialog', { name: '键盘快捷键' })

it.each(['Control', 'Meta'])('%s and S keep what is being written, as the button does', async (mod) => {
  const { user } = await writing()
  await user.keyboard(`{${mod}>}s{/${mod}}`)
  await screen.findByText('请为你的这份记忆填入专属的形容词')
})

it('Ctrl and Enter press the main button of the page', async () => {
  const { user } = await writing()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('请填写预测的内容与结论~')
})

it('Escape leads out of the field first, and then off the page, which asks about what is not saved', async () => {
  const { user, field } = await writing()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).not.toBe(field))
  expect(here()).toBe(PAGES.forecastCapsule)
  await user.keyboard('{Escape}')
  await screen.findByRole('alertdialog')
  expect(here()).toBe(PAGES.forecastCapsule)
})

it('Escape goes back where nothing would be lost', async () => {
  const user = await open(PAGES.me)
  await act(async () => go('setting'))
  await screen.findByRole('button', { name: '退出登录' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(here()).toBe(PAGES.me))
})

it('Escape closes what is open, and leaves the page where it is', async () => {
  const user = await open(PAGES.me)
  await act(async () => go('setting'))
  await user.click(await screen.findByRole('button', { name: '退出登录' }))
  await screen.findByRole('alertdialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(here()).toBe(PAGES.setting)
})

it('? tells the shortcuts, and no key of theirs does anything meanwhile', async () => {
  const user = await open(PAGES.me)
  await act(async () => go('setting'))
  await screen.findByRole('button', { name: '退出登录' })
  await user.keyboard('?')
  expect(within(await list()).getAllByRole('term').length).toBeGreaterThan(5)
  await user.keyboard('?')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

it('/ opens the search on the home', async () => {
  const user = await open(PAGES.home)
  await screen.findByRole('button', { name: '搜索' })
  await user.keyboard('/')
  await screen.findByRole('dialog', { name: '搜索' })
})

it('plain keys are letters where something is typed', async () => {
  const { user, field } = await writing()
  await user.keyboard('/?')
  expect((field as HTMLTextAreaElement).value).toBe('会下雪/?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('while a word is being composed no key is ours', async () => {
  await open(PAGES.me)
  await act(async () => go('setting'))
  await screen.findByRole('button', { name: '退出登录' })
  for (const key of ['?', 'Escape']) fireEvent.keyDown(document.body, { key, isComposing: true })
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(here()).toBe(PAGES.setting)
})
