import { PAGES } from '#contract/pages.ts'
import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { DIARY_SEALED } from '#contract/diary.ts'
import { CHANGED_ELSEWHERE } from '#contract/draft.ts'
import { TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { formatChina, longDayText, weekdayText } from '#contract/time.ts'
import { endPages, ok, openPage, person, silence, startPages } from '#test/page.tsx'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { clearToken, setToken } from '#web/client/session.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { autosave, autosavedOf, hasAutosaved, openSession, sessionKey } from '#web/draft/current/autosave.ts'
import { clearDraft, emptyDraft, keepDraft, textContent } from '#web/draft/current/draft.ts'
import { lendCaret } from '#web/ui/lend.fixture.ts'
import { go, here, history } from '#web/ui/location.ts'
import { ordinary } from './diary.fixture.ts'

lendCaret()
afterEach(async () => {
  endPages()
  clearDraft()
  await forgetRows('7')
})

const PAGE = '/subPages/diary/writeDiary'
const ASK = '内容还没有保存，是否保存？'
const WRITE_OVER = '这份内容已在别处修改过，要用现在的内容覆盖吗？'
const written = (reward = 0) => ok({ capsule_id: '42', revision: 0, reward })

/** Diary 42 as the server holds it: an ordinary one, open from the start. */
const diary = (fields: Partial<Detail> = {}) =>
  ordinary('<p>昨天</p>', { id: '42', revision: 5, long_tag: '昨天', ...fields })

async function write(query: Record<string, string> = {}, found = diary(), user = person()) {
  const server = startPages(user)
  server.answer('capsuleDetail', detailOf(found))
  server.answer('createDiaryCapsule', written())
  server.answer('capsuleOpenList', ok({ capsules: [], next: '' }))
  server.answer('diaryEdit', ok({ capsule_id: '42', revision: 6 }))
  go('home')
  const hand = await openPage(PAGE, query)
  const text = await screen.findByRole('textbox', { name: '正文' })
  return { server, hand, text }
}
/** Types behind the text that is there. */
function type(text: HTMLElement, words: string) {
  const paragraph = text.querySelector('p')!
  act(() => paragraph.append(words))
  return waitFor(() => expect(text.textContent).toContain(words))
}
const save = () => screen.getByRole('button', { name: '保存' })
const dialogButton = (name: string) => screen.findByRole('button', { name })
const home = () => waitFor(() => expect(here()).toBe(PAGES.home))
/** Expects that the diary was saved, that a toast said so, and that the page was left after it. */
async function savedAndHome() {
  await screen.findByText('保存成功')
  await act(() => vi.advanceTimersByTimeAsync(TOAST_THEN_BACK_MS))
  await home()
}

it('a new diary is saved, says so, and goes back after a moment', async () => {
  const { server, hand, text } = await write()
  expect(screen.getByRole('heading', { name: '写日记' })).toBeTruthy()
  await type(text, '今天')
  await hand.click(save())
  await screen.findByText('保存成功')
  expect(here()).toBe(PAGE)
  expect(server.sent('createDiaryCapsule')).toEqual([{ content: textContent('<p>今天</p>'), draft_id: '' }])
  act(() => vi.advanceTimersByTime(1_500))
  await home()
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(false))
})

it('the first diary of the day tells of its reward, back on the list', async () => {
  const { server, hand, text } = await write()
  server.answer('createDiaryCapsule', written(2))
  await type(text, '今天')
  await hand.click(save())
  await screen.findByText('保存成功')
  expect(screen.queryByText(/今日首篇日记/)).toBeNull()
  act(() => vi.advanceTimersByTime(1_500))
  await screen.findByText('今日首篇日记，获得2个日记胶囊')
  await home()
})

it('above the text stands the day: today for a new diary, and the day it was written for one that is edited', async () => {
  await write()
  const now = formatChina(Date.now())
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(`${longDayText(now)} ${weekdayText(Date.now())}`)
  cleanup()
  await write({ id: '42' })
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('2026年11月20日 星期五')
})

