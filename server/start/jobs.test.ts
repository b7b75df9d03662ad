import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deletedLongAgo } from '#server/capsules/diary/sweepDiaries.ts'
import { oldContacts } from '#server/capsules/notice/askContacts.ts'
import { oldCanaries } from '#server/capsules/notice/canary.ts'
import { oldReceiveCodes } from '#server/capsules/receiver/receiveCode.ts'
import { oldVotes } from '#server/capsules/search/remember.ts'
import { oldAlarms } from '#server/money/pay/alarm.ts'
import { oldTrips } from '#server/people/account/oauth.ts'
import { oldSessions } from '#server/people/account/sessions.ts'
import { oldCodes } from '#server/people/captcha/codes.ts'
import { oldSlides } from '#server/people/captcha/slide.ts'
import { oldAnswers } from '#server/platform/idempotency.ts'
import { oldCodeMessages } from '#server/platform/message/sendNow.ts'
import { oldTries } from '#server/platform/rateLimit.ts'
import { oldLostWritings } from '#server/upkeep/loss/missing.ts'
import { withApp } from '#test/app.ts'
import { jobs } from './jobs.ts'

const app = withApp()

it('sweeps go on until nothing is left, however much has gathered', async () => {
  const { db } = app.services
  await sql`insert into tries (bucket, at) select 'old', now() - interval '3 days' from generate_series(1, 12000)`.execute(
    db,
  )
  await jobs.find(({ name }) => name === 'sweepTries')!.run(app.services, new AbortController().signal)
  expect(await db.selectFrom('tries').select('id').execute()).toEqual([])
})

it('a sweep stops between two bites when the process is to end', async () => {
  const { db } = app.services
  await sql`insert into tries (bucket, at) select 'old', now() - interval '3 days' from generate_series(1, 12000)`.execute(
    db,
  )
  await jobs.find(({ name }) => name === 'sweepTries')!.run(app.services, AbortSignal.abort())
  expect(await db.selectFrom('tries').select('id').execute()).toHaveLength(12_000)
  await sql`delete from tries`.execute(db)
})

it('jobs sweep what limits no longer count, and keep the answers that count in all', async () => {
  const { db } = app.services
  const long = sql<string>`now() - interval '40 days'`
  await db
    .insertInto('tries')
    .values([
      { bucket: 'password of 1', at: long },
      { bucket: 'answers of 1 by owner 1', at: long },
      { bucket: 'password of 2' },
    ])
    .execute()
  const code = { tel: '13000000000', purpose: 'signedOut', code_hash: Buffer.from('x'), expires_at: long }
  await db
    .insertInto('codes')
    .values([{ ...code, created_at: long }, code])
    .execute()
  for (const job of jobs) await job.run(app.services, new AbortController().signal)
  const left = await db.selectFrom('tries').select('bucket').orderBy('bucket').execute()
  expect(left.map(({ bucket }) => bucket)).toEqual(['answers of 1 by owner 1', 'password of 2'])
  expect(await db.selectFrom('codes').select('id').execute()).toHaveLength(1)
})

const SWEEPS = {
  oldTries,
  oldSlides,
  oldTrips,
  oldCodes,
  oldReceiveCodes,
  oldCodeMessages,
  oldSessions,
  oldContacts,
  oldCanaries,
}
const ALL = Object.entries({ ...SWEEPS, deletedLongAgo, oldVotes, oldAlarms, oldAnswers, oldLostWritings })

type Node = { 'Node Type': string; 'Index Name'?: string; 'Index Cond'?: string; Plans?: Node[] }
const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)]

/** Without a choice the engine takes any index; only one that begins with the condition, or holds nothing else, reads no more. */
async function leadsToIt({ 'Index Name': index, 'Index Cond': condition = '' }: Node): Promise<boolean> {
  const { rows } = await sql<{ first: string; partial: boolean }>`
    select pg_get_indexdef(indexrelid, 1, true) as first, indpred is not null as partial
    from pg_index where indexrelid = ${index!}::regclass`.execute(app.services.db)
  return rows[0]!.partial || condition.includes(rows[0]!.first)
}

it.each(ALL)(
  'a sweep of %s finds what is old by an index, and does not read what is kept',
  async (_, { from, when }) => {
    const { rows } = await app.services.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      return sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`
      explain (format json) select ctid from ${sql.table(from)} where ${when} limit 5000 for update skip locked`.execute(
        db,
      )
    })
    const nodes = nodesIn(rows[0]!['QUERY PLAN'][0].Plan)
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    const indexed = nodes.filter((node) => node['Index Name'])
    expect(await Promise.all(indexed.map(leadsToIt))).toEqual([true])
  },
)

it('every sweep among the jobs is looked at so', () => {
  const sweeps = jobs.filter(({ name }) => name.startsWith('sweep'))
  expect(ALL).toHaveLength(sweeps.length)
})

it('sweeping old tries does not read past those that count for ever', async () => {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = 'tries'`.execute(app.services.db)
  const byAge = rows.filter(({ definition }) => definition.includes('(at)'))
  expect(byAge).toMatchObject([{ definition: expect.stringContaining("!~~ 'answers of %'") }])
})
