// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Output } from '#contract/calls.ts'
import type { ShownItem } from '#contract/content.ts'
import { endPages, openPage, person, silence, startPages } from '#test/page.tsx'
import { queryClient } from '#web/client/queryClient.ts'
import { clearToken } from '#web/client/session.ts'
import { begin, dropSealed } from '#web/draft/current/files.ts'
import { here, history } from '#web/ui/location.ts'
import { address, file, image, item, opened, video } from './shown.fixture.ts'

const PREVIEW = '/subPages/time/preview'
const FOUR = [
  item(1, image('a'), { comment: '毕业那天' }),
  item(3, file('b'), { name: 'b.pdf' }),
  item(2, video('c'), { comment: '海边', poster: address(image('d')) }),
  item(1, image('e')),
]

beforeEach(() => {
  for (const name of ['IntersectionObserver', 'ResizeObserver']) vi.stubGlobal(name, NeverSeen)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(endPages)

/** Waits for this text, and then until the swiper follows the hand. */
async function shows(text: string) {
  await screen.findByText(text)
  await act(async () => undefined)
}

class NeverSeen {
  observe() {}
  unobserve() {}
  disconnect() {}
}

type Choices = { user?: boolean; query?: Record<string, string>; fields?: Partial<Output<'capsuleDetail'>> }

async function preview(items: ShownItem[], { user = true, query, fields }: Choices = {}) {
  const server = startPages(user ? person() : undefined)
  server.answer('capsuleDetail', opened(items, fields))
  const hand = await openPage(PREVIEW, query ?? { id: '3', index: '0' })
  return { server, user: hand }
}

it('shows pictures and videos one by one with their remarks, and where one is; files are left out', async () => {
  const { user } = await preview(FOUR)
  await shows('1/3')
  expect(screen.getByText('毕业那天')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '下一个' }))
  await shows('2/3')
  expect(screen.getByText('海边')).toBeTruthy()
  expect(screen.queryByText('毕业那天')).toBeNull()
  await waitFor(() => expect(here()).toBe(`${PREVIEW}?id=3&index=2`))
})

it('the arrow keys turn over', async () => {
  const { user } = await preview(FOUR)
  await shows('1/3')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await shows('3/3')
  await user.keyboard('{ArrowRight}{ArrowLeft}')
  await shows('2/3')
})

it.each([
  ['2', '2/3'],
  ['1', '2/3'],
  ['99', '3/3'],
  ['-4', '1/3'],
  ['x', '1/3'],
])('an index of %s begins at %s', async (index, shown) => {
  await preview(FOUR, { query: { id: '3', index } })
  await shows(shown)
})

it('a tap on a video plays it on its own page', async () => {
  const { user } = await preview(FOUR, { query: { id: '3', index: '2', token: 't' } })
  await user.click(await screen.findByRole('button', { name: /海边/ }))
  await waitFor(() => expect(here()).toBe('/subPages/time/playVideo?id=3&token=t&index=2'))
})

it('a tap on a picture opens it over the whole screen as it is; the way back closes only that', async () => {
  const { user } = await preview(FOUR, { query: { id: '3', index: '3' } })
  await user.click(await screen.findByRole('button', { name: '图片 3' }))
  const viewer = await screen.findByRole('dialog', { name: '查看图片' })
  await waitFor(() =>
    expect(within(viewer).getByRole('img', { name: '图片 3' }).getAttribute('src')).toBe(address(image('e'))),
  )
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(here()).toBe(`${PREVIEW}?id=3&index=3`)
  // After closing, the viewer opens again, and then the way back leads away from the page.
  await user.click(await screen.findByRole('button', { name: '图片 3' }))
  await user.click(await screen.findByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => history.back())
  await waitFor(() => expect(here()).not.toContain(PREVIEW))
})

it('a stranger with a token looks without a sign-in', async () => {
  const { server } = await preview(FOUR, { user: false, query: { id: '3', token: 'shared' } })
  await shows('1/3')
  expect(server.sent('capsuleDetail')).toContainEqual({ capsule_id: '3', token: 'shared' })
})

it('a stranger without a token sees that there is nothing, and nothing is asked', async () => {
  const { server } = await preview(FOUR, { user: false, query: { id: '4' } })
  await screen.findByText('暂无胶囊~')
  expect(screen.getByRole('button', { name: '返回首页' })).toBeTruthy()
  expect(server.sent('capsuleDetail')).not.toContainEqual({ capsule_id: '4' })
})

