import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { LOCK_FILE } from '#server/platform/db/embedded/lock.ts'
import { thisProcess } from '#server/platform/db/embedded/owner.ts'
import { beginCommand, command } from '#test/command.ts'
import { dropDatabase, newDatabase } from '#test/databases.ts'
import { mayMount, smallDisk, unmount } from '#test/mounts.ts'
import { addressOf, ended, listenTo, runServer } from '#test/process.ts'
import { DRILL, THOROUGH } from '#test/thorough.ts'
import { folderOf, nameAt, namesIn } from './places.ts'

const A_WHILE = { timeout: 480_000 }
const A_DRILL = { ...A_WHILE, ...DRILL }
const WITHIN = { timeout: 60_000, interval: 20 }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

let base: string
let dataDir: string
let place: string
let databaseUrl: string | undefined
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'capsule-left-'))
  ;[dataDir, place] = [join(base, 'data'), join(base, 'backups')]
  databaseUrl = await newDatabase()
})
afterEach(async () => {
  await dropDatabase(databaseUrl)
  await rm(base, { recursive: true, force: true })
})

const settings = (): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl, MASTER_KEY }),
  PORT: '9',
})
const run = (...words: string[]) => command(settings(), ...words)

const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('copy-'))
/** It holds a database by now. */
const copied = () => copies().some((name) => existsSync(join(dataDir, name, 'base')))
/** An engine is open on it. */
const isRead = () => copies().some((name) => existsSync(join(dataDir, name, LOCK_FILE)))

describe.skipIf(process.env.DATABASE_URL || !THOROUGH)('the copy from which a backup is made', A_DRILL, () => {
  it('goes with the next command once its process was killed, and not while that works', async () => {
    expect(await run('operator', 'add', '值班')).toMatchObject({ code: 0 })
    await mkdir(join(dataDir, 'copy-of-mine'))
    const killed = beginCommand(settings(), 'backup', '--to', place)
    await expect.poll(copied, WITHIN).toBe(true)
    killed.kill('SIGKILL')
    await ended(killed)
    expect(copies()).toHaveLength(2)
    const working = beginCommand(settings(), 'backup', '--to', place)
    await expect.poll(isRead, WITHIN).toBe(true)
    working.kill('SIGSTOP')
    expect(copies()).toHaveLength(2)
    expect(await run('clock', 'show')).toMatchObject({ code: 0 })
    expect(copies()).toHaveLength(2)
    working.kill('SIGCONT')
    expect(await ended(working)).toBe(0)
    expect(copies()).toEqual(['copy-of-mine'])
  })

  it('goes with the next start, that of a move as well; one of before that names nobody after a day', async () => {
    expect(await run('operator', 'add', '值班')).toMatchObject({ code: 0 })
    const [fresh, old] = ['copy-00000000-0000-4000-8000-000000000001', 'copy-00000000-0000-4000-8000-000000000002']
    for (const name of [fresh, old]) await mkdir(join(dataDir, name))
    const then = new Date(Date.now() - 2 * DAY_MS)
    await utimes(join(dataDir, old), then, then)
    const killed = beginCommand(settings(), 'backup', '--to', place)
    await expect.poll(() => copies().length, WITHIN).toBe(2)
    await expect.poll(copied, WITHIN).toBe(true)
    killed.kill('SIGKILL')
    await ended(killed)
    await mkdir(join(dataDir, 'moving', 'backups'), { recursive: true })
    await writeFile(join(dataDir, 'moving', LOCK_FILE), JSON.stringify({ ...thisProcess(), started: '1' }))
    const server = runServer({ ...settings(), PORT: '0' })
    await addressOf(server)
    expect([copies(), existsSync(join(dataDir, 'moving'))]).toEqual([[fresh], false])
    server.kill('SIGTERM')
    expect(await ended(server)).toBe(0)
  })
})

describe.skipIf(process.env.DATABASE_URL || !mayMount)(
  'a backup whose copy has no room in DATA_DIR (a mount)',
  A_WHILE,
  () => {
    const pathAndRoom = () => new RegExp(`${dataDir} .*需要 \\d+ MB.*只剩 \\d+ MB`)
    // Room to work in, and none for a second database beside the first.
    beforeEach(() => smallDisk(dataDir, 330 * 1024 ** 2))
    afterEach(() => unmount(dataDir))

    it('is refused before anything of it is written, with the path, what it needs and what is free', async () => {
      expect(await run('operator', 'add', '值班')).toMatchObject({ code: 0 })
      const refused = await run('backup', '--to', place)
      expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(pathAndRoom()) })
      expect(copies()).toEqual([])
    })

    it('is noted as the failed one of the day, and there is no good one for /health to tell of', async () => {
      const server = runServer({ ...settings(), PORT: '0', BACKUP_TO: place, BACKUP_HOUR: '0' })
      const said = listenTo(server)
      const url = await addressOf(server)
      await expect.poll(said, WITHIN).toContain('the backup of today is no good')
      expect(said()).toMatch(pathAndRoom())
      expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ backup_age_seconds: null })
      expect(copies()).toEqual([])
      server.kill('SIGTERM')
      expect(await ended(server)).toBe(0)
    })
  },
)

