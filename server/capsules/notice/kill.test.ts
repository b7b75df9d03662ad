import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect } from 'vitest'
import { startAliyunSms } from '#standins/aliyunSms.ts'
import { makeDatabase, startApp, stopApp } from '#test/app.ts'
import { later } from '#test/client.ts'
import { dropDatabase } from '#test/databases.ts'
import { startMailServer } from '#test/mailServer.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { providersEnv, SMS_KEY } from '#test/providers.ts'
import { drill } from '#test/thorough.ts'
import { encryptContact } from './address.ts'
import { wayColumns } from './receiverAddress.ts'
import { encryptReceiver } from './receiverName.ts'
import { receiverHash } from './waitingToken.ts'

/** A folder has one process, which takes its time to start: there fewer of both. */
const together = process.env.DATABASE_URL ? 2 : 1
const OWNERS = 50
const CAPSULES = (together === 2 ? 20 : 3) * OWNERS
const KILLS = together === 2 ? 20 : 6
const WITHIN_MS = 150_000

/** Of ten times a provider is asked, eight go well: one is refused, one breaks off – after taking it, or before. */
let asked = 0
const fate = (): 'well' | 'refused' | 'broken' | 'taken and broken' => {
  const turn = asked++ % 10
  if (turn === 3) return 'refused'
  if (turn === 7) return asked % 20 < 10 ? 'broken' : 'taken and broken'
  return 'well'
}

const SMS_FATE = {
  well: { Code: 'OK', Message: 'OK', BizId: '42^0', RequestId: 'R' },
  refused: { Code: 'isp.SYSTEM_ERROR', Message: 'x', RequestId: 'R' },
  broken: 'break',
  'taken and broken': 'take and break',
} as const

describe(`${CAPSULES} capsules due at the same 23:59:59, ${together === 2 ? 'two processes' : 'one process'}`, () => {
  const folder = mkdtemp(join(tmpdir(), 'capsule-notices-'))
  const children: ChildProcess[] = []
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(await folder, { recursive: true, force: true })
  })

  drill(
    `are each told of once, or again under the same name, through ${KILLS} kills and providers that fail one time in five`,
    {
      timeout: 600_000,
    },
    async () => {
      const sms = await startAliyunSms({ ...SMS_KEY, answer: () => SMS_FATE[fate()] })
      const mail = await startMailServer({
        onRcptTo: (_address, _session, done) =>
          fate() === 'refused' ? done(Object.assign(new Error('later'), { responseCode: 451 })) : done(),
      })
      const databaseUrl = await makeDatabase()
      const place = { dataDir: await folder, databaseUrl }
      const env = {
        MASTER_KEY: randomBytes(32).toString('base64'),
        DATABASE_URL: databaseUrl ?? '',
        DATA_DIR: place.dataDir,
        ...providersEnv(sms, mail),
        LOG_LEVEL: 'silent',
      }
      // A server's database is looked into all the while; a folder has one owner, so it is looked into at the end.
      let app = await startApp(place, env)
      await plant(app.services)
      if (!databaseUrl) await stopApp(app, { planted: true })
      let caught = 0
      const running = await Promise.all(Array.from({ length: together }, () => start(env)))
      for (let kill = 0; kill < KILLS; kill++) {
        await later(300 + Math.random() * 900)
        const victim = kill % together
        running[victim]!.kill('SIGKILL')
        await ended(running[victim]!)
        if (databaseUrl) {
          caught += await underWay(app.services)
          await timePasses(app.services)
        }
        running[victim] = await start(env)
      }
      const until = Date.now() + WITHIN_MS
      if (!databaseUrl) {
        running[0]!.kill('SIGKILL')
        await ended(running[0]!)
        app = await startApp(place, env)
      }
      for (let left = -1; left !== 0 && Date.now() < until; ) {
        await timePasses(app.services)
        if (!databaseUrl) await ownTurn(app.services)
        await later(500)
        left = await unsent(app.services)
      }
      for (const child of running) child.kill('SIGKILL')
      const { db } = app.services
      const rows = await db.selectFrom('messages').select(['id', 'state', 'channel']).execute()
      const broken = await sql`select * from broken_opening`.execute(db)
      await stopApp(app, { planted: true })
      await Promise.all([sms.close(), mail.close()])
      await dropDatabase(databaseUrl)

      expect(rows).toHaveLength(4 * CAPSULES)
      expect(rows.filter(({ state }) => state !== 'sent')).toEqual([])
      expect(broken.rows).toEqual([])
      // At the providers: every number and address of a contact or a receiver has heard under one name, an owner under one a capsule.
      const names = new Map<string, Set<string>>()
      const hear = (who: string, name: string) => names.set(who, (names.get(who) ?? new Set()).add(name))
      for (const { tel, outId } of sms.taken) hear(tel, outId)
      for (const { to, headers } of mail.letters) hear(to, headers['message-id']!)
      const counts = (begin: string) =>
        [...names].filter(([who]) => who.startsWith(begin)).map(([, heard]) => heard.size)
      expect(counts('139')).toEqual(Array(CAPSULES).fill(1))
      expect(counts('friend')).toEqual(Array(CAPSULES).fill(1))
      expect(counts('mother')).toEqual(Array(CAPSULES).fill(1))
      expect(counts('138')).toEqual(Array(OWNERS).fill(CAPSULES / OWNERS))
      expect(asked).toBeGreaterThan(4 * CAPSULES)
      // The kills came in the middle of it.
      if (databaseUrl) expect(caught).toBeGreaterThan(KILLS)
    },
  )

  async function start(env: Record<string, string>): Promise<ChildProcess> {
    const child = runServer(env)
    children.push(child)
    await addressOf(child)
    return child
  }
})

