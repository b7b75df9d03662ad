// `node scripts/settle-folder.mjs CHECKOUT FOLDER` (for scripts/golden.ts): by the engine of that checkout, leaves as little
// as possible in a cluster that is closed. A new segment of the log is begun, so that the last one is almost empty, and
// files that the engine makes again by itself are removed.
import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, sql } from 'kysely'
import { refuseUnlessOurs } from '../test/ours.mjs'

const [checkout, folder] = process.argv.slice(2).map((path) => resolve(path))
refuseUnlessOurs({ dataDir: folder })
const built = (name) => import(pathToFileURL(join(checkout, 'dist', 'server', 'platform', 'db', 'embedded', name)).href)
const { openEmbedded } = await built('open.js')

const engine = await openEmbedded({ dataDir: folder, log: console })
const db = new Kysely({ dialect: engine.dialect })
await sql`select pg_switch_wal()`.execute(db)
await sql`checkpoint`.execute(db)
const { rows } = await sql`select pg_walfile_name(pg_current_wal_insert_lsn()) as last`.execute(db)
await db.destroy()
await engine.close()

for (const name of readdirSync(join(folder, 'pg_wal')))
  if (/^[0-9A-F]{24}$/.test(name) && name !== rows[0].last) rmSync(join(folder, 'pg_wal', name))
const remade = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('pg_internal.init'))
for (const name of ['spare', ...remade]) rmSync(join(folder, name), { force: true })
