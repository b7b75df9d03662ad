import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { opened } from '#web/capsule/media/shown.fixture.ts'
import { back, here, history } from '#web/ui/location.ts'
import { followed, gone, publicCard, walkedCards, walkedUsers } from './social.fixture.ts'

afterEach(endPages)

const LEFT = '该用户已注销'
const rows = async (name: string) => within(await screen.findByRole('list', { name })).getAllByRole('listitem')

async function loved(...cards: ReturnType<typeof publicCard>[]) {
  const server = startPages(person())
  server.answer('userLoveList', ok(walkedCards(cards)))
  return { server, user: await openPage('/subPages/me/mylove') }
}

async function followedUsers(...users: ReturnType<typeof followed>[]) {
  const server = startPages(person())
  server.answer('userLoveList', ok(walkedCards([])))
  server.answer('userFollowList', ok(walkedUsers(users)))
  return { server, user: await openPage('/subPages/me/mylove', { tab: 'user' }) }
}

it.each(['/pages/me/me', '/subPages/me/setting'])('%s leads to the favourites', async (page) => {
  startPages(person()).answer('userLoveList', ok(walkedCards([])))
  const user = await openPage(page)
  await user.click(await screen.findByRole('button', { name: '我的收藏' }))
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/me/mylove'))
})

it('a liked capsule says its title, its author, when it was published and how many like it, and opens', async () => {
  const { server, user } = await loved(publicCard('31'), publicCard('32', { user: gone, love_count: 1200 }))
  server.answer('capsuleDetail', opened([]))
  const [first, second] = await rows('喜欢的胶囊')
  expect(first?.textContent).toBe('第31枚阿禾2026/01/02获赞3')
  expect(second?.textContent).toBe(`第32枚${LEFT}2026/01/02获赞1,200`)
  await user.click(within(first!).getByRole('button'))
  expect(here()).toBe('/subPages/me/capsuleDetail?id=31&isOther=1')
})

it('what is liked no more is gone from the favourites when they are shown again', async () => {
  const { server, user } = await loved(publicCard('3'), publicCard('4'))
  server.answer('capsuleDetail', opened([], { is_love: 1 }))
  await user.click(within((await rows('喜欢的胶囊'))[0]!).getByRole('button'))
  const heart = await screen.findByRole('button', { name: /^喜欢/, pressed: true })
  server.answer('userLoveList', ok(walkedCards([publicCard('4')])))
  await user.click(heart)
  await waitFor(() => expect(server.asked()).toContain('unlike'))
  back()
  await waitFor(async () => expect(await rows('喜欢的胶囊')).toHaveLength(1))
  expect(screen.queryByText('第3枚')).toBeNull()
})

it('nobody followed, nothing liked: says so and leads to where there is something', async () => {
  const { user } = await followedUsers()
  await screen.findByText('还没有关注的人哦~')
  await user.click(screen.getByRole('tab', { name: '胶囊' }))
  await screen.findByText('还没有喜欢的胶囊哦~')
  screen.getByRole('button', { name: '去胶囊宇宙看看' })
})

it('the tab stands in the address', async () => {
  const { user } = await loved(publicCard('31'))
  await user.click(await screen.findByRole('tab', { name: '用户' }))
  await waitFor(() => expect(here()).toBe('/subPages/me/mylove?tab=user'))
  expect(screen.getByRole('tab', { name: '用户' }).getAttribute('aria-selected')).toBe('true')
})

it('a tab that is pressed again is read anew from its first page', async () => {
  const { server, user } = await followedUsers(followed('41'))
  await rows('关注的人')
  await user.click(screen.getByRole('tab', { name: '胶囊' }))
  await screen.findByText('还没有喜欢的胶囊哦~')
  await user.click(screen.getByRole('tab', { name: '用户' }))
  await rows('关注的人')
  expect(server.sent('userFollowList')).toEqual(Array(2).fill({ pageSize: 20, page: 1 }))
})

it('capsules come by 15, users by 20', async () => {
  const { server, user } = await followedUsers(followed('41'))
  await rows('关注的人')
  await user.click(screen.getByRole('tab', { name: '胶囊' }))
  await screen.findByText('还没有喜欢的胶囊哦~')
  expect(server.sent('userFollowList')).toEqual([{ pageSize: 20, page: 1 }])
  expect(server.sent('userLoveList')).toEqual([{ page: 1 }])
})

it('whom one follows: 已关注, or 互相关注; a tap leads to their capsules', async () => {
  const { server, user } = await followedUsers(followed('41'), followed('42', {}, 2))
  server.answer('userDetail', { code: 1004, message: '内容不存在或已删除' })
  const texts = (await rows('关注的人')).map((row) => row.textContent)
  expect(texts).toEqual(['朋友41已关注', '朋友42互相关注'])
  await user.click(screen.getByRole('button', { name: '朋友42' }))
  await waitFor(() => expect(history.location.search).toBe(`?user_id=42&userName=${encodeURIComponent('朋友42')}`))
})

it('somebody who has left is 该用户已注销, and a tap says so', async () => {
  const { user } = await followedUsers(followed('41', { cancelled: 1, nickname: '' }))
  await user.click(await screen.findByRole('button', { name: LEFT }))
  await screen.findByText(LEFT, { selector: '[role="status"] *' })
  expect(history.location.pathname).toBe('/subPages/me/mylove')
})

it('unfollowing is asked about once, and takes them off the list', async () => {
  const { server, user } = await followedUsers(followed('41'), followed('42'))
  const unfollow = await screen.findByRole('button', { name: '已关注，取消关注朋友41' })
  server.answer('userFollowList', ok(walkedUsers([followed('42')])))
  await user.click(unfollow)
  await user.click(await screen.findByRole('button', { name: '不再关注' }))
  await waitFor(() => expect(server.sent('userUnfollow')).toEqual([{ user_id: '41' }]))
  await waitFor(async () => expect(await rows('关注的人')).toHaveLength(1))
})

it('a list that did not come says why and is asked for again', async () => {
  const server = startPages(person())
  server.answer('userLoveList', { code: 5000, message: '服务器错误' })
  const user = await openPage('/subPages/me/mylove')
  await screen.findByText('服务器错误')
  server.answer('userLoveList', ok(walkedCards([publicCard('31')])))
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await rows('喜欢的胶囊')).toHaveLength(1)
})
