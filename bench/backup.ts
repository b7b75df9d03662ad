import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import { fileSizeOf } from '#server/platform/media/disk/cipher.ts'
import { memoryOf } from './cpu.ts'
import { type Engine, inPlace, makeEmptyPlace, makePlace, type Place } from './place.ts'
import { printAligned } from './report.ts'
import { seedWorld } from './seed.ts'
import { worldOf } from './world.ts'

/** Seconds each, megabytes copied, and the most memory the command ever had. */
type Step = { name: string; seconds: number; megabytes: number; peakMegabytes: number | undefined }

const OBJECT_BYTES = 2 * 1024 * 1024
const MEGABYTE = 1024 * 1024
const LOOK_MS = 100

/** A backup of so many capsules and gigabytes of uploads, its repetition, a look through it and a restore, beside `cp` and `pg_dump`. */
export async function measureBackup(engine: Engine, capsules: number, gigabytes: number): Promise<void> {
  const place = await madePlace(engine, capsules, gigabytes)
  const media = gigabytes * 1024
  const [backups, target] = [join(engine.folder, 'backups'), join(engine.folder, 'restored')]
  const steps = [timed('cp -r of the media', media, () => copied(engine, place))]
  if (place.databaseUrl) steps.push(timed('pg_dump', 0, () => dumped(engine, place.databaseUrl!)))
  const { databaseUrl } = await makeEmptyPlace(target, engine.server)
  cpSync(join(place.dataDir, 'keys'), join(target, 'keys'), { recursive: true })
  steps.push(
    await run('backup, the first', media, place, ['backup', '--to', backups]),
    await run('backup, nothing new', 0, place, ['backup', '--to', backups]),
    await run('verify', media, place, ['verify', backups]),
    await run('restore', media, { dataDir: target, databaseUrl }, ['restore', backups]),
  )
  console.log(`\nbackup of ${capsules} capsules and ${gigabytes} GB of uploads`)
  printAligned([['what', 'seconds', 'MB/s', 'memory, MB'], ...steps.map(rowOf)])
}

const rowOf = ({ name, seconds, megabytes, peakMegabytes }: Step): string[] => [
  name,
  seconds.toFixed(1),
  megabytes ? (megabytes / seconds).toFixed(0) : '',
  peakMegabytes?.toFixed(0) ?? '',
]

async function madePlace({ folder, server }: Engine, capsules: number, gigabytes: number): Promise<Place> {
  const place = await makePlace(join(folder, 'kept'), server)
  const keys = await openKeys(place, { make: true })
  await inPlace(place, ({ db }) => fill(db, keys, { place, capsules, gigabytes }))
  return place
}

type Filling = { place: Place; capsules: number; gigabytes: number }

async function fill(db: Db, keys: Keys, { place, capsules, gigabytes }: Filling): Promise<void> {
  await seedWorld(db, keys, worldOf(capsules))
  await sql`insert into keyring (key_id, fingerprint) values ('master', ${keys.fingerprint})`.execute(db)
  await sql`insert into clock (last_at, place) values (now(), '')`.execute(db)
  const folder = join(place.dataDir, 'media', 'file', '1')
  mkdirSync(folder, { recursive: true })
  const bytes = randomBytes(fileSizeOf(OBJECT_BYTES))
  for (let turn = 0; turn < (gigabytes * 1024 * MEGABYTE) / OBJECT_BYTES; turn++) {
    const name = `${randomUUID()}.bin`
    // Makes each file different.
    bytes.writeUInt32BE(turn, 0)
    writeFileSync(join(folder, name), bytes)
    await sql`insert into objects (key, owner_id, size, mime) values (${`file/1/${name}`}, 1, ${OBJECT_BYTES}, '')`.execute(
      db,
    )
  }
}

function timed(name: string, megabytes: number, work: () => void): Step {
  const began = performance.now()
  work()
  return { name, seconds: (performance.now() - began) / 1000, megabytes, peakMegabytes: undefined }
}

function copied(engine: Engine, place: Place): void {
  const to = join(engine.folder, 'copied')
  execFileSync('sh', ['-c', 'cp -r --reflink=never "$0" "$1" && sync -f "$1"', join(place.dataDir, 'media'), to])
  rmSync(to, { recursive: true })
}

function dumped(engine: Engine, databaseUrl: string): void {
  const to = join(engine.folder, 'dumped')
  execFileSync('pg_dump', ['--format=custom', '--compress=1', `--file=${to}`, databaseUrl])
  rmSync(to)
}

/** A command of the built product, in a process of its own. */
export function run(name: string, megabytes: number, { dataDir, databaseUrl }: Place, words: string[]): Promise<Step> {
  const began = performance.now()
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const child = spawn(process.execPath, ['dist/server/cli.js', ...words], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakMegabytes: number | undefined
  const looking = setInterval(() => {
    // Not a number once it has ended.
    peakMegabytes = memoryOf(child.pid!).peak / MEGABYTE || peakMegabytes
  }, LOOK_MS)
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      clearInterval(looking)
      if (code !== 0) return reject(new Error(`${words[0]} ended with ${code}`))
      resolve({ name, seconds: (performance.now() - began) / 1000, megabytes, peakMegabytes })
    })
  })
}
