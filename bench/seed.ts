import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { KINDS } from '#contract/wallet.ts'
import { lockContent } from '#server/capsules/capsule/stored.ts'
import { enter } from '#server/people/wallet/post.ts'
import type { Db } from '#server/platform/db/db.ts'
import { DRAFT, UNSEALED } from '#server/platform/db/states.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { BINDING_COLUMNS, bindingOf } from '#server/platform/keys/binding.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { fileSizeOf } from '#server/platform/media/disk/cipher.ts'
import {
  diaryShape,
  hashOf,
  ITEMS,
  newcomer,
  peopleOf,
  picturesOf,
  type Range,
  SEALERS,
  sealer,
  stockIds,
  tokenOf,
  WORDS,
  type World,
} from './world.ts'

const PEOPLE_AT_ONCE = 1_000
const BATCH = 5_000
const SEALERS_BALANCE = 1_000_000
const NEWCOMERS_BALANCE = 5
const PICTURE_BYTES = 2_000
/** The price of an order, one of the goods that there are from the beginning. */
export const FEN = 600

const SEALED = sql.lit(STATUS.sealed)
/** The state of a capsule by the last digit of its id: 0–4 closed, 5–6 open, 7–8 open and public, 9 a draft. */
const ROLES = sql`(values
  (0, ${SEALED}, 0), (1, ${SEALED}, 0), (2, ${SEALED}, 0), (3, ${SEALED}, 0), (4, ${SEALED}, 0),
  (5, ${UNSEALED}, 0), (6, ${UNSEALED}, 0), (7, ${UNSEALED}, 1), (8, ${UNSEALED}, 1), (9, ${DRAFT}, 0)
) as role (digit, status, is_public)`

/** People, their sessions, capsules that really decrypt, and the ledger that paid for them. */
export async function seedWorld(db: Db, keys: Keys, world: World): Promise<void> {
  await refuseUnlessEmpty(db)
  await seedPeople(db, world)
  const range = { from: 1, to: world.capsules }
  // A step of 7 from digit to digit: each owner's capsules are of all roles and lie far apart.
  const owner = sql`1 + (n / 10 + 7 * (n % 10)) % ${sql.lit(world.owners)}`
  await inBatches(range, (batch) => seedCapsules(db, batch, owner))
  await seedContents(db, keys, range)
  await book(db, range, SEALS)
  await seedDiaries(db, keys, world)
  await seedStock(db, keys, world)
}

/** Refuses a database of any name that has people: none are made up beside them. */
export async function refuseUnlessEmpty(db: Db): Promise<void> {
  const someone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (someone) throw new Error('这个数据库里已经有人，拒绝写入测试数据。')
}

async function seedDiaries(db: Db, keys: Keys, world: World): Promise<void> {
  const range = { from: world.capsules + 1, to: 2 * world.capsules }
  await inBatches(range, (batch) => insertDiaries(db, batch, world))
  await seedContents(db, keys, range)
  await book(db, range, DIARIES)
}

async function insertDiaries(db: Db, { from, to }: Range, world: World): Promise<void> {
  const { people, month } = diaryShape(world)
  await sql`insert into capsules (id, owner_id, type, status, open_at, created_at, updated_at)
    select n, 1 + at % ${sql.lit(people)}, 1, 2, written, written, written
    from generate_series(${from}::int, ${to}::int) n, lateral (select n - ${sql.lit(world.capsules + 1)} as at) a,
      lateral (select at / ${sql.lit(people)} as nth) b,
      lateral (select date_trunc('month', now()) - make_interval(months => nth / ${sql.lit(month)})
        + make_interval(days => nth % ${sql.lit(month)}, hours => 20) as written) c`.execute(db)
}

/** The capsules, drafts, pictures and orders that calls use up or write over; the sealers own them. */
async function seedStock(db: Db, keys: Keys, world: World): Promise<void> {
  const { due, drafts, savedOver } = stockIds(world)
  const owner = sql`${sql.lit(world.owners + 1)} + n % ${sql.lit(SEALERS)}`
  await inBatches(due, (batch) => insertDue(db, batch, owner))
  await inBatches(drafts, (batch) => insertDrafts(db, batch, owner, TYPE.diary))
  await inBatches(savedOver, (batch) => insertDrafts(db, batch, owner, TYPE.time))
  await seedContents(db, keys, { from: due.from, to: savedOver.to })
  if (world.stock.due > 0) await book(db, due, SEALS)
  await seedPictures(db, world)
  await sql`insert into orders (order_no, user_id, channel, goods_id, goods_version, count, fen, expires_at)
    select 'bench' || lpad(n::text, 12, '0'), ${owner}, 'wechat', g.id, g.version, g.count, g.fen, now() + interval '1 day'
    from generate_series(0, ${world.stock.orders - 1}::int) n, goods g where g.fen = ${FEN} and g.retired_at is null`.execute(
    db,
  )
  await sql`select setval('capsule_ids', ${savedOver.to + 64}::bigint)`.execute(db)
}

