// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { endPages, ok, openPage, pageOf, person, startPages } from '#test/page.tsx'
import { type Beginning, catchUploads, fileOf, granted, hashUploads, type Sent, slowToRead } from '#test/uploads.ts'
import { drafted } from '#web/capsule/notice/drafted.fixture.ts'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { clearToken } from '#web/client/session.ts'
import { decodesPictures, STRIPES } from '#web/client/upload/decoded.fixture.ts'
import { emptyDraft, keepDraft, textContent } from '#web/draft/current/draft.ts'
import { useFilesStore } from '#web/draft/current/files.ts'
import { go, goTo, here, history } from '#web/ui/location.ts'

const MAKER = '/subPages/time/graphicCapsule'
let sent: Sent[]

afterEach(() => {
  endPages()
  // Nothing of one test stays in memory for the next; uploads under way are stopped.
  useFilesStore.setState(useFilesStore.getInitialState(), true)
  vi.restoreAllMocks()
})

function start(id = '7') {
  const server = startPages(person({ id }))
  // The stand-in for IndexedDB works by setImmediate: one that never fires would hold its transactions for ever.
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  server.answer('myDrafts', ok({ capsules: pageOf([]) }))
  server.answer('ossToken', granted())
  sent = catchUploads()
  return server
}

async function openMaker(query: Record<string, string> = {}) {
  const user = await openPage(MAKER, query)
  await screen.findByRole('list', { name: '胶囊里的文件' })
  return user
}

const photo = (name = '海边.png') => fileOf('png', name, { type: 'image/png' })
const pick = (...files: File[]) => fireEvent.change(screen.getByLabelText('文件'), { target: { files } })
const tiles = () =>
  screen.queryAllByRole('button', { name: /^删除「/ }).map((button) => button.getAttribute('aria-label'))
const uploads = (count: number) => waitFor(() => expect(sent).toHaveLength(count))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const uploaded = () => JSON.parse(localStorage.getItem('timeCapsuleUploadList') ?? '').state
const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

async function withOneUp(server = start(), query = {}, file = photo()) {
  const user = await openMaker(query)
  pick(file)
  await uploads(1)
  sent[0]!.answer(200)
  await screen.findByText('上传成功')
  return { server, user }
}

it('several files are picked at once, go up with their progress, and lead into the seal pages as keys', async () => {
  start()
  await openMaker()
  pick(photo(), fileOf('mp4', '烟花.mp4', { type: 'video/mp4' }), fileOf('pdf', '信.pdf', { type: 'application/pdf' }))
  await uploads(2)
  sent[0]!.progress(0.4)
  expect((await screen.findByRole('progressbar', { name: '上传「海边.png」' })).getAttribute('aria-valuenow')).toBe(
    '40',
  )
  expect(screen.getByRole('button', { name: '正在上传 0/3' }).getAttribute('aria-busy')).toBe('true')
  sent[0]!.answer(200)
  await uploads(3)
  sent[1]!.answer(200)
  sent[2]!.answer(200)
  await screen.findByText('上传成功')
  press('完成封存')
  await screen.findByRole('heading', { name: '封存选项' })
  const { draft } = JSON.parse(localStorage.getItem('createCapsuleInfo') ?? '').state
  expect(draft).toMatchObject({ type: 0, content_type: 1 })
  expect(draft.content.map(({ type, name }: { type: number; name: string }) => [type, name])).toEqual([
    [1, '海边.png'],
    [2, '烟花.mp4'],
    [3, '信.pdf'],
  ])
  expect(draft.content[0].content).toMatch(/^image\/7\/[0-9a-f]{32}\.png$/)
  expect(draft.content[0].content).toBe(sent[0]!.key)
})

it('anyone who goes back before what they wanted to look at was there can go on with the capsule', async () => {
  await withOneUp()
  act(() => {
    press('预览「海边.png」')
    history.flush()
    // The page of the preview is still on its way.
    goTo(MAKER, { replace: true })
    history.flush()
  })
  await waitFor(() => expect(here()).toBe(MAKER))
  press('完成封存')
  await screen.findByRole('heading', { name: '封存选项' })
})

it('coming back from the seal pages finds the files as they were', async () => {
  await withOneUp()
  press('完成封存')
  await screen.findByRole('heading', { name: '封存选项' })
  window.history.back()
  await screen.findByRole('list', { name: '胶囊里的文件' })
  expect(tiles()).toEqual(['删除「海边.png」'])
})

