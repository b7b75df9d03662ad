import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { encryptContact } from '#server/capsules/notice/address.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import { memoryOf, openMeter, usedBetween } from './cpu.ts'
import { type Engine, makeServerPlace, openPlace, type Place } from './place.ts'
import { megabytes } from './report.ts'
import { refuseUnlessEmpty } from './seed.ts'

/** The number of processes that plan at once. */
const PROCESSES = 2
const OWNERS = 10_000
const BATCH = 10_000
/** Every third capsule has a contact, by SMS or by e-mail in turn. */
const CONTACT_EVERY = 3
const SEEDING_LIMIT = '30min'

/** So many capsules due at one moment, planned by several processes at once: the time, that each is planned once, the memory. */
export async function measureDue(engine: Engine, capsules: number): Promise<void> {
  const place = await makeServerPlace(engine, `due${capsules}`)
  const keys = await openKeys(place, { make: true })
  const { db, settle, close } = await openPlace(place)
  await seed(db, keys, capsules)
  await settle()
  const planners = Array.from({ length: PROCESSES }, () => startPlanner(place))
  await Promise.all(planners.map(({ ready }) => ready))
  const began = performance.now()
  const planned = await Promise.all(planners.map(({ plan }) => plan()))
  const seconds = (performance.now() - began) / 1000
  const { rows } = await sql<{ notices: number; twice: number; left: number }>`
    select (select count(*) from messages) as notices,
      (select count(*) from (select 1 from messages group by capsule_id, contact having count(*) > 1) t) as twice,
      (select count(*) from capsules where notice_at <= now()) as left`.execute(db)
  await close()
  const { notices, twice, left } = rows[0]!
  console.log(
    `\n${capsules} capsules due at one moment, every third with a contact, on ${PROCESSES} processes: planned in ` +
      `${seconds.toFixed(1)} s, ${notices} notices, ${twice} twice, ${left} left`,
  )
  for (const { count, cpuSeconds, peakBytes } of planned)
    console.log(
      `  one process: ${count} capsules, ${cpuSeconds.toFixed(1)} s of processor, ${megabytes(peakBytes)} MB at most`,
    )
}

/** Capsules as sealing leaves them, without their content, which planning never reads. */
async function seed(db: Db, keys: Keys, capsules: number): Promise<void> {
  await refuseUnlessEmpty(db)
  await sql`set statement_timeout = ${sql.lit(SEEDING_LIMIT)}`.execute(db)
  await sql`insert into keyring (key_id, fingerprint) values ('master', ${keys.fingerprint})`.execute(db)
  await sql`insert into users (tel, password_hash, nickname, avatar)
    select '18' || lpad(n::text, 9, '0'), '', '', '' from generate_series(1, ${OWNERS}::int) n`.execute(db)
  for (let from = 1; from <= capsules; from += BATCH) {
    const to = Math.min(capsules, from + BATCH - 1)
    await sql`insert into capsules (id, owner_id, type, status, open_time, sealed_at, notice_at)
      select n, 1 + n % ${OWNERS}::int, ${sql.lit(TYPE.time)}, ${sql.lit(STATUS.sealed)}, date_trunc('day', now()), now() - interval '1 year',
        date_trunc('day', now()) from generate_series(${from}::int, ${to}::int) n`.execute(db)
    const ids = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((id) => id % CONTACT_EVERY === 0)
    const channels = ids.map((id) => (id % 2 === 0 ? ('tel' as const) : ('email' as const)))
    const boxed = ids.map((id, at) =>
      encryptContact(
        keys,
        id,
        channels[at]!,
        channels[at] === 'tel' ? `17${String(id).padStart(9, '0')}` : `${id}@example.com`,
      ),
    )
    await sql`insert into capsule_contacts (capsule_id, channel, address, asked_at)
      select c.*, now() from unnest(${ids}::bigint[], ${channels}::text[], ${boxed}::text[]) c`.execute(db)
  }
}

function startPlanner({ dataDir, databaseUrl }: Place) {
  const script = fileURLToPath(new URL('./planner.ts', import.meta.url))
  const { PATH, HOME } = process.env
  const child: ChildProcess = fork(script, {
    env: { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    execArgv: process.execArgv,
  })
  const heard = async <T>(): Promise<T> => {
    const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a planner ended with ${code}`)))
    return (await Promise.race([once(child, 'message'), gone]))[0] as T
  }
  return {
    ready: heard<'ready'>(),
    plan: async () => {
      const meter = await openMeter(child.pid!, undefined, '')
      const before = await meter.read()
      child.send('plan')
      const count = await heard<number>()
      const used = usedBetween(before, await meter.read())
      const { peak: peakBytes } = memoryOf(child.pid!)
      child.send('end')
      return { count, cpuSeconds: (used?.ours ?? Number.NaN) / 1e6, peakBytes }
    },
  }
}
