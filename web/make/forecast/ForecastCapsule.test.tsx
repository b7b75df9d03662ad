import { PAGES } from '#contract/pages.ts'
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppCall } from '#contract/calls.ts'
import type { Detail } from '#contract/capsule.ts'
import { DOUBLE_TAP_GUARD_MS, TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { formatChina, momentText } from '#contract/time.ts'
import { type Answer, endPages, ok, openPage, pageOf, person, type StandIn, startPages } from '#test/page.tsx'
import { drafted, words } from '#web/capsule/notice/drafted.fixture.ts'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { autosave, autosavedOf, documentOf, sessionKey } from '#web/draft/current/autosave.ts'
import { emptyDraft, forecastContent, forecastOf, keepDraft, useDraftStore } from '#web/draft/current/draft.ts'
import { forgetTime } from '#web/ui/clock.ts'
import { here, history } from '#web/ui/location.ts'

const RITUAL_MS = 1_500
const PAGE = '/subPages/forecast/forecastCapsule'
const DRAFT_BOX = '/subPages/me/draftBox'
let server: StandIn

beforeEach(() => {
  server = begin()
})
afterEach(async () => {
  useDraftStore.setState({ draft: undefined })
  endPages()
  await forgetRows('7')
})

function begin(forecast_count = 4) {
  const stand = startPages(person({ forecast_count }))
  stand.answer('capsuleOpenList', { code: 1000, data: { capsules: [], next: '' } })
  stand.answer('myDrafts', ok({ capsules: pageOf([]) }))
  stand.answer('createForecastCapsule', { code: 1000, data: { capsule_id: '12' } })
  stand.answer('createForecastDraft', { code: 1000, data: { capsule_id: '9', revision: 1 } })
  return stand
}

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const write = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })
/** Whether the fields are read-only. */
const isStill = async () =>
  (await screen.findByRole('textbox', { name: '预测内容', hidden: true })).closest('[inert]') !== null
const moment = (ms: number) => formatChina(Date.now() + ms)

async function open(query: Record<string, string> = {}) {
  const user = await openPage(PAGE, query)
  await field('预测内容')
  return user
}

/** Both fields written and a date picked. */
async function ready() {
  const user = await open()
  await write('预测内容', '明年\n我会在哪里？')
  await write('预测结论', '海边')
  await user.click(await button('5年'))
  return user
}

/** Presses the button and enters the adjective that it asks for, or leaves the one it has. */
async function named(user: Awaited<ReturnType<typeof openPage>>, name: string, adjective?: string) {
  await user.click(await button(name))
  await screen.findByText('请为你的这份记忆填入专属的形容词')
  if (adjective) await user.type(await screen.findByPlaceholderText('例如：十八岁的、闪闪发光的'), adjective)
  await user.click(await button('确定'))
}

/** Skips the ritual by a tap, and waits for the words that follow it. */
async function published() {
  await screen.findByRole('main', { name: '胶囊正在升入夜空' })
  await act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))
  fireEvent.pointerDown(document.body)
  await screen.findByText('发布成功')
}

const DRAFT = { id: '9', type: 2, long_tag: '海边的', revision: 3 } as const
const inBox = (fields: Partial<Detail> = {}, written = words('会下雨吗？')) =>
  detailOf(drafted([written], { ...DRAFT, open_time: moment(86_400_000), ...fields }))

it('release asks for content and conclusion, then for the date', async () => {
  const user = await open()
  await write('预测内容', '明年我会在哪里？')
  await user.click(await button('发布胶囊'))
  await screen.findByText('请填写预测的内容与结论~')
  await write('预测结论', '海边')
  await vi.advanceTimersByTimeAsync(1_000)
  await user.click(await button('发布胶囊'))
  expect((await button(/^解封日期/)).getAttribute('aria-describedby')).toBe(
    (await screen.findByText('请选择解封日期~')).id,
  )
  expect(document.activeElement).toBe(await button(/^解封日期/))
  expect(server.asked()).not.toContain('createForecastCapsule')
})

it('the fields count to 300 as people count, and one more cannot be published', async () => {
  const user = await ready()
  await write('预测结论', '😀'.repeat(300))
  await screen.findByText('300/300')
  await write('预测结论', '😀'.repeat(301))
  await screen.findByText('已超出300字上限')
  await user.click(await button('发布胶囊'))
  expect(screen.queryByText('请为你的这份记忆填入专属的形容词')).toBeNull()
})

it('says that nothing can be edited after release, and what it costs', async () => {
  await open()
  const final = await screen.findByText('发布后内容不可修改')
  const cost = await screen.findByText('发布消耗1个预测胶囊，剩余4个')
  expect(final.parentElement).toBe(cost.parentElement)
})