/** Pictures that were looked at already, not yet in a diary. */
const seedPictures = (db: Db, world: World): Promise<unknown> =>
  sql`insert into objects (key, owner_id, size, mime, checked_at)
    select key, split_part(key, '/', 2)::bigint, ${PICTURE_BYTES}, 'image/png', now() from unnest(${picturesIn(world)}::text[]) key`.execute(
    db,
  )

/** Their files: a call asks whether they are there, and reads none. */
export function layPictures(dataDir: string, world: World): void {
  const bytes = Buffer.alloc(fileSizeOf(PICTURE_BYTES))
  for (const key of picturesIn(world)) {
    const path = join(dataDir, 'media', key)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
}

const picturesIn = (world: World): string[] =>
  Array.from({ length: SEALERS }, (_, turn) => picturesOf(sealer(world, turn))).flat()

async function seedPeople(db: Db, world: World): Promise<void> {
  const people = peopleOf(world)
  await inBatches({ from: 1, to: people }, (batch) => insertPeople(db, batch), PEOPLE_AT_ONCE)
  await sql`insert into accounts (owner_id, kind)
    select u.id, k.kind from users u, unnest(array['time', 'diary', 'forecast']) k (kind)`.execute(db)
  const ids = Array.from({ length: people }, (_, index) => index + 1)
  await sql`insert into sessions (user_id, token_hash, source, address_hash, expires_at)
    select s.id, decode(s.hash, 'hex'), 'h5', '', now() + interval '30 days'
    from unnest(${ids}::bigint[], ${ids.map((id) => hashOf(tokenOf(id)).toString('hex'))}::text[]) s (id, hash)`.execute(
    db,
  )
  await endow(db, { from: sealer(world, 0), to: sealer(world, SEALERS - 1) }, SEALERS_BALANCE)
  await endow(db, { from: newcomer(world, 0), to: people }, NEWCOMERS_BALANCE)
}

/** So much of each kind to all of these people, as a movement of the ledger each. */
const endow = (db: Db, { from, to }: Range, amount: number): Promise<unknown> =>
  inTransaction(db, (db) =>
    sql`with paid as (
        update accounts set balance = balance + ${amount}, seq = seq + 1 where owner_id between ${from} and ${to}
        returning id, owner_id, kind, balance, seq
      ), booked as (
        insert into transactions (user_id, scope, key, reason)
        select distinct owner_id, 'bench', 'balance ' || owner_id, '测试' from paid returning id, user_id
      )
      ${enter(sql`
        select b.id, p.kind, p.id, null, ${amount}::bigint, p.seq, p.balance, null from paid p join booked b on b.user_id = p.owner_id
        union all select b.id, kind, null, 'issued', -${amount}::bigint, null, null, null
        from booked b, unnest(${[...KINDS]}::text[]) kind`)}`.execute(db),
  )

async function insertPeople(db: Db, { from, to }: Range): Promise<void> {
  await sql`insert into users (tel, password_hash, nickname, avatar, sex, gift_claimed_at)
    select '19' || lpad(n::text, 9, '0'), '', '时光旅人' || n, '/avatar/' || n % 20 || '.png', (n % 2)::text, now()
    from generate_series(${from}::int, ${to}::int) n order by n`.execute(db)
  // The embedded engine gathers no statistics itself: a table it takes for empty it reads whole, for the pieces of each name.
  await sql`analyze`.execute(db)
}

async function seedCapsules(db: Db, { from, to }: Range, owner: RawBuilder<unknown>): Promise<void> {
  await sql`insert into capsules (id, owner_id, type, status, long_tag, is_public, is_lock, open_time, open_at, sealed_at,
      created_at, updated_at, notice_at)
    select n, ${owner}, ${TYPE.time}, role.status, '第' || n || '封信', role.is_public, n / 10 % 2,
      case when role.status = ${UNSEALED} then born + interval '1 day' when role.status = ${SEALED} then now() + interval '1 year' end,
      case when role.status = ${UNSEALED} then born + interval '2 days' end,
      case when role.status > ${DRAFT} then born end, born, born, case when role.status = ${SEALED} then now() + interval '1 year' end
    from generate_series(${from}::int, ${to}::int) n join ${ROLES} on role.digit = n % 10,
      lateral (select now() - interval '3 days' - interval '1 minute' * (n::bigint * 7919 % 1000003) as born) b`.execute(
    db,
  )
}

async function insertDue(db: Db, { from, to }: Range, owner: RawBuilder<unknown>): Promise<void> {
  await sql`insert into capsules (id, owner_id, type, status, long_tag, open_time, sealed_at, notice_at)
    -- Spoken of already, so that no notices are sent beside the load.
    select n, ${owner}, ${TYPE.time}, ${SEALED}, '第' || n || '封信', now() - interval '1 hour', now() - interval '1 day',
      now() + interval '3 days'
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
}

const insertDrafts = (db: Db, { from, to }: Range, owner: RawBuilder<unknown>, type: number): Promise<unknown> =>
  sql`insert into capsules (id, owner_id, type, status, long_tag)
    select n, ${owner}, ${sql.lit(type)}, ${DRAFT}, '第' || n || '封信' from generate_series(${from}::int, ${to}::int) n`.execute(
    db,
  )

/** Contents encrypted as the server does it, passed as text in arrays, which both drivers handle alike. */
async function seedContents(db: Db, keys: Keys, range: Range): Promise<void> {
  const value = { content: ITEMS, send_word: WORDS, description: '' }
  await inBatches(range, async ({ from, to }) => {
    const rows = await db
      .selectFrom('capsules as c')
      .select(BINDING_COLUMNS)
      .where((of) => of.between('id', from, to))
      .execute()
    await insertContents(
      db,
      rows.map(({ id }) => id),
      rows.map((row) => lockContent(keys, bindingOf(row), value)),
    )
  })
}

export const insertContents = (db: Db, ids: number[], locked: ReturnType<typeof lockContent>[]): Promise<unknown> =>
  sql`insert into capsule_contents (capsule_id, envelope, sealed, head)
    select l.id, l.envelope::jsonb, decode(l.sealed, 'base64'), decode(l.head, 'base64')
    from unnest(${ids}::bigint[], ${locked.map(({ envelope }) => JSON.stringify(envelope))}::text[],
      ${locked.map(({ sealed }) => sealed.toString('base64'))}::text[],
      ${locked.map(({ head }) => head.toString('base64'))}::text[]) l (id, envelope, sealed, head)`.execute(db)

type Paid = { scope: string; kind: string; reason: string; only: RawBuilder<unknown> }
const SEALS: Paid = { scope: 'seal', kind: 'time', reason: '封存时光胶囊', only: sql`c.sealed_at is not null` }
const DIARIES: Paid = { scope: 'diary', kind: 'diary', reason: '写日记', only: sql`true` }

/** Each owner is granted what these capsules cost and spends it on them: balances end as they were. */
async function book(db: Db, { from, to }: Range, { scope, kind, reason, only }: Paid): Promise<void> {
  const granting = `bench ${from}`
  const paid = sql`from capsules c where c.id between ${from} and ${to} and ${only}`
  await inTransaction(db, async (db) => {
    await sql`insert into transactions (user_id, scope, key, reason)
      select distinct c.owner_id, ${granting}, c.owner_id::text, '测试' ${paid}`.execute(db)
    await sql`insert into transactions (user_id, scope, key, reason)
      select c.owner_id, ${scope}, c.id::text, ${reason} ${paid} order by c.id`.execute(db)
    // The embedded engine gathers no statistics itself: it would read one table, taken for empty, for each row of the other.
    await sql`analyze capsules, transactions, accounts`.execute(db)
    await sql`
      with spent as (
        select t.id, a.id as account_id, a.balance, a.seq, row_number() over mine as nth,
          count(*) over (partition by a.id) as number
        from capsules c join transactions t on t.scope = ${scope} and t.key = c.id::text
        join accounts a on a.owner_id = c.owner_id and a.kind = ${kind}
        where c.id between ${from} and ${to} and ${only}
        window mine as (partition by a.id order by t.id)
      ), granted as (
        select t.id, s.account_id, s.balance, s.seq, s.number
        from (select distinct account_id, balance, seq, number from spent) s
        join accounts a on a.id = s.account_id join transactions t on t.scope = ${granting} and t.key = a.owner_id::text
      ), moved as (
        update accounts set seq = accounts.seq + 1 + g.number from granted g where accounts.id = g.account_id
      )
      ${enter(sql`
        select id, ${kind}, account_id, null, g.number, seq + 1, balance + g.number, null from granted g
        union all select id, ${kind}, null, 'issued', -g.number, null, null, null from granted g
        union all select id, ${kind}, account_id, null, -1, seq + 1 + nth, balance + s.number - nth, null from spent s
        union all select id, ${kind}, null, 'consumed', 1, null, null, null from spent s`)}`.execute(db)
  })
}

async function inBatches({ from, to }: Range, work: (batch: Range) => Promise<unknown>, size = BATCH): Promise<void> {
  for (let at = from; at <= to; at += size) await work({ from: at, to: Math.min(to, at + size - 1) })
}

/** Plain texts that the ceiling reads and writes in place of our envelopes, for each capsule that has none yet. */
export async function addPlainContents(db: Db): Promise<void> {
  const content = JSON.stringify({ content: ITEMS, send_word: WORDS, description: '' })
  await sql`create table if not exists plain_contents (
    capsule_id bigint primary key references capsules on delete cascade, content text not null)`.execute(db)
  await sql`insert into plain_contents select id, ${content}::text from capsules
    where not exists (select from plain_contents p where p.capsule_id = capsules.id)`.execute(db)
}

/** Every promise the data must keep; empty when all is well. */
export async function brokenInvariants(db: Db) {
  return db.selectFrom('broken_invariants').selectAll().limit(10).execute()
}
