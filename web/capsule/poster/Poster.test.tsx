// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { item } from '#web/capsule/media/shown.fixture.ts'
import { detailOf, unsealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { here } from '#web/ui/location.ts'
import { saidOf } from './said.ts'

const PAGE = '/subPages/me/poster'

/** jsdom draws nothing, and says so aloud: here each picture is one of its own, and none of the drawing is looked at. */
let pictures = 0
beforeEach(() => {
  const nothing = () => ({ addColorStop: () => {}, width: 9 })
  const pen = new Proxy({}, { get: () => nothing, set: () => true }) as CanvasRenderingContext2D
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['drawn'])))
  vi.stubGlobal('Path2D', class {})
  URL.createObjectURL = () => `blob:${++pictures}`
  URL.revokeObjectURL = () => {}
})
/** A browser that draws nothing. */
const drawsNothing = () => vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
afterEach(() => {
  endPages()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function poster(fields: Partial<Detail> = {}, is_mine: 0 | 1 = 1) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(unsealed(fields), is_mine))
  server.answer('capsuleShare', { code: 1000, data: { token: 'the-token' } })
  const user = await openPage(PAGE, { id: '3' })
  return { server, user }
}

const ASK = { name: '印上二维码' }

it('the poster is there at once, and its code only when its owner asks for the shared address', async () => {
  const { server, user } = await poster()
  await screen.findByRole('img', { name: '少年的海报，还没有二维码' })
  await screen.findByText(/扫码的人都可以看到里面的内容/)
  expect(server.sent('capsuleShare')).toEqual([])
  expect(screen.queryByRole('link', { name: '保存图片' })).toBeNull()
  await user.click(screen.getByRole('button', ASK))
  await screen.findByRole('img', { name: '少年的海报，带有分享二维码' })
  expect(server.sent('capsuleShare')).toEqual([{ capsule_id: '3' }])
  expect(screen.getByRole('link', { name: '保存图片' })).toBeTruthy()
})

it('one that is shared already has its code without being asked', async () => {
  const { server } = await poster({ shared: 1 })
  await screen.findByRole('img', { name: '少年的海报，带有分享二维码' })
  expect(screen.queryByRole('button', ASK)).toBeNull()
  expect(server.sent('capsuleShare')).toEqual([{ capsule_id: '3' }])
})

it('a browser that draws nothing leaves the way by the link', async () => {
  drawsNothing()
  const { server } = await poster()
  expect((await screen.findByRole('alert')).textContent).toContain('请在「分享这枚胶囊」里复制链接')
  expect(screen.queryByRole('link', { name: '保存图片' })).toBeNull()
  expect(server.sent('capsuleShare')).toEqual([])
})

it('anyone who asks for it by keys goes on where the poster stands', async () => {
  const { user } = await poster()
  ;(await screen.findByRole('button', ASK)).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('link', { name: '保存图片' })
  expect(document.activeElement?.contains(screen.getByRole('img', { name: /的海报/ }))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

it('a refusal is told, and the poster stays as it is', async () => {
  const { server, user } = await poster()
  server.answer('capsuleShare', { code: 2, message: '解封之后才能分享胶囊' })
  await user.click(await screen.findByRole('button', ASK))
  await screen.findByText('解封之后才能分享胶囊')
  expect(screen.getByRole('button', ASK)).toBeTruthy()
  expect(screen.getByRole('img', { name: '少年的海报，还没有二维码' })).toBeTruthy()
})

it.each([
  ['somebody else’s', {}, 0],
  ['one that is still sealed', { status: 1 }, 1],
  ['a diary that was never sealed', { type: 1, sealed_at: '' }, 1],
] as const)('there is none of %s', async (_, fields, is_mine) => {
  const { server } = await poster(fields, is_mine)
  await screen.findByText('暂无胶囊~')
  expect(screen.queryByRole('button', ASK)).toBeNull()
  expect(server.sent('capsuleShare')).toEqual([])
})

it('its owner comes to it from the opened capsule', async () => {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(unsealed()))
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await user.click(await screen.findByRole('button', { name: /做成海报/ }))
  await waitFor(() => expect(here()).toBe(`${PAGE}?id=3`))
})

const content = (...items: ReturnType<typeof item>[]) => ({
  capsule_content: { type: 0, created_at: '', content: items },
})

it.each([
  ['its first lines', content({ ...item(0, ''), content: '<h2>夏天</h2><p>海边的<b>风</b></p>' }), '夏天\n海边的风'],
  ['what was foretold', { type: 2 as const, ...content({ ...item(0, ''), content: '会下雨吗？' }) }, '会下雨吗？'],
  ['its description, where there is no text', { description: '三张照片', ...content(item(1, 'a')) }, '三张照片'],
  ['what was said of its pictures', content({ ...item(1, 'a'), comment: '灯塔' }, item(1, 'b')), '灯塔'],
  [
    'else how many there are',
    content(item(1, 'a'), item(1, 'b'), item(2, 'c'), item(3, 'd')),
    '里面有2张照片、1段视频、1个文件',
  ],
])('the poster has %s', (_, fields, first) => {
  expect(saidOf(unsealed({ ...fields, send_word: '只给自己' })).first).toBe(first)
})

it('the poster says its name, from when to when, for how long, and whose it is', () => {
  const said = saidOf(unsealed({ sealed_at: '2024-11-20 08:00:00', open_at: '2026-11-24 20:00:00' }))
  expect(said).toMatchObject({
    title: '少年',
    days: '2024/11/20 封存 · 2026/11/24 打开',
    held: '在时光里等了2年',
    by: '小满',
  })
  expect(JSON.stringify(said)).not.toContain('愿你一切都好')
})
