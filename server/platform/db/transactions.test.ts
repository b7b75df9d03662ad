import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withApp } from '#test/app.ts'

const app = withApp()

it('a transaction in which an error was caught does not pass for committed', async () => {
  const { db } = app.services
  const careless = db.transaction().execute(async (db) => {
    await db.insertInto('tries').values({ bucket: 'careless' }).execute()
    await sql`select 1 / 0`.execute(db).catch(() => undefined)
  })
  await expect(careless).rejects.toThrow()
  expect(await db.selectFrom('tries').select('id').where('bucket', '=', 'careless').execute()).toEqual([])
})
