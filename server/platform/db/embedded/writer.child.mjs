// Writes rows until it is killed, for the tests: a line on standard output for each acknowledged row.
import { writeSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { refuseUnlessOurs } from '#test/ours.mjs'
import { openEmbedded } from '../../../../dist/server/platform/db/embedded/open.js'

refuseUnlessOurs({ dataDir: process.argv[2] })
const log = { info() {}, warn() {}, error: (...words) => console.error(...words) }
const engine = await openEmbedded({ dataDir: process.argv[2], log }).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
const db = new Kysely({ dialect: engine.dialect })
await sql`create table if not exists acknowledged (id bigserial primary key, round int)`.execute(db)
await sql`create table if not exists paired (id bigint primary key)`.execute(db)

for (let i = 0; ; i++) {
  const { id } = await (i % 2 ? write(db) : db.transaction().execute(writePair))
  writeSync(1, `${id}\n`)
}

function write(db) {
  return db.insertInto('acknowledged').values({ round: 0 }).returning('id').executeTakeFirstOrThrow()
}

async function writePair(db) {
  const row = await write(db)
  await db.insertInto('paired').values(row).execute()
  await db.updateTable('acknowledged').set({ round: 1 }).where('id', '=', row.id).execute()
  return row
}