it('what the first diary of the day gives is said before it is written, and once it was nothing is said', async () => {
  const tasks = (done: 0 | 1) => ok({ tasks: [{ id: 'diary' as const, title: '', text: '', done, path: PAGE }] })
  for (const done of [0, 1] as const) {
    const server = startPages(person())
    server.answer('taskList', tasks(done))
    await openPage(PAGE)
    await screen.findByRole('textbox', { name: '正文' })
    await waitFor(() => expect(server.asked()).toContain('taskList'))
    await waitFor(() => expect(screen.queryAllByText(/首篇得[12]个日记胶囊/)).toHaveLength(1 - done))
    endPages()
  }
})

it('an ordinary diary is edited with the revision it was opened with, and costs nothing', async () => {
  const { server, hand, text } = await write({ id: '42' }, diary(), person({ diary_count: 0 }))
  expect(screen.getByRole('heading', { name: '编辑日记' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '更多' })).toBeNull()
  await type(text, '的风')
  await hand.click(save())
  await screen.findByText('保存成功')
  expect(server.sent('diaryEdit')).toEqual([{ capsule_id: '42', content: textContent('<p>昨天的风</p>'), revision: 5 }])
})

it('a diary that was saved forgets what was kept of it to be read', async () => {
  const { hand, text } = await write({ id: '42' })
  sessionStorage.setItem('diaryDetail42', '{}')
  await type(text, '的风')
  await hand.click(save())
  await screen.findByText('保存成功')
  expect(sessionStorage.getItem('diaryDetail42')).toBeNull()
})

it('a diary that was changed elsewhere is written over only when the person wants that', async () => {
  const { server, hand, text } = await write({ id: '42' })
  server.answer('diaryEdit', { code: 2, message: CHANGED_ELSEWHERE, data: { changed: true } })
  await type(text, '的风')
  await hand.click(save())
  await screen.findByText(WRITE_OVER)
  await hand.click(await dialogButton('取消'))
  await waitFor(() => expect(screen.queryByText(WRITE_OVER)).toBeNull())
  expect(server.sent('diaryEdit')).toHaveLength(1)

  act(() => vi.advanceTimersByTime(1_000))
  await hand.click(save())
  await screen.findByText(WRITE_OVER)
  server.answer('diaryEdit', ok({ capsule_id: '42', revision: 9 }))
  await hand.click(await dialogButton('覆盖'))
  await screen.findByText('保存成功')
  expect(server.sent('diaryEdit').at(-1)).toEqual({ capsule_id: '42', content: textContent('<p>昨天的风</p>') })
})

it('saving is blocked while in flight: one diary, however often one saves or leaves', async () => {
  const { server, hand, text } = await write()
  let answer = (_: ReturnType<typeof written>) => {}
  server.answer(
    'createDiaryCapsule',
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  await type(text, '今天')
  await hand.click(save())
  await waitFor(() => expect(save().getAttribute('aria-busy')).toBe('true'))
  act(() => vi.advanceTimersByTime(1_000))
  await hand.click(save())
  act(() => history.back())
  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.queryByText(ASK)).toBeNull()
  answer(written())
  await savedAndHome()
  expect(server.sent('createDiaryCapsule')).toHaveLength(1)
  act(() => vi.advanceTimersByTime(1_500))
  expect(here()).toBe(PAGES.home)
})

it('a second press while the balance is asked for saves no second diary', async () => {
  const { server, hand, text } = await write({}, diary(), person({ diary_count: 0 }))
  let answer = () => {}
  server.answer(
    'userInfo',
    new Promise((resolve) => {
      answer = () => resolve(ok({ user: person() }))
    }),
  )
  await type(text, '今天')
  await hand.click(save())
  act(() => vi.advanceTimersByTime(1_000))
  await hand.click(save())
  answer()
  await screen.findByText('保存成功')
  expect(server.sent('createDiaryCapsule')).toHaveLength(1)
})

