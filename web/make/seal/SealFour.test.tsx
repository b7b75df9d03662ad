import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, ok, openPage, person } from '#test/page.tsx'
import { setToken } from '#web/client/session.ts'
import { telephone } from '#web/client/vibration.fixture.ts'
import {
  capsuleInput,
  clearDraft,
  draftInput,
  emptyDraft,
  keepDraft,
  type SealDraft,
  useDraftStore,
} from '#web/draft/current/draft.ts'
import { begin, useFilesStore } from '#web/draft/current/files.ts'
import { here, history } from '#web/ui/location.ts'
import { closeJustSealed } from './justSealed.ts'

const RITUAL_MS = 1_500
const ready: SealDraft = {
  ...emptyDraft('7'),
  content: [{ type: 0, content: '<p>雨</p>', comment: '' }],
  unsealDate: formatChina(Date.now() + 86_400_000),
  key_answer: [{ question: '您的生肖是？', answer: '兔' }],
  contact: { tel: '13800000000' },
  send_word: '你好',
}
const sent: { path: string; key: string | null; body: { revision?: number } }[] = []
let answers: (() => unknown)[]

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sent.length = 0
  answers = []
  keepDraft(ready)
  setToken('signed-in')
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/user/info')) return json(ok({ user: person({ time_count: 1 }) } satisfies Output<'userInfo'>))
    if (path.endsWith('/oss/whole')) return json(ok(whole(JSON.parse(String(init.body)).keys)))
    if (!path.includes('/create/')) return json(ok({ capsules: [], next: '' } satisfies Output<'capsuleOpenList'>))
    sent.push({
      path,
      key: new Headers(init.headers).get('Idempotency-Key'),
      body: JSON.parse(String(init.body)),
    })
    await new Promise((done) => setTimeout(done, 20))
    return json((await answers.shift()?.()) ?? ok({ capsule_id: '12' } satisfies Output<'createTimeCapsule'>))
  })
})
afterEach(() => {
  closeJustSealed()
  endPages()
  clearDraft()
  useFilesStore.setState(useFilesStore.getInitialState(), true)
})

/** The server's findings about these files. */
const whole = (keys: string[]): Output<'filesGoWhole'> => ({
  files: keys.filter((key) => key.endsWith('.dng')).map((key) => ({ key, whole: 2 })),
})
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })

async function showPage() {
  await openPage('/subPages/seal/sealFour')
  return await screen.findByRole('button', { name: '投入胶囊宇宙' })
}

test('a double tap sends the capsule once, with its key, and vibrates once; then the draft is gone and the way leads home', async () => {
  const button = await showPage()
  const told = telephone()
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByLabelText('胶囊正在升入夜空')
  await waitFor(() => expect(told).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ path: '/api/capsule/create/time', key: ready.key }])
  await waitFor(() => expect(useDraftStore.getState().draft).toBeUndefined())
  await act(() => vi.advanceTimersByTimeAsync(RITUAL_MS))
  await waitFor(() => expect(history.location.pathname).toBe(PAGES.home))
})

test('a sealed graphic capsule leaves no files behind, those of another capsule stay', async () => {
  const photo = (name: string) => ({ type: 1 as const, content: `image/7/${name.repeat(32)}.png`, comment: '', name })
  begin('7', '', [photo('a')])
  begin('7', '31', [photo('b')])
  keepDraft({ ...ready, content_type: 1, content: [photo('a')] })
  fireEvent.click(await showPage())
  await screen.findByLabelText('胶囊正在升入夜空')
  await waitFor(() => expect(Object.keys(useFilesStore.getState().lists)).toEqual(['31']))
})

