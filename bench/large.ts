import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { oldAnswers } from '#server/platform/idempotency.ts'
import { claim } from '#server/platform/message/claim.ts'
import { consume, oldTries } from '#server/platform/rateLimit.ts'
import { type Sweep, sweeping } from '#server/platform/sweep.ts'
import { type Engine, inPlace, makeServerPlace, type Opened } from './place.ts'
import { refuseUnlessEmpty } from './seed.ts'

/** For one table of so many rows: the time of its own statements, and the disk space of a row with its indexes. */
type LargeResult = { table: string; rows: number; bytesARow: number; steps: { what: string; micros: number }[] }

const BATCH = 1_000_000
const TURNS = 300
/** Rows that became old since the last sweep, or are due now, beside all the others. */
const SWEPT = 30_000
const DUE = 30_000
const TAKEN = 16
const LIMITS = [{ most: 20, seconds: 86_400 }]

type Db = Opened['db']
type Filling = { table: keyof Tables; into: string; row: RawBuilder<unknown> }

/** The tables that grow with time and not with capsules kept: tries, answers kept for repeats, messages. */
export async function measureLarge(engine: Engine, rows: number): Promise<void> {
  const place = await makeServerPlace(engine, `large${rows}`)
  await inPlace(place, async ({ db, settle }) => {
    await refuseUnlessEmpty(db)
    for (const measure of [ofTries, ofAnswers, ofMessages]) print(await measure(db, rows, settle))
  })
}

function print({ table, rows, bytesARow, steps }: LargeResult): void {
  console.log(`\n${table} of ${rows.toLocaleString('en')} rows, ${bytesARow.toFixed(0)} bytes a row with its indexes`)
  for (const { what, micros } of steps) console.log(`  ${what}: ${micros.toFixed(micros < 20 ? 1 : 0)} µs`)
}

async function ofTries(db: Db, rows: number, settle: () => Promise<unknown>): Promise<LargeResult> {
  const row = sql`'sign in of ' || n / 5, now() - random() * interval '2 days' + interval '1 minute'`
  await fill(db, rows, { table: 'tries', into: 'bucket, at', row })
  await fill(db, SWEPT, { table: 'tries', into: 'bucket, at', row: sql`'old ' || n, now() - interval '3 days'` })
  await settle()
  return resultOf(db, 'tries', rows, [
    await each('a try in a bucket of its own', (turn) => consume(db, `bench ${turn}`, LIMITS)),
    await each('a try in one that has some', (turn) => consume(db, `sign in of ${turn * 7}`, LIMITS)),
    await swept(db, oldTries),
  ])
}

async function ofAnswers(db: Db, rows: number, settle: () => Promise<unknown>): Promise<LargeResult> {
  const into = 'user_id, key, call, request_hash, answer, created_at'
  const answer = sql`'createTimeCapsule', decode(md5(n::text) || md5(n::text), 'hex'), '{"capsule_id":"1234567"}'`
  const row = (at: RawBuilder<unknown>) => sql`1 + n % 1000000, md5(n::text)::uuid::text, ${answer}, ${at}`
  await fill(db, rows, {
    table: 'idempotency',
    into,
    row: row(sql`now() - random() * interval '30 days' + interval '1 hour'`),
  })
  const old = sql`2000000 + n, md5(n::text)::uuid::text, ${answer}, now() - interval '31 days'`
  await fill(db, SWEPT, { table: 'idempotency', into, row: old })
  await settle()
  const first = (turn: number) => sql`select answer from idempotency
    where user_id = ${1 + ((turn * 7_919) % 1_000_000)} and key = md5(${String(turn * 7_919)})::uuid::text`
  const keep = (turn: number) => sql`insert into idempotency (${sql.raw(into)})
    select 3000000, md5(n::text)::uuid::text, ${answer}, now() from (select ${turn}::int as n) one`
  return resultOf(db, 'idempotency', rows, [
    await each('the first answer, found', (turn) => first(turn).execute(db)),
    await each('an answer kept', (turn) => asIfAlone(db, keep(turn))),
    await swept(db, oldAnswers),
  ])
}

async function ofMessages(db: Db, rows: number, settle: () => Promise<unknown>): Promise<LargeResult> {
  const into = 'channel, recipient, template, capsule_id, contact, occasion, state, created_at, sent_at, next_at'
  const row = (state: string, next: RawBuilder<unknown>, shift: number) => sql`
    case n % 3 when 0 then 'email' else 'sms' end, md5(n::text), 'open', ${shift}::int + n, 'owner', 'due', ${state},
    now() - random() * interval '900 days', now(), ${next}`
  await fill(db, rows, { table: 'messages', into, row: row('sent', sql`null::timestamptz`, 0) })
  await fill(db, DUE, { table: 'messages', into, row: row('waiting', sql`now() - interval '1 minute'`, 1_000_000_000) })
  await settle()
  const services = {
    db,
    clock: { dueToSend: () => sql`now()` },
    config: { sms: 'off', smsHours: { from: 0, to: 24 } },
  } as unknown as Pick<Services, 'db' | 'clock' | 'config'>
  const log = (turn: number) =>
    sql`select id, state from messages where capsule_id = ${turn * 7_919} order by id desc limit 20`
  const plan = (turn: number) => sql`insert into messages (${sql.raw(into)})
    select ${row('waiting', sql`now()`, 2_000_000_000)} from generate_series(${turn * 500}::int, ${turn * 500 + 499}::int) n
    on conflict do nothing`
  return resultOf(db, 'messages', rows, [
    await each(`${TAKEN} of those due taken`, () => claim(services, 'sms', TAKEN)),
    await each('送达记录 of a capsule', (turn) => log(turn).execute(db)),
    await each('500 notices planned', (turn) => asIfAlone(db, plan(turn)), 20),
  ])
}

/** Fills the table without the rows it refers to, which do not matter here. */
async function fill(db: Db, rows: number, { table, into, row }: Filling): Promise<void> {
  for (let from = 1; from <= rows; from += BATCH)
    await asIfAlone(
      db,
      sql`insert into ${sql.table(table)} (${sql.raw(into)})
        select ${row} from generate_series(${from}::int, ${Math.min(rows, from + BATCH - 1)}::int) n`,
    )
}

const asIfAlone = (db: Db, statement: RawBuilder<unknown>): Promise<unknown> =>
  db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await statement.execute(db)
  })

/** The median of many runs, one after the other, with the way to the server and back. */
async function each(what: string, work: (turn: number) => Promise<unknown>, turns = TURNS) {
  const times: number[] = []
  for (let turn = 1; turn <= turns; turn++) {
    const began = performance.now()
    await work(turn)
    times.push((performance.now() - began) * 1_000)
  }
  return { what, micros: times.sort((a, b) => a - b)[times.length >> 1]! }
}

/** The time of a sweep for each row that it removes. */
async function swept(db: Db, sweep: Sweep) {
  const began = performance.now()
  await sweeping(sweep)({ db, clock: { erases: () => sql`true` } as Services['clock'] }, new AbortController().signal)
  return {
    what: `a row swept, of ${SWEPT.toLocaleString('en')}`,
    micros: ((performance.now() - began) * 1_000) / SWEPT,
  }
}

async function resultOf(db: Db, table: string, rows: number, steps: LargeResult['steps']): Promise<LargeResult> {
  const { rows: found } = await sql<{ bytes: number }>`select pg_total_relation_size(${table}) as bytes`.execute(db)
  return { table, rows, bytesARow: found[0]!.bytes / rows, steps }
}
