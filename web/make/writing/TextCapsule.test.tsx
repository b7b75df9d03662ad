import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Input } from '#contract/calls.ts'
import type { ContentItem } from '#contract/content.ts'
import { formatChina, longDayText, weekdayText } from '#contract/time.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { catchUploads, fileOf, granted, hashUploads, slowToRead } from '#test/uploads.ts'
import { drafted, words } from '#web/capsule/notice/drafted.fixture.ts'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { setToken } from '#web/client/session.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { autosave, autosavedOf, hasAutosaved, openSession, sessionKey } from '#web/draft/current/autosave.ts'
import { emptyDraft, keepDraft, textContent } from '#web/draft/current/draft.ts'
import { lendCaret } from '#web/ui/lend.fixture.ts'
import { here, history } from '#web/ui/location.ts'
import { IMAGES_UNDER_WAY } from './imageUploads.ts'

lendCaret()
afterEach(async () => {
  endPages()
  await forgetRows('7')
})

const PAGE = '/subPages/time/textCapsule'
const KEY = 'image/7/0123456789abcdef.jpg'
const textWith = (address: string) => `<p>海边</p><img src="${address}${KEY}" alt=""><p>完</p>`

function begin() {
  const server = startPages(person())
  // A fresh sign-in, since upload grants belong to a sign-in.
  setToken(String(Math.random()))
  return server
}

/** The editor, with this text in a draft of the draft box. */
async function write(html?: string) {
  const server = begin()
  const sent = catchUploads()
  server.answer('ossToken', granted())
  if (html) server.answer('capsuleDetail', detailOf(drafted([words(html)])))
  const user = await openPage(PAGE, html ? { type: '0', id: '3' } : { type: '0' })
  const text = await screen.findByRole('textbox', { name: '正文' })
  return { server, sent, user, text }
}
const shown = (text: HTMLElement) => text.querySelector('p + img')?.getAttribute('src')

it('a draft with pictures is shown with addresses that are good now, and left without a question', async () => {
  const { server, text } = await write(textWith('/m/1.old/'))
  expect(shown(text)).toBe(`/m/9.mac/${KEY}`)
  expect(server.asked().filter((name) => name === 'ossToken')).toHaveLength(1)
  act(() => history.push('/pages/home/home'))
  await waitFor(() => expect(history.location.pathname).toBe('/pages/home/home'))
  expect(screen.queryByText('是否存入草稿箱?')).toBeNull()
})

it.each([
  [undefined, '选「否」，刚写的内容会被丢弃'],
  ['<p>海边</p>', '选「否」，刚改的内容会被丢弃，草稿箱里的保持原样'],
])('leaving says what 否 throws away, and 继续写 stays with every letter: %s', async (draft, line) => {
  const { user, text } = await write(draft)
  act(() => text.querySelector('p')!.append('的风'))
  await waitFor(() => expect(text.textContent).toContain('的风'))
  act(() => history.push('/pages/home/home'))
  await screen.findByText(line)
  await user.click(screen.getByRole('button', { name: '继续写' }))
  await waitFor(() => expect(screen.queryByText('是否存入草稿箱?')).toBeNull())
  expect(history.location.pathname).toBe(PAGE)
  expect(text.textContent).toContain('的风')
})

it('begins with the day, and says when what is typed lies in this browser', async () => {
  const { text } = await write()
  const now = Date.now()
  expect(screen.getByText(`${longDayText(formatChina(now))} ${weekdayText(now)}`)).toBeTruthy()
  expect(screen.getByText('0/10000')).toBeTruthy()
  act(() => text.querySelector('p')!.append('海边的风'))
  await screen.findByText('已保存在本机')
  expect(screen.getByText('4/10000')).toBeTruthy()
  expect(await hasAutosaved('7')).toBe(true)
})

it('a capsule on its way to being sealed comes back with its pictures', async () => {
  const server = begin()
  server.answer('ossToken', granted())
  keepDraft({ ...emptyDraft('7'), content: textContent(textWith('/m/1.old/')) })
  await openPage(PAGE, { type: '0' })
  expect(shown(await screen.findByRole('textbox', { name: '正文' }))).toBe(`/m/9.mac/${KEY}`)
})

it('a text is there to be written on though no fresh addresses come', async () => {
  const server = begin()
  server.answer('ossToken', { code: 2, message: '稍后再试' })
  keepDraft({ ...emptyDraft('7'), content: textContent(textWith('/m/1.old/')) })
  await openPage(PAGE, { type: '0' })
  expect(shown(await screen.findByRole('textbox', { name: '正文' }))).toBe(`/m/1.old/${KEY}`)
})

