// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { catchUploads } from '#test/uploads.ts'
import { keepBlob, readBlob, smallOf } from './blobs.ts'
import { addItems, begin, contentOf, dropSealed, dropStrangersFiles, type MadeItem, madeNow } from './files.ts'

const KEY = `image/7/${'a'.repeat(32)}.png`
const item: MadeItem = { id: 'one', type: 1, name: '海边.png', comment: '', state: 'done', key: KEY }

beforeEach(async () => {
  catchUploads()
  begin('7', '', [])
  addItems('', [item])
  await keepBlob(item.id, new Blob(['photo']))
  await keepBlob(smallOf(item.id), new Blob(['small']))
})
afterEach(() => {
  dropStrangersFiles('')
  vi.unstubAllGlobals()
})

const isKeptNowhere = () =>
  expect.poll(() => Promise.all([item.id, smallOf(item.id)].map(readBlob))).toEqual([undefined, undefined])

it('a sealed capsule leaves none of its files in this browser, though the maker was never opened', async () => {
  dropSealed([{ content: KEY }])
  await isKeptNowhere()
})

it('another person finds none of the files in this browser', async () => {
  dropStrangersFiles(undefined)
  dropStrangersFiles('7')
  expect(madeNow('')).toHaveLength(1)
  dropStrangersFiles('8')
  await isKeptNowhere()
})

it('a name that an older page has cut in the middle of a character is sent without the half', () => {
  expect(contentOf([{ ...item, name: '海边\ud83d.png' }])).toMatchObject([{ name: '海边.png' }])
})