it('says when what is typed lies in this browser', async () => {
  await open()
  await write('预测内容', '雨？')
  await screen.findByText('已保存在本机')
  expect(await autosavedOf('7', documentOf(2, ''))).toHaveLength(1)
})

it('a released prediction is sent once, as plain text with its date and adjective, and leads home', async () => {
  const user = await ready()
  await named(user, '发布胶囊', '海边的')
  await screen.findByRole('main', { name: '胶囊正在升入夜空' })
  expect(server.sent('createForecastCapsule')).toMatchObject([
    {
      content: [{ type: 0, content: '明年\n我会在哪里？', comment: '海边' }],
      long_tag: '海边的',
      open_time: expect.stringMatching(/^2\d{3}-/),
    },
  ])
  expect(screen.queryByRole('button', { name: '发布胶囊' })).toBeNull()
  expect(history.location.pathname).toBe(PAGE)
  await act(() => vi.advanceTimersByTimeAsync(RITUAL_MS))
  await waitFor(() => expect(history.location.pathname).toBe(PAGES.home))
  await published()
  expect(server.sent('createForecastCapsule')).toHaveLength(1)
  expect(server.asked().filter((name) => name === 'userInfo').length).toBeGreaterThan(1)
})

it('publishing has the ritual of all sealing: the sheet that was written folds into the capsule that rises', async () => {
  const user = await ready()
  await named(user, '发布胶囊', '海边的')
  const night = await screen.findByRole('main', { name: '胶囊正在升入夜空' })
  expect(night.textContent).toContain('海边的明年')
  expect(screen.queryByText('发布成功')).toBeNull()
})

it('a confidence is asked for only from those who want to give one, and is sealed with the prediction', async () => {
  const user = await ready()
  expect(screen.queryByRole('slider')).toBeNull()
  await user.click(await screen.findByRole('switch', { name: '写下把握' }))
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: '把握' })
  expect([slider.min, slider.max, slider.getAttribute('aria-valuetext')]).toEqual(['50', '99', '70%'])
  fireEvent.change(slider, { target: { value: '83' } })
  await screen.findByText('83%')
  await named(user, '发布胶囊', '海边的')
  await published()
  expect(server.sent('createForecastCapsule')).toMatchObject([{ confidence: 83 }])
})

it('a confidence that was taken back is not sent', async () => {
  const user = await ready()
  await user.click(await screen.findByRole('switch', { name: '写下把握' }))
  await user.click(await screen.findByRole('switch', { name: '写下把握' }))
  await named(user, '发布胶囊', '海边的')
  await published()
  expect(server.sent('createForecastCapsule')[0]).not.toHaveProperty('confidence')
})

it('a confidence goes along with the draft and is there when it is taken up', async () => {
  server.answer('capsuleDetail', inBox({ confidence: 66 }))
  const user = await open({ id: '9' })
  expect((await screen.findByRole('slider', { name: '把握' })).getAttribute('aria-valuetext')).toBe('66%')
  await named(user, '存入草稿箱', '')
  await screen.findByText('已存入草稿箱')
  expect(server.sent('createForecastDraft')).toMatchObject([{ draft_id: '9', confidence: 66 }])
})

it('a refused release can be tried again under the name it had', async () => {
  const user = await ready()
  server.answer('createForecastCapsule', { code: 5000, message: '服务器错误' })
  await named(user, '发布胶囊', '海边的')
  await screen.findByText('服务器错误')
  server.answer('createForecastCapsule', { code: 1000, data: { capsule_id: '12' } })
  await vi.advanceTimersByTimeAsync(1_000)
  await named(user, '发布胶囊')
  await published()
  expect(server.sent('createForecastCapsule')).toMatchObject([{ long_tag: '海边的' }, { long_tag: '海边的' }])
})

it('without stock it is not released: 预测胶囊不足', async () => {
  server = begin(0)
  const user = await ready()
  await user.click(await button('发布胶囊'))
  await screen.findByText('预测胶囊不足')
  expect(screen.queryByText('请为你的这份记忆填入专属的形容词')).toBeNull()
})

it('a date that has passed meanwhile becomes now plus one hour, and nothing is sent before it is seen', async () => {
  const draft = { ...emptyDraft('7', 2), content: forecastContent({ content: '雨？', comment: '晴' }) }
  keepDraft({ ...draft, unsealDate: moment(-5_000) })
  const user = await open()
  await user.click(await button('发布胶囊'))
  await screen.findByText('解封日期已过，已改为一小时后')
  await screen.findByText(new RegExp(`^${momentText(moment(3_600_000)).slice(0, 13)}`))
  expect(screen.queryByText('请为你的这份记忆填入专属的形容词')).toBeNull()
})

