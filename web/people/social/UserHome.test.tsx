import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { PublicCard } from '#contract/capsule.ts'
import type { User } from '#contract/profile.ts'
import type { Person } from '#contract/social.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { opened } from '#web/capsule/media/shown.fixture.ts'
import { keepJwt } from '#web/client/linkJwt.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { here, history } from '#web/ui/location.ts'
import { author, gone, publicCard, them, walkedCards } from './social.fixture.ts'

afterEach(endPages)

const PAGE = '/subPages/me/userHome'
const GIFT = { name: '赠送胶囊' }

async function home(fields: Partial<Person> = {}, cards = [publicCard('31')]) {
  const server = startPages(person())
  server.answer('userDetail', ok({ user: them(fields) }))
  server.answer('userCapsules', ok(walkedCards(cards)))
  const user = await openPage(PAGE, { user_id: '9', userName: '阿禾' })
  const info = within(await screen.findByRole('region', { name: '用户信息' }))
  return { server, user, info }
}
const followers = () => screen.getByText('粉丝').parentElement?.textContent

it.each([
  ['0', '她的公开胶囊'],
  ['1', '他的公开胶囊'],
  ['', 'TA的公开胶囊'],
])('sex %j: %s', async (sex, title) => {
  await home({ sex })
  await screen.findByRole('heading', { name: title })
})

it('shows who it is, how many follow them, and their public capsules', async () => {
  const { server, user, info } = await home()
  await info.findByText('阿禾')
  info.getByRole('img', { name: '女' })
  expect([...document.querySelectorAll('dl > div')].map((count) => count.textContent)).toEqual([
    '公开胶囊12',
    '粉丝7',
    '关注4',
  ])
  expect(server.sent('userCapsules')).toEqual([{ user_id: '9', page: 1 }])
  server.answer('capsuleDetail', opened([]))
  const list = within(await screen.findByRole('list', { name: '公开的胶囊' }))
  await user.click(list.getByRole('button', { name: /第31枚/ }))
  expect(here()).toBe('/subPages/me/capsuleDetail?id=31&isOther=1')
})

it('shows what became of their predictions, when they want that', async () => {
  const forecasts = { sealed: 12, opened: 9, judged: 8, hit_rate: 0.625, brier: null }
  const { server, info } = await home({ forecasts })
  const record = within(await info.findByRole('region', { name: '预测战绩' }))
  expect(record.getAllByRole('term').map((term) => term.parentElement!.textContent)).toEqual([
    '封存12',
    '解封9',
    '判断8',
    '命中率63%',
  ])
  server.answer('userDetail', ok({ user: them({ forecasts: { ...forecasts, brier: 0.18249 } }) }))
  await act(() => queryClient.refetchQueries({ queryKey: ['userDetail'] }))
  await record.findByText('较准')
  record.getByText(/布里尔分数0\.182/)
})

it('says nothing of predictions that are not shown', async () => {
  const { info } = await home()
  await info.findByText('阿禾')
  expect(info.queryByText('预测战绩')).toBeNull()
})

it('follow toggles is_follow and counts at once', async () => {
  const { server, user, info } = await home()
  server.answer('userFollow', new Promise(() => undefined))
  await user.click(await info.findByRole('button', { name: '关注阿禾' }))
  info.getByRole('button', { name: '已关注，取消关注阿禾' })
  expect(followers()).toBe('粉丝8')
  expect(server.sent('userFollow')).toEqual([{ user_id: '9' }])
})

it('a follow that fails is silent and put back', async () => {
  const { server, user, info } = await home({ is_follow: 1 })
  server.answer('userUnfollow', { code: 2, message: '操作太频繁，请稍后再试' })
  await user.click(await info.findByRole('button', { name: '已关注，取消关注阿禾' }))
  await waitFor(() => expect(server.asked()).toContain('userUnfollow'))
  await info.findByRole('button', { name: '已关注，取消关注阿禾' })
  expect(followers()).toBe('粉丝7')
  expect(screen.queryByText('操作太频繁，请稍后再试')).toBeNull()
})

it('capsules can be given to them', async () => {
  const { user, info } = await home()
  await user.click(await info.findByRole('button', GIFT))
  await screen.findByRole('dialog', { name: '选择要赠送的胶囊' })
  screen.getByText('送给 阿禾')
})

it('on the own page there is nobody to follow or to give to', async () => {
  const { info } = await home({ is_mine: 1 })
  await info.findByText('阿禾')
  expect(info.queryByRole('button')).toBeNull()
})

it('somebody who has left: 该用户已注销, and no buttons', async () => {
  const { info } = await home({ cancelled: 1, nickname: '', avatar: '' }, [])
  await info.findByText('该用户已注销')
  expect(info.queryByRole('button')).toBeNull()
})

it('nothing public: 暂无公开胶囊~', async () => {
  await home({}, [])
  await screen.findByText('暂无公开胶囊~')
})

it.each([
  ['unknown', { user_id: '99' }],
  ['missing', {}],
])('an id that is %s says so and leads home', async (_how, query) => {
  const server = startPages(person())
  server.answer('userDetail', { code: 1004, message: '内容不存在或已删除' })
  server.answer('userCapsules', { code: 1004, message: '内容不存在或已删除' })
  server.answer('capsuleOpenList', ok({ capsules: [], next: '' }))
  const user = await openPage(PAGE, query)
  await screen.findByText('没有找到这位用户')
  await user.click(screen.getByRole('button', { name: '返回首页' }))
  await waitFor(() => expect(history.location.pathname).toBe('/pages/home/home'))
})

/** The detail of a capsule by this person, for a signed-in person or one who came by its link. */
async function detail(user: PublicCard['user'], is_mine: 0 | 1 = 0, asker?: User) {
  const server = startPages(asker)
  if (!asker) keepJwt('3', 'of.a.link')
  const { data } = opened([])
  server.answer('capsuleDetail', ok({ ...data, is_mine, capsule: { ...data.capsule, user } }))
  server.answer('userDetail', ok({ user: them() }))
  server.answer('userCapsules', ok(walkedCards([])))
  return openPage('/subPages/me/capsuleDetail', { id: '3', isOther: '1' })
}

it('the author of a capsule leads to their home', async () => {
  const user = await detail(author, 0, person())
  await user.click(await screen.findByRole('button', { name: /阿禾/ }))
  await waitFor(() => expect(here()).toBe(`${PAGE}?user_id=9&userName=${encodeURIComponent('阿禾')}`))
})

it('on the own capsule the author leads nowhere', async () => {
  await detail(author, 1, person())
  await screen.findByText('阿禾')
  expect(screen.queryByRole('button', { name: /阿禾/ })).toBeNull()
})

it.each(['signed in', 'by a link'])('an author who has left says so when tapped, by anyone who is %s', async (how) => {
  const user = await detail(gone, 0, how === 'signed in' ? person() : undefined)
  await user.click(await screen.findByRole('button', { name: /该用户已注销/ }))
  await screen.findByText('该用户已注销', { selector: '[role="status"] *' })
  expect(history.location.pathname).toBe('/subPages/me/capsuleDetail')
})
