// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CODE, TEXT } from '#contract/codes.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { UPLOAD } from '#contract/upload.ts'
import { endPages, ok, openPage, person, silence, startPages } from '#test/page.tsx'
import { catchUploads, fileOf, granted } from '#test/uploads.ts'
import { setRetryPolicy } from '#web/client/retryPolicy.ts'
import { here } from '#web/ui/location.ts'

afterEach(() => {
  endPages()
  setRetryPolicy({ withinMs: 0 })
})

/** A second press within that time is the same press. */
const settled = () => act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))
const field = () => screen.findByRole('textbox', { name: '你的意见' })
const submit = () => screen.getByRole('button', { name: '提交' })

async function feedback() {
  const server = startPages(person())
  server.answer('ossToken', granted())
  const sent = catchUploads()
  const user = await openPage('/subPages/me/feedback')
  await field()
  return { server, sent, user }
}
const choose = (file: File) => fireEvent.change(screen.getByLabelText('选择图片'), { target: { files: [file] } })

it('feedback is found in the settings, needs words, and is sent', async () => {
  const server = startPages(person())
  const user = await openPage('/subPages/me/setting')
  await user.click(await screen.findByRole('button', { name: '意见反馈' }))
  await waitFor(() => expect(here()).toBe('/subPages/me/feedback'))
  await field()
  await user.click(submit())
  expect((await screen.findByRole('alert')).textContent).toBe('请写下你的意见')
  expect(server.sent('feedback')).toEqual([])
  await user.type(await field(), '字太小了')
  await settled()
  await user.click(submit())
  await waitFor(() => expect(server.sent('feedback')).toEqual([{ text: '字太小了' }]))
  expect(await screen.findByText('已收到，回复会在消息里告诉你')).toBeTruthy()
  await waitFor(async () => expect((await field()).textContent).toBe(''))
})

it('feedback takes one picture, which goes up before it is sent and can be taken away', async () => {
  const { server, sent, user } = await feedback()
  await user.type(await field(), '看这里')
  choose(fileOf('png', '截图.png'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(submit())
  expect(await screen.findByText('图片还在上传，请稍候', { selector: ':not([hidden])' })).toBeTruthy()
  expect(server.sent('feedback')).toEqual([])
  sent[0]!.answer(200)
  await user.click(await screen.findByRole('button', { name: '移除图片' }))
  expect(screen.queryByRole('img', { name: '附上的图片' })).toBeNull()
  choose(fileOf('png', '截图.png'))
  await waitFor(() => expect(sent).toHaveLength(2))
  sent[1]!.answer(200)
  await screen.findByRole('img', { name: '附上的图片' })
  await settled()
  await user.click(submit())
  await waitFor(() => expect(server.sent('feedback')).toEqual([{ text: '看这里', key: sent[1]!.key }]))
  await waitFor(() => expect(screen.queryByRole('img', { name: '附上的图片' })).toBeNull())
})

it('what is no picture, or does not get through, is said and can be chosen again', async () => {
  const { sent } = await feedback()
  choose(fileOf('heic', 'a.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByText(`「a.jpg」${UPLOAD.unknownImage}`)).toBeTruthy()
  expect(sent).toHaveLength(0)
  choose(fileOf('png', 'a.png'))
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]!.answer(500)
  await waitFor(() => expect(screen.getByRole('button', { name: '添加图片（选填）' }).ariaBusy).not.toBe('true'))
  expect(screen.queryByRole('img', { name: '附上的图片' })).toBeNull()
})

it('feedback that is refused keeps its words', async () => {
  const { server, user } = await feedback()
  server.answer('feedback', { code: CODE.refused, message: '今天的反馈次数已用完，请明天再试' })
  await user.type(await field(), '第十一条')
  await user.click(submit())
  expect(await screen.findByText('今天的反馈次数已用完，请明天再试')).toBeTruthy()
  expect(((await field()) as HTMLTextAreaElement).value).toBe('第十一条')
})

it('a refusal that names the field stands there, in no toast, until the words are changed', async () => {
  const { server, user } = await feedback()
  server.answer('feedback', { code: CODE.badRequest, message: '请求内容有误', data: { field: 'text' } })
  await user.type(await field(), '第十一条')
  await user.click(submit())
  expect((await screen.findByRole('alert')).textContent).toBe('请求内容有误')
  expect(screen.getAllByText('请求内容有误')).toHaveLength(1)
  await user.type(await field(), '。')
  expect(screen.queryByText('请求内容有误')).toBeNull()
})

const TOLD = '网络不稳定，正在重试'
const told = () => screen.queryAllByRole('status').filter(({ textContent }) => textContent === TOLD)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a refused connection is told of after two seconds, until there is an answer, and takes nothing of what was typed', async () => {
  const { server, user } = await feedback()
  await user.type(await field(), '字太小了')
  setRetryPolicy()
  server.answer('feedback', silence())
  await user.click(submit())
  await pass(1_800)
  expect(submit().getAttribute('aria-busy')).toBe('true')
  expect(told()).toHaveLength(0)
  await pass(300)
  expect(told()).toHaveLength(1)
  expect((await field()).textContent).toBe('字太小了')
  while (told().length > 0) await pass(500)
  expect(screen.getByText(TEXT.network)).toBeTruthy()
  expect((await field()).textContent).toBe('字太小了')
  await settled()
  await user.click(submit())
  await pass(2_500)
  expect(told()).toHaveLength(1)
  server.answer('feedback', ok({}))
  await screen.findByText('已收到，回复会在消息里告诉你')
  expect(told()).toHaveLength(0)
})
