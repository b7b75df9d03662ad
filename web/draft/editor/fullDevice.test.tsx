import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createStore, values } from 'idb-keyval'
import { afterEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { fillDatabase, fillDevice } from '#test/storages.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { type Autosaved, autosavedOf, documentOf } from '#web/draft/current/autosave.ts'
import { changeDraft, clearDraft, keepDraft, renewDraft, useDraftStore } from '#web/draft/current/draft.ts'
import { htmlIn, type TypedText } from '#web/draft/current/typedText.ts'
import { lendCaret } from '#web/ui/lend.fixture.ts'
import { go } from '#web/ui/location.ts'

// `localStorage` is full, and `sessionStorage` is not: it outlasts a reload, and no closing of the tab.

lendCaret()
afterEach(async () => {
  vi.restoreAllMocks()
  clearDraft()
  endPages()
  await forgetRows('7')
})

const OFFER = /^发现上次没有保存的内容/
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const textsOf = (found: Autosaved<TypedText>[]) => found.map(({ value }) => htmlIn(value))
const waiting = async (owner = '7') => textsOf(await autosavedOf<TypedText>(owner, documentOf(0, '')))
const stored = async () => textsOf(await values(createStore('timeCapsuleTyping', 'kept')))
const openEditor = async () => {
  await openPage(PAGES.textCapsule, { type: '0' })
  return screen.findByRole('textbox', { name: '正文' })
}

/** A text is written, kept as it is typed, and taken to the seal pages. */
async function takeToSealPages(thenFill = () => {}) {
  startPages(person())
  fillDevice()
  const paper = await openEditor()
  act(() => paper.querySelector('p')!.append('给明年'))
  await waitFor(async () => expect(await stored()).toEqual(['<p>给明年</p>']))
  thenFill()
  await press('完成')
  await press('完成封存')
  await screen.findByRole('heading', { name: '封存选项' })
  act(() => vi.advanceTimersByTime(1_000))
}

it('what is at the seal pages asks before the tab is closed, and its text is offered again afterwards', async () => {
  await takeToSealPages()
  expect(asksBeforeClosing()).toBe(true)
  changeDraft({ send_word: '你好' })
  await waitFor(async () => expect(await stored()).toEqual(['<p>给明年</p>']))
  cleanup()
  await openPage(PAGES.home)
  // As a new tab finds it.
  useDraftStore.setState({ draft: undefined })
  act(() => go('textCapsule', { type: '0' }))
  await screen.findByText(OFFER)
})

it('anyone who comes back to it from the seal pages finds it once, and as written by nobody else', async () => {
  await takeToSealPages()
  await waitFor(async () => expect(await waiting()).toEqual(['<p>给明年</p>']))
  cleanup()
  expect((await openEditor()).textContent).toBe('给明年')
  expect(screen.queryByText(OFFER)).toBeNull()
  expect(screen.queryByText('另一个标签页中有正在写的内容')).toBeNull()
})

it('it is gone once it is sealed, or kept by the device', async () => {
  await takeToSealPages()
  const { draft } = useDraftStore.getState()
  clearDraft()
  await waitFor(async () => expect(await waiting()).toEqual([]))
  await keepDraft(draft!)
  expect(await waiting()).toEqual(['<p>给明年</p>'])
  vi.restoreAllMocks()
  changeDraft({ send_word: '你好' })
  await waitFor(async () => expect(await waiting()).toEqual([]))
  expect(asksBeforeClosing()).toBe(false)
})

it('it goes along with the person who signs in', async () => {
  await takeToSealPages()
  cleanup()
  renewDraft({ owner: '8' })
  await waitFor(async () => expect([await waiting(), await waiting('8')]).toEqual([[], ['<p>给明年</p>']]))
  await forgetRows('8')
})

it('what the database has of a text stays there when it would not take it a second time', async () => {
  await takeToSealPages(fillDatabase)
  await waitFor(async () => expect(await waiting()).toHaveLength(2))
  expect(await stored()).toEqual(['<p>给明年</p>'])
})
