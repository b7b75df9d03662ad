// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { image, item, opened } from '#web/media/shown.fixture.ts'
import { getToken, takeRoute } from '#web/session.ts'
import { here } from '#web/ui/location.ts'
import { type Answer, endPages, openPage, person, startPages } from '../../test/page.tsx'
import { detailOf, unsealed } from './sealed.fixture.ts'

const PAGE = '/pages/unseal'

afterEach(endPages)

async function shared(query: Record<string, string> = {}, answer: Answer<'capsuleDetail'> = seen(), signedIn = false) {
  const server = startPages(signedIn ? person() : undefined)
  server.answer('capsuleDetail', answer)
  const user = await openPage(PAGE, { id: '3', token: 'shared', ...query })
  return { server, user }
}
const seen = () => detailOf(unsealed({ send_word: undefined }), 0)
const ways = () => [screen.queryByRole('link', { name: '前往首页' }), screen.queryByRole('complementary')]

it('a stranger with the link sees the opened capsule, without the owner’s words and controls', async () => {
  const { server } = await shared()
  await screen.findByText('海边的旅行')
  expect(screen.getAllByText('小满')).toHaveLength(2)
  expect(server.sent('capsuleDetail')).toEqual([{ capsule_id: '3', token: 'shared' }])
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByLabelText('寄语')).toBeNull()
  for (const name of [/回一句/, /分享/, /再封/]) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(ways().every(Boolean)).toBe(true)
})

it('who, sealed when and for how long, stands over the letter', async () => {
  const times = { sealed_at: '2024-11-20 08:00:00', open_at: '2026-11-24 20:00:00' }
  await shared({}, detailOf(unsealed({ ...times, description: '给后来的人' }), 0))
  await screen.findByText('封存于 2024/11/20，在时光里等了2年')
  expect(screen.getByText('向你打开了这枚时光胶囊')).toBeTruthy()
  const letter = screen.getByRole('region', { name: '胶囊里的信' }).textContent
  for (const words of ['给后来的人', '海边的旅行', '小满', '写于 2024/11/20']) expect(letter).toContain(words)
})

it.each([
  [false, '/pages/login/login'],
  [true, '/subPages/time/timeCapsule'],
])('invites to make one’s own, which whoever is signed in (%s) does at %s', async (signedIn, at) => {
  const { user } = await shared({}, seen(), signedIn)
  await user.click(await screen.findByRole('button', { name: '制作我的胶囊' }))
  await waitFor(() => expect(here()).toBe(at))
  expect(takeRoute()).toBe(signedIn ? undefined : '/subPages/time/timeCapsule')
})

it('it is seen to open once, not again by whoever comes back from a picture', async () => {
  const another = detailOf(unsealed({ id: '97' }), 0)
  const isRevealed = async () => (await screen.findByRole('article')).hasAttribute('data-reveals')
  await shared({}, another)
  expect(await isRevealed()).toBe(true)
  endPages()
  await shared({}, another)
  expect(await isRevealed()).toBe(false)
})

it('hide=1 hides the home link, the download block and the invitation', async () => {
  await shared({ hide: '1' })
  await screen.findByText('海边的旅行')
  expect(ways()).toEqual([null, null])
  expect(screen.queryByRole('button', { name: '制作我的胶囊' })).toBeNull()
})

it.each([{}, { hide: '1' }] as Record<string, string>[])(
  'when its owner has ended it there is nothing (%o), and nobody is signed out',
  async (query) => {
    await shared(query, { code: 1004, message: '内容不存在或已删除' }, true)
    await screen.findByText('暂无胶囊~')
    expect(getToken()).toBe('fresh')
  },
)

it('what did not come can be asked for again', async () => {
  const { server, user } = await shared({}, { code: 5000, message: '服务器错误' })
  const again = await screen.findByRole('button', { name: '重试' })
  server.answer('capsuleDetail', seen())
  await user.click(again)
  await screen.findByText('海边的旅行')
})

it('its pictures are looked at with the same token', async () => {
  const { server, user } = await shared({}, opened([item(1, image('a'), { comment: '灯塔' })]))
  await user.click(await screen.findByRole('button', { name: /灯塔/ }))
  await waitFor(() => expect(here()).toBe('/subPages/time/preview?id=3&token=shared&index=0'))
  for (const asked of server.sent('capsuleDetail')) expect(asked).toEqual({ capsule_id: '3', token: 'shared' })
})
