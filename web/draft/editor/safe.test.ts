import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetRows } from '#web/client/storage/database.ts'
import { autosave, documentOf, sessionKey } from '#web/draft/current/autosave.ts'
import { keepBlob } from '#web/draft/current/blobs.ts'
import { clearDraft, emptyDraft, keepDraft } from '#web/draft/current/draft.ts'
import { addItems, begin, dropList, type MadeItem } from '#web/draft/current/files.ts'
import { areWordsSafe } from './safe.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await forgetRows('7')
  clearDraft()
  dropList('')
  localStorage.clear()
  sessionStorage.clear()
})

const typed = () => autosave({ key: sessionKey('7', documentOf(1, ''), 'one'), value: '写了一半', at: 1 })
const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}
const file = (fields: Partial<MadeItem> = {}): MadeItem => ({
  id: 'file',
  type: 1,
  name: 'a.jpg',
  comment: '',
  state: 'going',
  ...fields,
})

test('nothing was written: nothing is promised', async () => {
  expect(await areWordsSafe('7')).toBe(false)
})

test('what is typed is safe once the database has it, and for the person who typed it', async () => {
  await typed()
  expect(await areWordsSafe('7')).toBe(true)
  expect(await areWordsSafe('8')).toBe(false)
})

test('what the database refuses is not called safe, and leaving the page is asked about', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
  await typed()
  expect(await areWordsSafe('7')).toBe(false)
  const leaving = new Event('beforeunload', { cancelable: true })
  expect(window.dispatchEvent(leaving)).toBe(false)
})

test('what the database refused is offered to it once more', async () => {
  const refusing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
  await typed()
  refusing.mockRestore()
  expect(await areWordsSafe('7')).toBe(true)
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
})

test('the capsule on the seal pages is safe when this browser keeps it', async () => {
  keepDraft({ ...emptyDraft('7'), send_word: '你好' })
  expect(await areWordsSafe('7')).toBe(true)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
  keepDraft({ ...emptyDraft('7'), send_word: '你好吗' })
  expect(await areWordsSafe('7')).toBe(false)
})

test('a file on its way up is safe when its bytes are kept', async () => {
  begin('7', '', [])
  addItems('', [file()])
  expect(await areWordsSafe('7')).toBe(false)
  await keepBlob('file', new Blob(['bytes']))
  expect(await areWordsSafe('7')).toBe(true)
})

test('a file that is up needs no bytes here', async () => {
  begin('7', '', [])
  addItems('', [file({ id: 'other', state: 'done', key: 'image/other.jpg' })])
  expect(await areWordsSafe('7')).toBe(true)
})
