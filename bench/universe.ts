import { join } from 'node:path'
import { sql } from 'kysely'
import { type CallName, calls, type Input } from '#contract/calls.ts'
import { HOME_PAGE_SIZE, MAX_PAGE, PAGE_SIZE } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Args } from './args.ts'
import type { Asking, Measured } from './calls.ts'
import { copyPlace, dropPlace, makePlace, openPlace, type Place } from './place.ts'
import { type Cell, measure } from './rounds.ts'
import { refuseUnlessEmpty } from './seed.ts'
import { startBare, startOurs } from './servers.ts'
import type { Engines } from './size.ts'
import { hashOf, tokenOf } from './world.ts'

export type UniverseResult = { capsules: number; seedSeconds: number; bytes: number; cells: Cell[] }

const PEOPLE = 1_000
/** The first person likes so many capsules, at most. */
const LOVES = 100_000
const BATCH = 20_000
/** Words in a tenth of all titles, in one of 200, in five, in none; and one in none whose pairs are each in a tenth. */
const WORD = { common: '夏天', middling: '极光', rare: '鲸落', missing: '天夏', missingPiece: '信夏天空' } as const

/** Strangers' reads of so many public capsules: the home's pages, search, somebody's home, favourites. */
export async function measureUniverse(capsules: number, engines: Engines, args: Args): Promise<UniverseResult> {
  const began = performance.now()
  const tell = (place: Place) => engines.places.push(place)
  const place = await makePlace(join(engines.folder, `universe_${capsules}`), engines.server, tell)
  const bytes = await filled(place, capsules)
  const bare = await copyPlace(place, join(engines.folder, `bare_universe_${capsules}`), tell)
  const seedSeconds = (performance.now() - began) / 1000
  const servers = { ours: await startOurs(place), bare: await startBare(bare) }
  const cells: Cell[] = []
  for (const one of await whatIsMeasured(capsules, servers.ours.port)) {
    process.stderr.write(`  ${one.name} ……\n`)
    cells.push(await measure(one, servers, args))
  }
  await Promise.all([servers.ours.stop(), servers.bare.stop()])
  for (const made of [place, bare]) await dropPlace(made)
  return { capsules, seedSeconds, bytes, cells }
}

async function whatIsMeasured(capsules: number, port: number): Promise<Measured[]> {
  const far = Math.min(MAX_PAGE, Math.floor(capsules / HOME_PAGE_SIZE))
  const near = Math.min(100, far)
  const loved = Math.min(LOVES, capsules)
  const farLoved = Math.floor(loved / PAGE_SIZE)
  const home = (page: number, after?: string): Asking => by('capsuleOpenList', { page, after })
  const naive = (page: number): Asking => post('/home', { size: HOME_PAGE_SIZE, skip: (page - 1) * HOME_PAGE_SIZE })
  const search = (keyword: string): Measured => ({
    name: `search ${keyword}`,
    ceiling: 'one query with like, newest first',
    ours: by('capsuleSearch', { keyword, page: 2 }),
    bare: post('/search', { like: `%${keyword}%`, skip: PAGE_SIZE }),
  })
  const theirs = 'one query of 15 of their public capsules'
  const likes = 'one query of 15 with their likes, by offset'
  const ceiling = 'one query of 25 with authors, by offset'
  return [
    { name: 'home page 1', ceiling, ours: home(1), bare: naive(1) },
    { name: `home page ${near}`, ceiling, ours: home(near, await endOf(port, near - 1)), bare: naive(near) },
    { name: `home page ${far}`, ceiling, ours: home(far, await endOf(port, far - 1)), bare: naive(far) },
    { name: `home page ${far} by number`, ceiling, ours: home(far), bare: naive(far) },
    ...Object.values(WORD).map(search),
    {
      name: 'user home',
      ceiling: theirs,
      ours: (turn) => ask('userCapsules', { user_id: String(1 + (turn % PEOPLE)) }),
      bare: (turn) => post('/theirs', { user_id: 1 + (turn % PEOPLE) })(turn),
    },
    { name: 'favourites', ceiling: likes, ours: by('userLoveList', {}), bare: post('/loved', { skip: 0 }) },
    {
      name: `favourites page ${farLoved} by number`,
      ceiling: likes,
      ours: by('userLoveList', { page: Math.min(farLoved, MAX_PAGE) }),
      bare: post('/loved', { skip: (Math.min(farLoved, MAX_PAGE) - 1) * PAGE_SIZE }),
    },
  ]
}

/** The key at which that page of the home ends, as the answer for the page gives it. */
async function endOf(port: number, page: number): Promise<string | undefined> {
  const { path, body, token } = ask('capsuleOpenList', { page })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { next: string } }
  return data.next || undefined
}

const ask = <N extends CallName>(name: N, input: Input<N>) => ({
  path: calls[name].path,
  body: JSON.stringify(input),
  token: tokenOf(1),
})
const by = <N extends CallName>(name: N, input: Input<N>): Asking => {
  const asked = ask(name, input)
  return () => asked
}
const post = (path: string, body: object): Asking => {
  const asked = { path, body: JSON.stringify(body) }
  return () => asked
}

/** Fills the place; the bytes of its whole database. */
async function filled(place: Place, capsules: number): Promise<number> {
  const { db, settle, close } = await openPlace(place)
  try {
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
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return rows[0]!.bytes
  } finally {
    await close()
  }
}

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
