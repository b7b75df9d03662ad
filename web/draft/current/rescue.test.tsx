import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { forgetRows } from '#web/client/storage/database.ts'
import { history } from '#web/ui/location.ts'
import { autosavedOf, documentOf, openSession, sessionKey } from './autosave.ts'
import {
  changeDraft,
  clearDraft,
  dropStrangersDraft,
  emptyDraft,
  forecastContent,
  keepDraft,
  type SealDraft,
  textContent,
  useDraftStore,
} from './draft.ts'
import { rescue } from './rescue.ts'

const NAME = 'createCapsuleInfo'
const OFFER = /^发现上次没有保存的内容/
const text = (html: string): SealDraft => ({ ...emptyDraft('7'), content: textContent(html) })
const diary = (): SealDraft => ({ ...emptyDraft('7', 1), content: textContent('<p>日记</p>') })
const waiting = async (document: string) => (await autosavedOf('7', document)).map(({ value }) => value)
const NEW_TEXT = documentOf(0, '')

beforeEach(() => {
  const server = startPages(person())
  server.answer('createTimeCapsule', { code: 1000, data: { capsule_id: '12' } })
  server.answer('capsuleOpenList', { code: 1000, data: { capsules: [], next: '' } })
  // The stand-in for IndexedDB works by setImmediate.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(async () => {
  clearDraft()
  endPages()
  await forgetRows('7')
})

/** Another tab hands a capsule over to the seal pages; this one keeps its own. */
function otherTab(draft: SealDraft) {
  localStorage.setItem(NAME, JSON.stringify({ state: { draft }, version: 1 }))
}

it('a text on its way to the seal pages is offered again when another has taken its place', async () => {
  keepDraft(text('<p>海边</p>'))
  keepDraft(diary())
  const user = await openPage('/subPages/time/textCapsule', { type: '0' })
  await screen.findByText(OFFER)
  await user.click(await screen.findByRole('button', { name: '恢复' }))
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('海边')
})

it('a prediction too, with its date, and one from the draft box with its revision', async () => {
  const content = forecastContent({ content: '雨？', comment: '晴' })
  const unsealDate = '2030-01-01 00:00:00'
  keepDraft({ ...emptyDraft('7', 2), content, unsealDate, draft_id: '9', revision: 3 })
  keepDraft(diary())
  await waitFor(async () =>
    expect(await autosavedOf('7', documentOf(2, '9'))).toMatchObject([{ value: { content, unsealDate }, revision: 3 }]),
  )
})

it('what two tabs take to the seal pages is lost in neither, whichever is the last to write', async () => {
  const mine = text('<p>海边</p>')
  keepDraft(mine)
  otherTab(text('<p>山里</p>'))
  changeDraft({ description: '夏天' })
  await waitFor(async () => expect(await waiting(NEW_TEXT)).toEqual(['<p>山里</p>']))
})

it('what this tab has at the seal pages is not offered to it a second time, and gone once it is sealed', async () => {
  const mine = {
    ...text('<p>海边</p>'),
    unsealDate: '2030-01-01 00:00:00',
    send_word: '你好',
    contact: { tel: '13800000000' },
  }
  const ready = { ...mine, key_answer: [{ question: '您的生肖是？', answer: '兔' }] }
  keepDraft(ready)
  // As the other tab does when it hands its own over.
  rescue(ready)
  otherTab(diary())
  await openPage('/subPages/time/textCapsule', { type: '0' })
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('海边')
  expect(screen.queryByText(OFFER)).toBeNull()
  cleanup()
  await openPage('/subPages/seal/sealFour')
  fireEvent.click(await screen.findByRole('button', { name: '投入胶囊宇宙' }))
  await screen.findByLabelText('胶囊正在升入夜空')
  await waitFor(async () => expect(await waiting(NEW_TEXT)).toEqual([]))
})

it('what another tab has at the seal pages is offered once that tab is gone', async () => {
  const theirs = text('<p>山里</p>')
  otherTab(theirs)
  const stop = openSession(sessionKey('7', NEW_TEXT, theirs.key))
  keepDraft(diary())
  await openPage('/subPages/time/textCapsule', { type: '0' })
  await screen.findByText('另一个标签页中有正在写的内容')
  expect(screen.queryByText(OFFER)).toBeNull()
  cleanup()
  stop()
  act(() => history.push('/pages/home/home'))
  await openPage('/subPages/time/textCapsule', { type: '0' })
  await screen.findByText(OFFER)
})

it('what is discarded is not offered, and what is the newest again is not offered beside itself', async () => {
  const mine = text('<p>海边</p>')
  const theirs = text('<p>山里</p>')
  keepDraft(mine)
  keepDraft(theirs)
  await waitFor(async () => expect(await waiting(NEW_TEXT)).toHaveLength(1))
  keepDraft(mine)
  await waitFor(async () => expect(await waiting(NEW_TEXT)).toEqual(['<p>山里</p>']))
  keepDraft(theirs)
  await waitFor(async () => expect(await waiting(NEW_TEXT)).toEqual(['<p>海边</p>']))
  keepDraft(mine)
  clearDraft(mine.key)
  await waitFor(async () => expect(await waiting(NEW_TEXT)).toEqual(['<p>山里</p>']))
})

it('somebody else’s text waits for them alone, and files are kept in their own list', async () => {
  const theirs = { ...text('<p>海边</p>'), owner: '8' }
  keepDraft(theirs)
  keepDraft({ ...emptyDraft('7'), content: [], content_type: 1 })
  keepDraft(diary())
  const waitingFor8 = async () => (await autosavedOf('8', NEW_TEXT)).map(({ value }) => value)
  await waitFor(async () => expect(await waitingFor8()).toEqual(['<p>海边</p>']))
  expect(await waiting(NEW_TEXT)).toEqual([])
  await forgetRows('8')

  keepDraft(theirs)
  dropStrangersDraft('7')
  expect(useDraftStore.getState().draft).toBeUndefined()
  await waitFor(async () => expect(await waitingFor8()).toEqual(['<p>海边</p>']))
  await forgetRows('8')
})