it('a saving that failed leaves the text where it is, and can be tried again', async () => {
  const { server, hand, text } = await write()
  server.answer('createDiaryCapsule', { code: 2, message: '稍后再试' })
  await type(text, '今天')
  await hand.click(save())
  await screen.findByText('稍后再试')
  expect(text.textContent).toBe('今天')
  server.answer('createDiaryCapsule', written())
  act(() => vi.advanceTimersByTime(3_000))
  await hand.click(save())
  await screen.findByText('保存成功')
})

it.each([
  ['by a changed address', () => go('draftBox'), '/subPages/me/draftBox'],
  ['back', () => history.back(), PAGES.home],
])('leaving %s with unsaved words asks, and 保存 saves them and goes there', async (_way, leave, there) => {
  const { server, hand, text } = await write()
  await type(text, '今天')
  act(leave)
  await screen.findByText(ASK)
  expect(server.asked()).not.toContain('createDiaryCapsule')
  await hand.click(screen.getAllByRole('button', { name: '保存' }).at(-1)!)
  await waitFor(() => expect(here()).toBe(there))
  expect(server.sent('createDiaryCapsule')).toHaveLength(1)
})

it('不保存 throws them away, here and in what the browser kept', async () => {
  const { server, hand, text } = await write({ id: '42' })
  await type(text, '的风')
  act(() => vi.advanceTimersByTime(300))
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(true))
  act(() => history.back())
  await screen.findByText('选「不保存」，刚改的内容会被丢弃，原来的日记保持原样')
  await hand.click(await dialogButton('不保存'))
  await home()
  expect(server.asked()).not.toContain('diaryEdit')
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(false))
})

it.each([
  [{}, diary(), '选「不保存」，刚写的内容会被丢弃'],
  [{ id: '42' }, diary({ status: 0 }), '选「不保存」，刚改的内容会被丢弃，原来的草稿保持原样'],
])('leaving says what 不保存 throws away, and 继续写 stays: %o', async (query, found, line) => {
  const { hand, text } = await write(query as Record<string, string>, found)
  await type(text, '的风')
  act(() => history.back())
  await screen.findByText(line)
  await hand.click(await dialogButton('继续写'))
  await waitFor(() => expect(screen.queryByText(ASK)).toBeNull())
  expect(text.textContent).toContain('的风')
})

it.each([{}, { id: '42' }])('what was not changed is left without a question', async (query) => {
  await write(query as Record<string, string>)
  act(() => history.back())
  await home()
  expect(screen.queryByText(ASK)).toBeNull()
})

it.each([
  ['', '请输入内容~'],
  ['字'.repeat(10_001), '已超出一万字上限'],
])('what cannot be saved says why', async (words, why) => {
  const { server, hand, text } = await write()
  if (words) await type(text, words)
  await hand.click(save())
  await screen.findByText(why)
  expect(server.asked()).not.toContain('createDiaryCapsule')
})

it('without a diary capsule a new one is not saved: 日记胶囊不足', async () => {
  const { server, hand, text } = await write({}, diary(), person({ diary_count: 0 }))
  await type(text, '今天')
  await hand.click(save())
  await screen.findByText('日记胶囊不足')
  expect(server.asked()).not.toContain('createDiaryCapsule')
})

it('a diary draft becomes a diary, and its draft is gone with it', async () => {
  const { server, hand } = await write({ id: '42' }, diary({ status: 0, long_tag: '夏天的' }))
  expect(screen.getByRole('heading', { name: '写日记' })).toBeTruthy()
  await hand.click(save())
  await screen.findByText('保存成功')
  expect(server.sent('createDiaryCapsule')).toEqual([
    { content: textContent('<p>昨天</p>'), long_tag: '夏天的', draft_id: '42', revision: 5 },
  ])
})

