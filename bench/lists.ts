import { join } from 'node:path'
import { sql } from 'kysely'
import { type CallName, calls, type Input } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { MAX_PAGE, PAGE_SIZE } from '#contract/limits.ts'
import { enter } from '#server/people/wallet/post.ts'
import type { Db } from '#server/platform/db/db.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Args } from './args.ts'
import type { Measured } from './calls.ts'
import { dropPlace, makePlace, openPlace, type Place } from './place.ts'
import { type Cell, measure } from './rounds.ts'
import { refuseUnlessEmpty } from './seed.ts'
import { startOurs } from './servers.ts'
import type { Engines } from './size.ts'
import { hashOf, tokenOf } from './world.ts'

export type ListsResult = { capsules: number; cells: Cell[] }

const LITTLE = { user: 1, rows: 50 }
const MUCH = 2
const LISTS = ['myOpenCapsules', 'myClosedCapsules', 'capsuleRecords'] as const
type List = (typeof LISTS)[number]

/**
 * The own lists of a person with so many rows in each, compared with the first page of a person who has fifty, on the same
 * server: the first page, and the last one there is or may be, by key.
 */
export async function measureLists(capsules: number, engines: Engines, args: Args): Promise<ListsResult> {
  const tell = (place: Place) => engines.places.push(place)
  const place = await makePlace(join(engines.folder, `lists_${capsules}`), engines.server, tell)
  await filled(place, capsules)
  const server = await startOurs(place)
  const cells: Cell[] = []
  for (const list of LISTS) {
    for (const one of await pagesOf(list, capsules, server.port)) {
      process.stderr.write(`  ${one.name} ……\n`)
      cells.push(await measure(one, { ours: server, bare: server }, args))
    }
  }
  await server.stop()
  await dropPlace(place)
  return { capsules, cells }
}

async function pagesOf(list: List, capsules: number, port: number): Promise<Measured[]> {
  const far = Math.min(MAX_PAGE, Math.floor(capsules / PAGE_SIZE))
  const after = await endOf(port, list, far - 1)
  const bare = () => ask(list, { page: 1 }, LITTLE.user)
  const ceiling = `the same call, first page of ${LITTLE.rows}`
  return [
    { name: `${list} page 1`, ceiling, ours: () => ask(list, { page: 1 }, MUCH), bare },
    { name: `${list} page ${far}`, ceiling, ours: () => ask(list, { page: far, after }, MUCH), bare },
  ]
}

/** The key at which that page ends, as the answer for the page gives it. */
async function endOf(port: number, list: List, page: number): Promise<string> {
  const { path, body, token } = ask(list, { page }, MUCH)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { next?: string; capsules?: { next: string } } }
  const next = data.next ?? data.capsules?.next
  if (!next) throw new Error(`${list} ends before page ${page}`)
  return next
}

const ask = <N extends CallName>(name: N, input: Input<N>, user: number) => ({
  path: calls[name].path,
  body: JSON.stringify(input),
  token: tokenOf(user),
})

async function filled(place: Place, rows: number): Promise<void> {
  const { db, settle, close } = await openPlace(place)
  try {
    await refuseUnlessEmpty(db)
    await seedPerson(db, LITTLE.user, LITTLE.rows)
    await seedPerson(db, MUCH, rows)
    await settle()
  } finally {
    await close()
  }
}

/** Gives a person this many opened capsules, as many sealed ones, and as many movements. */
async function seedPerson(db: Db, user: number, rows: number): Promise<void> {
  await sql`insert into users (nickname) values ('时光旅人')`.execute(db)
  await sql`insert into accounts (owner_id, kind) values (${user}, 'time'), (${user}, 'diary'), (${user}, 'forecast')`.execute(
    db,
  )
  await sql`insert into sessions (user_id, token_hash, source, address_hash, expires_at)
    values (${user}, ${hashOf(tokenOf(user))}::bytea, 'h5', '', now() + interval '30 days')`.execute(db)
  await seedCapsules(db, user, rows)
  await inTransaction(db, async (db) => {
    await sql`insert into transactions (user_id, scope, key, reason)
      select ${user}, 'bench', ${user} || ' ' || n, '测试' from generate_series(1, ${rows}::int) n`.execute(db)
    await sql`with made as (
        select t.id, a.id as account_id, row_number() over (order by t.id) as nth
        from transactions t join accounts a on a.owner_id = t.user_id and a.kind = 'time' where t.user_id = ${user}
      ), moved as (
        update accounts set seq = ${rows}, balance = ${rows} where owner_id = ${user} and kind = 'time'
      ) ${enter(sql`
        select id, 'time', account_id, null, 1, nth, nth, null from made
        union all select id, 'time', null, 'issued', -1, null, null, null from made`)}`.execute(db)
  })
}

/** Capsules a minute apart, in an order of their own on the disk; nobody reads their content. */
const seedCapsules = (db: Db, user: number, rows: number) =>
  sql`insert into capsules (id, owner_id, type, status, long_tag, open_time, open_at, sealed_at, notice_at)
    select nextval('capsule_ids'), ${user}, ${TYPE.time}, s.status, '第' || n || '封信', opens, s.open_at, at - interval '30 days',
      case when s.open_at is null then opens end
    from generate_series(1, ${rows}::int) n,
      lateral (select now() - make_interval(mins => (n::bigint * 7919 % 1000003)::int) as at) t,
      lateral (values (${sql.lit(STATUS.sealed)}, null, at + interval '4 years'), (${UNSEALED}, at, at)) s (status, open_at, opens)`.execute(
    db,
  )
