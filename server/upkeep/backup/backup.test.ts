import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { runCommand } from '#server/http/commands.ts'
import { readConfig } from '#server/platform/config.ts'
import { openMaintenanceConnection } from '#server/platform/db/maintenanceConnection.ts'
import { isHalfRestored, restoringFolder } from '#server/platform/db/unfinished.ts'
import { keepWritings } from '#server/upkeep/loss/compare.ts'
import { newestCheckpoint } from '#server/upkeep/receipts/checkpoints.ts'
import { keepLog } from '#server/upkeep/receipts/keepLog.ts'
import { stateOfLog } from '#server/upkeep/receipts/stateOfLog.ts'
import { keysForMonths } from '#server/upkeep/sunset/keysForMonths.ts'
import { startApp, stopApp, withApp } from '#test/app.ts'
import { ask, get, later, seal, textCapsule, upload } from '#test/client.ts'
import { beginCommand, command, type Ended } from '#test/command.ts'
import { newCrowd } from '#test/crowd.ts'
import { flip } from '#test/damage.ts'
import { dropDatabase, newDatabase } from '#test/databases.ts'
import { comeDue } from '#test/due.ts'
import { nextCheckpoint } from '#test/log.ts'
import { png } from '#test/media.ts'
import { fewKeys, takenBy } from '#test/months.ts'
import { ended } from '#test/process.ts'
import { drill } from '#test/thorough.ts'
import { type BackupServices, prove } from './make.ts'
import { readManifest } from './manifest.ts'
import { findBackup } from './places.ts'
import { runBackup, runRestore, runVerify } from './run.ts'

const app = withApp()
const A_WHILE = { timeout: 240_000 }
/** Together more than one page of a table. */
const [WRITERS, DRAFTS] = [3, 50]

type Written = { token: string; sealed: string; opened: string; text: string; picture: string; bytes: Buffer }

let place: string
let before: Written[]
const targets: { dataDir: string; databaseUrl: string | undefined }[] = []

/** The settings of the running application, for commands beside it. */
const here = () => ({
  DATA_DIR: app.dataDir,
  DATABASE_URL: app.databaseUrl ?? '',
  PORT: new URL(app.url).port,
})
const settingsOf = ({ dataDir, databaseUrl }: (typeof targets)[number]) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
})

const store = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(MEDIA_STORE|BUCKET_)/.test(name)))
/** The process that owns the folder, this one, makes the copy. */
const around = {
  askForCopy: async (folder: string) => void (await runCommand(app.services, ['backup', 'copy', folder])),
  note: async () => {},
}
const RUN = {
  backup: (needed: BackupServices, args: string[]) => runBackup(needed, args, around),
  verify: (needed: BackupServices, args: string[]) => runVerify(needed, args, around.askForCopy),
  restore: runRestore,
}

/** The same command within this process, where it is not the subject that a process of its own does it. */
async function within(settings: Record<string, string>, what: keyof typeof RUN, ...args: string[]): Promise<Ended> {
  const config = readConfig({ NODE_ENV: 'test', ...store(), ...settings })
  const needed = { config, log: app.services.log, now: () => new Date() }
  return RUN[what](needed, args).then(
    (out) => ({ code: 0, out, err: '' }),
    (error: Error) => ({ code: 1, out: '', err: error.message }),
  )
}

/** Somebody with the welcome gift. */
async function somebody() {
  const token = (await newCrowd(app.services, 1))[0]!.token
  await get(app.url, 'claimGift', {}, { token })
  return { token }
}

/** An empty place to restore into, with the master key and nothing else. */
async function newTarget() {
  const dataDir = await mkdtemp(join(tmpdir(), 'capsule-restored-'))
  await cp(join(app.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
  const target = { dataDir, databaseUrl: await newDatabase() }
  targets.push(target)
  return target
}

/** Somebody with one capsule that stays sealed, with a picture, and one that they have opened. U+2028 ends no line. */
async function live(turn: number): Promise<Written> {
  const { token } = await somebody()
  const bytes = await png({ width: 200, height: 200, seed: turn })
  const picture = await upload(app.url, token, 'image', bytes, 'png')
  const image = { type: ITEM.image, content: picture, comment: '' }
  const sealed = await seal(app.url, token, { ...textCapsule(''), content: [image], content_type: FORM.graphic })
  const text = `<p>第${turn}篇“\\"\u2028🙂</p>`
  const opened = await seal(app.url, token, textCapsule(text))
  await comeDue(app.services, opened)
  await get(app.url, 'unseal', { capsule_id: opened }, { token })
  return { token, sealed, opened, text, picture, bytes }
}

/** Works until it is told to stop. */
function workOn() {
  let isOver = false
  const work = (async () => {
    let turns = 0
    for (; !isOver; turns++) {
      await live(10_000 + turns)
      await later(50)
    }
    return turns
  })()
  return () => {
    isOver = true
    return work
  }
}

async function countsOf(db: Awaited<ReturnType<typeof startApp>>['services']['db'], tables: { name: string }[]) {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]!.n
  }
  return counts
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'capsule-backups-'))
  before = []
  for (let turn = 0; turn < 3; turn++) before.push(await live(turn))
  await nextCheckpoint(app.services)
  await takenBy(app.services, fewKeys(Buffer.alloc(32, 3)))
  const content = [{ type: ITEM.text, content: '<p>草稿</p>', comment: '' }]
  for (let writer = 0; writer < WRITERS; writer++) {
    const { token } = await somebody()
    for (let turn = 0; turn < DRAFTS; turn++) {
      await get(app.url, 'createTimeDraft', { content }, { token, key: randomUUID() })
    }
  }
  await keepLog(app.services)
}, 120_000)
afterAll(async () => {
  for (const { dataDir, databaseUrl } of targets) {
    await dropDatabase(databaseUrl)
    await rm(dataDir, { recursive: true, force: true })
  }
  await rm(place, { recursive: true, force: true })
})

