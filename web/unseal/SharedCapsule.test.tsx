// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { image, item, opened } from '#web/media/shown.fixture.ts'
import { getToken } from '#web/session.ts'
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
  expect(screen.getByText('小满')).toBeTruthy()
  expect(server.sent('capsuleDetail')).toEqual([{ capsule_id: '3', token: 'shared' }])
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByLabelText('寄语')).toBeNull()
  for (const name of [/回一句/, /分享/, /再封/]) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(ways().every(Boolean)).toBe(true)
})

it('hide=1 hides the home link and the download block', async () => {
  await shared({ hide: '1' })
  await screen.findByText('海边的旅行')
  expect(ways()).toEqual([null, null])
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
