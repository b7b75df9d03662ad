// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { endPages, person, startPages } from '#test/page.tsx'
import { catchUploads, fileOf, granted } from '#test/uploads.ts'
import { keepBlob } from '#web/draft/current/blobs.ts'
import { addItems, begin, dropStrangersFiles, itemNow, type MadeItem } from '#web/draft/current/files.ts'
import { upload } from './uploading.ts'

const item: MadeItem = { id: 'one', type: 3, name: '手册.pdf', comment: '', state: 'going' }

afterEach(() => {
  vi.restoreAllMocks()
  dropStrangersFiles('')
  endPages()
  vi.unstubAllGlobals()
})

it('a file that was chosen on this page goes up though the database has taken it and does not give it back', async () => {
  startPages(person()).answer('ossToken', granted())
  const sent = catchUploads()
  begin('7', '', [])
  addItems('', [item])
  await keepBlob(item.id, fileOf('pdf', item.name))
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
  })
  const going = upload(item)
  await expect.poll(() => [itemNow(item.id)?.reason, sent.length]).toEqual([undefined, 1])
  sent[0]?.answer(200)
  await going
  expect(itemNow(item.id)).toMatchObject({ state: 'done' })
})
