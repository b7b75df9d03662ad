// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { detailOf, unsealed } from '#web/capsule/unseal/sealed.fixture.ts'

const LINK = `${location.origin}/s/the-token`

afterEach(() => {
  endPages()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(document, 'execCommand')
})

async function sheet(shared: 0 | 1) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(unsealed({ shared })))
  server.answer('capsuleShare', { code: 1000, data: { token: 'the-token' } })
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  const row = await screen.findByRole('button', { name: /分享这枚胶囊/ })
  expect(row.textContent!.includes('分享中')).toBe(shared === 1)
  await user.click(row)
  await screen.findByRole('dialog', { name: '分享胶囊' })
  return { server, user }
}
const give = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true })
const link = () => screen.findByRole<HTMLInputElement>('textbox', { name: '分享链接' })

it('a link is made only when the owner asks for one', async () => {
  const { server, user } = await sheet(0)
  expect(server.sent('capsuleShare')).toEqual([])
  expect(screen.queryByRole('button', { name: '停止分享' })).toBeNull()
  server.answer('capsuleDetail', detailOf(unsealed({ shared: 1 })))
  await user.click(screen.getByRole('button', { name: '生成分享链接' }))
  expect((await link()).value).toBe(LINK)
  expect(server.sent('capsuleShare')).toEqual([{ capsule_id: '3' }])
  expect(screen.getByRole('button', { name: '停止分享' })).toBeTruthy()
})

it('which files go as they are is said before the link is made, and the server hears that it was', async () => {
  const server = startPages(person())
  const content = [
    { type: 3, content: '/m/1.x/file/7/aaaaaaaaaaaaaaaa.dng', comment: '', name: 'a.dng', whole: 2 as const },
  ]
  const capsule_content = { type: 1, created_at: '2026-01-01 00:00:00', content }
  server.answer('capsuleDetail', detailOf(unsealed({ shared: 0, content_type: 1, capsule_content })))
  server.answer('capsuleShare', { code: 1000, data: { token: 'the-token' } })
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await user.click(await screen.findByRole('button', { name: /分享这枚胶囊/ }))
  const sheet = within(await screen.findByRole('dialog', { name: '分享胶囊' }))
  expect(sheet.getByText('「a.dng」会原样交给别人，可能含拍摄地点')).toBeTruthy()
  expect(server.sent('capsuleShare')).toEqual([])
  await user.click(sheet.getByRole('button', { name: '生成分享链接' }))
  await waitFor(() => expect(server.sent('capsuleShare')).toEqual([{ capsule_id: '3', told: 1 }]))
})

it('one that is out is shown again, and copied', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  const { user } = await sheet(1)
  give(navigator, 'clipboard', { writeText })
  expect((await link()).value).toBe(LINK)
  await user.click(screen.getByRole('button', { name: '复制链接' }))
  await screen.findByText('链接已复制')
  expect(writeText).toHaveBeenCalledExactlyOnceWith(LINK)
})

it.each([
  [true, '链接已复制'],
  [false, '请长按选中的链接复制'],
])('without a clipboard the link is selected and copied in the old way (%s): %s', async (works, said) => {
  const { user } = await sheet(1)
  const field = await link()
  give(navigator, 'clipboard', undefined)
  give(document, 'execCommand', () => works)
  await user.click(screen.getByRole('button', { name: '复制链接' }))
  await screen.findByText(said)
  expect(field.selectionEnd! - field.selectionStart!).toBe(LINK.length)
})

it.each([
  ['AbortError', 0],
  ['NotAllowedError', 1],
])('where the device can share, it is asked to; only a failure (%s) needs a word', async (name, words) => {
  const share = vi.fn(() => Promise.reject(new DOMException('', name)))
  give(navigator, 'share', share)
  const { user } = await sheet(1)
  await link()
  await user.click(screen.getByRole('button', { name: '发给朋友' }))
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: '少年', url: LINK })
  expect(screen.queryAllByText('分享失败，请复制链接')).toHaveLength(words)
})

it('sharing is ended once the owner has confirmed it', async () => {
  const { server, user } = await sheet(1)
  await link()
  await user.click(screen.getByRole('button', { name: '停止分享' }))
  await screen.findByText('停止分享后，发出去的链接都会失效。')
  expect(server.sent('capsuleUnshare')).toEqual([])
  const ask = screen.getByRole('alertdialog')
  server.answer('capsuleDetail', detailOf(unsealed({ shared: 0 })))
  await user.click(ask.querySelectorAll('button')[1]!)
  await screen.findByText('已停止分享')
  expect(server.sent('capsuleUnshare')).toEqual([{ capsule_id: '3' }])
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '分享胶囊' })).toBeNull())
  expect(screen.getByRole('button', { name: /分享这枚胶囊/ }).textContent).not.toContain('分享中')
})

it('a link that did not come can be asked for again', async () => {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(unsealed({ shared: 1 })))
  server.answer('capsuleShare', { code: 5000, message: '服务器错误' })
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await user.click(await screen.findByRole('button', { name: /分享这枚胶囊/ }))
  const again = await screen.findByRole('button', { name: '重试' })
  server.answer('capsuleShare', { code: 1000, data: { token: 'the-token' } })
  await user.click(again)
  expect((await link()).value).toBe(LINK)
})
