import { join } from 'node:path'
import { sql } from 'kysely'
import { calls, type Input, type Output } from '#contract/calls.ts'
import { lockContent } from '#server/capsules/capsule/stored.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import { makePlace, openPlace } from './place.ts'
import { refuseUnlessEmpty } from './seed.ts'
import { type Server, startOurs } from './servers.ts'
import type { Engines } from './size.ts'
import { hashOf, tokenOf } from './world.ts'

/** `longestMs`: the slowest call of one search, in which each call goes on where the one before ended. */
type Search = { what: string; calls: number; found: number; ms: number; longestMs: number; cpuMs: number }
export type OwnResult = { diaries: number; bytes: number; searches: Search[] }

const BATCH = 1_000
const ROUNDS = 5
const RARE = '鲸落'
const SENTENCES = [
  '今天的风很大，下午去了河边，芦苇都黄了。',
  '和妈妈通了很久的电话，她说院子里的柿子熟了，问我什么时候回去。',
  '加班到很晚，路上一个人也没有，<strong>月亮</strong>很亮。',
  '读完了那本书的最后一章，合上的时候有一点舍不得。',
  'Coffee &amp; rain, 什么也没有做，什么也不想做。',
]
const LINES = 24

/** One person's diaries of about six hundred characters, searched for a word that few, none or all of them have. */
export async function measureOwn(engines: Engines, diaries: number): Promise<OwnResult> {
  const place = await makePlace(join(engines.folder, `own_${diaries}`), engines.server, (made) =>
    engines.places.push(made),
  )
  const keys = await openKeys({ dataDir: place.dataDir }, { make: true })
  const { db, settle, close } = await openPlace(place)
  const bytes = await filled(db, keys, diaries).finally(() => settle())
  await close()
  const ours = await startOurs(place)
  const searches: Search[] = []
  for (const [what, input] of [
    ['a word that none has, to the end', { keyword: '无处可寻' }],
    ['a word that five have, to the end', { keyword: RARE }],
    ['a word that all have, 15', { keyword: '柿子' }],
    ['pictures, that none has, to the end', { pictures: 1 }],
    ['a month, without a word, 15', { month: '2025-06' }],
    ['a month, a word that none of it has', { month: '2025-06', keyword: '无处可寻' }],
  ] as const)
    searches.push(await median(ours, what, input))
  await ours.stop()
  return { diaries, bytes, searches }
}

async function median(ours: Server, what: string, input: Input<'ownSearch'>): Promise<Search> {
  await searched(ours, what, input)
  const rounds: Search[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await searched(ours, what, input))
  return rounds.sort((a, b) => a.ms - b.ms)[ROUNDS >> 1]!
}

/** Repeats the call until a page is full, or to the end. */
async function searched(ours: Server, what: string, input: Input<'ownSearch'>): Promise<Search> {
  const search = { what, calls: 0, found: 0, ms: 0, longestMs: 0, cpuMs: 0 }
  const cpu = (await ours.figures()).cpuMicros
  let after: string | undefined
  do {
    const began = performance.now()
    const { data, next } = await ask(ours.port, { ...input, after })
    const took = performance.now() - began
    search.calls += 1
    search.found += data.length
    search.ms += took
    search.longestMs = Math.max(search.longestMs, took)
    after = data.length > 5 ? '' : next
  } while (after)
  return { ...search, cpuMs: ((await ours.figures()).cpuMicros - cpu) / 1_000 }
}

async function ask(port: number, input: Input<'ownSearch'>): Promise<Output<'ownSearch'>['capsules']> {
  const answer = await fetch(`http://127.0.0.1:${port}${calls.ownSearch.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(1)}` },
    body: JSON.stringify(input),
  })
  const { data } = (await answer.json()) as { data: Output<'ownSearch'> }
  return data.capsules
}

/** Fills in diaries a day apart, encrypted as the server does it; the number of encrypted bytes. */
async function filled(db: Db, keys: Keys, diaries: number): Promise<number> {
  await refuseUnlessEmpty(db)
  await sql`insert into users (nickname) values ('时光旅人')`.execute(db)
  await sql`insert into sessions (user_id, token_hash, source, address_hash, expires_at)
    values (1, ${hashOf(tokenOf(1))}::bytea, 'h5', '', now() + interval '30 days')`.execute(db)
  for (let from = 1; from <= diaries; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, diaries - from + 1) }, (_, index) => from + index)
    const locked = ids.map((id) =>
      lockContent(keys, { id, owner: 1, type: 1, opens: '' }, contentOf(htmlOf(id, id % Math.ceil(diaries / 5) === 7))),
    )
    await sql`insert into capsules (id, owner_id, type, status, open_at, created_at)
      select n, 1, 1, 2, at, at from unnest(${ids}::bigint[]) n, lateral (select now() - make_interval(days => n::int) as at) t`.execute(
      db,
    )
    await sql`insert into capsule_contents (capsule_id, envelope, sealed, head)
      select l.id, l.envelope::jsonb, decode(l.sealed, 'base64'), decode(l.head, 'base64')
      from unnest(${ids}::bigint[], ${locked.map(({ envelope }) => JSON.stringify(envelope))}::text[],
        ${locked.map(({ sealed }) => sealed.toString('base64'))}::text[],
        ${locked.map(({ head }) => head.toString('base64'))}::text[]) l (id, envelope, sealed, head)`.execute(db)
  }
  const { rows } = await sql<{ bytes: number }>`
    select sum(octet_length(sealed))::bigint as bytes from capsule_contents`.execute(db)
  return Number(rows[0]!.bytes)
}

const contentOf = (html: string) => ({
  content: [{ type: 0 as const, content: html, comment: '' }],
  send_word: '',
  description: '',
})

const htmlOf = (id: number, rare: boolean): string =>
  Array.from({ length: LINES }, (_, line) => `<p>${SENTENCES[(id + line) % SENTENCES.length]}</p>`).join('') +
  (rare ? `<p>想起了那次${RARE}。</p>` : '')
