// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import { keyOf } from '#contract/media.ts'
import { emptyStorages } from '#test/storages.ts'
import { rounds } from '#test/thorough.ts'
import { fileOf, granted } from '#test/uploads.ts'
import { clearToken, setToken } from '#web/client/session.ts'
import { wire } from '#web/client/wire.ts'
import { parsedOf, textEntry, workersRead } from '../moveIn.fixture.ts'
import type { LeftOut, Parsed } from '../parsed.ts'
import { openReader } from '../reading/openReader.ts'
import { moveEntries } from './moveEntries.ts'
import { batchIdOf } from './names.ts'

type Sent = Input<'importDiaries'>
const EXISTS = '<Error><Code>FileAlreadyExists</Code></Error>'

/** A server with a memory. Whatever it does can be its last act, done or not done before its answer is lost. */
function startServer() {
  const store = new Map<string, File>()
  const entries = new Map<string, Sent['entries'][number]>()
  const sent: Sent[] = []
  const refused = new Map<string, string>()
  const names: string[] = []
  let acts = 0
  let lost: { at: number; done: boolean; close: () => void } | undefined

  /** Whether this act is done; `close` ends the page with its last act. */
  function isDone(): boolean {
    acts += 1
    if (acts !== lost?.at) return true
    lost.close()
    return lost.done
  }

  function write(input: Sent) {
    sent.push(input)
    const wrong = input.entries.findIndex(({ source_id }) => refused.has(source_id))
    if (wrong >= 0) {
      const message = refused.get(input.entries[wrong]!.source_id)
      return { code: 2, message, data: { field: `entries.${wrong}.content` } }
    }
    const fresh = input.entries.filter(({ source_id }) => !entries.has(source_id))
    for (const entry of fresh) entries.set(entry.source_id, entry)
    return { code: 1000, data: { written: fresh.length, known: input.entries.length - fresh.length } }
  }

  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const key = keyOf(path)
    if (key) return new Response(await store.get(key)!.arrayBuffer())
    if (path === wire.ossToken.path) return Response.json(granted())
    return Response.json(isDone() ? write(JSON.parse(String(init.body))) : { code: 5000, message: 'lost' })
  })
  vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest() {
    const request = {
      ...{ status: 0, responseText: '', upload: {}, open: () => undefined, abort: () => undefined },
      onload: () => undefined,
      onloadend: () => undefined,
      send: (form: FormData) => {
        const key = String(form.get('key'))
        names.push(key)
        const there = store.has(key)
        if (isDone() && !there) store.set(key, form.get('file') as File)
        Object.assign(request, there ? { status: 409, responseText: EXISTS } : { status: 200 })
        queueMicrotask(() => {
          request.onload()
          request.onloadend()
        })
      },
    }
    return request
  })
  return {
    ...{ store, entries, sent, refused, names },
    acts: () => acts,
    breakOff: (at: number, done: boolean, close: () => void) => {
      acts = 0
      lost = { at, done, close }
    },
  }
}

let server: ReturnType<typeof startServer>
beforeEach(() => {
  setToken(String(Math.random()))
  server = startServer()
})
afterEach(() => {
  clearToken()
  emptyStorages()
  vi.unstubAllGlobals()
})

/** Moves in what the server does not know yet, as after choosing the file; `stop` closes the page. */
async function move(parsed: Parsed, stop = new AbortController()) {
  workersRead(parsed)
  const { signal } = stop
  const reader = await openReader(parsed.source, [], { onProgress: () => undefined, signal })
  const ids = parsed.entries.map(({ source_id }) => source_id)
  const leftOut: LeftOut[] = []
  let written = 0
  await moveEntries({
    ...{ reader, signal, batchId: batchIdOf({ source: parsed.source, ids, imports: [] }) },
    places: ids.flatMap((id, place) => (server.entries.has(id) ? [] : [place])),
    untilWanted: async () => signal.throwIfAborted(),
    onWaiting: () => undefined,
    onReady: () => undefined,
    onWritten: (count) => {
      written += count
    },
    onLeftOut: (left) => leftOut.push(left),
  })
  return { leftOut, written }
}

const sizes = () => server.sent.map(({ entries }) => entries.length)
const many = (count: number, html = '<p>海边</p>') =>
  parsedOf({ entries: Array.from({ length: count }, (_, at) => textEntry(`note ${at}`, html)) })

it('entries go twenty at a time, all of them in order under one name', async () => {
  expect(await move(many(45))).toEqual({ leftOut: [], written: 45 })
  expect(sizes()).toEqual([20, 20, 5])
  expect([...server.entries.keys()]).toEqual(many(45).entries.map(({ source_id }) => source_id))
  expect(new Set(server.sent.map(({ batch_id }) => batch_id)).size).toBe(1)
  expect(server.sent[0]!.batch_id).toMatch(/^[0-9a-f]{16}$/)
})

it('a call has no more bytes than it may, counted as they are sent and not by characters', async () => {
  await move(many(20, `<p>${'海'.repeat(60_000)}</p>`))
  expect(sizes()).toEqual([8, 8, 4])
  for (const input of server.sent)
    expect(new TextEncoder().encode(JSON.stringify(input)).length).toBeLessThan(IMPORT_BYTES_MAX)
})

