import 'fake-indexeddb/auto'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Detail, TYPE } from '#contract/capsule.ts'
import { PAGES } from '#contract/pages.ts'
import { placeItem } from '#contract/place.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { granted } from '#test/uploads.ts'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { autosave, documentOf, hasAutosaved, sessionKey } from '#web/draft/current/autosave.ts'
import { clearDraft, emptyDraft, keepDraft, textContent, useDraftStore } from '#web/draft/current/draft.ts'
import { lendCaret } from '#web/ui/lend.fixture.ts'
import { go, goTo, here, history } from '#web/ui/location.ts'
import { ordinary } from './diary.fixture.ts'

lendCaret()
afterEach(async () => {
  endPages()
  clearDraft()
  await forgetRows('7')
})

const ASK = '内容还没有保存，是否保存？'
const BUND = { name: '外滩', address: '中山东一路', latitude: 31.239692, longitude: 121.499755 }
const at = (place = BUND): Partial<Detail> => ({
  capsule_content: {
    type: 0,
    created_at: '2026-11-20 21:04:00',
    content: [{ type: 0, content: '<p>昨天</p>', comment: '' }, { ...placeItem(place) }],
  },
})

async function write(query: Record<string, string> = {}, fields: Partial<Detail> = {}) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(ordinary('<p>昨天</p>', { id: '42', revision: 5, ...fields })))
  server.answer('createDiaryCapsule', ok({ capsule_id: '42', revision: 0, reward: 0 }))
  server.answer('diaryEdit', ok({ capsule_id: '42', revision: 6 }))
  server.answer('capsuleOpenList', ok({ capsules: [], next: '' }))
  go('home')
  const hand = await openPage(PAGES.writeDiary, query)
  return { server, hand, text: await editor() }
}
const editor = () => screen.findByRole('textbox', { name: '正文' })
async function type(text: HTMLElement, words: string) {
  act(() => text.querySelector('p')!.append(words))
  await waitFor(() => expect(text.textContent).toContain(words))
}
const press = (name: string | RegExp) => screen.findByRole('button', { name })
type Hand = Awaited<ReturnType<typeof write>>['hand']

async function choose(hand: Hand, name: string) {
  const field = await screen.findByRole('textbox', { name: '地点名称' })
  await hand.clear(field)
  await hand.type(field, name)
  await hand.click(await press('确定'))
}

it('a place is added by its page, and what was typed is still there, without a question', async () => {
  const { server, hand, text } = await write()
  await type(text, '江上的风')
  await hand.click(await press('添加位置'))
  await waitFor(() => expect(history.location.pathname).toBe(PAGES.chooseLocation))
  expect(screen.queryByText(ASK)).toBeNull()
  await choose(hand, '外滩')
  expect((await editor()).textContent).toBe('江上的风')
  await press('更改位置：外滩')
  await hand.click(await press('保存'))
  await screen.findByText('保存成功')
  expect(server.sent('createDiaryCapsule')).toEqual([
    { content: textContent('<p>江上的风</p>', { name: '外滩', address: '' }), draft_id: '' },
  ])
})

it('anyone who goes back before the place was there writes on, and what is typed is kept', async () => {
  const { hand, text } = await write()
  await type(text, '江上的风')
  const diary = here()
  const add = await press('添加位置')
  act(() => {
    add.click()
    history.flush()
    // The page of the place is still on its way.
    goTo(diary, { replace: true })
    history.flush()
  })
  await waitFor(() => expect(here()).toBe(diary))
  await type(text, '，江上的月')
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(true))
  await hand.click(await press('保存'))
  await screen.findByText('保存成功')
})

it('what was typed outlasts a reload while the place is chosen, and going back without one', async () => {
  const { hand, text } = await write()
  await type(text, '江上的风')
  await hand.click(await press('添加位置'))
  await screen.findByRole('textbox', { name: '地点名称' })
  const address = here()
  cleanup()
  queryClient.clear()
  await useDraftStore.persist.rehydrate()
  await openPage(address)
  act(() => history.back())
  expect((await editor()).textContent).toBe('江上的风')
  await press('添加位置')
})

it('a diary that is edited shows its place, in the fields as well, and is saved with another', async () => {
  const { server, hand } = await write({ id: '42' }, at())
  await hand.click(await press('更改位置：外滩'))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: '纬度（选填）' })
  expect(field.value).toBe('31.239692')
  await choose(hand, '江边')
  await press('更改位置：江边')
  await hand.click(await press('保存'))
  await screen.findByText('保存成功')
  expect(server.sent('diaryEdit')).toEqual([
    { capsule_id: '42', content: textContent('<p>昨天</p>', { ...BUND, name: '江边' }), revision: 5 },
  ])
})

it('a place that was taken away is an unsaved change, kept in this browser and asked about', async () => {
  const { server, hand } = await write({ id: '42' }, at())
  await hand.click(await press('移除位置'))
  await press('添加位置')
  act(() => vi.advanceTimersByTime(300))
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(true))
  act(() => history.back())
  await screen.findByText(ASK)
  await hand.click(screen.getAllByRole('button', { name: '保存' }).at(-1)!)
  await waitFor(() => expect(server.sent('diaryEdit')).toMatchObject([{ content: textContent('<p>昨天</p>') }]))
})

it('a diary with its place as it was is left without a question', async () => {
  await write({ id: '42' }, at())
  act(() => history.back())
  await waitFor(() => expect(here()).toBe(PAGES.home))
  expect(screen.queryByText(ASK)).toBeNull()
})

it('a place alone is no diary: 请输入内容~', async () => {
  const { server, hand } = await write()
  await hand.click(await press('添加位置'))
  await choose(hand, '外滩')
  await press('更改位置：外滩')
  await hand.click(await press('保存'))
  await screen.findByText('请输入内容~')
  expect(server.asked()).not.toContain('createDiaryCapsule')
})

it('a diary that gives way to another keeps its place, and is offered with it', async () => {
  const { hand, text } = await write()
  await type(text, '江上的风')
  await hand.click(await press('添加位置'))
  await choose(hand, '外滩')
  await press('更改位置：外滩')
  keepDraft(emptyDraft('7'))
  cleanup()
  queryClient.clear()
  const later = await openPage(PAGES.writeDiary)
  await later.click(await press('恢复'))
  await press('更改位置：外滩')
  expect((await editor()).textContent).toBe('江上的风')
})

it('a diary with its place, left in this browser, is offered with its picture at an address that is good now', async () => {
  const picture = 'image/7/0123456789abcdef.jpg'
  const html = `<p>江上的风</p><img src="/m/1.old/${picture}" alt="">`
  await autosave({ key: sessionKey('7', documentOf(TYPE.diary, ''), 'dead'), value: { html, place: BUND }, at: 1 })
  startPages(person()).answer('ossToken', granted())
  const hand = await openPage(PAGES.writeDiary)
  await hand.click(await press('恢复'))
  await press('更改位置：外滩')
  expect((await editor()).querySelector('p + img')?.getAttribute('src')).toBe(`/m/9.mac/${picture}`)
})

it('a diary that is read shows its place in a line that leads to its page', async () => {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(ordinary('', { id: '42', ...at() })))
  await openPage(PAGES.previewDiary, { id: '42' })
  const line = await screen.findByRole<HTMLAnchorElement>('link', { name: /外滩/ })
  expect(new URLSearchParams(line.href.split('?')[1]).get('latitude')).toBe('31.239692')
  expect(line.href).toContain(PAGES.openLocation)
  expect(screen.queryByText(/\{/)).toBeNull()
  expect(screen.queryByRole('list', { name: '文件' })).toBeNull()
})
