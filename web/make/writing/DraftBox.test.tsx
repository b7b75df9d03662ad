import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { endPages, ok, openPage, pageOf, person, startPages } from '#test/page.tsx'
import { forgetRows } from '#web/client/storage/database.ts'
import { autosave, autosavedOf, sessionKey } from '#web/draft/current/autosave.ts'
import { clearDraft, emptyDraft, keepDraft, useDraftStore } from '#web/draft/current/draft.ts'
import { here } from '#web/ui/location.ts'

afterEach(async () => {
  endPages()
  clearDraft()
  await forgetRows('7')
})

const BOX = '/subPages/me/draftBox'

const KEY = 'image/7/0123456789abcdef.jpg'
type Draft = Output<'myDrafts'>['capsules']['data'][number]
const draft = (id: string, fields: Partial<Draft> = {}): Draft => ({
  id,
  type: 0,
  capsule: 0,
  content_type: 0,
  long_tag: '十八岁的',
  status: 0,
  is_public: 0,
  review: '',
  is_lock: 0,
  open_time: '',
  open_at: '',
  sealed_at: '',
  created_at: '2026-11-20 08:00:00',
  updated_at: '2026-11-21 20:31:05',
  love_count: 0,
  colorIndex: Number(id) % 5,
  updatedDate: '26/11/21 20:31',
  thumbnail: '',
  ...fields,
})
const ALL = [
  draft('1', { long_tag: '夏天的', content_type: 1, thumbnail: `/m/1.mac/${KEY}` }),
  draft('2', { long_tag: '下雨的', type: 1, capsule: 2 }),
  draft('3', { long_tag: '十年后的', type: 2, capsule: 1 }),
  draft('4'),
]
const listOf = (rows: Draft[]) => ok({ capsules: pageOf(rows) })

async function open(rows: Draft[] = ALL) {
  const server = startPages(person())
  server.answer('myDrafts', listOf(rows))
  const user = await openPage(BOX)
  return { server, user }
}
const face = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

/** Taps the row's delete button and answers the question; gives its words. */
async function remove(user: Awaited<ReturnType<typeof open>>['user'], name: string, answer: string) {
  await user.click(await screen.findByRole('button', { name: `删除「${name}」` }))
  const dialog = await screen.findByRole('alertdialog', { name: '提示' })
  const words = dialog.textContent
  await user.click(within(dialog).getByRole('button', { name: answer }))
  return words
}

it('all kinds lie in one list, with thumbnail, title, kind and date', async () => {
  await open()
  expect((await face('夏天的')).textContent).toBe('夏天的时光胶囊 · 图文26/11/21 20:31')
  expect((await face('下雨的')).textContent).toBe('下雨的日记胶囊26/11/21 20:31')
  expect((await face('十年后的')).textContent).toBe('十年后的预测胶囊26/11/21 20:31')
  expect((await face('十八岁的')).textContent).toBe('十八岁的时光胶囊 · 文字26/11/21 20:31')
  expect((await face('夏天的')).querySelector('img')?.getAttribute('src')).toContain(
    `${KEY}?x-oss-process=image/resize`,
  )
  expect((await face('下雨的')).querySelector('svg')).toBeTruthy()
})

it('a thumbnail that does not come is asked for anew, and then a capsule stands for it', async () => {
  const { server } = await open()
  const picture = async () => (await face('夏天的')).querySelector('img')
  fireEvent.error((await picture())!)
  await waitFor(() => expect(server.sent('myDrafts')).toHaveLength(2))
  await waitFor(async () => expect((await picture())?.style.visibility).toBe(''))
  fireEvent.error((await picture())!)
  await waitFor(async () => expect(await picture()).toBeNull())
  expect((await face('夏天的')).querySelector('svg')).toBeTruthy()
})

it('a tap on a draft opens the right editor', async () => {
  const { user } = await open()
  for (const [name, editor] of [
    ['夏天的', '/subPages/time/graphicCapsule?id=1'],
    ['下雨的', '/subPages/diary/writeDiary?id=2'],
    ['十年后的', '/subPages/forecast/forecastCapsule?id=3'],
    ['十八岁的', '/subPages/time/textCapsule?type=0&id=4'],
  ] as const) {
    await user.click(await face(name))
    expect(here()).toBe(editor)
    act(() => window.history.back())
    await waitFor(() => expect(here()).toBe(BOX))
  }
})

it('deleting a draft asks first, and says what will be gone of its kind', async () => {
  const { server, user } = await open()
  for (const [name, inside] of [
    ['夏天的', '照片、视频、文件和备注'],
    ['下雨的', '文字和图片'],
    ['十年后的', '预测内容与结论'],
    ['十八岁的', '文字和图片'],
  ] as const) {
    expect(await remove(user, name, '取消')).toContain(`「${name}」里的${inside}将被永久删除，无法找回。`)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(server.asked()).not.toContain('deleteDraft')
})

it('a deletion that fails is silent: the dialog closes, nothing is dropped, and the list is asked for anew', async () => {
  const { server, user } = await open()
  server.answer('deleteDraft', { code: 1004, message: '找不到这枚胶囊' })
  keepDraft({ ...emptyDraft('7'), draft_id: '2' })
  await remove(user, '下雨的', '删除')
  await waitFor(() => expect(server.sent('myDrafts')).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByText('找不到这枚胶囊')).toBeNull()
  expect(screen.queryByText('已删除')).toBeNull()
  expect(useDraftStore.getState().draft?.draft_id).toBe('2')
})

it('a draft deleted is gone everywhere: from the list, and what was being made of it here', async () => {
  const { server, user } = await open()
  keepDraft({ ...emptyDraft('7'), draft_id: '2' })
  const typed = (document: string) => autosave({ key: sessionKey('7', document, 'tab'), value: '<p>海边</p>', at: 0 })
  await typed('diary:2')
  await typed('diary:1')
  await face('下雨的')
  server.answer('myDrafts', listOf(ALL.filter(({ id }) => id !== '2')))
  await remove(user, '下雨的', '删除')
  await screen.findByText('已删除')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^下雨的/ })).toBeNull())
  expect(server.sent('deleteDraft')).toEqual([{ capsule_id: '2' }])
  expect(useDraftStore.getState().draft).toBeUndefined()
  await waitFor(async () => expect(await autosavedOf('7', 'diary:2')).toEqual([]))
  expect(await autosavedOf('7', 'diary:1')).toHaveLength(1)
})

it('what is being made of another draft stays', async () => {
  const { user } = await open()
  keepDraft({ ...emptyDraft('7'), draft_id: '4' })
  await remove(user, '下雨的', '删除')
  await screen.findByText('已删除')
  expect(useDraftStore.getState().draft?.draft_id).toBe('4')
})

it("another tab's deletion is learnt when this one is looked at again", async () => {
  const { server } = await open()
  await face('下雨的')
  server.answer('myDrafts', listOf(ALL.slice(0, 1)))
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^下雨的/ })).toBeNull())
})

it('an empty draft box says 草稿箱空空如也~ and leads on', async () => {
  const { user } = await open([])
  await screen.findByText('草稿箱空空如也~')
  await user.click(screen.getByRole('button', { name: '制作我的胶囊' }))
  expect(here()).toBe('/subPages/time/timeCapsule')
})