it('a picture of a text stands in its place by its key, which is made of the import and the place', async () => {
  const html = '<p>早</p><img data-file="1" alt="窗外"><p>晚</p>'
  await move(
    parsedOf({
      entries: [textEntry('a', html)],
      files: [fileOf('jpeg', 'unnamed.jpg'), fileOf('jpeg', 'trip/窗.jpg')],
    }),
  )
  const [key] = [...server.store.keys()]
  expect(key).toMatch(/^image\/7\/[0-9a-f]{16}_[0-9a-f]{24}\.jpg$/)
  expect(server.entries.get('a')!.content).toEqual([
    { type: 0, content: `<p>早</p><img src="${key}" alt="窗外"><p>晚</p>`, comment: '' },
  ])
})

it('a prediction that is a draft goes with its two texts as they were typed', async () => {
  const foretold = { type: 5 as const, text: '会<img data-file="0">下雪', comment: '因为冷' }
  const draft = { ...textEntry('a', ''), kind: 'draft' as const, type: 2 as const, items: [foretold], confidence: 70 }
  await move(parsedOf({ source: 'archive', entries: [draft], files: [fileOf('jpeg', 'a.jpg')] }))
  expect(server.names).toEqual([])
  expect(server.entries.get('a')).toMatchObject({
    ...{ kind: 'draft', type: 2, confidence: 70 },
    content: [{ type: 0, content: foretold.text, comment: foretold.comment }],
  })
})

it('a picture that the store does not take is left out by its name, and its entry comes without it', async () => {
  const entries = [textEntry('a', '<p>早</p><img data-file="0">'), textEntry('b', '<img data-file="0">')]
  const { leftOut, written } = await move(parsedOf({ entries, files: [fileOf('heic', 'IMG_1.HEIC')] }))
  expect(written).toBe(1)
  expect(server.names).toEqual([])
  expect(server.entries.get('a')!.content).toEqual([{ type: 0, content: '<p>早</p>', comment: '' }])
  const why = '「IMG_1.HEIC」暂不支持这种图片格式'
  expect(leftOut).toEqual(
    expect.arrayContaining([
      { name: '2019/05/01 早', why },
      { name: '2019/05/01', why },
      { name: '2019/05/01', why: '里面的内容都没能搬来' },
    ]),
  )
})

it('an entry that the server refuses is left out by its name, and the others of its call go without it', async () => {
  server.refused.set('note 1', '内容不合适')
  const { leftOut, written } = await move(many(3))
  expect(leftOut).toEqual([{ name: '2019/05/01 海边', why: '内容不合适' }])
  expect(written).toBe(2)
  expect([...server.entries.keys()]).toEqual(['note 0', 'note 2'])
})

it('files of an entry keep their remarks, and a file of two entries goes up with each of them', async () => {
  const graphic = (id: string) => ({
    ...textEntry(id, ''),
    content_type: 1 as const,
    items: [{ type: 3 as const, file: 0, name: '信.pdf', comment: '旧信' }],
  })
  await move(parsedOf({ entries: [graphic('a'), graphic('b')], files: [fileOf('pdf', '信.pdf')] }))
  expect(server.store.size).toBe(2)
  const [key] = [...server.store.keys()]
  expect(server.entries.get('a')!.content).toEqual([{ type: 3, content: key, comment: '旧信', name: '信.pdf' }])
})

const PICTURES = 6
const trip = () =>
  parsedOf({
    entries: Array.from({ length: 50 }, (_, at) =>
      textEntry(`note ${at}`, at % 8 === 0 ? `<p>${at}</p><img data-file="${at / 8}">` : `<p>${at}</p>`),
    ),
    files: Array.from(
      { length: PICTURES + 1 },
      (_, at) => new File([fileOf('jpeg', '').slice(0, 20), String(at)], `${at}.jpg`),
    ),
  })

it('one that is broken off at any call and begun again has nothing twice, and nothing is lost', async () => {
  await move(trip())
  const all = server.acts()
  expect(server.store.size).toBe(PICTURES + 1)
  for (let round = 0; round < rounds(50, 12); round += 1) {
    server = startServer()
    const stop = new AbortController()
    const at = 1 + Math.floor(Math.random() * all)
    // With its last act done an import is over, whatever breaks then.
    server.breakOff(at, at < all && Math.random() < 0.5, () => stop.abort(new Error('closed')))
    await expect(move(trip(), stop), `at ${at}`).rejects.toThrow('closed')
    await move(trip())
    expect([...server.entries.keys()].sort(), `at ${at}`).toEqual(
      trip()
        .entries.map(({ source_id }) => source_id)
        .sort(),
    )
    expect(server.store.size, `at ${at}`).toBe(PICTURES + 1)
    const named = JSON.stringify([...server.entries.values()])
    for (const key of server.store.keys()) expect(named.split(key), `at ${at}`).toHaveLength(2)
  }
})

it('the name of an import is that of its entries in any order, and another one after each undo', () => {
  const of = (ids: string[], undone = 0) => {
    const first = batchIdOf({ source: 'flomo', ids: ['a', 'b'], imports: [] })
    const one = { batch_id: first, source: 'flomo' as const, written: 0, created_at: '', undo_until: '', undone: true }
    return batchIdOf({ source: 'flomo', ids, imports: Array.from({ length: undone }, () => one) })
  }
  expect(of(['b', 'a'])).toBe(of(['a', 'b']))
  expect(of(['a', 'c'])).not.toBe(of(['a', 'b']))
  expect(new Set([of(['a', 'b']), of(['a', 'b'], 1), of(['a', 'b'], 2)]).size).toBe(3)
})