it.each([
  [400, xml('EntityTooLarge'), '单个文件不能超过50MB', false],
  [503, 'busy', '上传出错，请稍后再试~', true],
])('an upload answered with %i %s says %s', async (status, body, text, mayRetry) => {
  start()
  await openMaker()
  pick(photo())
  await uploads(1)
  sent[0]!.answer(status, body)
  const tile = (await screen.findByRole('button', { name: '删除「海边.png」' })).closest('li')!
  await within(tile).findByText(text)
  expect(within(tile).queryByRole('button', { name: /^重试/ }) !== null).toBe(mayRetry)
  press('完成封存')
  await screen.findByText(`「海边.png」没有上传成功，请先${mayRetry ? '重试或' : ''}删除`)
})

it('a failed connection says so, and with the network back the upload goes on by itself', async () => {
  start()
  await openMaker()
  pick(photo())
  await uploads(1)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  sent[0]!.fail()
  await within(screen.getByRole('list', { name: '胶囊里的文件' })).findByText('当前无网络连接，请检查网络')
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  await uploads(2)
  expect(sent[1]!.key).toBe(sent[0]!.key)
  sent[1]!.fail()
  await within(screen.getByRole('list', { name: '胶囊里的文件' })).findByText('上传失败，请稍后再试')
})

it('an upload is given up after 60 seconds without progress, and not before', async () => {
  start()
  await openMaker()
  pick(photo())
  await uploads(1)
  vi.advanceTimersByTime(50_000)
  sent[0]!.progress(0.1)
  vi.advanceTimersByTime(50_000)
  expect(sent[0]!.aborted).toBe(false)
  vi.advanceTimersByTime(10_001)
  await within(screen.getByRole('list', { name: '胶囊里的文件' })).findByText('请求超时，请检查网络后再试')
  expect(sent[0]!.aborted).toBe(true)
})

it('one that failed is tried again while the others go on', async () => {
  start()
  await openMaker()
  pick(photo('一.png'), photo('二.png'), photo('三.png'))
  await uploads(2)
  sent[0]!.answer(500)
  await uploads(3)
  fireEvent.click(await screen.findByRole('button', { name: '重试「一.png」' }))
  sent[1]!.answer(200)
  await uploads(4)
  expect(sent[3]!.file.name).toBe('一.png')
  sent[2]!.answer(200)
  sent[3]!.answer(200)
  await screen.findByText('上传成功')
})

it('at most ten files: the first that fit are taken, the order is kept, and the tile that adds is gone', async () => {
  start()
  await openMaker()
  const names = Array.from({ length: 12 }, (_, index) => `${index}.png`)
  pick(...names.slice(0, 3).map(photo))
  pick(...names.slice(3).map(photo))
  await screen.findByText('最多选择10个文件')
  expect(tiles()).toEqual(names.slice(0, 10).map((name) => `删除「${name}」`))
  expect(screen.queryByRole('button', { name: '添加' })).toBeNull()
  press('删除「0.png」')
  expect(screen.getByRole('button', { name: '添加' })).toBeTruthy()
})

it('a file above 50 MB or an empty one is not taken', async () => {
  start()
  await openMaker()
  const large = photo('大.png')
  Object.defineProperty(large, 'size', { value: 52_428_801 })
  pick(large)
  await screen.findByText('「大.png」单个文件不能超过50MB')
  pick(new File([], '空.txt'))
  await screen.findByText('「空.txt」文件是空的，请重新选择')
  expect(tiles()).toEqual([])
})

it('a video longer than 60 seconds is not sent, a recording that does not say its length is sought to its end', async () => {
  start()
  HTMLMediaElement.prototype.load = function load() {
    Object.defineProperty(this, 'duration', { value: Number.POSITIVE_INFINITY, configurable: true })
    this.dispatchEvent(new Event('loadedmetadata'))
  }
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'set').mockImplementation(function seek(this: HTMLMediaElement) {
    Object.defineProperty(this, 'duration', { value: 61, configurable: true })
    this.dispatchEvent(new Event('seeked'))
  })
  await openMaker()
  pick(fileOf('mp4', '长.webm', { type: 'video/webm' }))
  await within(screen.getByRole('list', { name: '胶囊里的文件' })).findByText('视频不能超过60秒')
  expect(sent).toEqual([])
  expect(screen.queryByRole('button', { name: /^重试/ })).toBeNull()
})

