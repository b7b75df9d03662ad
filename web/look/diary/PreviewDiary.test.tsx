// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { type Answer, endPages, openPage, person, silence, startPages } from '#test/page.tsx'
import { address, image } from '#web/capsule/media/shown.fixture.ts'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { clearToken, setToken } from '#web/client/session.ts'
import { go, here, history } from '#web/ui/location.ts'
import { ordinary } from './diary.fixture.ts'

afterEach(endPages)

const PREVIEW = '/subPages/diary/previewDiary'

const diaryOf = (html: string, fields: Partial<Detail> = {}) => detailOf(ordinary(html, fields))

async function preview(answer: Answer<'capsuleDetail'>, path = PREVIEW) {
  const server = startPages(person())
  server.answer('capsuleDetail', answer)
  const user = await openPage(path, { id: '3' })
  return { server, user }
}

it('the title is the date it was written, with its weekday, the text and its pictures below', async () => {
  const { user } = await preview(diaryOf(`<h2>晚霞</h2><p>橘子汽水</p><img src="${address(image('a'))}" alt="天">`))
  await screen.findByRole('heading', { level: 1, name: '2026/11/20' })
  screen.getByText('星期五 21:04')
  screen.getByRole('heading', { name: '晚霞' })
  await user.click(screen.getByRole('button', { name: '查看图片 天' }))
  await screen.findByRole('dialog', { name: '查看图片' })
})

it('a diary that was brought from elsewhere says from where', async () => {
  await preview(diaryOf('<p>雨</p>', { imported_from: 'dayone' }))
  await screen.findByText('星期五 21:04 · 导入自 Day One')
})

it('编辑 leads to the writer', async () => {
  const { user } = await preview(diaryOf('<p>雨</p>'))
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  await waitFor(() => expect(here()).toBe('/subPages/diary/writeDiary?id=3'))
})

it('what was changed meanwhile is shown', async () => {
  const { server } = await preview(diaryOf('<p>雨</p>'))
  await screen.findByText('雨')
  server.answer('capsuleDetail', diaryOf('<p>晴</p>', { revision: 2 }))
  await act(() => queryClient.invalidateQueries({ queryKey: ['capsuleDetail'] }))
  await screen.findByText('晴')
})

it('a diary that is not there says so, and leads back to the list', async () => {
  const { user } = await preview({ code: 1004, message: '内容不存在或已删除' })
  await screen.findByText('内容不存在或已删除')
  await user.click(screen.getByRole('button', { name: '返回日记' }))
  await waitFor(() => expect(here()).toBe('/subPages/diary/diaryList'))
})

it('one that did not come is asked for again', async () => {
  const { server, user } = await preview({ code: 5000, message: '服务器错误' })
  await screen.findByText('服务器错误')
  server.answer('capsuleDetail', diaryOf('<p>雨</p>'))
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('雨')
})

it('a sealed diary is shown as the capsule it is, and can not be edited', async () => {
  const sealed = { status: 1, open_at: '', open_time: '2046-01-01 00:00:00', sealed_at: '2025-11-20 21:04:00' } as const
  await preview(diaryOf('', { ...sealed, capsule_content: undefined }))
  await waitFor(() => expect(here()).toBe('/subPages/me/capsuleDetail?id=3&isOther=0'))
  await screen.findByRole('button', { name: '提前解封' })
  expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
})

it('an ordinary diary that is opened among the capsules is shown as a diary, and back leads past that', async () => {
  go('me')
  await preview(diaryOf('<p>雨</p>'), '/subPages/me/capsuleDetail')
  await waitFor(() => expect(here()).toBe(`${PREVIEW}?id=3`))
  await screen.findByText('雨')
  history.back()
  await waitFor(() => expect(here()).toBe('/pages/me/me'))
})

const reload = async (query: Record<string, string> = { id: '3' }) => {
  cleanup()
  queryClient.clear()
  return openPage(PREVIEW, query)
}

it('a diary that was read is shown again while the server does not answer, and says so', async () => {
  const { server } = await preview(diaryOf('<p>雨</p>'))
  await screen.findByText('雨')
  server.answer('capsuleDetail', silence())
  const user = await reload()
  await screen.findByText('连接服务器失败，这是上次看到的内容')
  expect(screen.getByText('雨')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
  server.answer('capsuleDetail', diaryOf('<p>晴</p>', { revision: 2 }))
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('晴')
  expect(screen.queryByText(/上次看到/)).toBeNull()
})

it('a diary that was never read says that the server does not answer', async () => {
  const { server } = await preview(diaryOf('<p>雨</p>'))
  await screen.findByText('雨')
  server.answer('capsuleDetail', silence())
  await reload({ id: '4' })
  await screen.findByRole('button', { name: '重试' })
  expect(screen.queryByText('雨')).toBeNull()
})

it.each([
  ['after a sign-out', () => [clearToken(), localStorage.setItem('token', 'the next one')]],
  ['who signs in', () => setToken('somebody else')],
  ['whose sign-in another tab has changed', () => localStorage.setItem('token', 'somebody else')],
])('what was read is shown to nobody else: %s', async (_who, change) => {
  const { server } = await preview(diaryOf('<p>雨</p>'))
  await screen.findByText('雨')
  await waitFor(() => expect(sessionStorage.getItem('diaryDetail3')).toContain('雨'))
  cleanup()
  change()
  server.answer('capsuleDetail', silence())
  await reload()
  await screen.findByRole('button', { name: '重试' })
  expect(screen.queryByText('雨')).toBeNull()
})

it('what was read is gone from this browser once somebody signs in or out', async () => {
  for (const change of [clearToken, () => setToken('somebody else')]) {
    await preview(diaryOf('<p>雨</p>'))
    await waitFor(() => expect(sessionStorage.getItem('diaryDetail3')).toContain('雨'))
    act(change)
    expect(sessionStorage.getItem('diaryDetail3')).toBeNull()
    endPages()
  }
})

it('what is gone, or sealed, is kept no longer', async () => {
  const { server } = await preview(diaryOf('<p>雨</p>'))
  await screen.findByText('雨')
  server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  await reload()
  await screen.findByText('内容不存在或已删除')
  await waitFor(() => expect(sessionStorage.getItem('diaryDetail3')).toBeNull())
  server.answer('capsuleDetail', diaryOf('<p>旧</p>', { sealed_at: '2026-11-20 21:04:00' }))
  await reload()
  await waitFor(() => expect(here()).toContain('capsuleDetail'))
  expect(Object.keys(sessionStorage).filter((name) => name.startsWith('diaryDetail'))).toEqual([])
})
