// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { endPages, ok, openPage, person, startPages, windowOf } from '#test/page.tsx'
import { chooseWholeWindow } from '#web/client/siteRoute.ts'
import { back, go, here } from '#web/ui/location.ts'
import { ALONE } from './Rail.tsx'

afterEach(endPages)

const rail = () => screen.findByRole('navigation', { name: '主导航' })
const noRail = () => expect(screen.queryByRole('navigation', { name: '主导航' })).toBeNull()
/** Waits until the code of the rail has loaded, if it was requested. */
const codeCome = () => act(() => vi.dynamicImportSettled())

function start(width: number, user: Parameters<typeof startPages>[0] = person()) {
  const pages = startPages(user)
  windowOf(width)
  pages.answer('taskList', ok({ tasks: [] }))
  return pages
}

it.each(['setting', 'taskCenter', 'timeCapsule', 'notFound'] as const)(
  'from 700 px the rail stands beside %s too',
  async (name) => {
    start(700)
    await openPage(PAGES[name])
    await rail()
    expect(document.documentElement.hasAttribute('data-rail')).toBe(true)
  },
)

it('below 700 px the bar stands on the tab pages alone', async () => {
  start(699)
  await openPage(PAGES.setting)
  await screen.findByRole('button', { name: '退出登录' })
  await codeCome()
  noRail()
  await act(async () => go('me'))
  await rail()
})

it('a diary that was chosen beside its list is read on a phone without the bar', async () => {
  start(390).answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  await openPage(PAGES.diaryList, { id: '5' })
  await screen.findByRole('button', { name: '返回日记' })
  await codeCome()
  noRail()
})

it('it is the same rail while the pages change', async () => {
  start(1440)
  await openPage(PAGES.me)
  const before = await rail()
  await act(async () => go('setting'))
  await screen.findByRole('heading', { name: '设置' })
  expect(await rail()).toBe(before)
})

it('a stranger has no rail, and nothing is asked for one', async () => {
  const pages = startPages()
  windowOf(1440)
  await openPage(PAGES.notFound)
  await screen.findByRole('heading', { name: '抱歉，您访问的页面走丢了' })
  await codeCome()
  noRail()
  expect(pages.asked()).not.toContain('closedSummary')
  expect(pages.asked()).not.toContain('userInfo')
})

it('where anybody may be it asks nothing by itself, so that a sign-in that ran out sends nobody away', async () => {
  const pages = start(1440)
  await openPage(PAGES.notFound)
  await rail()
  await codeCome()
  expect(pages.asked()).not.toContain('closedSummary')
  expect(pages.asked()).not.toContain('userInfo')
  await act(async () => go('setting'))
  await waitFor(() => expect(pages.asked()).toContain('closedSummary'))
})

it('nothing stands beside what is around the app, before it, or as large as the window', async () => {
  const alone = ['landing', 'spread', 'site', 'login', 'preview', 'video', 'playVideo'] as const
  expect(ALONE).toEqual(alone.map((name) => PAGES[name]))
  start(1440)
  await openPage(PAGES.preview)
  await codeCome()
  noRail()
})

it('from a page that is no tab the rail leads on, and back leads there again', async () => {
  start(1440)
  const user = await openPage(PAGES.setting)
  await rail()
  await user.click(screen.getByRole('link', { name: '我的' }))
  await waitFor(() => expect(here()).toBe(PAGES.me))
  act(back)
  await waitFor(() => expect(here()).toBe(PAGES.setting))
})

it('leaving a text that is not saved by the rail asks as any way out does', async () => {
  start(1440)
  const user = await openPage(PAGES.forecastCapsule)
  await rail()
  await user.type(await screen.findByRole('textbox', { name: '预测内容' }), '会下雪')
  await user.click(screen.getByRole('link', { name: '首页' }))
  await screen.findByRole('alertdialog')
  expect(here()).toBe(PAGES.forecastCapsule)
})

const phoneView = async () => (await screen.findByRole('button', { name: /手机视图/ })).textContent

it('a wide page opened by its address keeps its rail, and says once where the phone view is', async () => {
  start(1440)
  await openPage(PAGES.home)
  expect(await phoneView()).toBe('手机视图装进手机里看，点这里')
  expect(here()).toBe(PAGES.home)
  const kept = localStorage.getItem('phoneViewSaid')
  endPages()
  start(1440)
  localStorage.setItem('phoneViewSaid', kept!)
  await openPage(PAGES.home)
  expect(await phoneView()).toBe('手机视图')
})

it('who has chosen the whole window is not told where the phone view is', async () => {
  start(1440)
  chooseWholeWindow()
  await openPage(PAGES.home)
  expect(await phoneView()).toBe('手机视图')
})
