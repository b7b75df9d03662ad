import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { leafHash } from '#contract/merkle.ts'
import { sha256 } from '#server/core/sha256.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { withApp } from '#test/app.ts'
import { newPerson, seal, textCapsule } from '#test/client.ts'
import { nextCheckpoint } from '#test/log.ts'
import { currentLog } from './currentLog.ts'
import { takeBackSome } from './leaves.ts'

const app = withApp()
const PLACE = 'a leaf at a place that its commitment does not have'
const OTHER = 'a leaf that is not its commitment'

async function newLeaf(): Promise<number> {
  const { token } = await newPerson(app.url)
  const id = await seal(app.url, token, textCapsule('<p>信</p>'))
  await nextCheckpoint(app.services)
  return Number(id)
}

class TakenBack extends Error {}

/** Everything that is found broken once something has spoilt the log past its guards; nothing of it stays. */
async function brokenBy(spoil: (db: Tx) => Promise<unknown>): Promise<{ id: number; what: string }[]> {
  let found: { id: number; what: string }[] = []
  await inTransaction(app.services.db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await spoil(db)
    const { rows } = await sql<{ id: number; what: string }>`
      select id, what from broken_invariants where rule = 'receipt'`.execute(db)
    found = rows
    throw new TakenBack()
  }).catch((error) => {
    if (!(error instanceof TakenBack)) throw error
  })
  return found
}

it('the invariants find a sealed capsule whose commitment has two leaves', async () => {
  const id = await newLeaf()
  const { db } = app.services
  const { commitment } = await db
    .selectFrom('capsule_contents')
    .select('commitment')
    .where('capsule_id', '=', id)
    .executeTakeFirstOrThrow()
  const { id: log, size } = (await currentLog(db))!
  const { rows } = await sql<{ turn: number }>`select turn from logs where id = ${log}`.execute(db)
  const again = leafHash(sha256, commitment!)
  const twice = (db: Tx) => takeBackSome(db, { id: log, turn: rows[0]!.turn }, size, [again])
  expect(await brokenBy(async () => undefined)).toEqual([])
  expect(await brokenBy(twice)).toEqual([{ id, what: PLACE }])
})

it('the invariants find a leaf that its capsule or the log has lost', async () => {
  const id = await newLeaf()
  const ofCapsule = (db: Tx) =>
    sql`update capsule_contents set log = null, leaf = null where capsule_id = ${id}`.execute(db)
  const ofLog = (db: Tx) => sql`update log_tiles set hashes = substring(hashes for length(hashes) - 32)`.execute(db)
  expect(await brokenBy(ofCapsule)).toEqual([{ id, what: PLACE }])
  expect(await brokenBy(ofLog)).toContainEqual({ id, what: OTHER })
})

it('the invariants find a commitment that two capsules have', async () => {
  const [id, other] = [await newLeaf(), await newLeaf()]
  const copy = (db: Tx) =>
    sql`
    update capsule_contents set commitment = (select commitment from capsule_contents where capsule_id = ${id})
    where capsule_id = ${other}`.execute(db)
  const found = await brokenBy(copy)
  expect(found).toContainEqual({ id: other, what: OTHER })
  expect(found.filter(({ what }) => what === PLACE).map(({ id }) => id)).toEqual([id, other])
})

it.each([
  ['past the end of the log', (id: number) => sql`update capsule_contents set leaf = 700 where capsule_id = ${id}`],
  ['past its last tile', (id: number) => sql`update capsule_contents set leaf = 70000 where capsule_id = ${id}`],
  ['before its beginning', (id: number) => sql`update capsule_contents set leaf = -1 where capsule_id = ${id}`],
  ['of a log that is none', (id: number) => sql`update capsule_contents set log = 9 where capsule_id = ${id}`],
  ['of no log', (id: number) => sql`update capsule_contents set log = null where capsule_id = ${id}`],
])('the invariants find a capsule with a place %s', async (_, spoil) => {
  const id = await newLeaf()
  const found = await brokenBy((db) => spoil(id).execute(db))
  expect(found).toEqual([
    { id, what: OTHER },
    { id, what: PLACE },
  ])
})
