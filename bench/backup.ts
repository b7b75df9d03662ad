import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openKeys } from '#server/platform/keys/place.ts'
import { fileSizeOf } from '#server/platform/media/disk/cipher.ts'
import { makePlace, openPlace, type Place } from './place.ts'
import { seedWorld } from './seed.ts'
import type { Engines } from './size.ts'
import { worldOf } from './world.ts'

/** Seconds each, megabytes copied, and the most memory the command ever had. */
export type BackupStep = { name: string; seconds: number; megabytes: number; peakMegabytes: number | undefined }

const OBJECT_BYTES = 2 * 1024 * 1024
const MEGABYTE = 1024 * 1024
const LOOK_MS = 100

/** A backup of so many capsules and gigabytes of uploads, its repetition, a look through it and a restore, beside `cp` and `pg_dump`. */
export async function measureBackup(engines: Engines, capsules: number, gigabytes: number): Promise<BackupStep[]> {
  const place = await madePlace(engines, capsules, gigabytes)
  const media = gigabytes * 1024
  const [backups, target] = [join(engines.folder, 'backups'), join(engines.folder, 'restored')]
  const ceilings = [timed('cp -r of the media', media, () => copied(engines, place))]
  if (place.databaseUrl) ceilings.push(timed('pg_dump', 0, () => dumped(engines, place.databaseUrl!)))
  mkdirSync(target, { recursive: true })
  cpSync(join(place.dataDir, 'keys'), join(target, 'keys'), { recursive: true })
  const restored = await makeEmptyPlace(engines)
  return [
    ...ceilings,
    await run('backup, the first', media, place, ['backup', '--to', backups]),
    await run('backup, nothing new', 0, place, ['backup', '--to', backups]),
    await run('verify', media, place, ['verify', backups]),
    await run('restore', media, { dataDir: target, databaseUrl: restored }, ['restore', backups]),
  ]
}

async function madePlace(engines: Engines, capsules: number, gigabytes: number): Promise<Place> {
  const place = await makePlace(join(engines.folder, 'kept'), engines.server, (made) => engines.places.push(made))
  const keys = await openKeys(place, { make: true })
  const { db, close } = await openPlace(place)
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
  return close().then(() => place)
}

/** An empty database to restore into; undefined where that is a folder. */
async function makeEmptyPlace(engines: Engines): Promise<string | undefined> {
  if (!engines.server) return undefined
  const { databaseUrl } = await makePlace(join(engines.folder, 'empty'), engines.server, (made) =>
    engines.places.push(made),
  )
  const { db, close } = await openPlace({ dataDir: join(engines.folder, 'empty'), databaseUrl })
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await close()
  return databaseUrl
}

function timed(name: string, megabytes: number, work: () => void): BackupStep {
  const began = performance.now()
  work()
  return { name, seconds: (performance.now() - began) / 1000, megabytes, peakMegabytes: undefined }
}

function copied(engines: Engines, place: Place): void {
  const to = join(engines.folder, 'copied')
  execFileSync('sh', ['-c', 'cp -r --reflink=never "$0" "$1" && sync -f "$1"', join(place.dataDir, 'media'), to])
  rmSync(to, { recursive: true })
}

function dumped(engines: Engines, databaseUrl: string): void {
  const to = join(engines.folder, 'dumped')
  execFileSync('pg_dump', ['--format=custom', '--compress=1', `--file=${to}`, databaseUrl])
  rmSync(to)
}

function run(name: string, megabytes: number, { dataDir, databaseUrl }: Place, words: string[]): Promise<BackupStep> {
  const began = performance.now()
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const child = spawn(process.execPath, ['dist/server/cli.js', ...words], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakMegabytes: number | undefined
  const looking = setInterval(() => {
    peakMegabytes = peakOf(child.pid!) ?? peakMegabytes
  }, LOOK_MS)
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      clearInterval(looking)
      if (code !== 0) return reject(new Error(`${words[0]} ended with ${code}`))
      resolve({ name, seconds: (performance.now() - began) / 1000, megabytes, peakMegabytes })
    })
  })
}

/** The most memory a process had, in MB; undefined once it has ended, and where there is no /proc. */
function peakOf(pid: number): number | undefined {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
  } catch {
    return undefined
  }
}