describe.runIf(THOROUGH)('a place for backups', A_DRILL, () => {
  it('is refused within the data folder, also by a way around, and on the same disk it is said', async () => {
    expect(await run('operator', 'add', '值班')).toMatchObject({ code: 0 })
    await mkdir(dataDir, { recursive: true })
    for (const to of [dataDir, join(dataDir, 'backups'), join(dataDir, 'new', '..', 'backups')]) {
      const refused = await run('backup', '--to', to)
      expect([to, refused.code, refused.err]).toEqual([to, 1, expect.stringContaining('DATA_DIR')])
    }
    expect(existsSync(join(dataDir, 'backups'))).toBe(false)
    const near = await run('backup', '--to', place)
    expect([near.code, near.out]).toEqual([0, expect.stringContaining('同一块磁盘')])
  })

  it('that the settings name within the data folder, as some have it, is used and spoken of', async () => {
    expect(await run('operator', 'add', '值班')).toMatchObject({ code: 0 })
    const within = await command({ ...settings(), BACKUP_TO: join(dataDir, 'backups') }, 'backup')
    expect([within.code, within.out]).toEqual([0, expect.stringContaining('DATA_DIR')])
  })

  it.runIf(mayMount)('on another disk is spoken of no further (a mount)', async () => {
    expect(await run('operator', 'add', '值班')).toMatchObject({ code: 0 })
    smallDisk(place, 1024 ** 3)
    const { code, out } = await run('backup', '--to', place).finally(() => unmount(place))
    expect([code, out]).toEqual([0, expect.not.stringContaining('同一块磁盘')])
  })

  it.runIf(mayMount)('without room is named with what is missing there (a full disk)', async () => {
    expect(await run('operator', 'add', '值班')).toMatchObject({ code: 0 })
    smallDisk(place, 64 * 1024)
    const { code, err } = await run('backup', '--to', place).finally(() => unmount(place))
    expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`磁盘已满，请先腾出一些空间：${place}`))])
  })
})

describe.runIf(THOROUGH)('the word of a backup that it is good', A_DRILL, () => {
  /** A copy of the newest backup as if made so many days ago. */
  async function older(days: number, changed: { good?: string } = {}): Promise<string> {
    const [newest] = await namesIn(place)
    const name = nameAt(new Date(Date.now() - days * DAY_MS))
    const folder = folderOf(place, name)
    await cp(folderOf(place, newest!), folder, { recursive: true })
    if (changed.good) await writeFile(join(folder, 'good'), changed.good)
    return folder
  }
  const DATED = '2026-01-01T00:00:00.000Z\n'
  const goodOf = (folder: string) => readFile(join(folder, 'good'), 'utf8')

  beforeEach(async () => {
    expect(await run('operator', 'add', '值班')).toMatchObject({ code: 0 })
  })

  it('bears its manifest; one with a date alone is proven again, and only then others go for it', async () => {
    expect(await run('backup', '--to', place)).toMatchObject({ code: 0 })
    const [first] = await namesIn(place)
    const sum = (await readFile(join(folderOf(place, first!), 'manifest.sha256'), 'utf8')).split(' ')[0]!
    expect(await goodOf(folderOf(place, first!))).toMatch(new RegExp(`^\\S+Z\\n${sum}\\n$`))

    const [dated, spoilt, both] = [
      await older(10, { good: DATED }),
      await older(20, { good: DATED }),
      await older(20.1),
    ]
    const table = join(spoilt, 'database', 'users.ndjson.gz')
    await writeFile(table, (await readFile(table)).subarray(0, -9))
    const next = await run('backup', '--to', place, '--keep', '1,1,1')
    expect([next.code, next.out]).toEqual([0, expect.stringContaining(spoilt)])
    expect(existsSync(join(spoilt, 'good'))).toBe(false)
    expect(existsSync(spoilt)).toBe(true)
    // Proven again, it goes by the rule of all; what the spoilt one would have stood for does too.
    expect([existsSync(dated), existsSync(both)]).toEqual([false, false])
    expect((await run('verify', spoilt)).code).toBe(1)
  })

  it.skipIf(process.env.DATABASE_URL)(
    'is left as it is while its master key is not at hand, and so is the backup',
    async () => {
      expect(await run('backup', '--to', place)).toMatchObject({ code: 0 })
      const dated = await older(10, { good: DATED })
      expect(await run('keys', 'rotate')).toMatchObject({ code: 0 })
      const keys = join(dataDir, 'keys')
      for (const name of readdirSync(keys).filter((name) => name.startsWith('old-'))) await rm(join(keys, name))
      expect(await run('backup', '--to', place, '--keep', '1,1,1')).toMatchObject({ code: 0 })
      expect(await goodOf(dated)).toBe(DATED)
    },
  )

  it('is believed no longer when the manifest is another', async () => {
    expect(await run('backup', '--to', place)).toMatchObject({ code: 0 })
    const other = await older(0.5)
    await writeFile(join(other, 'good'), `${DATED}${'0'.repeat(64)}\n`)
    await rm(folderOf(place, (await namesIn(place))[0]!), { recursive: true })
    expect((await run('verify', place)).err).toContain('没有可用的备份')
    await writeFile(join(other, 'good'), DATED)
    expect(await run('verify', place)).toMatchObject({ code: 0 })
  })
})
