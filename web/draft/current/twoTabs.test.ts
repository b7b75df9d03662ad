import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { endPages, ok, person, silence, startPages } from '#test/page.tsx'
import { fillDatabase } from '#test/storages.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { isLostWithPage, type Outgoing, putOut, waitingOf } from '#web/draft/offline/outbox.ts'
import { sendOutbox } from '#web/draft/offline/sendOutbox.ts'
import { emptyDraft, textContent } from './draft.ts'

const entry = (html: string): Outgoing => {
  const draft = { ...emptyDraft('7', 1), key: 'k', content: textContent(html) }
  const input = { content: draft.content, draft_id: '' } as Input<'createDiaryCapsule'>
  return { key: 'k-1', owner: '7', call: 'createDiaryCapsule', input, draft, at: Date.now() }
}
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Another tab of this browser has the same database, and a memory of its own. */
async function otherTab() {
  vi.resetModules()
  return import('#web/draft/offline/outbox.ts')
}

/** This tab has sent the entry and got no answer; the database is full, so that the try could not be noted. */
async function tryInVain() {
  const server = startPages(person())
  await putOut(entry('<p>早先的</p>'))
  fillDatabase()
  server.answer('createDiaryCapsule', silence())
  await sendOutbox('7')
  vi.restoreAllMocks()
  server.answer('createDiaryCapsule', ok({ capsule_id: '42', revision: 0, reward: 0 }))
  return server
}

beforeEach(() => forgetRows('7'))
afterEach(async () => {
  vi.restoreAllMocks()
  endPages()
  await forgetRows('7')
})

it('what another tab has sent meanwhile is not sent again, though the full database did not take that it was tried', async () => {
  const server = await tryInVain()
  const other = await otherTab()
  await other.takeOut('k-1')
  await sendOutbox('7')
  expect(server.asked().filter((name) => name === 'createDiaryCapsule')).toHaveLength(1)
  expect(await waitingOf('7')).toEqual([])
})

it('what another tab has written on since is what is sent, and not the older text that this one still holds', async () => {
  const server = await tryInVain()
  const other = await otherTab()
  await other.putOut(entry('<p>写完的</p>'))
  await sendOutbox('7')
  expect(server.sent('createDiaryCapsule').at(-1)).toMatchObject({ content: textContent('<p>写完的</p>') })
})

it('what lies in the database is not called lost because a later try could not be noted', async () => {
  await tryInVain()
  const [waiting] = await waitingOf('7')
  expect(waiting?.triedAt).toBeDefined()
  expect([isLostWithPage(waiting!), asksBeforeClosing()]).toEqual([false, false])
})

it('a text that was changed and could not be stored is lost with the page, whatever older one is', async () => {
  await putOut(entry('<p>早先的</p>'))
  fillDatabase()
  await putOut(entry('<p>写完的</p>'))
  expect([isLostWithPage(entry('')), asksBeforeClosing()]).toEqual([true, true])
  expect(await waitingOf('7')).toMatchObject([{ draft: { content: textContent('<p>写完的</p>') } }])
})

it('a database that takes longer than one waits for it has it in the end, and closing does not ask any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { put } = IDBObjectStore.prototype
  const late: (() => void)[] = []
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function slow(this: IDBObjectStore, ...value) {
    const request = put.apply(this, value)
    const { transaction } = this
    const done = new Promise<void>((resolve) => late.push(resolve))
    // The end of the transaction is reported late.
    Object.defineProperty(transaction, 'oncomplete', {
      set: (listener: () => void) => transaction.addEventListener('complete', () => void done.then(listener)),
    })
    return request
  })
  const stored = putOut(entry('<p>慢</p>'))
  await expect.poll(() => late).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(await stored).toBe(false)
  for (const tell of late) tell()
  await expect.poll(() => asksBeforeClosing()).toBe(false)
})