it('files that were chosen survive a reload, and their upload goes on', async () => {
  start()
  await openMaker()
  pick(photo('一.png'), photo('二.png'))
  await uploads(2)
  sent[0]!.answer(200)
  await waitFor(() => expect(uploaded().lists[''].items[0].state).toBe('done'))

  cleanup()
  vi.resetModules()
  sent.length = 0
  const reloaded = await import('#test/page.tsx')
  await reloaded.openPage(MAKER)
  await uploads(1)
  expect(tiles()).toEqual(['删除「一.png」', '删除「二.png」'])
  expect(sent[0]!.file.name).toBe('二.png')
  expect(await sent[0]!.file.text()).toBe(await photo().text())
})

it('without a place to keep blobs files are taken all the same', async () => {
  start()
  vi.stubGlobal('indexedDB', undefined)
  await withOneUp()
  expect(tiles()).toEqual(['删除「海边.png」'])
})

it('another person who signs in here sees nothing of it', async () => {
  await withOneUp()
  const kept = localStorage.getItem('timeCapsuleUploadList') ?? ''
  expect(kept).toContain('海边.png')
  endPages()
  start('8')
  await openMaker()
  expect(tiles()).toEqual([])
  expect(localStorage.getItem('timeCapsuleUploadList')).not.toContain('海边.png')
})

it('nothing chosen is nothing to keep or seal', async () => {
  start()
  await openMaker()
  press('存入草稿箱')
  await screen.findByText('请输入要存入草稿箱的内容')
  press('完成封存')
  await screen.findByText('请输入要封存的内容')
})

it('without a capsule left the seal pages are not entered', async () => {
  const server = start()
  server.change('userInfo', { time_count: 0 })
  await withOneUp(server)
  press('完成封存')
  await screen.findByText('时光胶囊不足')
  expect(screen.getByRole('list', { name: '胶囊里的文件' })).toBeTruthy()
})

