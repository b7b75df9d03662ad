import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/platform/db/db.ts'
import { openMaintenanceConnection } from '#server/platform/db/maintenanceConnection.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { bindKeys } from '#server/platform/keys/keyring.ts'
import { deriveKeys } from '#server/platform/keys/keys.ts'
import { keyPath, makeKeyFile } from '#server/platform/keys/place.ts'
import { makeLog } from '#server/start/services.ts'
import { startApp, stopApp } from '#test/app.ts'
import { get, newPerson, seal, textCapsule } from '#test/client.ts'
import { command } from '#test/command.ts'
import { dropDatabase, newDatabase } from '#test/databases.ts'
import { withEmbedded } from './scratch.ts'

/** The last migration of the version that knew of no backups. */
const OLDER = '020-heads.sql'
const FIRST_NEW = '021-safekeeping.sql'
/** The last one that cannot be run twice. */
const LAST_TO_MAKE = '026-keeping-up.sql'

let dataDir: string
let databaseUrl: string | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'capsule-upgrade-'))
  databaseUrl = await newDatabase()
})
afterEach(async () => {
  await dropDatabase(databaseUrl)
  await rm(dataDir, { recursive: true, force: true })
})

/** A database as an older version has left it: its tables, its key, and somebody in it. */
async function makeOlder(db: Db) {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(db, OLDER)
  const keys = deriveKeys(await makeKeyFile(keyPath({ dataDir })))
  await bindKeys(db, { keys, isNew: true })
  await db.insertInto('users').values({ nickname: '老用户', tel: '13900000001' }).execute()
}
const inFolder = (work: (db: Db) => Promise<unknown>) => withEmbedded(join(dataDir, 'pg'), makeLog('error'), work)
const names = async (db: Db) =>
  (await db.selectFrom('users').select('nickname').execute()).map(({ nickname }) => nickname)
const foldersLeft = async () => (await readdir(dataDir)).filter((name) => name.startsWith('pg'))

describe.skipIf(process.env.DATABASE_URL)('an upgrade of the embedded database', { timeout: 120_000 }, () => {
  /** Somebody with something sealed. */
  async function lived() {
    const app = await startApp({ dataDir, databaseUrl })
    const { token } = await newPerson(app.url)
    await seal(app.url, token, textCapsule('<p>升级之前</p>'))
    await stopApp(app)
    return token
  }
  async function startsWith(token: string) {
    const app = await startApp({ dataDir, databaseUrl })
    expect((await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(5)
    expect(app.services.clock.held()).toBeUndefined()
    await stopApp(app)
    expect(await foldersLeft()).toEqual(['pg'])
  }

  it('keeps what is there, leaves no copy behind, and holds nothing', async () => {
    await inFolder(makeOlder)
    const app = await startApp({ dataDir, databaseUrl })
    expect([await names(app.services.db), app.services.clock.held()]).toEqual([['老用户'], undefined])
    expect(await foldersLeft()).toEqual(['pg'])
    await stopApp(app, { planted: true })
  })

  it('that fails is put back by itself, says so, and nothing is lost', async () => {
    const token = await lived()
    // The tables that the upgrade makes are there already, so that it fails.
    await inFolder(async (db) => {
      await sql`create table put_aside as select * from migrations where name >= ${LAST_TO_MAKE}`.execute(db)
      await sql`delete from migrations where name >= ${LAST_TO_MAKE}`.execute(db)
    })
    await expect(startApp({ dataDir, databaseUrl })).rejects.toThrow('已恢复到升级之前')
    expect(await foldersLeft()).toEqual(['pg'])
    await inFolder(async (db) => {
      await sql`insert into migrations select * from put_aside`.execute(db)
      await sql`drop table put_aside`.execute(db)
    })
    await startsWith(token)
  })

  it('that was cut short is put back by the next start', async () => {
    const token = await lived()
    await cp(join(dataDir, 'pg'), join(dataDir, 'pg.before'), { recursive: true })
    await rm(join(dataDir, 'pg', 'base'), { recursive: true })
    await startsWith(token)
    expect(existsSync(join(dataDir, 'pg.failed'))).toBe(false)
  })

  it('that goes on in another process is not put back under it', async () => {
    const token = await lived()
    const app = await startApp({ dataDir, databaseUrl })
    await cp(join(dataDir, 'pg'), join(dataDir, 'pg.before'), { recursive: true })
    await expect(startApp({ dataDir, databaseUrl })).rejects.toThrow(dataDir)
    expect((await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(5)
    expect(existsSync(join(dataDir, 'pg.before'))).toBe(true)
    await stopApp(app)
  })
})

describe.runIf(process.env.DATABASE_URL)('an upgrade on a server', { timeout: 120_000 }, () => {
  it('is never done by a start, and by npm run migrate only behind a good backup, or by name without', async () => {
    const { db, close } = openMaintenanceConnection(databaseUrl!)
    await makeOlder(db)
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl! }
    await expect(startApp({ dataDir, databaseUrl })).rejects.toThrow(`数据库需要升级（${FIRST_NEW}`)
    const refused = await command(settings, 'migrate')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('没有 24 小时以内的完好备份')])

    // The table of backups comes with this version; here it is as if there had been one.
    await sql`create table backups (good_at timestamptz)`.execute(db)
    await sql`insert into backups values (now() - interval '25 hours')`.execute(db)
    expect((await command(settings, 'migrate')).err).toContain('没有 24 小时以内的完好备份')
    await sql`update backups set good_at = now() - interval '23 hours'`.execute(db)
    expect((await command(settings, 'migrate')).err).toContain('already exists')
    await sql`drop table backups`.execute(db)

    const forced = await command(settings, 'migrate', '--without-backup')
    expect([forced.code, forced.out]).toEqual([0, expect.stringContaining(FIRST_NEW)])
    expect((await command(settings, 'migrate')).out).toContain('没有要做的')
    const app = await startApp({ dataDir, databaseUrl })
    expect(await names(app.services.db)).toEqual(['老用户'])
    await stopApp(app, { planted: true })
    await close()
  })
})
