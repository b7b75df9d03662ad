import { afterEach, expect, test, vi } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { drafted } from '#web/capsule/notice/drafted.fixture.ts'
import {
  capsuleInput,
  changeDraft,
  clearDraft,
  draftFromBox,
  draftInput,
  dropStrangersDraft,
  emptyDraft,
  htmlOf,
  keepDraft,
  type SealDraft,
  useDraftStore,
} from './draft.ts'

afterEach(() => clearDraft())

test('the capsule being made survives a reload, with the key that lets it be sealed only once', async () => {
  keepDraft({ ...emptyDraft('1'), long_tag: '少年' })
  changeDraft({ send_word: '你好' })
  const { key } = useDraftStore.getState().draft ?? {}
  expect(JSON.parse(localStorage.getItem('createCapsuleInfo') ?? '').state.draft).toMatchObject({
    send_word: '你好',
    key,
  })

  vi.resetModules()
  const reloaded = await import('./draft.ts')
  expect(reloaded.useDraftStore.getState().draft).toMatchObject({ long_tag: '少年', send_word: '你好', key })
})

const mine = { ...emptyDraft('1'), send_word: '你好' }
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test.each([
  ['both have it', mine, false],
  ['the full device has not taken it', undefined, true],
  ['the full device has an earlier state of it', { ...mine, send_word: '' }, true],
  ['another has taken its place there', emptyDraft('1'), false],
])('a reload finds it in this tab, and closing asks when only the tab has it: %s', async (_, onDevice, asks) => {
  const kept = (draft: SealDraft) => JSON.stringify({ state: { draft }, version: 1 })
  sessionStorage.setItem('createCapsuleInfo', kept(mine))
  if (onDevice) localStorage.setItem('createCapsuleInfo', kept(onDevice))
  vi.resetModules()
  const reloaded = await import('./draft.ts')
  expect(asksBeforeClosing()).toBe(asks)
  reloaded.clearDraft()
  expect(asksBeforeClosing()).toBe(false)
  localStorage.clear()
})

test('every capsule has a key of its own', () => {
  expect(emptyDraft('1').key).not.toBe(emptyDraft('1').key)
})

test('what one user was making is gone when another signs in', () => {
  keepDraft(emptyDraft('1'))
  dropStrangersDraft(undefined)
  dropStrangersDraft('1')
  expect(useDraftStore.getState().draft).toBeDefined()
  dropStrangersDraft('2')
  expect(useDraftStore.getState().draft).toBeUndefined()
  expect(localStorage.getItem('createCapsuleInfo')).toBeNull()
  expect(sessionStorage.getItem('createCapsuleInfo')).toBeNull()
})

test('an empty title becomes 你是年少的喜欢, and half-filled questions are not sent', () => {
  const draft = {
    ...emptyDraft('1'),
    key_answer: [
      { question: '您的生肖是？', answer: '兔' },
      { question: '您的学号是？', answer: ' ' },
      { question: '', answer: '' },
    ],
  }
  expect(capsuleInput(draft)).toMatchObject({ long_tag: '你是年少的喜欢', key_answer: { '您的生肖是？': '兔' } })
})

test('the consent to be named at Weibo is sent with a Weibo name only', () => {
  const contact = (draft: ReturnType<typeof emptyDraft>['contact']) =>
    capsuleInput({ ...emptyDraft('1'), contact: draft }).contact
  expect(contact({ weibo: ' 小满 ', mention: 1 })).toMatchObject({ weibo: '小满', mention: 1 })
  expect(contact({ weibo: '小满' })).toMatchObject({ weibo: '小满', mention: 0 })
  expect(contact({ tel: '13800000000', weibo: ' ', mention: 1 })).not.toHaveProperty('mention')
})

test('what comes from the draft box is sealed from the revision it was begun with', () => {
  expect(capsuleInput(draftFromBox('7', card))).toMatchObject({ draft_id: '31', revision: 1 })
})

test('a draft of files is taken up by their keys, and sent as it is', () => {
  const key = `image/7/${'a'.repeat(32)}.png`
  const hashes = { sha256: 'ab'.repeat(32), poster_sha256: 'cd'.repeat(32) }
  const fields = { width: 4, height: 3, placeholder: 'a0+/'.repeat(16), ...hashes }
  const item = { type: 1, content: `/m/9.mac/${key}`, comment: '风', name: '海边.png', size: 5, ...fields }
  const saved = { ...card, content_type: FORM.graphic, capsule_content: { type: 0, created_at: '', content: [item] } }
  const draft = draftFromBox('7', saved)
  expect(draft).toMatchObject({ draft_id: '31', content_type: 1 })
  expect(draftInput(draft).content).toEqual([{ type: 1, content: key, comment: '风', name: '海边.png', ...fields }])
  expect(htmlOf(draft.content)).toBe('')
})

const card = drafted([], { id: '31', long_tag: '海边的', revision: 1 })
