// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { type Answer, endPages, openPage, person, startPages } from '#test/page.tsx'
import { noteOpenedHere, wasOpenedHere } from '#web/capsule/detail/openedHere.ts'
import { image, item, opened } from '#web/capsule/media/shown.fixture.ts'
import { getToken, takeRoute } from '#web/client/session.ts'
import { here, history } from '#web/ui/location.ts'
import { detailOf, unsealed } from './sealed.fixture.ts'

const PAGE = '/pages/unseal'
const RITUAL_MS = 1_500
const RITUAL = '胶囊正在打开'

afterEach(endPages)

type Asked = Record<string, string>

async function arrive(query: Asked = {}, answer: Answer<'capsuleDetail'> = seen(), signedIn = false) {
  const server = startPages(signedIn ? person() : undefined)
  server.answer('capsuleDetail', answer)
  const user = await openPage(PAGE, { id: '3', token: 'shared', ...query })
  return { server, user }
}

/** Arrives by the link, and opens the capsule. */
async function shared(...asked: Parameters<typeof arrive>) {
  const { server, user } = await arrive(...asked)
  await user.click(await screen.findByRole('button', { name: '拆开' }))
  await pass(RITUAL_MS)
  return { server, user }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const step = (by: -1 | 1) => act(async () => history.go(by))
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
])('invites to make one’s own, which anyone who is signed in (%s) does at %s', async (signedIn, at) => {
  const { user } = await shared({}, seen(), signedIn)
  await user.click(await screen.findByRole('button', { name: '制作我的胶囊' }))
  await waitFor(() => expect(here()).toBe(at))
  expect(takeRoute()).toBe(signedIn ? undefined : '/subPages/time/timeCapsule')
})

it('is a present first: from whom, called what, after how long, and it stays so until it is tapped', async () => {
  const times = { sealed_at: '2023-11-20 08:00:00', open_at: '2026-11-24 20:00:00' }
  const { server } = await arrive({}, detailOf(unsealed(times), 0))
  await screen.findByRole('button', { name: '拆开' })
  await pass(60_000)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('少年')
  for (const words of ['小满', '向你打开了一枚时光胶囊', '在时光里等了3年']) screen.getByText(words)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByText('海边的旅行')).toBeNull()
  expect(document.documentElement.dataset.mood).toBe('universe')
  expect(ways()).toEqual([null, null])
  expect(server.sent('capsuleDetail')).toHaveLength(1)
})

it('what is on its way is the same night', async () => {
  await arrive({}, new Promise(() => undefined) as never)
  await screen.findByRole('status', { busy: true })
  expect(document.documentElement.dataset.mood).toBe('universe')
  expect(document.querySelector('[class*="block"]')).toBeNull()
})

it.each(['pointer', 'keyboard'])(
  'opened by %s it comes with the whole ritual, then stands still and is read',
  async (by) => {
    const { user } = await arrive()
    const button = await screen.findByRole('button', { name: '拆开' })
    if (by === 'pointer') await user.click(button)
    else {
      button.focus()
      await user.keyboard('{Enter}')
    }
    screen.getByRole('main', { name: RITUAL })
    screen.getByText('海边的旅行')
    await pass(RITUAL_MS)
    expect(screen.queryByRole('main', { name: RITUAL })).toBeNull()
    const article = screen.getByRole('article', { name: '少年' })
    expect(article).toBe(document.activeElement)
    expect(article.hasAttribute('data-reveals')).toBe(false)
  },
)

it('the second tap of a double tap is the same tap and ends nothing; a later one ends the ritual', async () => {
  const { user } = await arrive()
  await user.click(await screen.findByRole('button', { name: '拆开' }))
  await pass(DOUBLE_TAP_GUARD_MS / 3)
  fireEvent.pointerDown(document.body)
  screen.getByRole('main', { name: RITUAL })
  await pass(DOUBLE_TAP_GUARD_MS)
  screen.getByRole('main', { name: RITUAL })
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('main', { name: RITUAL })).toBeNull()
})

it('a key that is held ends nothing; another press of it ends the ritual', async () => {
  const { user } = await arrive()
  await user.click(await screen.findByRole('button', { name: '拆开' }))
  fireEvent.keyDown(document.body, { key: 'Enter', repeat: true })
  screen.getByRole('main', { name: RITUAL })
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(screen.queryByRole('main', { name: RITUAL })).toBeNull()
})

it('the capsule itself can be tapped', async () => {
  const { user } = await arrive()
  await screen.findByRole('button', { name: '拆开' })
  await user.click(within(screen.getByRole('main')).getAllByRole('button', { hidden: true })[0]!)
  await screen.findByRole('main', { name: RITUAL })
})

it('it is opened once on a device: who comes back finds the letter open, and another one closed', async () => {
  await shared()
  act(() => history.push('/pages/about'))
  await waitFor(() => expect(screen.queryByText('海边的旅行')).toBeNull())
  await step(-1)
  await screen.findByText('海边的旅行')
  expect(screen.queryByRole('main', { name: RITUAL })).toBeNull()
  act(() => history.push(`${PAGE}?id=4&token=shared`))
  await screen.findByRole('button', { name: '拆开' })
})

it('who leaves while it opens finds it closed again', async () => {
  const { user } = await arrive()
  await user.click(await screen.findByRole('button', { name: '拆开' }))
  act(() => history.push('/pages/about'))
  await waitFor(() => expect(screen.queryByText('海边的旅行')).toBeNull())
  await pass(RITUAL_MS)
  await step(-1)
  await screen.findByRole('button', { name: '拆开' })
})

it('of what was opened on a device the last hundred are known, whatever else is written there', () => {
  localStorage.setItem('openedHere', '{"3":1}')
  for (let id = 1; id <= 101; id++) noteOpenedHere(String(id))
  noteOpenedHere('2')
  expect(['1', '2', '101'].map(wasOpenedHere)).toEqual([false, true, true])
  expect(JSON.parse(localStorage.getItem('openedHere')!)).toHaveLength(100)
  localStorage.clear()
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
    await arrive(query, { code: 1004, message: '内容不存在或已删除' }, true)
    await screen.findByText('暂无胶囊~')
    expect(getToken()).toBe('fresh')
  },
)

it('what did not come can be asked for again', async () => {
  const { server, user } = await arrive({}, { code: 5000, message: '服务器错误' })
  const again = await screen.findByRole('button', { name: '重试' })
  server.answer('capsuleDetail', seen())
  await user.click(again)
  await screen.findByRole('button', { name: '拆开' })
})

it('its pictures are looked at with the same token', async () => {
  const { server, user } = await shared({}, opened([item(1, image('a'), { comment: '灯塔' })]))
  await user.click(await screen.findByRole('button', { name: /灯塔/ }))
  await waitFor(() => expect(here()).toBe('/subPages/time/preview?id=3&token=shared&index=0'))
  for (const asked of server.sent('capsuleDetail')) expect(asked).toEqual({ capsule_id: '3', token: 'shared' })
})