describe('a backup', A_WHILE, () => {
  it('made while people seal, upload and open holds all that was acknowledged before it began', async () => {
    await keepWritings(app.services)
    const stop = workOn()
    await later(300)
    const made = await command(here(), 'backup', '--to', place)
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('备份完成并已验证') })
    expect(await stop()).toBeGreaterThan(0)
    expect(await readdir(app.dataDir)).not.toContainEqual(expect.stringMatching(/^copy-/))
    expect((await readdir(place, { recursive: true })).filter((name) => /witness|writings/.test(name))).toEqual([
      expect.stringMatching(/database.lost_writings\.ndjson/),
    ])

    const target = await newTarget()
    const restored = await command(settingsOf(target), 'restore', place)
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('恢复完成') })
    const { folder } = await findBackup(place)
    const manifest = await readManifest(folder)
    expect(manifest.log_keys).toEqual([(await (await fetch(`${app.url}/log/key`)).text()).trim()])
    const again = await startApp(target)
    const { sessions, clock, losses, ...counts } = await countsOf(again.services.db, manifest.tables)
    expect(counts).toEqual(
      Object.fromEntries(
        manifest.tables
          .filter(({ name }) => !['sessions', 'clock', 'losses'].includes(name))
          .map(({ name, rows }) => [name, rows]),
      ),
    )
    expect([sessions, clock, losses]).toEqual([expect.any(Number), 1, 1])
    expect(again.services.clock.held()).toBe('restored')
    // A log that went on here and there would contradict itself.
    await nextCheckpoint(again.services)
    expect(await stateOfLog(again.services)).toMatchObject({ state: 'unconfirmed', size: expect.any(Number) })
    const { note } = (await newestCheckpoint(app.services.db, 1))!
    expect(await newestCheckpoint(again.services.db, 1)).toMatchObject({ note })
    expect(await keysForMonths(again.services).then((of) => of('2120-09'))).toEqual(
      await keysForMonths(app.services).then((of) => of('2120-09')),
    )
    for (const { token, sealed, opened, text, bytes, picture } of before) {
      const { capsule } = await get(again.url, 'capsuleDetail', { capsule_id: opened }, { token })
      expect(capsule.capsule_content!.content[0]!.content).toBe(text)
      const shut = await get(again.url, 'capsuleDetail', { capsule_id: sealed }, { token })
      expect(shut.capsule.capsule_content).toBeUndefined()
      expect((await ask(again.url, 'unseal', { capsule_id: sealed }, { token })).code).not.toBe(1000)
      await comeDue(again.services, sealed)
      await get(again.url, 'unseal', { capsule_id: sealed }, { token })
      const shown = await get(again.url, 'capsuleDetail', { capsule_id: sealed }, { token })
      const address = shown.capsule.capsule_content!.content[0]!.content
      expect(address).toContain(picture)
      expect(Buffer.from(await (await fetch(new URL(address, again.url))).arrayBuffer()).equals(bytes)).toBe(true)
    }
    await stopApp(again)
  })

  it('copies an object once, and is found good by verify', async () => {
    const objects = async () => (await readdir(join(place, 'objects'), { recursive: true })).filter(isObject)
    const [name, ...others] = await objects()
    const { mtimeMs, ino } = await stat(join(place, 'objects', name!))
    await later(1_000)
    expect((await within(here(), 'backup', '--to', place)).code).toBe(0)
    expect(await stat(join(place, 'objects', name!))).toMatchObject({ mtimeMs, ino })
    const now = await objects()
    expect(now.length).toBeGreaterThanOrEqual(others.length + 1)
    expect(new Set(now.map((path) => path.slice(0, -65))).size).toBe(now.length)
    expect(await within(here(), 'verify', place)).toMatchObject({ code: 0, out: expect.stringContaining('备份完好') })
  })

  it.runIf(process.env.DATABASE_URL)(
    'too large for an embedded engine is proven in a scratch database of the server',
    async () => {
      const { folder } = await findBackup(place)
      const manifest = await readManifest(folder)
      const proving = { place, folder, manifest: { ...manifest, chars: 6_000_000_000 } }
      const needed = { config: app.services.config, log: app.services.log, now: () => new Date() }
      expect(await prove(needed, proving)).toEqual([])
      const scratch = sql`select from pg_database where datname like 'capsule_scratch_%'`
      expect((await scratch.execute(app.services.db)).rows).toEqual([])
      manifest.tables.find(({ name }) => name === 'users')!.rows++
      expect(await prove(needed, proving)).toEqual([expect.stringContaining('表 users 有')])
    },
  )

  it('names the file in which one byte is damaged, of each kind, and is not put back', async () => {
    const { folder } = await findBackup(place)
    const { tables, objects } = await readManifest(folder)
    const pooled = (await readdir(join(place, 'objects'), { recursive: true })).find(isObject)!
    const contents = tables.find(({ name }) => name === 'capsule_contents')!.file.path
    const inFolder = ['manifest.json', 'manifest.sha256', contents, objects!.file.path].map((name) =>
      join(folder, name),
    )
    const target = await newTarget()
    for (const path of [...inFolder, join(place, 'objects', pooled)]) {
      await flip(path)
      const { code, err } = await within(settingsOf(target), 'verify', folder)
      expect([code, err], path).toEqual([1, expect.stringContaining(nameOf(path))])
      if (path === inFolder.at(-1)) expect((await within(settingsOf(target), 'restore', folder)).code).toBe(1)
      await flip(path)
    }
    expect((await readdir(target.dataDir)).sort()).toEqual(['keys'])
    expect((await within(settingsOf(target), 'verify', folder)).code).toBe(0)
  })

  it.skipIf(process.env.MEDIA_STORE)(
    'is not needed to look through the database at hand: verify names an object that is missing',
    async () => {
      expect(await command(here(), 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('数据库完好') })
      const { picture } = before[0]!
      const path = join(app.dataDir, 'media', picture)
      await rename(path, `${path}.away`)
      const { code, err } = await within(here(), 'verify')
      expect([code, err]).toEqual([1, expect.stringContaining(picture)])
      const made = await within(here(), 'backup', '--to', await mkdtemp(join(place, 'other-')))
      expect([made.code, made.err]).toEqual([1, expect.stringContaining(`缺少文件 ${picture}`)])
      await rename(`${path}.away`, path)
    },
  )

  it('is not put back into a place that is not empty, or under another master key', async () => {
    const { folder } = await findBackup(place)
    const counts = () => countsOf(app.services.db, [{ name: 'users' }, { name: 'entries' }])
    const now = await counts()
    const refused = await command(here(), 'restore', folder)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('不是空的')])
    expect(await counts()).toEqual(now)
    const target = await newTarget()
    const strangers = await within(
      { ...settingsOf(target), MASTER_KEY: Buffer.alloc(32, 9).toString('base64') },
      'restore',
      folder,
    )
    expect([strangers.code, strangers.err]).toEqual([1, expect.stringContaining('另一把主密钥')])
    expect((await readdir(target.dataDir)).sort()).toEqual(['keys'])
  })

  drill('whose restore was killed half-way leaves nothing that starts, and is put back from the start', async () => {
    const backups = await mkdtemp(join(place, 'restored-'))
    expect((await within(here(), 'backup', '--to', backups)).code).toBe(0)
    const target = await newTarget()
    const child = beginCommand(settingsOf(target), 'restore', backups)
    while (!(await isHalf(target))) await later(5)
    await later(300)
    child.kill('SIGKILL')
    await ended(child)
    await expect(startApp(target)).rejects.toThrow('没有完成的恢复')
    expect(await within(settingsOf(target), 'restore', backups)).toMatchObject({ code: 0 })
    const again = await startApp(target)
    await get(again.url, 'userInfo', {}, { token: before[0]!.token })
    await stopApp(again)
  })
})

const isObject = (name: string): boolean => /\.[0-9a-f]{64}$/.test(name)
const nameOf = (path: string): string => (path.endsWith('manifest.sha256') ? 'manifest.json' : path)

async function isHalf({ dataDir, databaseUrl }: (typeof targets)[number]): Promise<boolean> {
  if (!databaseUrl) return readFile(join(restoringFolder(dataDir), 'PG_VERSION')).then(...IS_THERE)
  const { db, close } = openMaintenanceConnection(databaseUrl)
  return isHalfRestored(db).finally(close)
}
const IS_THERE = [() => true, () => false] as const