it('without a picture or video there is the way home', async () => {
  await preview([item(3, file('b'))])
  await screen.findByText('暂无胶囊~')
})

it('the owner shares a video by a copied link and ends it after being asked once', async () => {
  const { server, user } = await preview(FOUR, { query: { id: '3', index: '2' }, fields: { is_mine: 1 } })
  server.answer('capsuleShare', { code: 1000, data: { token: 'shared' } })
  await user.click(await screen.findByRole('button', { name: '分享' }))
  await screen.findByText('链接已复制')
  expect(await navigator.clipboard.readText()).toBe(
    `${location.origin}/#/subPages/time/video?id=3&token=shared&index=2`,
  )

  await user.click(screen.getByRole('button', { name: '停止分享' }))
  const question = await screen.findByRole('alertdialog')
  expect(server.sent('capsuleUnshare')).toEqual([])
  await user.click(within(question).getByRole('button', { name: '停止分享' }))
  await waitFor(() => expect(server.sent('capsuleUnshare')).toEqual([{ capsule_id: '3' }]))
})

it('nobody but the owner is offered to share', async () => {
  await preview(FOUR, { query: { id: '3', index: '2' } })
  await shows('2/3')
  expect(screen.queryByRole('button', { name: '分享' })).toBeNull()
})

it('a picture whose address has run out is asked for anew once', async () => {
  const { server } = await preview(FOUR)
  const picture = await screen.findByRole('img', { name: '毕业那天' })
  fireEvent.error(picture)
  await waitFor(() => expect(server.sent('capsuleDetail')).toHaveLength(2))
  fireEvent.error(await screen.findByRole('img', { name: '毕业那天' }))
  await screen.findByRole('button', { name: '重试' })
  expect(server.sent('capsuleDetail')).toHaveLength(2)
})

const reload = async (query: Record<string, string> = {}) => {
  cleanup()
  queryClient.clear()
  return openPage(PREVIEW, query)
}

it('without a query it shows again what was looked at last, after a reload too', async () => {
  const { user } = await preview(FOUR)
  await shows('1/3')
  await user.click(screen.getByRole('button', { name: '下一个' }))
  await shows('2/3')
  await waitFor(() => expect(here()).toContain('index=2'))
  await reload()
  await shows('2/3')
  expect(here()).toBe(`${PREVIEW}?id=3&index=2`)
})

it('what was looked at is shown while the server does not answer', async () => {
  const { server } = await preview(FOUR)
  await shows('1/3')
  server.answer('capsuleDetail', silence())
  await reload({ id: '3', index: '0' })
  await shows('1/3')
  expect(screen.getByText('毕业那天')).toBeTruthy()
})

it('another capsule, or one that is nobody’s to look at any more, is not', async () => {
  const { server } = await preview(FOUR)
  await shows('1/3')
  server.answer('capsuleDetail', silence())
  await reload({ id: '4' })
  await screen.findByRole('button', { name: '重试' })
  server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  await reload({ id: '3' })
  await screen.findByText('暂无胶囊~')
  await reload()
  await screen.findByText('暂无胶囊~')
})

it('nobody else sees what was looked at: after a sign-out there is nothing', async () => {
  await preview(FOUR)
  await shows('1/3')
  expect(sessionStorage.getItem('myPreviewList')).toContain('毕业那天')
  cleanup()
  clearToken()
  expect(sessionStorage.getItem('myPreviewList')).toBeNull()
  await reload()
  await screen.findByText('暂无胶囊~')
})

it('what is being made is looked at again while nobody answers who is signed in, until it is sealed', async () => {
  const server = startPages(person())
  begin('7', '', [item(1, image('a'), { comment: '毕业那天' }), item(1, image('e'))])
  await openPage(PREVIEW, { list: 'making', index: '0' })
  await shows('1/2')
  expect(sessionStorage.getItem('myPreviewList')).not.toContain('毕业那天')
  server.answer('userInfo', silence())
  await reload()
  await shows('1/2')
  expect(screen.getByText('毕业那天')).toBeTruthy()
  dropSealed([{ content: image('a') }])
  expect(sessionStorage.getItem('myContentList')).toBeNull()
})
