// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { blockStorages } from '#test/storages.ts'
import { catchUploads, fileOf, granted } from '#test/uploads.ts'
import { detailOf, sealed, unsealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { lendCaret } from '#web/ui/lend.fixture.ts'

// As a browser that blocks all site data has them: refused from before the first of our files was read.
const LOST = '此浏览器不能保存，关闭页面会丢失'
type Pages = typeof import('#test/page.tsx')

lendCaret()
let unblock = () => {}
let pages: Pages
let place: typeof import('#web/ui/location.ts')
let session: typeof import('#web/client/session.ts')

beforeAll(async () => {
  vi.resetModules()
  unblock = blockStorages()
  pages = await import('#test/page.tsx')
  place = await import('#web/ui/location.ts')
  session = await import('#web/client/session.ts')
})
afterEach(async () => {
  pages.endPages()
  vi.restoreAllMocks()
  const { clearDraft } = await import('#web/draft/current/draft.ts')
  const { forgetRows } = await import('#web/client/storage/database.ts')
  clearDraft()
  for (const owner of ['7', '']) await forgetRows(owner)
})
afterAll(() => unblock())

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Whether the browser would ask before the page is closed. */
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

async function write(text: string) {
  const paper = await screen.findByRole('textbox', { name: '正文' })
  act(() => paper.querySelector('p')!.append(text))
  await waitFor(() => expect(paper.textContent).toContain(text))
}

it('the landing is shown, and its light can be chosen', async () => {
  pages.startPages()
  await pages.openPage('/')
  await screen.findByRole('heading', { level: 1 })
  const { chooseTheme } = await import('#web/client/theme.ts')
  act(() => chooseTheme('light'))
  expect(document.documentElement.dataset.theme).toBe('light')
})

it('a contact who follows a link opens the capsule and reads it', async () => {
  const server = pages.startPages()
  const capsule = { ...sealed(), nickname: '小满' }
  server.answer('getInfoByToken', pages.ok({ capsule, is_mine: 0 as const, is_love: 0 as const, questions: [] }))
  server.answer('unsealByToken', pages.ok({ jwt: 'of.a.link', capsule_id: '3' }))
  server.answer('capsuleDetail', detailOf(unsealed({ send_word: undefined }), 0))
  await pages.openPage('/unsealLink/the-token')
  await press('点击解封')
  await screen.findByRole('main', { name: '胶囊正在打开' })
  await pass(1_500)
  await screen.findByText('海边的旅行')
  expect(asksBeforeClosing()).toBe(false)
})

it('a capsule that was shared is opened, once for as long as the window is there', async () => {
  const server = pages.startPages()
  server.answer('capsuleDetail', detailOf(unsealed({ send_word: undefined }), 0))
  await pages.openPage(PAGES.unseal, { id: '3', token: 'shared' })
  await press('拆开')
  await pass(1_500)
  await screen.findByText('海边的旅行')
  act(() => place.history.push(PAGES.about))
  await waitFor(() => expect(screen.queryByText('海边的旅行')).toBeNull())
  act(() => place.history.back())
  await screen.findByText('海边的旅行')
})

it('the sign-in says how long it lasts, leads to where one wanted to go, and lasts as long as the page', async () => {
  const server = pages.startPages()
  server.answer('login', pages.ok({ token: 'fresh' }))
  const hand = await pages.openPage(PAGES.setting)
  await screen.findByText(`${LOST}，再打开时需要重新登录`)
  await hand.type(screen.getByLabelText('手机号'), '13800000000')
  await hand.type(screen.getByLabelText('密码'), 'capsule88')
  await hand.click(screen.getByRole('checkbox', { name: /我已阅读并同意/ }))
  await hand.click(screen.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(place.here()).toBe(PAGES.setting))
  expect(session.getToken()).toBe('fresh')
  expect(screen.getAllByText(`${LOST}，再打开时需要重新登录`)).not.toHaveLength(0)
})

it('a diary that is written without a network is called lost with the page, which asks; it is sent when there is one', async () => {
  const server = pages.startPages(pages.person())
  server.answer('diaryList', pages.ok({ capsules: pages.pageOf([]) }))
  server.answer('createDiaryCapsule', pages.silence())
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  await pages.openPage(PAGES.diaryList)
  await waitFor(() => expect(server.asked()).toContain('userInfo'))
  act(() => place.go('writeDiary'))
  await write('船上写的')
  expect((await screen.findByRole('alert')).textContent).toBe(LOST)
  expect(asksBeforeClosing()).toBe(true)

  online.mockReturnValue(false)
  await press('保存')
  await screen.findByText(`没有网络。${LOST}`)
  await pass(1_500)
  const row = await screen.findByRole('button', { name: /^船上写的/ })
  expect(row.textContent).toContain(LOST)
  expect(document.body.textContent).not.toMatch(/已存在|已保存/)
  expect(asksBeforeClosing()).toBe(true)

  online.mockReturnValue(true)
  server.answer('createDiaryCapsule', pages.ok({ capsule_id: '42', revision: 0, reward: 0 }))
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^船上写的/ })).toBeNull())
  expect(server.asked().filter((name) => name === 'createDiaryCapsule')).toHaveLength(1)
  expect(asksBeforeClosing()).toBe(false)
})

it('files go up and into the draft box; until they are there, closing asks on every page', async () => {
  const server = pages.startPages(pages.person())
  server.answer('myDrafts', pages.ok({ capsules: pages.pageOf([]) }))
  server.answer('ossToken', granted())
  server.answer('createTimeDraft', pages.ok({ capsule_id: '9', revision: 0 }))
  const sent = catchUploads()
  const hand = await pages.openPage(PAGES.graphicCapsule)
  await screen.findByRole('list', { name: '胶囊里的文件' })
  fireEvent.change(screen.getByLabelText('文件'), { target: { files: [fileOf('png', '海边.png')] } })
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]!.answer(200)
  await screen.findByText('上传成功')
  await press('预览「海边.png」')
  await waitFor(() => expect(place.isAt('preview')).toBe(true))
  expect(asksBeforeClosing()).toBe(true)
  act(() => place.go('graphicCapsule'))
  await screen.findByRole('button', { name: '删除「海边.png」' })
  await press('存入草稿箱')
  await hand.type(await screen.findByRole('textbox', { name: /形容词|例如/ }), '海边的')
  await press('确定')
  await waitFor(() => expect(server.asked()).toContain('createTimeDraft'))
  await pass(1_500)
  await waitFor(() => expect(asksBeforeClosing()).toBe(false))
})

it('a text goes on to the seal pages, where closing asks', async () => {
  pages.startPages(pages.person())
  await pages.openPage(PAGES.textCapsule, { type: '0' })
  await write('给明年')
  await press('完成')
  await press('完成封存')
  await screen.findByRole('heading', { name: '封存选项' })
  expect(asksBeforeClosing()).toBe(true)
  const { areWordsSafe } = await import('#web/draft/editor/safe.ts')
  expect(await areWordsSafe('7')).toBe(false)
})

it('who writes before signing in is told that it is not kept', async () => {
  pages.startPages()
  await pages.openPage(PAGES.editor)
  await screen.findByText(`不用登录就能写，${LOST}。`)
  await write('给明年')
  await press('完成封存')
  await screen.findByText(`注册后就能封存。${LOST}`)
})
