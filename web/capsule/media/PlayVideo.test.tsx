// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { lend } from '#web/ui/lend.fixture.ts'
import { go, here, history } from '#web/ui/location.ts'
import { address, image, item, opened, video } from './shown.fixture.ts'

const PLAY = '/subPages/time/playVideo'
const pause = vi.fn()
const request = vi.fn(async () => undefined)
lend(HTMLMediaElement.prototype, { pause, requestFullscreen: request })

beforeEach(() => {
  pause.mockClear()
  request.mockClear()
})
afterEach(() => {
  inFullScreen(null)
  Reflect.deleteProperty(document, 'fullscreenElement')
  endPages()
})

const film = () => document.querySelector('video')
const found = async () => waitFor(() => film() ?? Promise.reject(new Error('no video')))

function inFullScreen(element: Element | null) {
  Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
  act(() => void document.dispatchEvent(new Event('fullscreenchange')))
}

async function play(query: Record<string, string>) {
  const server = startPages(person())
  await openPage('/subPages/me/setting')
  act(() => {
    history.flush()
    go('playVideo', query)
  })
  return server
}

it('plays one of our own addresses where it stands, and not by itself; its title is its remark', async () => {
  await play({ url: address(video('a')), comment: '海边' })
  const player = await found()
  expect(player.getAttribute('src')).toBe(address(video('a')))
  expect(player.autoplay).toBe(false)
  expect(player.getAttribute('playsinline')).not.toBeNull()
  expect(screen.getByRole('heading', { name: '海边' })).toBeTruthy()
})

it('without a remark the title is 预览视频', async () => {
  await play({ url: `${location.origin}${address(video('a'))}` })
  await found()
  expect(screen.getByRole('heading', { name: '预览视频' })).toBeTruthy()
})

it('of a foreign address nothing is loaded', async () => {
  await play({ url: `https://elsewhere.example${address(video('a'))}` })
  await screen.findByText('内容不存在或已删除')
  expect(film()).toBeNull()
})

it('takes the full screen when it plays; leaving that pauses and goes back', async () => {
  await play({ url: address(video('a')) })
  const player = await found()
  fireEvent.play(player)
  expect(request).toHaveBeenCalledOnce()
  inFullScreen(player)
  expect(here()).toContain(PLAY)
  inFullScreen(null)
  expect(pause).toHaveBeenCalledOnce()
  await waitFor(() => expect(here()).toBe('/subPages/me/setting'))
})

it('leaving the full screen of an iPhone pauses and goes back', async () => {
  await play({ url: address(video('a')) })
  const player = await found()
  fireEvent(player, new Event('webkitbeginfullscreen'))
  fireEvent(player, new Event('webkitendfullscreen'))
  expect(pause).toHaveBeenCalledOnce()
  await waitFor(() => expect(here()).toBe('/subPages/me/setting'))
})

it('stays where it is when the full screen is refused', async () => {
  request.mockRejectedValueOnce(new TypeError('not allowed'))
  await play({ url: address(video('a')) })
  fireEvent.play(await found())
  await act(async () => undefined)
  expect(here()).toContain(PLAY)
})

it('a video of a capsule whose address has run out goes on by a fresh one; then it says so', async () => {
  const server = startPages(person())
  server.answer('capsuleDetail', opened([item(1, image('a')), item(2, video('b'))]))
  await openPage(PLAY, { id: '3', index: '1' })
  server.answer(
    'capsuleDetail',
    opened([item(1, image('a')), item(2, video('b'), { content: address(video('b'), 2) })]),
  )
  fireEvent.error(await found())
  await waitFor(() => expect(film()?.getAttribute('src')).toBe(address(video('b'), 2)))
  expect(server.sent('capsuleDetail')).toHaveLength(2)
  fireEvent.error(await found())
  await screen.findByText('视频无法播放')
  expect(screen.getByRole('link', { name: '下载视频' }).getAttribute('href')).toBe(
    `${address(video('b'), 2)}?name=${encodeURIComponent('视频.mp4')}`,
  )
  expect(server.sent('capsuleDetail')).toHaveLength(2)
})

it('an index that is no video shows that there is nothing', async () => {
  const server = startPages(person())
  server.answer('capsuleDetail', opened([item(1, image('a'))]))
  const user = await openPage(PLAY, { id: '3', index: '7' })
  await screen.findByText('内容不存在或已删除')
  await user.click(screen.getByRole('button', { name: '返回首页' }))
  await waitFor(() => expect(here()).toBe(PAGES.home))
})