test('a file that is refused at sealing is said by its name, and its tile is marked for a person who goes back', async () => {
  const photo = { type: 1 as const, content: `image/7/${'a'.repeat(32)}.png`, comment: '', name: '海边.png' }
  const reason = '「海边.png」有文件已经不在了，请重新上传'
  begin('7', '31', [photo])
  keepDraft({ ...ready, draft_id: '31', content_type: 1, content: [photo] })
  answers = [() => ({ code: 2, message: reason, data: { field: 'content.0.content', key: photo.content } })]
  fireEvent.click(await showPage())
  await screen.findByText(reason)
  begin('7', '31', [photo])
  expect(useFilesStore.getState().lists['31']?.items).toMatchObject([{ state: 'failed', reason }])
})

test('the button works again after a failure, and the second try carries the same key', async () => {
  answers = [() => ({ code: 5000, message: '服务器错误' })]
  fireEvent.click(await showPage())
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))
  fireEvent.click(screen.getByRole('button', { name: '投入胶囊宇宙' }))
  await screen.findByLabelText('胶囊正在升入夜空')
  expect(sent.map(({ key }) => key)).toEqual([ready.key, ready.key])
})

test('a moment that has passed becomes now plus one hour and is shown before anything is sent', async () => {
  keepDraft({ ...ready, unsealDate: formatChina(Date.now() - 5_000) })
  fireEvent.click(await showPage())
  await screen.findByText('解封日期已过，已改为一小时后')
  expect(sent).toHaveLength(0)
  const { unsealDate } = useDraftStore.getState().draft ?? ready
  expect(unsealDate > formatChina(Date.now() + 3_500_000)).toBe(true)
  const [year, month, day] = unsealDate.slice(0, 10).split('-').map(Number)
  expect(screen.getByText(`${year}年${month}月${day}日`)).toBeTruthy()
})

test('without a draft the page leads back to the chooser', async () => {
  useDraftStore.setState({ draft: undefined })
  await openPage('/subPages/seal/sealFour')
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/time/timeCapsule'))
})

test('a draft that is gone from the draft box is let go, and a second tap seals what stands here', async () => {
  keepDraft({ ...ready, draft_id: '31' })
  answers = [() => ({ code: 1004, message: '内容不存在或已删除' })]
  fireEvent.click(await showPage())
  await waitFor(() => expect(useDraftStore.getState().draft?.draft_id).toBe(''))
  await act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))
  fireEvent.click(screen.getByRole('button', { name: '投入胶囊宇宙' }))
  await screen.findByLabelText('胶囊正在升入夜空')
  expect(sent).toHaveLength(2)
})

test('a draft that was changed elsewhere is sealed over only when the person says so', async () => {
  keepDraft({ ...ready, draft_id: '31', revision: 3 })
  answers = [() => ({ code: 2, message: '这份内容已在别处修改过', data: { changed: true } })]
  fireEvent.click(await showPage())
  await screen.findByText('这份内容已在别处修改过，要用现在的内容覆盖吗？')
  expect(sent.map(({ body }) => body.revision)).toEqual([3])
  fireEvent.click(screen.getByRole('button', { name: '覆盖' }))
  await screen.findByLabelText('胶囊正在升入夜空')
  expect(sent.map(({ body }) => body.revision)).toEqual([3, undefined])
})

test('who does not want that has sealed nothing, and goes on', async () => {
  keepDraft({ ...ready, draft_id: '31', revision: 3 })
  answers = [() => ({ code: 2, message: '这份内容已在别处修改过', data: { changed: true } })]
  fireEvent.click(await showPage())
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('寄语').readOnly).toBe(false))
  expect(sent).toHaveLength(1)
  expect(useDraftStore.getState().draft?.revision).toBe(3)
})

test('while it is sent the words take no letters, which would not be sealed', async () => {
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  answers = [() => held]
  fireEvent.click(await showPage())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.getByLabelText<HTMLTextAreaElement>('寄语').readOnly).toBe(true)
  answer()
  await screen.findByLabelText('胶囊正在升入夜空')
})