it('a draft is named, saved once however often one taps, and then the draft box opens', async () => {
  const { server, user } = await withOneUp()
  server.answer('createTimeDraft', ok({ capsule_id: '31', revision: 1 }))
  const button = screen.getByRole('button', { name: '存入草稿箱' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByRole('heading', { name: '请为你的这份记忆填入专属的形容词' })
  await user.type(screen.getByRole('textbox'), '海边的')
  const named = screen.getByRole('button', { name: '确定' })
  fireEvent.click(named)
  fireEvent.click(named)
  await screen.findByText('已存入草稿箱')
  fireEvent.click(button)
  await act(() => vi.advanceTimersByTimeAsync(TOAST_THEN_BACK_MS))
  await screen.findByRole('heading', { name: '草稿箱' })
  expect(server.sent('createTimeDraft')).toMatchObject([
    {
      content_type: 1,
      long_tag: '海边的',
      content: [{ type: 1, content: sent[0]!.key, comment: '', name: '海边.png' }],
    },
  ])
  expect(uploaded().lists).toEqual({})
})

it('neither draft box nor seal pages are entered while a file that was chosen is still being looked at', async () => {
  const { server } = await withOneUp()
  const slow = slowToRead(photo('山.png'))
  pick(slow.file)
  press('正在上传 1/2')
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  act(() => go('home'))
  await screen.findByText('是否存入草稿箱?')
  press('是')
  await waitFor(() => expect(screen.getAllByText('正在上传 1/2')).toHaveLength(2))
  expect(here()).toBe(MAKER)
  slow.letGo()
  await uploads(2)
  expect(tiles()).toEqual(['删除「海边.png」', '删除「山.png」'])
  sent[1]!.answer(200)
  await screen.findByRole('button', { name: '完成封存' })
  expect(server.asked()).not.toContain('createTimeDraft')
})

it('leaving asks while the only file is still being looked at, and 否 lets it go', async () => {
  start()
  const user = await openMaker()
  const slow = slowToRead(photo())
  pick(slow.file)
  act(() => go('home'))
  await user.click(await screen.findByRole('button', { name: '否' }))
  await waitFor(() => expect(screen.queryByLabelText('胶囊里的文件')).toBeNull())
  slow.letGo()
  await act(async () => undefined)
  expect(sent).toHaveLength(0)
})

it('a file name too long is cut by whole characters, before its ending', async () => {
  const { server, user } = await withOneUp(start(), {}, photo(`${'😀'.repeat(250)}.PNG`))
  server.answer('createTimeDraft', ok({ capsule_id: '31', revision: 1 }))
  press('存入草稿箱')
  await user.type(await screen.findByRole('textbox'), '海边的')
  press('确定')
  await screen.findByText('已存入草稿箱')
  expect(server.sent('createTimeDraft')).toMatchObject([{ content: [{ name: `${'😀'.repeat(196)}.PNG` }] }])
})

const KEPT = `image/7/${'a'.repeat(32)}.png`
const OLD = { type: 1, content: `/m/5.old/${KEPT}`, comment: '旧备注', name: '旧.png', size: 5 }
const box = drafted([OLD], { id: '31', content_type: 1, long_tag: '海边的' })

async function openDraft() {
  const server = start()
  server.answer('capsuleDetail', detailOf(box))
  server.answer('createTimeDraft', ok({ capsule_id: '31', revision: 1 }))
  await openMaker({ id: '31' })
  await screen.findByRole('button', { name: '删除「旧.png」' })
  return server
}

it('a draft is edited and saved under its name, without a question', async () => {
  const server = await openDraft()
  pick(photo('新.png'))
  await uploads(1)
  sent[0]!.answer(200)
  await screen.findByText('上传成功')
  press('保存')
  await screen.findByText('保存成功')
  vi.advanceTimersByTime(700)
  press('保存')
  await act(() => vi.advanceTimersByTimeAsync(TOAST_THEN_BACK_MS))
  await screen.findByRole('heading', { name: '草稿箱' })
  expect(server.sent('createTimeDraft')).toMatchObject([
    {
      draft_id: '31',
      long_tag: '海边的',
      content: [
        { content: KEPT, comment: '旧备注', name: '旧.png' },
        { content: sent[0]!.key, name: '新.png' },
      ],
    },
  ])
})

it('leaving asks nothing while nothing has changed', async () => {
  await openDraft()
  go('draftBox')
  await waitFor(() => expect(screen.queryByRole('heading', { name: '图文胶囊' })).toBeNull())
  expect(screen.queryByText('是否存入草稿箱?')).toBeNull()
  expect(uploaded().lists).toEqual({})
})

it('leaving asks while something is not saved, and 否 lets it go', async () => {
  await withOneUp()
  press('返回')
  await screen.findByText('是否存入草稿箱?')
  expect(screen.getByText('选「否」，刚放入的内容会被丢弃')).toBeTruthy()
  press('否')
  await waitFor(() => expect(screen.queryByRole('heading', { name: '图文胶囊' })).toBeNull())
  expect(uploaded().lists).toEqual({})
})

it('what is not wanted does not come back when its upload ends while the page is being left', async () => {
  await withOneUp()
  pick(photo())
  await uploads(2)
  press('返回')
  await screen.findByText('是否存入草稿箱?')
  press('否')
  sent[1]!.answer(200)
  await waitFor(() => expect(screen.queryByRole('heading', { name: '图文胶囊' })).toBeNull())
  expect(uploaded().lists).toEqual({})
})

it('when the sign-in is over nobody is asked, and the files stay in this browser', async () => {
  await withOneUp()
  clearToken()
  go('login')
  await waitFor(() => expect(screen.queryByRole('heading', { name: '图文胶囊' })).toBeNull())
  expect(screen.queryByText('是否存入草稿箱?')).toBeNull()
  expect(uploaded().lists[''].items).toHaveLength(1)
})

it('a remark is written for each file, and belongs to what is saved', async () => {
  const { user } = await withOneUp()
  press('给「海边.png」添加备注文字')
  await screen.findByRole('heading', { name: '添加备注文字' })
  await user.type(screen.getByPlaceholderText('请输入备注文字'), '那天的风')
  press('保存')
  await screen.findByRole('button', { name: '「海边.png」的备注：那天的风' })
  expect(uploaded().lists[''].items[0].comment).toBe('那天的风')
})

it('a file that is up is deleted after a question, one on its way at once and its upload is broken off', async () => {
  await withOneUp()
  press('删除「海边.png」')
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  expect(tiles()).toHaveLength(1)
  press('删除「海边.png」')
  fireEvent.click(await screen.findByRole('button', { name: '删除' }))
  await waitFor(() => expect(tiles()).toHaveLength(0))
  pick(photo('二.png'))
  await uploads(2)
  press('删除「二.png」')
  expect(tiles()).toHaveLength(0)
  await waitFor(() => expect(sent[1]!.aborted).toBe(true))
})

it('what is being made is looked at on the preview page, also before it is up', async () => {
  for (const name of ['IntersectionObserver', 'ResizeObserver']) vi.stubGlobal(name, NeverSeen)
  start()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  await openMaker()
  pick(photo(), photo('山.png'))
  await uploads(2)
  press('预览「山.png」')
  await screen.findByText('2/2')
  // Once the swiper follows the hand.
  await act(async () => undefined)
})

class NeverSeen {
  observe() {}
  unobserve() {}
  disconnect() {}
}

it.each(['是', '否'])(
  'a text that waits at the seal pages stays there whether the files are kept or not: %s',
  async (answer) => {
    const { server, user } = await withOneUp()
    server.answer('createTimeDraft', { code: 1000, data: { capsule_id: '9', revision: 1 } })
    keepDraft({ ...emptyDraft('7'), content: textContent('<p>海边</p>') })
    act(() => go('home'))
    await user.click(await screen.findByRole('button', { name: answer }))
    if (answer === '是') {
      await user.type(await screen.findByPlaceholderText('例如：十八岁的、闪闪发光的'), '夏天的')
      await user.click(screen.getByRole('button', { name: '确定' }))
    }
    await waitFor(() => expect(screen.queryByRole('list', { name: '胶囊里的文件' })).toBeNull())
    expect(localStorage.getItem('createCapsuleInfo')).toContain('海边')
  },
)

it('while its name is asked for nothing can be picked that would not be kept', async () => {
  const { user } = await withOneUp()
  press('存入草稿箱')
  await screen.findByText('请为你的这份记忆填入专属的形容词')
  expect(screen.getByLabelText('文件').closest('[inert]')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.getByLabelText('文件').closest('[inert]')).toBeNull())
})

it.each<[string, string, Beginning, string]>([
  ['image/jpg', '一.jpg', 'jpeg', 'image'],
  ['image/pjpeg', '二.jpg', 'jpeg', 'image'],
  ['application/octet-stream', '三.jpg', 'jpeg', 'image'],
  ['', '四', 'webp', 'image'],
  ['video/x-m4v', '五.m4v', 'm4v', 'video'],
  ['application/octet-stream', '六.bin', 'mov', 'video'],
  ['image/jpeg', '七.jpg', 'heic', 'file'],
  ['video/mp4', '八.mp4', 'pdf', 'file'],
])('what a device calls %s goes up as what it is by its bytes: %s', async (type, name, bytes, kind) => {
  start()
  await openMaker()
  pick(fileOf(bytes, name, { type }))
  await uploads(1)
  expect(sent[0]!.key).toMatch(new RegExp(`^${kind}/7/`))
})

it('the dialog offers files under the types and names that devices give them', async () => {
  start()
  await openMaker()
  const accepted = (label: string) => screen.getByLabelText(label).getAttribute('accept')?.split(',')
  expect(accepted('图片或视频')).toEqual(
    expect.arrayContaining(['image/jpeg', 'image/jpg', 'image/pjpeg', '.jpg', '.webp', 'video/x-m4v', '.mov']),
  )
})

it('拍照 asks for types alone, so that the camera opens at once', async () => {
  start()
  await openMaker()
  const accepted = screen.getByLabelText('拍照').getAttribute('accept')!.split(',')
  expect(accepted).toEqual(expect.arrayContaining(['image/jpeg', 'image/jpg', 'image/pjpeg']))
  expect(accepted.filter((type) => !type.startsWith('image/'))).toEqual([])
})

/** The header of a photograph 22,000 pixels wide. */
const jpeg = (name: string, height: number) =>
  new File(
    [Buffer.from(`ffd8ffc0000b08${height.toString(16).padStart(4, '0')}55f001011100ffda0008010100003f00`, 'hex')],
    name,
  )

it('a photograph of more than 50 megapixels is not decoded for its tile, and goes up all the same', async () => {
  start()
  const decode = vi.fn(async () => Promise.reject(new Error('no picture')))
  vi.stubGlobal('createImageBitmap', decode)
  await openMaker()
  pick(jpeg('夜空.jpg', 2_273), jpeg('海边.jpg', 2_272))
  await uploads(2)
  expect(decode.mock.calls.map(([file]: unknown[]) => (file as File).name)).toEqual(['海边.jpg'])
})

it('a picture goes with its width, height and placeholder into the draft, and is measured once', async () => {
  const decode = decodesPictures(3000, 4000)
  const { server } = await withOneUp()
  server.answer('createTimeDraft', ok({ capsule_id: '5', revision: 1 }))
  press('存入草稿箱')
  fireEvent.change(await screen.findByPlaceholderText(/十八岁的/), { target: { value: '蓝' } })
  press('确定')
  await waitFor(() => expect(server.sent('createTimeDraft')).toHaveLength(1))
  const fields = { width: 3000, height: 4000, placeholder: STRIPES }
  expect(server.sent('createTimeDraft')).toMatchObject([{ content: [{ content: sent[0]!.key, ...fields }] }])
  expect(decode).toHaveBeenCalledOnce()
})

it('a video and the picture that stands for it go with their hashes into the draft', async () => {
  const server = start()
  const hashOf = hashUploads()
  playVideos()
  decodesPictures(4, 3)
  await openMaker()
  pick(fileOf('mp4', '烟花.mp4', { type: 'video/mp4' }))
  await uploads(1)
  sent[0]!.answer(200)
  await uploads(2)
  sent[1]!.answer(200)
  await screen.findByText('上传成功')
  server.answer('createTimeDraft', ok({ capsule_id: '5', revision: 1 }))
  press('存入草稿箱')
  fireEvent.change(await screen.findByPlaceholderText(/十八岁的/), { target: { value: '蓝' } })
  press('确定')
  await waitFor(() => expect(server.sent('createTimeDraft')).toHaveLength(1))
  const [poster, video] = sent as [Sent, Sent]
  const item = { content: video.key, sha256: await hashOf(video.file), poster: poster.key }
  expect(server.sent('createTimeDraft')).toMatchObject([
    { content: [{ ...item, poster_sha256: await hashOf(poster.file) }] },
  ])
  expect(item.sha256).not.toBe(await hashOf(poster.file))
})

/** Lets this page play every video, as one of some seconds. */
function playVideos() {
  const { prototype } = HTMLVideoElement
  const say = (element: EventTarget, event: string) => queueMicrotask(() => element.dispatchEvent(new Event(event)))
  vi.spyOn(prototype, 'load').mockImplementation(function load(this: HTMLVideoElement) {
    say(this, 'loadedmetadata')
  })
  vi.spyOn(prototype, 'currentTime', 'set').mockImplementation(function seek(this: HTMLVideoElement) {
    say(this, 'seeked')
  })
  for (const [field, value] of Object.entries({ duration: 3, videoWidth: 4, videoHeight: 3 }))
    vi.spyOn(prototype, field as 'duration', 'get').mockReturnValue(value)
}

it('the fields of a picture in a draft stay with it when the draft is sealed', async () => {
  const server = start()
  const hashes = { sha256: 'ab'.repeat(32), poster_sha256: 'cd'.repeat(32) }
  const fields = { width: 4, height: 3, placeholder: STRIPES, ...hashes }
  const held = { type: 1, content: '/m/9.mac/image/7/0123456789abcdef.jpg', comment: '', name: '海.jpg', ...fields }
  server.answer('capsuleDetail', detailOf(drafted([held], { id: '5', content_type: 1 })))
  await openMaker({ id: '5' })
  await screen.findByRole('button', { name: '删除「海.jpg」' })
  press('完成封存')
  await screen.findByRole('heading', { name: '封存选项' })
  const { draft } = JSON.parse(localStorage.getItem('createCapsuleInfo') ?? '').state
  expect(draft.content).toMatchObject([{ content: 'image/7/0123456789abcdef.jpg', ...fields }])
})

it('a photograph of too many pixels is refused when it is chosen, by its name, and others go up', async () => {
  start()
  await openMaker()
  pick(jpeg('银河.jpg', 10_001), jpeg('夜空.jpg', 10_000))
  await screen.findByText('「银河.jpg」图片像素过大（最多2亿）')
  await uploads(1)
  expect(sent[0]!.file.name).toBe('夜空.jpg')
})

it('what the server refuses of a draft or at sealing is said by its name, and its tile is marked', async () => {
  const { server } = await withOneUp()
  const reason = '「海边.png」暂不支持这种图片格式'
  server.answer('createTimeDraft', {
    code: 2,
    message: reason,
    data: { field: 'content.0.content', key: sent[0]!.key },
  })
  press('存入草稿箱')
  fireEvent.change(await screen.findByPlaceholderText(/十八岁的/), { target: { value: '蓝' } })
  press('确定')
  const tile = await within(screen.getByRole('list', { name: '胶囊里的文件' })).findByText(reason)
  expect(within(tile.closest('li')!).queryByRole('button', { name: /^重试/ })).toBeNull()
  press('完成封存')
  await screen.findByText('「海边.png」没有上传成功，请先删除')
})
