import { join } from 'node:path'
import { sql } from 'kysely'
import type { CallName, Input } from '#contract/calls.ts'
import { HOME_PAGE_SIZE, MAX_PAGE, PAGE_SIZE } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Args } from './args.ts'
import { type Asking, answerTo, call, type Measured, post } from './calls.ts'
import type { Ask } from './load.ts'
import { copyPlace, dropPlace, type Engine, inPlace, makePlace, type Place } from './place.ts'
import { type Cell, measure } from './rounds.ts'
import { refuseUnlessEmpty } from './seed.ts'
import { startBare, startOurs } from './servers.ts'
import { hashOf, tokenOf } from './world.ts'

const PEOPLE = 1_000
/** The first person likes so many capsules, at most. */
const LOVES = 100_000
const BATCH = 20_000
/** Words in a tenth of all titles, in one of 200, in five, in none; and one in none whose pairs are each in a tenth. */
const WORD = { common: '夏天', middling: '极光', rare: '鲸落', missing: '天夏', missingPiece: '信夏天空' } as const

/**
 * Strangers' reads of so many public capsules: the home's pages, search, somebody's home, favourites. A search is measured by
 * its second page, which is kept in no history.
 */
export async function measureUniverse(capsules: number, { folder, server }: Engine, args: Args): Promise<Cell[]> {
  const place = await makePlace(join(folder, `universe_${capsules}`), server)
  await filled(place, capsules)
  const copy = await copyPlace(place, join(folder, `bare_universe_${capsules}`))
  const ours = await startOurs(place)
  const { bare } = await startBare(copy)
  const cells: Cell[] = []
  for (const one of await whatIsMeasured(capsules, ours.ports[0]!)) {
    process.stderr.write(`  ${one.name} ……\n`)
    for (const connections of args.crowds) cells.push(await measure(one, [ours, bare], { ...args, connections }))
  }
  await Promise.all([ours.stop(), bare.stop()])
  for (const made of [place, copy]) await dropPlace(made)
  return cells
}

async function whatIsMeasured(capsules: number, port: number): Promise<Measured[]> {
  const far = Math.min(MAX_PAGE, Math.floor(capsules / HOME_PAGE_SIZE))
  const near = Math.min(100, far)
  const farLoved = Math.min(MAX_PAGE, Math.floor(Math.min(LOVES, capsules) / PAGE_SIZE))
  const home = (page: number, after?: string) => by('capsuleOpenList', { page, after })
  const naive = (page: number) => always(post('/home', { size: HOME_PAGE_SIZE, skip: (page - 1) * HOME_PAGE_SIZE }))
  const search = (keyword: string): Measured =>
    pair(
      `search ${keyword}`,
      by('capsuleSearch', { keyword, page: 2 }),
      always(post('/search', { like: `%${keyword}%`, skip: PAGE_SIZE })),
    )
  return [
    pair('home page 1', home(1), naive(1)),
    pair(`home page ${near}`, home(near, await endOf(port, near - 1)), naive(near)),
    pair(`home page ${far}`, home(far, await endOf(port, far - 1)), naive(far)),
    pair(`home page ${far} by number`, home(far), naive(far)),
    ...Object.values(WORD).map(search),
    pair(
      'user home',
      (turn) => call('userCapsules', { user_id: String(1 + (turn % PEOPLE)) }, 1),
      (turn) => post('/theirs', { user_id: 1 + (turn % PEOPLE) }),
    ),
    pair('favourites', by('userLoveList', {}), always(post('/loved', { skip: 0 }))),
    pair(
      `favourites page ${farLoved} by number`,
      by('userLoveList', { page: farLoved }),
      always(post('/loved', { skip: (farLoved - 1) * PAGE_SIZE })),
    ),
  ]
}

const pair = (name: string, ours: Asking, bare: Asking): Measured => ({ name, asks: { ours, bare } })
const by = <N extends CallName>(name: N, input: Input<N>): Asking => always(call(name, input, 1))
const always =
  (ask: Ask): Asking =>
  () =>
    ask

/** The key at which that page of the home ends, as the answer for the page gives it. */
async function endOf(port: number, page: number): Promise<string | undefined> {
  const { next } = await answerTo<{ next: string }>(port, call('capsuleOpenList', { page }, 1))
  return next || undefined
}

const filled = (place: Place, capsules: number): Promise<void> =>
  inPlace(place, async ({ db, settle }) => {
    await refuseUnlessEmpty(db)
    await seedPeople(db)
    // Counted at once below, and not by a trigger for each row, which takes half an hour at a million.
    await sql`alter table capsules disable trigger capsules_shown_new`.execute(db)
    for (let at = 1; at <= capsules; at += BATCH) await seedCapsules(db, at, Math.min(capsules, at + BATCH - 1))
    await sql`alter table capsules enable trigger capsules_shown_new`.execute(db)
    await sql`update standings set public_count = (select count(*) from capsules where owner_id = user_id)`.execute(db)
    await sql`insert into loves (user_id, capsule_id, created_at)
      select 1, id, open_at from capsules order by id desc limit ${Math.min(LOVES, capsules)}`.execute(db)
    await settle()
  })

async function seedPeople(db: Db): Promise<void> {
  await sql`insert into users (nickname) select '时光旅人' || n from generate_series(1, ${PEOPLE}::int) n order by n`.execute(
    db,
  )
  await sql`insert into sessions (user_id, token_hash, source, address_hash, expires_at)
    values (1, ${hashOf(tokenOf(1))}::bytea, 'h5', '', now() + interval '30 days')`.execute(db)
}

/** Capsules a second apart, the newest last; nobody reads their content. */
const seedCapsules = (db: Db, from: number, to: number) =>
  sql`with made as (
    insert into capsules (id, owner_id, type, status, long_tag, is_public, open_time, open_at, sealed_at)
    select n, 1 + n % ${sql.lit(PEOPLE)}, 0, 2, case when n % 10 = 4 then '天空' else '' end || '第' || n || '封信' ||
      case when n % 10 = 3 then ${WORD.common} else '' end || case when n % 200 = 7 then ${WORD.middling} else '' end ||
      case when n <= 5 then ${WORD.rare} else '' end,
      1, at, at, at - interval '30 days'
    from generate_series(${from}::int, ${to}::int) n, lateral (select now() - make_interval(secs => 2000000 - n) as at) t
    returning id, open_at, long_tag
  ) insert into title_grams select gram, open_at, id from made, grams_of(long_tag) gram order by gram, open_at`.execute(
    db,
  )
