// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { createStore, entries } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppCall, Output } from '#contract/calls.ts'
import type { Card, Detail } from '#contract/capsule.ts'
import type { DiaryRow } from '#contract/diary.ts'
import { COPY } from '#contract/offline.ts'
import { DAY_MS } from '#contract/time.ts'
import { emptyStorages } from '#test/storages.ts'
import { address, image } from '#web/capsule/media/shown.fixture.ts'
import { unsealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { diary, ordinary, sealed } from '#web/look/diary/diary.fixture.ts'
import { forgetPerson } from '#web/people/account/forgetPerson.ts'
import { call } from '../api.ts'
import { clearToken, setToken } from '../session.ts'
import { TABLES } from '../storage/keys.ts'
import { wire } from '../wire.ts'
import { beginCopy, endCopy, lookAfter, measureCopy, readCopy } from './copy.ts'
import { watchCopy } from './watch.ts'
import { isWished } from './wish.ts'

const NOW = new Date('2026-11-29T12:00:00+08:00')
const THIS_MONTH = '2026-11'

type Refused = { code: number; message: string }
/** All that the server has: rows of its lists, details by their ids, the bytes of every picture. */
let rows: DiaryRow[]
let cards: Card[]
let details: Record<string, Detail>
let pictureBytes: number
let failing: AppCall | undefined
let asked: { name: AppCall; input: Record<string, unknown> }[]

const answers: Partial<Record<AppCall, (input: Record<string, unknown>) => unknown>> = {
  diaryList: ({ date }) => ({
    capsules: {
      data: rows.filter(({ created_at }) => created_at.startsWith(String(date))),
      current_page: 1,
      per_page: 50,
    },
  }),
  myOpenCapsules: () => ({ capsules: { data: cards, current_page: 1, per_page: 50, next: '' } }),
  capsuleDetail: ({ capsule_id }) => {
    const capsule = details[String(capsule_id)]
    if (!capsule) return { code: 1004, message: '内容不存在或已删除' }
    return { capsule, is_mine: capsule.user.id === '7' ? 1 : 0, is_love: 0 } satisfies Output<'capsuleDetail'>
  },
}

function serve(path: string, init?: RequestInit): Response {
  const name = (Object.keys(wire) as AppCall[]).find((one) => wire[one].path === path)
  if (!name) return new Response(new Uint8Array(pictureBytes), { headers: { 'Content-Type': 'image/webp' } })
  const input = JSON.parse(String(init?.body))
  asked.push({ name, input })
  if (failing === name) return Response.json({ code: 1029, message: '操作太频繁，请稍后再试' })
  const data = answers[name]?.(input) ?? {}
  return Response.json('code' in (data as object) ? (data as Refused) : { code: 1000, data })
}

const own = (detail: Detail): Detail => ({ ...detail, user: { ...detail.user, id: '7' } })

/** The person writes a diary on this day. */
function write(id: string, day: string, html = `<p>第${id}篇</p>`): void {
  rows.unshift(diary(id, day, { title: `第${id}篇` }))
  details[id] = own(ordinary(html, { id, created_at: `${day} 12:00:00`, updated_at: `${day} 12:00:00` }))
}

const detailsAsked = () => asked.filter(({ name }) => name === 'capsuleDetail').map(({ input }) => input.capsule_id)
const kept = () => entries<string, Record<string, unknown>>(createStore(TABLES.offline.database, TABLES.offline.table))
const measured = async () => {
  const { diaries, capsules } = await measureCopy()
  return { diaries, capsules }
}
const becomes = (diaries: number, capsules: number) =>
  expect.poll(measured, { timeout: 5_000 }).toEqual({ diaries, capsules })
const textOf = async (id: string) =>
  ((await readCopy('detail', id))?.data as Output<'capsuleDetail'>)?.capsule.capsule_content?.content[0]?.content

/** As at a start so much later. */
async function later(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms)
  asked = []
  lookAfter()
  await expect.poll(() => asked.map(({ name }) => name)).toContain('diaryList')
}

