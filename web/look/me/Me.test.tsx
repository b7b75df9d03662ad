// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { User } from '#contract/profile.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { here } from '#web/ui/location.ts'

afterEach(endPages)

async function me(fields: Partial<User> = {}) {
  startPages(person(fields))
  const user = await openPage('/pages/me/me')
  return { user, main: within(await screen.findByRole('main')) }
}

it('the bell above says how many messages are not read, and leads to them', async () => {
  const { user } = await me({ unread: 3 })
  const bell = await screen.findByRole('button', { name: '消息，3条未读' })
  expect(screen.getAllByRole('button', { name: /消息/ })).toEqual([bell])
  await user.click(bell)
  await waitFor(() => expect(here()).toBe('/subPages/me/inbox'))
})

it('more than 99 are 99+, and of none nothing is counted', async () => {
  await me({ unread: 120 })
  expect((await screen.findByRole('button', { name: '消息，120条未读' })).parentElement?.textContent).toBe('99+')
  endPages()
  await me()
  expect((await screen.findByRole('button', { name: '消息' })).parentElement?.textContent).toBe('')
})

it('the rows stand in three groups: 我的内容, 账户, 设置', async () => {
  const { main } = await me()
  await main.findByRole('heading', { name: '账户' })
  const groups = main.getAllByRole('list').map((list) => [...list.children].map((row) => row.textContent))
  expect(groups).toEqual([
    ['我的胶囊', '搜索', '草稿箱', '我的收藏', '年度回顾', '预测战绩'],
    ['充值', '胶囊记录'],
    ['设置'],
  ])
  expect(main.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['我的内容', '账户'])
})
