// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type Answer, endPages, openPage, person, startPages } from '#test/page.tsx'
import { getToken } from '#web/client/session.ts'
import { image, item, opened, video } from './shown.fixture.ts'

const VIDEO = '/subPages/time/video'
const ITEMS = [item(1, image('a')), item(2, video('b'), { comment: '海边' }), item(2, video('c'))]

afterEach(endPages)

const source = () => document.querySelector('video')?.getAttribute('src')

type Given = { signedIn?: boolean; answer?: Answer<'capsuleDetail'> }

async function open(query: Record<string, string>, { signedIn = false, answer = opened(ITEMS) }: Given = {}) {
  const server = startPages(signedIn ? person() : undefined)
  server.answer('capsuleDetail', answer)
  await openPage(VIDEO, query)
  return server
}

it('a stranger with the link sees title, author, remark and the video, and the way home', async () => {
  const server = await open({ id: '3', token: 'shared', index: '1' })
  await screen.findByRole('heading', { name: '少年' })
  expect(screen.getByText('小满')).toBeTruthy()
  expect(screen.getByText('海边')).toBeTruthy()
  expect(source()).toContain(video('b'))
  expect(screen.getByRole('link', { name: '前往首页' })).toBeTruthy()
  expect(server.sent('capsuleDetail')).toContainEqual({ capsule_id: '3', token: 'shared' })
})

it('without a token and a sign-in it stops loading and asks nothing', async () => {
  const server = await open({ id: '4', index: '1' })
  await screen.findByText('暂无胶囊~')
  expect(server.sent('capsuleDetail')).not.toContainEqual({ capsule_id: '4' })
})

it('a wrong or ended token shows that there is nothing, and signs nobody out', async () => {
  const gone = { code: 1004 as const, message: '内容不存在或已删除' }
  await open({ id: '3', token: 'ended', index: '1' }, { signedIn: true, answer: gone })
  await screen.findByText('暂无胶囊~')
  expect(getToken()).toBe('fresh')
})

it('who is signed in needs no token', async () => {
  await open({ id: '3', index: '1' }, { signedIn: true })
  await waitFor(() => expect(source()).toContain(video('b')))
})

it.each(['0', '9', ''])('an index of “%s” that is no video shows the first there is', async (index) => {
  await open({ id: '3', token: 'shared', index })
  await waitFor(() => expect(source()).toContain(video('b')))
})

it('a capsule without a video shows that there is nothing', async () => {
  await open({ id: '3', token: 'shared', index: '0' }, { answer: opened([item(1, image('a'))]) })
  await screen.findByText('暂无胶囊~')
})