it('while the time is asked for nothing can be written that would not be sealed', async () => {
  const user = await ready()
  let tell: (answer: Answer<'systemInfo'>) => void = () => {}
  server.answer('systemInfo', new Promise((resolve) => (tell = resolve)))
  forgetTime()
  await user.click(await button('发布胶囊'))
  await waitFor(() => expect(server.asked()).toContain('systemInfo'))
  expect(await isStill()).toBe(true)
  tell({ code: 5000, message: '服务器错误' })
  await screen.findByText('请为你的这份记忆填入专属的形容词')
})

it('a draft needs one of the two fields, is named, and leads to the draft box', async () => {
  const user = await open()
  await user.click(await button('存入草稿箱'))
  await screen.findByText('请输入要存入草稿箱的内容')
  await write('预测结论', '海边')
  await vi.advanceTimersByTimeAsync(1_000)
  await named(user, '存入草稿箱', '海边的')
  await screen.findByText('已存入草稿箱')
  expect(server.sent('createForecastDraft')).toMatchObject([
    { content: [{ content: '', comment: '海边' }], long_tag: '海边的', draft_id: '' },
  ])
  await act(() => vi.advanceTimersByTimeAsync(TOAST_THEN_BACK_MS))
  await waitFor(() => expect(history.location.pathname).toBe(DRAFT_BOX))
})

it('a draft is taken up with its texts, date and name, and published instead of itself', async () => {
  server.answer('capsuleDetail', inBox())
  const user = await open({ id: '9' })
  expect((await field('预测内容')).value).toBe('会下雨吗？')
  await write('预测结论', '会')
  await named(user, '发布胶囊')
  await published()
  expect(server.sent('createForecastCapsule')).toMatchObject([{ draft_id: '9', long_tag: '海边的' }])
})

