import { sql } from 'kysely'
import { type ContentRow, readContent } from '#server/capsules/capsule/stored.ts'
import type { Db } from '#server/platform/db/db.ts'
import { BINDING_COLUMNS } from '#server/platform/keys/binding.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import type { RawObjects } from '#server/platform/media/rawObjects.ts'
import { readLedger } from './ledger.ts'
import type { Manifest } from './manifest.ts'
import { tallyOf } from './rows.ts'

/** How many capsules are opened to see that they can be. */
const SAMPLE = 200
const FAULTS_TOLD = 20

/** The differences between a database and its backup's manifest, a sentence each; none when all rows are the same. */
export async function differences(db: Db, manifest: Manifest): Promise<string[]> {
  const faults: string[] = []
  for (const table of manifest.tables) {
    const { rows, digest } = await tallyOf(db, table)
    if (rows !== table.rows) faults.push(`表 ${table.name} 有 ${rows} 行，清单上是 ${table.rows} 行`)
    else if (digest !== table.digest) faults.push(`表 ${table.name} 的内容与清单不符`)
  }
  const ledger = await readLedger(db)
  for (const name of new Set([...Object.keys(ledger), ...Object.keys(manifest.ledger)])) {
    if (ledger[name] !== manifest.ledger[name])
      faults.push(`账目「${name}」是 ${ledger[name]}，清单上是 ${manifest.ledger[name]}`)
  }
  return faults
}

/** Faults of a database by itself: broken invariants, and capsules that the key at hand does not open. */
export async function faultsOf(db: Db, keys: Keys): Promise<string[]> {
  const broken = await db.selectFrom('broken_invariants').selectAll().limit(FAULTS_TOLD).execute()
  return [...broken.map(({ rule, id, what }) => `${rule} ${id}：${what}`), ...(await unopenable(db, keys))]
}

const OBJECTS_A_PAGE = 1_000

/** Objects that rows still name, and that the store lacks or has in another length. */
export async function missingObjects(db: Db, raw: RawObjects): Promise<string[]> {
  const faults: string[] = []
  for (let after = ''; ; ) {
    const rows = await namedObjects(db, after)
    for (const row of rows)
      if (!(await raw.has(row))) faults.push(`缺少文件 ${row.key}：数据库里有，存储里没有，或长度不对`)
    if (rows.length < OBJECTS_A_PAGE) return faults
    after = rows.at(-1)!.key
  }
}

const namedObjects = (db: Db, after: string) =>
  db
    .selectFrom('objects')
    .select(['key', 'size'])
    .where('loose_since', 'is', null)
    .where('key', '>', after)
    .orderBy('key')
    .limit(OBJECTS_A_PAGE)
    .execute()

/** Half of the sample are the newest, half are from anywhere. Nobody sees what is in them. */
async function unopenable(db: Db, keys: Keys): Promise<string[]> {
  const newest = await contents(db, sql`order by k.capsule_id desc limit ${SAMPLE / 2}`)
  const anywhere = await contents(
    db,
    sql`where k.capsule_id in (select capsule_id from capsule_contents order by random() limit ${SAMPLE / 2})`,
  )
  const faults = new Set<string>()
  for (const row of [...newest, ...anywhere]) {
    try {
      readContent(keys, row)
    } catch {
      faults.add(`胶囊 ${row.id} 用现在的主密钥打不开`)
    }
  }
  return [...faults].slice(0, FAULTS_TOLD)
}

const contents = async (db: Db, end: ReturnType<typeof sql>): Promise<ContentRow[]> =>
  (
    await sql<ContentRow>`
      select ${sql.join(BINDING_COLUMNS.map((name) => sql.ref(name)))}, k.envelope, k.sealed
      from capsules c join capsule_contents k on k.capsule_id = c.id ${end}`.execute(db)
  ).rows
