import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withApp } from '../test/app.ts'
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