type Services = Awaited<ReturnType<typeof startApp>>['services']

/** Sealed capsules whose moment has come, each for somebody, with a number and an address to tell; nothing of them but what notices need. */
async function plant({ db, keys }: Services): Promise<void> {
  await sql`insert into users (tel, nickname) select '138' || lpad(n::text, 8, '0'), n::text
    from generate_series(1, ${OWNERS}::int) n`.execute(db)
  await sql`insert into capsules (id, owner_id, type, status, open_time, sealed_at, notice_at)
    select n, 1 + n % ${OWNERS}::int, 0, 1, m, now() - interval '1 day', m
    from generate_series(1, ${CAPSULES}::int) n, (select now() - interval '1 second' as m) t`.execute(db)
  const contacts = Array.from({ length: CAPSULES }, (_, index) => index + 1).flatMap((id) => [
    { id, channel: 'tel', address: encryptContact(keys, id, 'tel', `139${String(id).padStart(8, '0')}`) },
    { id, channel: 'email', address: encryptContact(keys, id, 'email', `friend${id}@example.com`) },
  ])
  await sql`insert into capsule_contacts (capsule_id, channel, address)
    select r.id, r.channel, r.address
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as r (id bigint, channel text, address text)`.execute(
    db,
  )
  const receivers = Array.from({ length: CAPSULES }, (_, index) => index + 1).map((id) => ({
    ...{ id, name: encryptReceiver(keys, id, '妈妈'), ...wayColumns(keys, id, { email: `mother${id}@example.com` }) },
    token: receiverHash(keys, { capsuleId: id, generation: 1, isAddressed: true }).toString('hex'),
  }))
  await sql`insert into receivers (capsule_id, name, show_title, token_hash, way, address, address_hash, notice_at)
    select r.id, r.name, 0, decode(r.token, 'hex'), r.way, r.address, decode(r.token, 'hex'), now() - interval '1 second'
    from jsonb_to_recordset(${JSON.stringify(receivers)}::jsonb)
      as r (id bigint, name text, token text, way text, address text)`.execute(db)
}

/** The minutes of back-off, and those after which somebody counts as lost. */
const timePasses = ({ db }: Services) =>
  sql`update messages set next_at = now() where next_at > now() and (state in ('waiting', 'unknown') or (
    state = 'sending' and not exists (
      select from attempts a where a.message_id = messages.id and a.started_at > now() - interval '15 seconds')))`.execute(
    db,
  )

async function unsent({ db }: Services): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from messages where state <> 'sent')::int
      + (select count(*) from capsules where notice_round = 0)::int
      + (select count(*) from receivers where notice_round = 0)::int as left`.execute(db)
  return rows[0]!.left
}

/** Taken by somebody, and not settled: after a kill some of them never will be. */
async function underWay({ db }: Services): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages where state = 'sending'`.execute(db)
  return rows[0]!.count
}

async function ownTurn(services: Services): Promise<void> {
  const { sendNotices } = await import('./send.ts')
  await sendNotices(services)
}
