import { join } from 'node:path'
import { sql } from 'kysely'
import type { Input, Output } from '#contract/calls.ts'
import type { MediaItem } from '#contract/content.ts'
import { lockContent } from '#server/capsules/capsule/stored.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import type { Args } from './args.ts'
import { answerTo, call } from './calls.ts'
import { dropPlace, type Engine, inPlace, makePlace } from './place.ts'
import { type Cell, measure } from './rounds.ts'
import { insertContents, refuseUnlessEmpty } from './seed.ts'
import { startOurs } from './servers.ts'
import { hashOf, tokenOf } from './world.ts'

const BATCH = 1_000
/** A search is repeated so often in a round. */
const TIMES = 5
const RARE = '鲸落'
const SENTENCES = [
  '今天的风很大，下午去了河边，芦苇都黄了。',
  '和妈妈通了很久的电话，她说院子里的柿子熟了，问我什么时候回去。',
  '加班到很晚，路上一个人也没有，<strong>月亮</strong>很亮。',
  '读完了那本书的最后一章，合上的时候有一点舍不得。',
  'Coffee &amp; rain, 什么也没有做，什么也不想做。',
]
const LINES = 24

const SEARCHES: [what: string, input: Input<'ownSearch'>][] = [
  ['a word that none has', { keyword: '无处可寻' }],
  ['a word that five have', { keyword: RARE }],
  ['a word that all have', { keyword: '柿子' }],
  ['pictures, that none has', { pictures: 1 }],
  ['a month, without a word', { month: '2025-06' }],
  ['a month, a word that none of it has', { month: '2025-06', keyword: '无处可寻' }],
]

/** One person's diaries of about six hundred characters, searched to the end, or for a page that is full. */
export async function measureOwn(diaries: number, { folder, server }: Engine, { runs }: Args): Promise<Cell[]> {
  const place = await makePlace(join(folder, `own_${diaries}`), server)
  const keys = await openKeys(place, { make: true })
  await inPlace(place, async ({ db, settle }) => {
    await fillDiaries(db, keys, diaries)
    await settle()
  })
  const ours = await startOurs(place)
  const cells: Cell[] = []
  for (const [what, input] of SEARCHES) {
    const asks = await callsOf(ours.ports[0]!, input)
    const calls = TIMES * asks.length
    const measured = {
      name: `${what}, ${asks.length} calls`,
      asks: { ours: (turn: number) => asks[turn % asks.length]! },
    }
    cells.push(await measure(measured, [ours], { runs, calls, warmUp: calls, connections: 1 }))
  }
  await ours.stop()
  await dropPlace(place)
  return cells
}

/** The calls of one search, in which each goes on where the one before ended. */
async function callsOf(port: number, input: Input<'ownSearch'>): Promise<ReturnType<typeof call>[]> {
  const asks: ReturnType<typeof call>[] = []
  for (let after: string | undefined; after !== ''; ) {
    const ask = call('ownSearch', { ...input, after }, 1)
    const { data, next }: Output<'ownSearch'>['capsules'] = (await answerTo<Output<'ownSearch'>>(port, ask)).capsules
    asks.push(ask)
    after = data.length > 5 ? '' : next
  }
  return asks
}

/** Fills in diaries of the first person a day apart, encrypted as the server does it; `mediaOf` names the uploads of one by its id. */
export async function fillDiaries(
  db: Db,
  keys: Keys,
  diaries: number,
  mediaOf: (id: number) => MediaItem[] = () => [],
): Promise<void> {
  await refuseUnlessEmpty(db)
  await sql`insert into users (nickname) values ('时光旅人')`.execute(db)
  await sql`insert into sessions (user_id, token_hash, source, address_hash, expires_at)
    values (1, ${hashOf(tokenOf(1))}::bytea, 'h5', '', now() + interval '30 days')`.execute(db)
  for (let from = 1; from <= diaries; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, diaries - from + 1) }, (_, index) => from + index)
    const locked = ids.map((id) =>
      lockContent(
        keys,
        { id, owner: 1, type: 1, opens: '' },
        contentOf(htmlOf(id, id % Math.ceil(diaries / 5) === 7), mediaOf(id)),
      ),
    )
    await sql`insert into capsules (id, owner_id, type, status, open_at, created_at)
      select n, 1, 1, 2, at, at from unnest(${ids}::bigint[]) n, lateral (select now() - make_interval(days => n::int) as at) t`.execute(
      db,
    )
    await insertContents(db, ids, locked)
  }
}

const contentOf = (html: string, media: MediaItem[]) => ({
  content: [{ type: 0 as const, content: html, comment: '' }, ...media],
  send_word: '',
  description: '',
})

const htmlOf = (id: number, rare: boolean): string =>
  Array.from({ length: LINES }, (_, line) => `<p>${SENTENCES[(id + line) % SENTENCES.length]}</p>`).join('') +
  (rare ? `<p>想起了那次${RARE}。</p>` : '')
