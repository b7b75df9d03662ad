import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { parseChina } from '#contract/time.ts'
import { runCommand } from '#server/http/commands.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { withApp } from '#test/app.ts'
import { get, newPerson } from '#test/client.ts'
import { deletedBefore } from '#test/due.ts'
import { withPauses } from '#test/pause.ts'
import { sweepDiaries } from './sweepDiaries.ts'

const app = withApp()
const startAfter = withPauses(app)
const DAY_MS = 86_400_000

async function deletedDiary() {
  const { token } = await newPerson(app.url)
  const content = [{ type: 0 as const, content: '<p>d</p>', comment: '' }]
  const { capsule_id } = await get(app.url, 'createDiaryCapsule', { content }, { token, key: crypto.randomUUID() })
  const remove = () => get(app.url, 'deleteDiary', { capsule_id }, { token })
  await remove()
  const { db } = app.services
  return {
    capsule_id,
    remove,
    restore: () => get(app.url, 'restoreDiary', { capsule_id }, { token }),
    /** The moment from which on it cannot be restored any more, as its owner reads it. */
    goneAt: async () => {
      const { capsules } = await get(app.url, 'deletedDiaries', {}, { token })
      return capsules.data.map(({ gone_at }) => Math.round((Number(parseChina(gone_at)) - Date.now()) / DAY_MS))
    },
    /** As if so many days passed, behind the guard. */
    letPass: (days: number) =>
      inTransaction(db, async (db) => {
        await sql`set local session_replication_role = replica`.execute(db)
        await sql`update capsules set kept_until = kept_until - make_interval(days => ${days})
          where id = ${Number(capsule_id)}`.execute(db)
      }),
    isThere: async () => {
      await sweepDiaries(app.services, new AbortController().signal)
      return (await db.selectFrom('capsules').select('id').where('id', '=', Number(capsule_id)).execute()).length > 0
    },
  }
}

it.each([
  { clock: 'behind', lastMoment: '-20 days', deleted: '20 days', held: 'jump' },
  { clock: 'ahead', lastMoment: '20 days', deleted: '-20 days', held: 'pause' },
])(
  'a diary that is deleted while the clock is twenty days $clock can be restored for seven days once it is right',
  async ({ lastMoment, deleted, held }) => {
    await startAfter(lastMoment)
    expect(app.services.clock.held()).toBe(held)
    const diary = await deletedDiary()
    expect(await diary.goneAt()).toEqual([7])
    // The clock is set right: what it wrote lies as far off as it was wrong.
    await deletedBefore(app.services, diary.capsule_id, deleted)
    await runCommand(app.services, ['clock', 'confirm'])
    expect(await diary.isThere()).toBe(true)
    expect(await diary.goneAt()).toEqual([7])
    await diary.restore()
    await diary.remove()
    expect(await diary.goneAt()).toEqual([7])
    expect(await diary.isThere()).toBe(true)
    await deletedBefore(app.services, diary.capsule_id, '7 days')
    expect(await diary.isThere()).toBe(false)
  },
)

it.each(['20 days', '-20 days'])('and is gone after them, whatever the moment it bears: %s ago', async (deleted) => {
  await startAfter('20 days')
  const diary = await deletedDiary()
  await deletedBefore(app.services, diary.capsule_id, deleted)
  expect(await diary.isThere()).toBe(true)
  await runCommand(app.services, ['clock', 'confirm'])
  expect(await diary.isThere()).toBe(true)
  await diary.letPass(6)
  expect([await diary.isThere(), await diary.goneAt()]).toEqual([true, [1]])
  await diary.letPass(1)
  expect(await diary.isThere()).toBe(false)
})

it('the same after the hour of a pause that nobody has confirmed', async () => {
  await startAfter('20 days')
  await sql`update clock set opens_at = now()`.execute(app.services.db)
  await app.services.clock.look()
  expect([app.services.clock.held(), app.services.clock.unconfirmed()]).toEqual([undefined, true])
  const diary = await deletedDiary()
  await deletedBefore(app.services, diary.capsule_id, '20 days')
  expect(await diary.isThere()).toBe(true)
  await runCommand(app.services, ['clock', 'confirm'])
  expect(await diary.isThere()).toBe(true)
})