it('a draft that is gone from the draft box can still be saved', async () => {
  const { server, hand } = await write({ id: '42' }, diary({ status: 0 }))
  server.answer('createDiaryCapsule', { code: 1004, message: '内容不存在或已删除' })
  await hand.click(save())
  await screen.findByText('原来的草稿已不在草稿箱里，再点一次将直接保存')
  server.answer('createDiaryCapsule', written())
  act(() => vi.advanceTimersByTime(1_000))
  await hand.click(save())
  await screen.findByText('保存成功')
  expect(server.sent('createDiaryCapsule').at(-1)).toMatchObject({ draft_id: '' })
})

it('存入草稿箱 keeps a diary under its adjective', async () => {
  const { server, hand, text } = await write()
  server.answer('createDiaryDraft', ok({ capsule_id: '43', revision: 0 }))
  await type(text, '今天')
  await hand.click(screen.getByRole('button', { name: '更多' }))
  await hand.click(await dialogButton('存入草稿箱'))
  await hand.type(await screen.findByPlaceholderText('例如：十八岁的、闪闪发光的'), '夏天的')
  await hand.click(await dialogButton('确定'))
  await screen.findByText('已存入草稿箱')
  expect(server.sent('createDiaryDraft')).toMatchObject([{ long_tag: '夏天的', content: textContent('<p>今天</p>') }])
  act(() => vi.advanceTimersByTime(1_500))
  await waitFor(() => expect(here()).toBe('/subPages/me/draftBox'))
})

it('封存这篇日记 leads to the seal pages, and coming back shows the text again', async () => {
  const { hand, text } = await write()
  await type(text, '今天')
  await hand.click(screen.getByRole('button', { name: '更多' }))
  await hand.click(await dialogButton('封存这篇日记'))
  await waitFor(() => expect(here()).toBe('/subPages/seal/sealOne?type=1'))
  act(() => history.back())
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('今天')
})

it('saving one text leaves another alone that is on its way to the seal pages', async () => {
  const { hand, text } = await write({ id: '42' })
  keepDraft({ ...emptyDraft('7'), content: textContent('<p>胶囊</p>') })
  await type(text, '的风')
  await hand.click(save())
  await screen.findByText('保存成功')
  expect(localStorage.getItem('createCapsuleInfo')).toContain('胶囊')
})

it('a lost sign-in asks nothing, and the words are offered after signing in again', async () => {
  const { hand, text } = await write()
  await type(text, '今天')
  clearToken()
  act(() => go('login', {}, { replace: true }))
  await screen.findByText('欢迎回到时光胶囊')
  expect(screen.queryByText(ASK)).toBeNull()
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(true))
  setToken('again')
  act(() => go('writeDiary'))
  await screen.findByText(/^发现上次没有保存的内容/)
  await hand.click(await dialogButton('恢复'))
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('今天')
})

it('what is restored is saved with the revision it was begun with', async () => {
  await autosave({ key: sessionKey('7', 'diary:42', 'dead'), value: '<p>前天</p>', revision: 2, at: Date.now() })
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(diary()))
  server.answer('diaryEdit', { code: 2, message: CHANGED_ELSEWHERE, data: { changed: true } })
  const hand = await openPage(PAGE, { id: '42' })
  await hand.click(await dialogButton('恢复'))
  await screen.findByRole('textbox', { name: '正文' })
  await hand.click(save())
  await screen.findByText(WRITE_OVER)
  expect(server.sent('diaryEdit')).toMatchObject([{ revision: 2 }])
})

it('a diary that is deleted or sealed elsewhere takes nothing from under the pen', async () => {
  const { server, text } = await write({ id: '42' }, diary({ status: 0 }))
  await type(text, '的风')
  server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  act(() => vi.advanceTimersByTime(60_000))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(server.asked().filter((name) => name === 'capsuleDetail').length).toBeGreaterThan(1))
  await waitFor(async () => expect(await autosavedOf('7', 'diary:42')).toHaveLength(1))
  expect(screen.getByRole('textbox', { name: '正文' }).textContent).toBe('昨天的风')
})

