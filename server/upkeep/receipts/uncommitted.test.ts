import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { NO_RECEIPT } from '#contract/receipt.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { withApp } from '#test/app.ts'
import { filesOf } from '#test/archives.ts'
import { ask, get, newPerson, seal, textCapsule } from '#test/client.ts'
import { nextCheckpoint } from '#test/log.ts'
import { currentLog } from './currentLog.ts'

const app = withApp()

/** As an older process seals, during an upgrade. */
const takeCommitment = (id: string) =>
  inTransaction(app.services.db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update capsule_contents set commitment = null where capsule_id = ${Number(id)}`.execute(db)
  })

it('a capsule that was sealed without a commitment never gets one, nor a leaf, a receipt, or a file in an archive', async () => {
  const person = await newPerson(app.url)
  const [without, beside] = [
    await seal(app.url, person.token, textCapsule('<p>从前的</p>')),
    await seal(app.url, person.token, textCapsule('<p>现在的</p>')),
  ]
  const { db } = app.services
  const { rows } = await sql<{ commitment: Buffer }>`
    select commitment from capsule_contents where capsule_id = ${Number(without)}`.execute(db)
  await takeCommitment(without)
  await nextCheckpoint(app.services)
  expect((await currentLog(db))!.size).toBe(1)
  expect(await get(app.url, 'receipt', { capsule_id: beside }, person)).toMatchObject({ index: 0 })
  const refused = await ask(app.url, 'receipt', { capsule_id: without }, person)
  expect(refused).toMatchObject({ code: 2, message: NO_RECEIPT })
  for (const later of [
    sql`update capsule_contents set commitment = ${rows[0]!.commitment} where capsule_id = ${Number(without)}`,
    sql`update capsule_contents set log = 1, leaf = 1 where capsule_id = ${Number(without)}`,
  ])
    await expect(later.execute(db)).rejects.toMatchObject({ code: '42501' })
  const receipts = [...(await filesOf(app, person)).keys()].filter((name) => name.startsWith('data/receipts/'))
  expect(receipts.sort()).toEqual([`data/receipts/${beside}.tlog-proof`, 'data/receipts/log-keys.txt'])
})