test('a sealed draft takes along its files, also those that were picked since', async () => {
  begin('7', '31', [{ type: 1, content: `image/7/${'b'.repeat(32)}.png`, comment: '', name: 'b' }])
  keepDraft({ ...ready, draft_id: '31' })
  fireEvent.click(await showPage())
  await screen.findByLabelText('胶囊正在升入夜空')
  await waitFor(() => expect(useFilesStore.getState().lists).toEqual({}))
})

test('what folds is the sheet that was written: its title and its first line', async () => {
  keepDraft({ ...ready, long_tag: '十八岁的', content: [{ type: 0, content: '<p>今晚<i>的风</i></p>', comment: '' }] })
  fireEvent.click(await showPage())
  const night = await screen.findByLabelText('胶囊正在升入夜空')
  expect(night.textContent).toContain('十八岁的今晚的风')
})

test('which files a contact gets as they are is said before it is sealed, and the server hears it', async () => {
  const file = (content: string, name: string) => ({ type: 3 as const, content, comment: '', name })
  const content = [file('file/7/aaaaaaaaaaaaaaaa.dng', 'a.dng'), file('file/7/bbbbbbbbbbbbbbbb.jpg', 'b.jpg')]
  keepDraft({ ...ready, content, content_type: 1 })
  const button = await showPage()
  await screen.findByText('「a.dng」会原样交给别人，可能含拍摄地点')
  fireEvent.click(button)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.body).toMatchObject({ told: 1 })
})

const refusedAt = (field: string) => ({ code: CODE.badRequest, message: '请求内容有误', data: { field } })

test('a refusal of the words stands at their field', async () => {
  answers = [() => refusedAt('send_word')]
  fireEvent.click(await showPage())
  const said = await screen.findByText('请求内容有误')
  expect(screen.getByRole('textbox', { name: '寄语' }).getAttribute('aria-describedby')).toContain(said.id)
  fireEvent.change(screen.getByRole('textbox', { name: '寄语' }), { target: { value: '你好啊' } })
  await waitFor(() => expect(screen.queryByText('请求内容有误')).toBeNull())
})

test('a refusal of a field of an earlier step is said with the name of that field', async () => {
  answers = [() => refusedAt('long_tag'), () => refusedAt('content.0.comment')]
  const button = await showPage()
  fireEvent.click(button)
  await screen.findByText('标题：请求内容有误')
  await act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))
  fireEvent.click(button)
  await screen.findByText('内容：请求内容有误')
})

test('a capsule for somebody is sent with their name and without contacts, and leads to what is handed over', async () => {
  keepDraft({ ...ready, contact: {}, to: { name: '妈妈', show_title: 1 } })
  answers = [() => ok({ capsule_id: '12', waiting_url: '/w/abc' } satisfies Output<'createTimeCapsule'>)]
  fireEvent.click(await showPage())
  await screen.findByLabelText('胶囊正在升入夜空')
  expect(sent[0]!.body).toMatchObject({ to: { name: '妈妈', show_title: 1 }, is_public: 0 })
  expect(sent[0]!.body).not.toHaveProperty('contact')
  await act(() => vi.advanceTimersByTimeAsync(RITUAL_MS))
  await waitFor(() => expect(here()).toBe(`${PAGES.handOver}?id=12&sealed=1`))
})

test('files that go whole are told of before they are sealed for somebody', async () => {
  const file = { type: 3 as const, content: 'file/7/aaaaaaaaaaaaaaaa.dng', comment: '', name: 'a.dng' }
  keepDraft({ ...ready, contact: {}, to: { name: '妈妈', show_title: 0 }, content: [file], content_type: 1 })
  await showPage()
  await screen.findByText('「a.dng」会原样交给别人，可能含拍摄地点')
})

test('a draft is kept without the person it is for', () => {
  const draft = { ...ready, to: { name: '妈妈', show_title: 0 as const } }
  expect(draftInput(draft)).not.toHaveProperty('to')
  expect(capsuleInput({ ...draft, type: 2 })).not.toHaveProperty('to')
})