it.each([
  ['a sealed diary cannot be changed', { sealed_at: '2026-01-01 00:00:00' }, DIARY_SEALED],
  ['a text capsule is no diary', { type: 0, status: 0 }, '这不是一篇日记，请从草稿箱打开'],
] as const)('%s', async (_what, fields, why) => {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(diary(fields)))
  await openPage(PAGE, { id: '42' })
  await screen.findByText(why)
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('a diary that cannot be read says so, and 重试 asks again', async () => {
  const server = startPages(person())
  server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  const hand = await openPage(PAGE, { id: '42' })
  await screen.findByText('内容不存在或已删除')
  server.answer('capsuleDetail', detailOf(diary()))
  await hand.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('textbox', { name: '正文' })
})

it('while the balance is asked for the paper takes no letters, and 更多 does nothing', async () => {
  const { server, hand, text } = await write({}, diary(), person({ diary_count: 0 }))
  let answer = () => {}
  server.answer(
    'userInfo',
    new Promise((resolve) => {
      answer = () => resolve(ok({ user: person() }))
    }),
  )
  await type(text, '今天')
  await hand.click(save())
  await waitFor(() => expect(text.closest('[inert]')).toBeTruthy())
  await hand.click(screen.getByRole('button', { name: '更多' }))
  expect(screen.queryByRole('button', { name: '封存这篇日记' })).toBeNull()
  answer()
  await savedAndHome()
  expect(server.sent('createDiaryCapsule')).toMatchObject([{ content: textContent('<p>今天</p>') }])
})

it('a draft that was changed elsewhere becomes a diary only when the person wants that', async () => {
  const { server, hand } = await write({ id: '42' }, diary({ status: 0 }))
  server.answer('createDiaryCapsule', { code: 2, message: CHANGED_ELSEWHERE, data: { changed: true } })
  await hand.click(save())
  await screen.findByText(WRITE_OVER)
  expect(server.sent('createDiaryCapsule')).toMatchObject([{ draft_id: '42', revision: 5 }])
  server.answer('createDiaryCapsule', written())
  await hand.click(await dialogButton('覆盖'))
  await savedAndHome()
  expect(server.sent('createDiaryCapsule')[1]).toMatchObject({ draft_id: '42' })
  expect(server.sent('createDiaryCapsule')[1]).not.toHaveProperty('revision')
})

const NO_NETWORK = '请求出错，请稍后再试'

it('a diary whose answer was lost is one diary, whatever was changed since', async () => {
  const { server, hand, text } = await write()
  server.answer('createDiaryCapsule', ok({ capsule_id: '50', revision: 1, reward: 2 }))
  server.loseAnswer('createDiaryCapsule')
  await type(text, '今天')
  await hand.click(save())
  await screen.findByText(NO_NETWORK)
  await type(text, '的风')
  act(() => vi.advanceTimersByTime(1_000))
  await hand.click(save())
  await screen.findByText('今日首篇日记，获得2个日记胶囊')
  const [first, again, ...more] = server.keys('createDiaryCapsule')
  expect([again, more]).toEqual([first, []])
  expect(server.sent('diaryEdit')).toEqual([{ capsule_id: '50', content: textContent('<p>今天的风</p>'), revision: 1 }])
})

it('a diary whose answer was lost is one diary after a reload as well', async () => {
  const { server, hand, text } = await write()
  server.answer('createDiaryCapsule', ok({ capsule_id: '50', revision: 1, reward: 0 }))
  server.loseAnswer('createDiaryCapsule')
  await type(text, '今天')
  await hand.click(save())
  await screen.findByText(NO_NETWORK)
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(true))
  cleanup()
  // The call without an answer may have spent the last capsule.
  server.answer('userInfo', ok({ user: person({ diary_count: 0 }) }))
  await queryClient.refetchQueries({ queryKey: ['userInfo'] })
  queryClient.clear()
  const later = await openPage(PAGE)
  await later.click(await dialogButton('恢复'))
  await type(await screen.findByRole('textbox', { name: '正文' }), '的风')
  await later.click(save())
  await screen.findByText('这份内容之前已经保存过，要用现在的内容覆盖吗？')
  await later.click(await dialogButton('覆盖'))
  await screen.findByText('保存成功')
  const [first, again, ...more] = server.keys('createDiaryCapsule')
  expect([again, more]).toEqual([first, []])
  expect(server.sent('diaryEdit')).toMatchObject([{ capsule_id: '50', content: textContent('<p>今天的风</p>') }])
})