it('a draft that is taken up and written on keeps the hashes of its pictures, and sends that of a new one', async () => {
  const hashOf = hashUploads()
  const kept = `data-sha256="${'ab'.repeat(32)}"`
  const { server, sent, user, text } = await write(`<p>海边</p><img src="/m/1.old/${KEY}" ${kept} alt="">`)
  server.answer('createTimeDraft', ok({ capsule_id: '3', revision: 2 }))
  await userEvent.upload(await screen.findByLabelText('选择图片'), fileOf('jpeg', '一.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]!.answer(200)
  await waitFor(() => expect(text.querySelectorAll('img[src]')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: '完成' }))
  await user.click(await screen.findByRole('button', { name: '存入草稿箱' }))
  await user.type(await screen.findByPlaceholderText(/十八岁的/), '蓝')
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(server.sent('createTimeDraft')).toHaveLength(1))
  const [{ content }] = server.sent('createTimeDraft') as [Input<'createTimeDraft'>]
  const pictures = (content as ContentItem[])[0]!.content.match(/<img [^>]*>/g)
  const fresh = `<img src="/m/9.mac/${sent[0]!.key}" data-sha256="${await hashOf(sent[0]!.file)}" alt="">`
  expect(new Set(pictures)).toEqual(new Set([fresh, `<img src="/m/9.mac/${KEY}" ${kept} alt="">`]))
})

it('a text without pictures waits for nothing', async () => {
  const { server } = await write('<p>海边</p>')
  expect(server.asked()).not.toContain('ossToken')
})

it('a graphic draft is not opened as an empty text', async () => {
  const server = begin()
  const picture = { type: 1, content: `/m/1.old/${KEY}`, comment: '' }
  server.answer('capsuleDetail', detailOf(drafted([picture], { content_type: 1, long_tag: '' })))
  await openPage(PAGE, { id: '3' })
  await screen.findByText('这是一份图文草稿，请从草稿箱打开')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('完成 offers 存入草稿箱, 完成封存 and 取消 in this order, the second filled', async () => {
  const { user } = await write()
  await user.click(screen.getByRole('button', { name: '完成' }))
  const sheet = within(await screen.findByRole('dialog', { name: '完成' })).getAllByRole('button')
  expect(sheet.map((button) => [button.textContent, button.dataset.kind])).toEqual([
    ['存入草稿箱', undefined],
    ['完成封存', 'main'],
    ['取消', 'secondary'],
  ])
})

it.each(['存入草稿箱', '完成封存'])('%s waits for pictures on their way: 图片正在上传', async (label) => {
  const { server, sent, user } = await write('<p>海边</p>')
  await userEvent.upload(await screen.findByLabelText('选择图片'), fileOf('jpeg', '一.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: '完成' }))
  await user.click(await screen.findByRole('button', { name: label }))
  await screen.findByText(IMAGES_UNDER_WAY)
  expect(server.asked()).not.toContain('createTimeDraft')
  expect(history.location.pathname).toBe(PAGE)
})

it.each(['存入草稿箱', '完成封存'])(
  '%s waits while a picture that was chosen is still being looked at, and leaving asks',
  async (label) => {
    const { server, sent, user } = await write('<p>海边</p>')
    const slow = slowToRead(fileOf('jpeg', '一.jpg'))
    await userEvent.upload(await screen.findByLabelText('选择图片'), slow.file, { applyAccept: false })
    await user.click(screen.getByRole('button', { name: '完成' }))
    await user.click(await screen.findByRole('button', { name: label }))
    await screen.findByText(IMAGES_UNDER_WAY)
    act(() => history.push('/pages/home/home'))
    await user.click(await screen.findByRole('button', { name: '继续写' }))
    expect(history.location.pathname).toBe(PAGE)
    slow.letGo()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(server.asked()).not.toContain('createTimeDraft')
  },
)

const left = (document: string, value: string, revision?: number) =>
  autosave({ key: sessionKey('7', document, 'dead'), value, revision, at: Date.UTC(2026, 10, 21, 12, 31) })
const OFFER = /^发现上次没有保存的内容（11月21日 20:31），是否恢复？/

it('what a dead session has left of this text is offered, and written on', async () => {
  const server = begin()
  server.answer('createTimeDraft', { code: 1000, data: { capsule_id: '3', revision: 1 } })
  await left('text:0:new', '<p>海边的风</p>')
  const user = await openPage(PAGE, { type: '0' })
  await screen.findByText(OFFER)
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: '恢复' }))
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('海边的风')

  await user.click(screen.getByRole('button', { name: '完成' }))
  await user.click(await screen.findByRole('button', { name: '存入草稿箱' }))
  await user.type(await screen.findByPlaceholderText('例如：十八岁的、闪闪发光的'), '夏天的')
  await user.click(screen.getByRole('button', { name: '确定' }))
  await screen.findByText('已存入草稿箱')
  expect(server.sent('createTimeDraft')).toMatchObject([{ content: [{ content: '<p>海边的风</p>' }] }])
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(false))
})