watchCopy()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
  emptyStorages()
  rows = []
  cards = []
  details = {}
  pictureBytes = 1_000
  failing = undefined
  asked = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => serve(path, init))
  URL.createObjectURL = () => 'blob:kept'
  URL.revokeObjectURL = () => undefined
  setToken('a sign-in')
})

afterEach(async () => {
  await endCopy()
  clearToken()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the newest three months of diaries and the opened capsules are kept, with their rows and pictures', async () => {
  write('1', '2026-08-31')
  write('2', '2026-09-01')
  write('3', '2026-11-29', `<p>海边</p><img src="${address(image('a'))}" alt="海">`)
  cards = [unsealed({ id: '9', open_at: '2026-03-01 08:00:00' })]
  details['9'] = own(unsealed({ id: '9', open_at: '2026-03-01 08:00:00' }))
  expect(await beginCopy('7')).toBe(true)
  await becomes(2, 1)
  await expect.poll(() => textOf('3')).toContain('blob:kept')
  expect((await readCopy('month', THIS_MONTH))?.data).toEqual([rows[0]])
  expect((await readCopy('opened', ''))?.data).toEqual(cards)
  expect(await readCopy('month', '2026-08')).toBeUndefined()
  expect(await readCopy('detail', '1')).toBeUndefined()
})

it('what lies in the browser is encrypted, under a key that no script can have', async () => {
  write('3', '2026-11-29', '<p>只有我知道</p>')
  await beginCopy('7')
  await becomes(1, 0)
  const all = await kept()
  const keys = all.flatMap(([, { key }]) => (key ? [key as CryptoKey] : []))
  expect(keys.map(({ extractable, algorithm }) => [extractable, algorithm.name])).toEqual([[false, 'AES-GCM']])
  const bytes = all.flatMap(([, { data }]) => (data ? [Buffer.from(data as ArrayBuffer)] : []))
  expect(bytes.length).toBeGreaterThan(1)
  expect(Buffer.concat(bytes).includes('只有我知道')).toBe(false)
  expect(Buffer.concat(bytes).includes('capsule_content')).toBe(false)
})

it('a sealed one is not even asked for, and somebody else’s is not kept', async () => {
  rows = [sealed('4', '2026-11-20', { title: '还封着' }), diary('5', '2026-11-21')]
  details['5'] = { ...ordinary('<p>别人的</p>', { id: '5' }), user: { ...ordinary('').user, id: '8' } }
  write('6', '2026-11-22')
  details['6'] = { ...details['6']!, status: 1, capsule_content: undefined } as Detail
  write('3', '2026-11-10')
  await beginCopy('7')
  await becomes(1, 0)
  await expect.poll(detailsAsked).toEqual(['6', '5', '3'])
  expect(JSON.stringify((await readCopy('month', THIS_MONTH))?.data)).not.toContain('还封着')
  expect(await readCopy('detail', '5')).toBeUndefined()
})

it('a later start reads what has changed alone, and drops what is in no list any more', async () => {
  write('1', '2026-11-01')
  write('2', '2026-11-02')
  write('3', '2026-11-03')
  await beginCopy('7')
  await becomes(3, 0)
  rows = rows.filter(({ id }) => id !== '1')
  rows = rows.map((row) => (row.id === '2' ? { ...row, updated_at: '2026-11-29 12:30:00' } : row))
  details['2'] = own(ordinary('<p>改过了</p>', { id: '2' }))
  await later(3_600_000)
  await expect.poll(() => textOf('2')).toBe('<p>改过了</p>')
  expect(detailsAsked()).toEqual(['2'])
  await becomes(2, 0)
  expect(await readCopy('detail', '1')).toBeUndefined()
  const names = (await kept()).map(([name]) => name)
  expect(names.filter((name) => name.includes('/1'))).toEqual([])
})