it('a diary that never came to the server is written as it is by now, once', async () => {
  const { server, hand, text } = await write()
  server.answer('createDiaryCapsule', silence())
  await type(text, '今天')
  await hand.click(save())
  await screen.findByText(NO_NETWORK)
  await type(text, '的风')
  server.answer('createDiaryCapsule', written())
  act(() => vi.advanceTimersByTime(1_000))
  await hand.click(save())
  await savedAndHome()
  expect(server.sent('createDiaryCapsule')[1]).toMatchObject({ content: textContent('<p>今天的风</p>') })
  expect(server.sent('diaryEdit')).toEqual([])
})

it('a diary that got no answer is repeated though it may have spent the last capsule', async () => {
  const { server, hand, text } = await write({}, diary(), person({ diary_count: 1 }))
  server.answer('createDiaryCapsule', silence())
  await type(text, '今天')
  await hand.click(save())
  await screen.findByText(NO_NETWORK)
  server.answer('userInfo', ok({ user: person({ diary_count: 0 }) }))
  await act(() => queryClient.refetchQueries({ queryKey: ['userInfo'] }))
  server.answer('createDiaryCapsule', written())
  act(() => vi.advanceTimersByTime(1_000))
  await hand.click(save())
  await savedAndHome()
})

it('a change whose answer was lost is no change from elsewhere', async () => {
  const { server, hand, text } = await write({ id: '42' })
  server.answer('diaryEdit', ok({ capsule_id: '42', revision: 6 }))
  server.loseAnswer('diaryEdit')
  await type(text, '的风')
  await hand.click(save())
  await screen.findByText(NO_NETWORK)
  await type(text, '大')
  act(() => vi.advanceTimersByTime(1_000))
  await hand.click(save())
  await savedAndHome()
  const [first, again, then] = server.keys('diaryEdit')
  expect(again).toBe(first)
  expect(then).not.toBe(first)
  expect(server.sent('diaryEdit')[2]).toEqual({
    capsule_id: '42',
    content: textContent('<p>昨天的风大</p>'),
    revision: 6,
  })
})

it('a draft that became a diary is gone everywhere in this browser', async () => {
  await autosave({ key: sessionKey('7', 'diary:42', 'other tab'), value: '<p>昨天的</p>', revision: 5, at: 0 })
  const stop = openSession(sessionKey('7', 'diary:42', 'other tab'))
  const { hand } = await write({ id: '42' }, diary({ status: 0 }))
  keepDraft({ ...emptyDraft('7', 1), draft_id: '42', content: textContent('<p>前天</p>') })
  await hand.click(save())
  await savedAndHome()
  expect(localStorage.getItem('createCapsuleInfo')).toBeNull()
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(false))
  stop()
})

it('what was typed into a diary that is gone is offered as a new one', async () => {
  await autosave({ key: sessionKey('7', 'diary:42', 'dead'), value: '<p>前天</p>', revision: 2, at: Date.now() })
  const server = startPages(person())
  server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  server.answer('createDiaryCapsule', written())
  const hand = await openPage(PAGE, { id: '42' })
  await hand.click(await dialogButton('恢复'))
  await screen.findByRole('textbox', { name: '正文' })
  await hand.click(save())
  await waitFor(() =>
    expect(server.sent('createDiaryCapsule')).toEqual([{ content: textContent('<p>前天</p>'), draft_id: '' }]),
  )
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(false))
})