it('a text on its way to the seal pages is kept there, and not offered a second time', async () => {
  begin()
  await left('text:0:new', '<p>海边的风</p>')
  const user = await openPage(PAGE, { type: '0' })
  await user.click(await screen.findByRole('button', { name: '恢复' }))
  await screen.findByRole('textbox', { name: '正文' })
  await user.click(screen.getByRole('button', { name: '完成' }))
  await user.click(await screen.findByRole('button', { name: '完成封存' }))
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/seal/sealOne'))
  expect(localStorage.getItem('createCapsuleInfo')).toContain('海边的风')
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(false))
})

it('textCapsule?type=1 writes a sealed diary, kept as a diary draft', async () => {
  const server = begin()
  server.answer('createDiaryDraft', { code: 1000, data: { capsule_id: '3', revision: 1 } })
  keepDraft({ ...emptyDraft('7', 1), content: textContent('<p>海边</p>') })
  const user = await openPage(PAGE, { type: '1' })
  await screen.findByRole('heading', { name: '日记胶囊' })
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('海边')
  await user.click(screen.getByRole('button', { name: '完成' }))
  await user.click(await screen.findByRole('button', { name: '存入草稿箱' }))
  await user.type(await screen.findByPlaceholderText('例如：十八岁的、闪闪发光的'), '夏天的')
  await user.click(screen.getByRole('button', { name: '确定' }))
  await screen.findByText('已存入草稿箱')
  expect(server.asked()).toContain('createDiaryDraft')
})

it('textCapsule?type=2 leads to the page of predictions', async () => {
  begin()
  await openPage(PAGE, { type: '2', id: '5' })
  await waitFor(() => expect(here()).toBe('/subPages/forecast/forecastCapsule?id=5'))
})

const finish = async (user: Awaited<ReturnType<typeof openPage>>, label: string) => {
  await user.click(screen.getByRole('button', { name: '完成' }))
  await user.click(await screen.findByRole('button', { name: label }))
}

it('while its name is asked for the text takes no letters, which could not be saved with the others', async () => {
  const { user, text } = await write('<p>海边</p>')
  await finish(user, '存入草稿箱')
  await waitFor(() => expect(text.closest('[inert]')).toBeTruthy())
  await user.click(await screen.findByRole('button', { name: '取消' }))
  await waitFor(() => expect(text.closest('[inert]')).toBeNull())
})

it('while the balance is asked for the text takes no letters either', async () => {
  const server = startPages(person({ time_count: 0 }))
  keepDraft({ ...emptyDraft('7'), content: textContent('<p>海边</p>') })
  const user = await openPage(PAGE, { type: '0' })
  const text = await screen.findByRole('textbox', { name: '正文' })
  let answer = () => {}
  server.answer(
    'userInfo',
    new Promise((resolve) => (answer = () => resolve({ code: 1000, data: { user: person() } }))),
  )
  await finish(user, '完成封存')
  await waitFor(() => expect(text.closest('[inert]')).toBeTruthy())
  answer()
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/seal/sealOne'))
})

it('a draft that is gone from the draft box says so, and is kept anew', async () => {
  const { server, user } = await write('<p>海边</p>')
  server.answer('createTimeDraft', { code: 1004, message: '内容不存在或已删除' })
  await finish(user, '存入草稿箱')
  await user.click(await screen.findByRole('button', { name: '确定' }))
  await screen.findByText('原来的草稿已不在草稿箱里，再点一次将存为新的草稿')
  server.answer('createTimeDraft', { code: 1000, data: { capsule_id: '4', revision: 1 } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => vi.advanceTimersByTime(1_000))
  await finish(user, '存入草稿箱')
  await user.click(await screen.findByRole('button', { name: '确定' }))
  await screen.findByText('已存入草稿箱')
  expect(server.sent('createTimeDraft').at(-1)).toMatchObject({ draft_id: '' })
})

it.each([false, true])(
  'what was typed into a draft that is gone is offered as a new text (strict: %s)',
  async (strict) => {
    const server = begin()
    server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
    await left('text:0:3', '<p>海边的风</p>', 2)
    const user = await openPage(PAGE, { type: '0', id: '3' }, { strict })
    await user.click(await screen.findByRole('button', { name: '恢复' }))
    expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('海边的风')
    expect(here()).toBe(`${PAGE}?type=0`)
    await waitFor(async () => expect(await autosavedOf('7', 'text:0:3')).toEqual([]))
    const [kept, ...more] = await autosavedOf('7', 'text:0:new')
    expect([kept?.value, kept?.revision, more]).toEqual(['<p>海边的风</p>', undefined, []])
  },
)

it('what another tab writes into a draft that is gone stays its own', async () => {
  const server = begin()
  server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  const stop = openSession(sessionKey('7', 'text:0:3', 'dead'))
  await left('text:0:3', '<p>海边的风</p>', 2)
  await openPage(PAGE, { type: '0', id: '3' })
  await screen.findByText('内容不存在或已删除')
  expect(await autosavedOf('7', 'text:0:3')).toHaveLength(1)
  stop()
})
