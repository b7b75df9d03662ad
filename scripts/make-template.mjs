// Makes dist/template.tar.gz: a fresh cluster with today's tables, so that a first start runs neither initdb (3 s and
// 900 MB of memory) nor the migrations. Needs the built server.
// It is one packed file because git and npm packages drop empty folders, which PostgreSQL needs.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { Kysely, sql } from 'kysely'
import { openEmbedded } from '../dist/server/platform/db/embedded/open.js'
import { SPARE } from '../dist/server/platform/db/embedded/space.js'
import { migrate } from '../dist/server/platform/db/migrate.js'

const BLOCK = 512
const target = process.argv[2] ?? fileURLToPath(new URL('../dist/template.tar.gz', import.meta.url))
const cluster = mkdtempSync(join(tmpdir(), 'capsule-template-'))

try {
  await makeCluster()
  await makeTables()
  await makeNotes()
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.part`, gzipSync(packFolder(''), { level: 9 }))
  renameSync(`${target}.part`, target)
} finally {
  rmSync(cluster, { recursive: true, force: true })
}

async function makeCluster() {
  const db = new PGlite({ fs: new NodeFS(cluster) })
  await db.waitReady
  // Only `postgres` is used; the two databases to copy from are two thirds of the files.
  await db.exec('update pg_database set datistemplate = false')
  await db.exec('drop database template0')
  await db.exec('drop database template1')
  await db.close()
}

/** Makes the tables by the very migrations that a folder of an older version runs. */
async function makeTables() {
  const embedded = await openCluster()
  const db = new Kysely({ dialect: embedded.dialect })
  await migrate(db)
  await sql`vacuum freeze analyze`.execute(db)
  await db.destroy()
  await embedded.close()
}

/** The engine's own notes of its tables (pg_internal.init), half of what a first start would take; a change of tables drops them. */
async function makeNotes() {
  const embedded = await openCluster()
  await embedded.close()
  // Each start makes its own spare file; its zeros would only make the unpacking longer.
  rmSync(join(cluster, SPARE))
}

function openCluster() {
  return openEmbedded({ dataDir: cluster, log: console, templateFile: target })
}

/** Folders before their contents; PG_VERSION at the very end, as the sign that all the rest is there. */
function packFolder(path) {
  const names = readdirSync(join(cluster, path)).sort(
    (a, b) => (a === 'PG_VERSION') - (b === 'PG_VERSION') || a.localeCompare(b),
  )
  const packed = names.map((name) => packEntry(path ? `${path}/${name}` : name))
  return Buffer.concat(path ? packed : [...packed, Buffer.alloc(2 * BLOCK)])
}

function packEntry(path) {
  if (statSync(join(cluster, path)).isDirectory()) return Buffer.concat([header(`${path}/`, 0, '5'), packFolder(path)])
  const content = readFileSync(join(cluster, path))
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
  return Buffer.concat([header(path, content.length, '0'), content, padding])
}

/** https://www.gnu.org/software/tar/manual/html_node/Standard.html */
function header(name, size, type) {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write(type === '5' ? '0000700\0' : '0000600\0', 100)
  block.write('0000000\0'.repeat(2), 108)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write(`${'0'.repeat(11)}\0`, 136)
  block.write(' '.repeat(8), 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const checksum = block.reduce((sum, byte) => sum + byte, 0)
  block.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