it.each([
  [{ status: 1 }, '这枚胶囊已经封存，不能再编辑了'],
  [{ type: 1 }, '这是一份日记草稿，请从草稿箱打开'],
  [{ type: 0 }, '这是一份文字草稿，请从草稿箱打开'],
] as const)('what is released or another kind is not edited here: %o', async (fields, text) => {
  server.answer('capsuleDetail', inBox(fields))
  await openPage(PAGE, { id: '9' })
  await screen.findByText(text)
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('更多封存选项 takes the prediction to the seal pages, and back it is there again', async () => {
  const user = await ready()
  await user.click(await button(/更多封存选项/))
  await screen.findByLabelText('第1步，共2步')
  expect(history.location.href).toBe('/subPages/seal/sealOne?type=2')
  const { type, content, unsealDate } = useDraftStore.getState().draft ?? emptyDraft('7')
  expect(forecastOf(content)).toEqual({ content: '明年\n我会在哪里？', comment: '海边' })
  expect([type, unsealDate > moment(0)]).toEqual([2, true])
  act(() => history.back())
  expect((await field('预测结论')).value).toBe('海边')
  expect(screen.getByText(momentText(unsealDate))).toBeTruthy()
})

it('leaving asks 是否存入草稿箱? while there is something unsaved, and not for a date alone', async () => {
  const user = await open()
  await user.click(await button('30天'))
  act(() => history.push(PAGES.home))
  await waitFor(() => expect(history.location.pathname).toBe(PAGES.home))
  act(() => history.push(PAGE))
  await write('预测内容', '雨？')
  act(() => history.push(PAGES.home))
  await screen.findByText('是否存入草稿箱?')
  await user.click(await button('否'))
  await waitFor(() => expect(history.location.pathname).toBe(PAGES.home))
  expect(server.asked()).not.toContain('createForecastDraft')
})

it('what was being written when the page was lost is offered again, and dropped once it is saved', async () => {
  await ready()
  cleanup()
  const user = await openPage(PAGE)
  await screen.findByText(/^发现上次没有保存的内容/)
  await user.click(await button('恢复'))
  expect((await field('预测内容')).value).toBe('明年\n我会在哪里？')
  await named(user, '存入草稿箱', '海边的')
  await screen.findByText('已存入草稿箱')
  cleanup()
  await openPage(PAGE)
  expect((await field('预测内容')).value).toBe('')
  expect(screen.queryByText(/^发现上次没有保存的内容/)).toBeNull()
})

it('what is released elsewhere meanwhile takes nothing from under the pen', async () => {
  server.answer('capsuleDetail', inBox())
  await open({ id: '9' })
  await write('预测结论', '会')
  server.answer('capsuleDetail', inBox({ status: 1 }))
  await act(() => queryClient.refetchQueries({ queryKey: ['capsuleDetail'] }))
  expect((await field('预测结论')).value).toBe('会')
})

/** An answer that the test gives at a time of its choice. */
function later<N extends AppCall>(_name: N) {
  let give = (_answer: Answer<N>) => {}
  const answer = new Promise<Answer<N>>((resolve) => {
    give = resolve
  })
  return { answer, give }
}

it('from the press until it is released nothing can be typed that would not be released', async () => {
  const user = await ready()
  const { answer, give } = later('createForecastCapsule')
  server.answer('createForecastCapsule', answer)
  await user.click(await button('发布胶囊'))
  await screen.findByText('请为你的这份记忆填入专属的形容词')
  expect(await isStill()).toBe(true)
  await user.type(await screen.findByPlaceholderText('例如：十八岁的、闪闪发光的'), '海边的')
  await user.click(await button('确定'))
  await waitFor(() => expect(server.sent('createForecastCapsule')).toHaveLength(1))
  expect(await isStill()).toBe(true)
  await act(async () => give({ code: 5000, message: '服务器错误' }))
  await screen.findByText('服务器错误')
  await waitFor(async () => expect(await isStill()).toBe(false))
})

it('while the name of a draft is asked for, nothing can be typed that would not be kept', async () => {
  const user = await ready()
  await user.click(await button('存入草稿箱'))
  await user.click(await button('取消'))
  await waitFor(async () => expect(await isStill()).toBe(false))
  await vi.advanceTimersByTimeAsync(1_000)
  await user.click(await button('存入草稿箱'))
  expect(await isStill()).toBe(true)
  await user.click(await button('取消'))
})

it.each([[/更多封存选项/], ['发布胶囊']])('while %s looks up the balance, nothing can be typed', async (name) => {
  server = begin(0)
  const user = await ready()
  const { answer, give } = later('userInfo')
  server.answer('userInfo', answer)
  await user.click(await button(name))
  await waitFor(async () => expect(await isStill()).toBe(true))
  await act(async () => give({ code: 1000, data: { user: person({ forecast_count: 0 }) } }))
  await screen.findByText('预测胶囊不足')
  await waitFor(async () => expect(await isStill()).toBe(false))
})

it('who leaves while it is being released is asked nothing, and stays where they went', async () => {
  const user = await ready()
  const { answer, give } = later('createForecastCapsule')
  server.answer('createForecastCapsule', answer)
  await named(user, '发布胶囊', '海边的')
  await waitFor(() => expect(server.sent('createForecastCapsule')).toHaveLength(1))
  act(() => history.push(DRAFT_BOX))
  await vi.advanceTimersByTimeAsync(500)
  expect(screen.queryByText('是否存入草稿箱?')).toBeNull()
  await act(async () => give({ code: 1000, data: { capsule_id: '12' } }))
  await waitFor(() => expect(here()).toBe(DRAFT_BOX))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(here()).toBe(DRAFT_BOX)
  expect(server.asked()).not.toContain('createForecastDraft')
})

it('a draft that was changed elsewhere is released over only when the person says so', async () => {
  server.answer('capsuleDetail', inBox())
  server.answer('createForecastCapsule', { code: 2, message: '这份内容已在别处修改过', data: { changed: true } })
  const user = await open({ id: '9' })
  await write('预测结论', '会')
  await named(user, '发布胶囊')
  await screen.findByText('这份内容已在别处修改过，要用现在的内容覆盖吗？')
  expect(server.sent('createForecastCapsule')).toMatchObject([{ draft_id: '9', revision: 3 }])
  server.answer('createForecastCapsule', { code: 1000, data: { capsule_id: '12' } })
  await user.click(await button('覆盖'))
  await published()
  expect(server.sent('createForecastCapsule')[1]).toMatchObject({ draft_id: '9' })
  expect(server.sent('createForecastCapsule')[1]).not.toHaveProperty('revision')
})

it('a draft that is released is gone everywhere, with what other sessions have left of it', async () => {
  server.answer('capsuleDetail', inBox({}, words('雨？', '会')))
  const user = await open({ id: '9' })
  const document = documentOf(2, '9')
  const value = { content: forecastContent({ content: '雪？', comment: '会' }), unsealDate: '' }
  await autosave({ key: sessionKey('7', document, 'dead'), value, at: Date.now() })
  await named(user, '发布胶囊')
  await published()
  await waitFor(async () => expect(await autosavedOf('7', document)).toEqual([]))
})
