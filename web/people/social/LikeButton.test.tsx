import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { endPages, ok, openPage, person, type StandIn, silence, startPages } from '#test/page.tsx'
import { opened } from '#web/capsule/media/shown.fixture.ts'
import { keepJwt } from '#web/client/linkJwt.ts'
import { telephone } from '#web/client/vibration.fixture.ts'

afterEach(endPages)

/** Sets the server's data on the capsule: whether the person likes it, and how many do. */
function holds(server: StandIn, is_love: 0 | 1, love_count: number) {
  const { data } = opened([])
  server.answer('capsuleDetail', ok({ ...data, is_love, capsule: { ...data.capsule, love_count } }))
}

/** A capsule that five others like. */
async function detail() {
  const server = startPages(person())
  holds(server, 0, 5)
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3', isOther: '1' })
  return { server, user, heart: await screen.findByRole('button', { name: '喜欢，5' }) }
}
const shown = (heart: HTMLElement) => [heart.getAttribute('aria-pressed'), heart.textContent]
const sent = (server: StandIn) => server.asked().filter((name) => name === 'like' || name === 'unlike')

/** A call whose answer waits until it is let go. */
function waiting(server: StandIn, name: 'like' | 'unlike') {
  let go: () => void = () => undefined
  server.answer(name, new Promise((resolve) => (go = () => resolve(ok({})))))
  return () => go()
}

it('like toggles is_love and love_count by one, before the server has answered', async () => {
  const { server, user, heart } = await detail()
  const answered = waiting(server, 'like')
  await user.click(heart)
  expect(shown(heart)).toEqual(['true', '6'])
  expect(server.sent('like')).toEqual([{ capsule_id: '3' }])
  holds(server, 1, 6)
  answered()
  await waitFor(() => expect(server.sent('capsuleDetail')).toHaveLength(2))
  holds(server, 0, 5)
  await user.click(heart)
  await waitFor(() => expect(server.sent('capsuleDetail')).toHaveLength(3))
  expect(shown(heart)).toEqual(['false', '5'])
})

it('a telephone vibrates at a like, and not when it is taken back', async () => {
  const { server, user, heart } = await detail()
  const told = telephone()
  waiting(server, 'like')
  await user.click(heart)
  await user.click(heart)
  expect(told).toHaveBeenCalledOnce()
})

it('a double tap ends where it began, on the server too', async () => {
  const { server, user, heart } = await detail()
  const answered = waiting(server, 'like')
  await user.dblClick(heart)
  expect(shown(heart)).toEqual(['false', '5'])
  answered()
  await waitFor(() => expect(sent(server)).toEqual(['like', 'unlike']))
  expect(shown(heart)).toEqual(['false', '5'])
})

it('of fast toggling the last wish is sent, one sending at a time', async () => {
  const { server, user, heart } = await detail()
  const answered = waiting(server, 'like')
  for (let tap = 0; tap < 5; tap += 1) await user.click(heart)
  expect(sent(server)).toEqual(['like'])
  holds(server, 1, 6)
  answered()
  await waitFor(() => expect(server.sent('capsuleDetail')).toHaveLength(2))
  expect(sent(server)).toEqual(['like'])
  expect(shown(heart)).toEqual(['true', '6'])
})

it.each([
  ['a refusal', { code: 1004 as const, message: '内容不存在或已删除' }],
  ['no answer', silence],
])('a like that fails (%s) is silent and put back', async (_how, answer) => {
  const { server, user, heart } = await detail()
  server.answer('like', typeof answer === 'function' ? answer() : answer)
  await user.click(heart)
  await waitFor(() => expect(shown(heart)).toEqual(['false', '5']))
  expect(sent(server)).toEqual(['like'])
  expect(screen.getByRole('status', { name: '' }).textContent).toBe('')
})

it('who came by a link sees how many like it, and nothing to press', async () => {
  const server = startPages()
  holds(server, 0, 5)
  keepJwt('3', 'of.a.link')
  await openPage('/subPages/me/capsuleDetail', { id: '3' })
  expect((await screen.findByText('获赞')).parentElement?.textContent).toBe('获赞5')
  expect(screen.queryByRole('button', { name: /喜欢/ })).toBeNull()
})

it('a capsule that is being read stays when asking for it anew fails', async () => {
  const { server, user, heart } = await detail()
  server.answer('capsuleDetail', silence())
  await user.click(heart)
  await waitFor(() => expect(server.sent('capsuleDetail')).toHaveLength(2))
  await waitFor(() => expect(shown(heart)).toEqual(['true', '6']))
  expect(screen.getByRole('heading', { name: '少年' })).toBe(document.querySelector('h2'))
})
