// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { catchUploads, fileOf, granted, type Sent } from '#test/uploads.ts'
import { clearToken, setToken } from '#web/client/session.ts'

let sent: Sent[]

beforeEach(() => {
  localStorage.clear()
  setToken(String(Math.random()))
  vi.stubGlobal('fetch', async () => Response.json(granted()))
  sent = catchUploads()
})
afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'locks')
})

const photo = () => fileOf('png', '海边.png', { type: 'image/png' })

/** One more tab with the maker open: modules of its own over the same storage. */
async function openTab() {
  vi.resetModules()
  const making = await import('#web/draft/current/files.ts')
  const uploading = await import('./uploading.ts')
  making.begin('7', '', [])
  return { ...uploading, item: () => making.madeNow('')[0] }
}

/** Lets the storage events of one tab reach the others. */
function tellTabs() {
  const write = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function tell(this: Storage, key, value) {
    write.call(this, key, value)
    queueMicrotask(() => window.dispatchEvent(new StorageEvent('storage', { key })))
  })
}
const uploads = (count: number) => expect.poll(() => sent).toHaveLength(count)
const moment = () => new Promise((resolve) => setTimeout(resolve, 50))

type Act = (lock: object | null) => unknown

/** Stands in for the browser's locks, which jsdom lacks: one holder of a name, the others in turn. */
function standInForLocks() {
  const held = new Map<string, Promise<unknown>>()
  async function request(name: string, { ifAvailable }: LockOptions, act: Act) {
    if (ifAvailable && held.has(name)) return act(null)
    const turn = Promise.resolve(held.get(name)).then(() => act({ name }))
    const over: Promise<unknown> = turn.catch(() => undefined).then(() => held.get(name) === over && held.delete(name))
    held.set(name, over)
    return turn
  }
  const query = async () => ({ held: [] })
  Object.defineProperty(navigator, 'locks', { value: { request, query }, configurable: true })
}

/** Two tabs: one has picked a file and is uploading it when the other is opened. */
async function twoTabs() {
  const first = await openTab()
  first.addFiles('', [photo()])
  await uploads(1)
  const second = await openTab()
  second.resume('')
  return [first, second] as const
}

it('of two tabs one uploads a file, and the other learns where it is', async () => {
  standInForLocks()
  const [, second] = await twoTabs()
  await moment()
  expect(sent).toHaveLength(1)
  sent[0]!.answer(200)
  await expect.poll(() => second.item()).toMatchObject({ state: 'done', key: sent[0]!.key })
  expect(sent).toHaveLength(1)
})

it('an upload whose tab gives up can be tried again in the other, under its key', async () => {
  standInForLocks()
  const [, second] = await twoTabs()
  sent[0]!.answer(500)
  await expect.poll(() => second.item()).toMatchObject({ state: 'failed', mayRetry: true })
  second.resume('')
  await uploads(2)
  expect(sent[1]!.key).toBe(sent[0]!.key)
  sent[1]!.answer(200)
  await expect.poll(() => second.item()?.state).toBe('done')
})

it('what one tab has brought up does not fail in the other, where there are no locks', async () => {
  tellTabs()
  const [first, second] = await twoTabs()
  sent[0]!.answer(200)
  await expect.poll(() => first.item()?.state).toBe('done')
  await moment()
  for (const late of sent.slice(1)) late.answer(500)
  await moment()
  expect(second.item()).toMatchObject({ state: 'done', key: sent[0]!.key })
})