it.each([
  ['deleteDiary', {}],
  ['hideCapsule', { hidden: 1 }],
  ['diaryEdit', { content: [], content_type: 0, revision: 1 }],
] as const)('after %s of one’s own the item is gone at once', async (name, more) => {
  write('3', '2026-11-29')
  write('4', '2026-11-29')
  await beginCopy('7')
  await becomes(2, 0)
  await call(name, { capsule_id: '3', ...more } as never)
  await becomes(1, 0)
  expect(await readCopy('detail', '3')).toBeUndefined()
})

it('it ends at the first call that is refused, and goes on the next time', async () => {
  write('3', '2026-11-28')
  write('4', '2026-11-29')
  failing = 'capsuleDetail'
  await beginCopy('7')
  await expect.poll(detailsAsked).toEqual(['4'])
  await new Promise((go) => setTimeout(go, 300))
  expect(detailsAsked()).toEqual(['4'])
  failing = undefined
  await later(3_600_000)
  await becomes(2, 0)
})

it('it takes 50 MB at most: the newest have their pictures, the older ones their words', async () => {
  const picture = (letter: string) => `<p>有图</p><img src="${address(image(letter))}" alt="图">`
  write('1', '2026-11-01', picture('a'))
  write('2', '2026-11-02', picture('b'))
  write('3', '2026-11-03', picture('c'))
  pictureBytes = 20 * 1024 * 1024
  await beginCopy('7')
  await becomes(3, 0)
  const { bytes } = await measureCopy()
  expect(bytes).toBeLessThan(COPY.bytes)
  expect(bytes).toBeGreaterThan(2 * pictureBytes)
  expect(await textOf('3')).toContain('blob:kept')
  expect(await textOf('1')).not.toContain('blob:kept')
})

it('after 30 days without an answer nothing can be read, and it is taken out', async () => {
  write('3', '2026-11-29')
  await beginCopy('7')
  await becomes(1, 0)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.setSystemTime(Date.now() + COPY.days * DAY_MS - 60_000)
  expect(await textOf('3')).toBe('<p>第3篇</p>')
  vi.setSystemTime(Date.now() + 120_000)
  expect(await readCopy('detail', '3')).toBeUndefined()
  expect(await readCopy('month', THIS_MONTH)).toBeUndefined()
  expect((await kept()).map(([name]) => name)).toEqual(['7/key'])
})

it.each([
  ['who signs out', () => forgetPerson()],
  ['a sign-in that the server ends', () => clearToken()],
  ['another person', () => setToken('of somebody else')],
  ['the same person who signs in again', () => setToken('a later one')],
])('%s leaves nothing of it, and no key', async (_, leave) => {
  write('3', '2026-11-29')
  await beginCopy('7')
  await becomes(1, 0)
  leave()
  expect(await readCopy('detail', '3')).toBeUndefined()
  await expect.poll(kept).toEqual([])
  await expect.poll(() => localStorage.getItem('offlineReading')).toBeNull()
  expect(isWished()).toBe(false)
})

it('an item read while the sign-in ends is not kept', async () => {
  write('3', '2026-11-29')
  const ends = answers.capsuleDetail!
  answers.capsuleDetail = (input) => {
    clearToken()
    return ends(input)
  }
  await beginCopy('7')
  await expect.poll(detailsAsked).toEqual(['3'])
  await expect.poll(() => localStorage.getItem('offlineReading')).toBeNull()
  await new Promise((go) => setTimeout(go, 300))
  expect(await kept()).toEqual([])
  answers.capsuleDetail = ends
})

it('where the browser gives no keys nothing is kept, and it says so', async () => {
  vi.stubGlobal('crypto', { getRandomValues: () => undefined })
  expect(await beginCopy('7')).toBe(false)
  expect(isWished()).toBe(false)
  expect(await kept()).toEqual([])
})
