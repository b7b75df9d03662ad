import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bucketSettings, startBucket } from '#test/bucket.ts'
import { commandBy, commandPowerless } from '#test/command.ts'
import { dropDatabase, newDatabase } from '#test/databases.ts'
import { addressOf, ended, listenTo, runServerBy, runServerPowerless } from '#test/process.ts'
import { DRILL, THOROUGH } from '#test/thorough.ts'

const ROOT = 0
/** The service’s own user, and somebody else’s; neither need have a name. */
const SERVICE = 65_534
const OTHER = 65_533
const A_WHILE = { timeout: 480_000 }
const A_DRILL = { ...A_WHILE, ...DRILL }
const isRoot = process.getuid?.() === ROOT
const mayBindLow = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) <= 81
if (!isRoot) console.warn('\n*** WHO OWNS WHAT A COMMAND WRITES IS NOT TESTED: this is not root ***\n')

let base: string
let dataDir: string
let place: string
let databaseUrl: string | undefined
let children: ChildProcess[]

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'capsule-owner-'))
  chmodSync(base, 0o755)
  databaseUrl = await newDatabase()
  dataDir = await folderOf('data', SERVICE)
  place = await folderOf('backups', SERVICE)
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(ended))
  await dropDatabase(databaseUrl)
  await rm(base, { recursive: true, force: true })
})

async function folderOf(name: string, uid: number): Promise<string> {
  const path = join(base, name)
  await mkdir(path, { mode: 0o700 })
  chownSync(path, uid, uid)
  return path
}

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const settings = (): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl, MASTER_KEY }),
  // Where nobody listens.
  PORT: '9',
})

function start(uid: number, env: Record<string, string> = {}) {
  const child = runServerBy(uid, { ...settings(), PORT: '0', ...env })
  children.push(child)
  return { child, said: listenTo(child) }
}

/** Starts, answers, and stops as it is told to. */
async function startAndStop(uid: number): Promise<void> {
  const { child } = start(uid)
  expect((await fetch(`${await addressOf(child)}/health`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended(child)).toBe(0)
}

const endedOrStarted = (child: ChildProcess): Promise<string | number | null> =>
  Promise.race([ended(child), addressOf(child).catch(() => ended(child))])

/** The files below this path that are not this user’s. */
const notOf = (uid: number, path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(path, name)).uid !== uid)

describe.runIf(isRoot && THOROUGH)('what root types while the service is stopped (run as root alone)', A_DRILL, () => {
  it('is done as the owner of the folder, and the service starts again', async () => {
    await startAndStop(SERVICE)
    const commands = [
      ['clock', 'show'],
      ['operator', 'add', '值班'],
      ['backup', '--to', place],
      ['verify', place],
      ['verify'],
      ['scrub', 'all'],
      ...(databaseUrl ? [] : [['keys', 'rotate']]),
    ]
    for (const words of commands)
      expect([words, await commandBy(ROOT, settings(), ...words)]).toMatchObject([words, { code: 0 }])
    expect([notOf(SERVICE, dataDir), notOf(SERVICE, place)]).toEqual([[], []])
    await startAndStop(SERVICE)
  })

  it('finds the secrets that root alone may read', async () => {
    const keyFile = join(base, 'master.key')
    await writeFile(keyFile, MASTER_KEY, { mode: 0o600 })
    const { MASTER_KEY: _, ...others } = settings()
    const env = { ...others, MASTER_KEY_FILE: keyFile }
    expect(await commandBy(ROOT, env, 'operator', 'add', '值班')).toMatchObject({ code: 0 })
    expect(await commandBy(ROOT, env, 'operator', 'list')).toMatchObject({ code: 0 })
    expect(notOf(SERVICE, dataDir)).toEqual([])
  })

  it('reads the sheets that it names before, and puts the key back as the owner’s', async () => {
    const env = { DATA_DIR: dataDir }
    const split = await commandBy(ROOT, { ...env, MASTER_KEY }, 'keys', 'split', '2', '3')
    const sheet = join(base, 'sheets')
    await writeFile(sheet, split.out, { mode: 0o600 })
    expect(await commandBy(ROOT, env, 'keys', 'join', '--write', sheet)).toMatchObject({ code: 0 })
    expect(readFileSync(join(dataDir, 'keys', 'master.key'), 'utf8').trim()).toBe(MASTER_KEY)
    expect(notOf(SERVICE, dataDir)).toEqual([])
  })

  it('is refused where the owner cannot write the backup, with what to type, and nothing is made', async () => {
    await startAndStop(SERVICE)
    const roots = await folderOf('roots', ROOT)
    const refused = await commandBy(ROOT, settings(), 'backup', '--to', roots)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`chown -R ${SERVICE}:${SERVICE} ${roots}`)])
    expect(readdirSync(roots)).toEqual([])
    const missing = await commandBy(ROOT, settings(), 'backup', '--to', join(roots, 'new'))
    expect(missing.err).toContain(
      `mkdir -p ${join(roots, 'new')} && chown -R ${SERVICE}:${SERVICE} ${join(roots, 'new')}`,
    )
    expect(readdirSync(roots)).toEqual([])
    expect(await commandBy(ROOT, { ...settings(), BACKUP_TO: roots }, 'backup')).toMatchObject({ code: 1 })
  })

  it('restores nothing from a backup that the owner may not read, and says how they may', async () => {
    await startAndStop(SERVICE)
    expect(await commandBy(ROOT, settings(), 'backup', '--to', place)).toMatchObject({ code: 0 })
    const keys = readdirSync(dataDir).includes('keys')
      ? readFileSync(join(dataDir, 'keys', 'master.key'), 'utf8').trim()
      : MASTER_KEY
    dataDir = await folderOf('restored', SERVICE)
    const target: Record<string, string> = { ...settings(), MASTER_KEY: keys }
    await dropDatabase(databaseUrl)
    databaseUrl = await newDatabase()
    if (databaseUrl) target.DATABASE_URL = databaseUrl
    execFileSync('chown', ['-R', '0:0', place])
    const refused = await commandBy(ROOT, target, 'restore', place)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`setfacl -R -m u:${SERVICE}:rwX ${place}`)])
    expect(readdirSync(dataDir)).toEqual([])
    execFileSync('chown', ['-R', `${SERVICE}:${SERVICE}`, place])
    expect(await commandBy(ROOT, target, 'restore', place)).toMatchObject({ code: 0 })
    expect(notOf(SERVICE, dataDir)).toEqual([])
  })

  it('makes a folder that is not there yet as its parent’s owner’s', async () => {
    dataDir = join(dataDir, 'new', 'one')
    expect(await commandBy(ROOT, settings(), 'operator', 'add', '值班')).toMatchObject({ code: 0 })
    expect(notOf(SERVICE, join(base, 'data'))).toEqual([])
  })

  it('stays root’s where the folder is root’s', async () => {
    dataDir = await folderOf('own', ROOT)
    expect(await commandBy(ROOT, settings(), 'operator', 'add', '值班')).toMatchObject({ code: 0 })
    expect(notOf(ROOT, dataDir)).toEqual([])
  })
})

describe.runIf(isRoot)('what somebody else types (run as root alone)', A_WHILE, () => {
  it('is refused with the line to type, and leaves all as it was', async () => {
    await startAndStop(SERVICE)
    chmodSync(dataDir, 0o755)
    const refused = await commandBy(OTHER, settings(), 'clock', 'show')
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toMatch(/属于.*65534.*以 uid 65533 运行/s)
    expect(refused.err).toMatch(/sudo -E \S+ \S+cli\.js clock show\n$/)
  })

  it.runIf(process.env.DATABASE_URL)(
    'is done where a server and a bucket have all and no folder is there, no matter whom the release belongs to',
    async () => {
      const bucket = await startBucket()
      const env = { ...settings(), DATA_DIR: join(base, 'none'), ...bucketSettings(bucket) }
      for (const uid of [SERVICE, ROOT])
        expect(await commandBy(uid, env, 'clock', 'confirm')).toMatchObject({ code: 0, err: '' })
      bucket.close()
    },
  )
})

describe.runIf(isRoot && THOROUGH)('a start (run as root alone)', A_DRILL, () => {
  it('of root on the folder of another is theirs, with their groups alone', async () => {
    const { child, said } = start(ROOT)
    await addressOf(child)
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    expect(/^Uid:\s+(.*)$/m.exec(status)![1]!.split(/\s+/)).toEqual(Array(4).fill(String(SERVICE)))
    expect(/^Gid:\s+(.*)$/m.exec(status)![1]!.split(/\s+/)).toEqual(Array(4).fill(String(SERVICE)))
    expect(/^Groups:\s*(.*?)\s*$/m.exec(status)![1]!.split(/\s+/)).not.toContain('0')
    expect(said()).toContain(`uid ${SERVICE}`)
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
    expect(notOf(SERVICE, dataDir)).toEqual([])
    await startAndStop(SERVICE)
  })

  it('of root is refused where the owner may not use another place or file that is set, with all there is to type', async () => {
    const roots = await folderOf('roots', ROOT)
    const words = join(base, 'words.txt')
    await writeFile(words, '不可', { mode: 0o600 })
    const env = { MEDIA_DIR: join(dataDir, 'media'), BACKUP_TO: join(roots, 'new'), MODERATION_WORDS: words }
    await mkdir(env.MEDIA_DIR)
    if (databaseUrl) chownSync(env.MEDIA_DIR, SERVICE, SERVICE)
    const { child, said } = start(ROOT, env)
    expect(await endedOrStarted(child)).toBe(1)
    const lines = [
      ...(databaseUrl ? [] : [`chown -R ${SERVICE}:${SERVICE} ${env.MEDIA_DIR}`]),
      `mkdir -p ${env.BACKUP_TO} && chown -R ${SERVICE}:${SERVICE} ${env.BACKUP_TO}`,
      `chown ${SERVICE}:${SERVICE} ${words}`,
    ]
    expect(said().trimEnd().split('\n').slice(-lines.length)).toEqual(lines)
    expect(readdirSync(dataDir)).toEqual(['media'])
    for (const line of lines) execFileSync('sh', ['-c', line])
    chmodSync(roots, 0o755)
    const again = start(ROOT, env)
    await addressOf(again.child)
  })

  it('of a root that cannot become the owner goes on as root where it may use the folder, and so does a command', async () => {
    chmodSync(dataDir, 0o777)
    const child = runServerPowerless({ ...settings(), PORT: '0', LOG_LEVEL: 'warn', MEDIA_DIR: dataDir })
    children.push(child)
    const said = listenTo(child)
    await expect.poll(said, { timeout: 60_000 }).toContain('已就绪')
    expect(said()).toContain('不能改用它的身份')
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
    const env = { ...settings(), MEDIA_DIR: dataDir }
    expect(await commandPowerless(env, 'clock', 'show')).toMatchObject({ code: 0 })
    const closed = { DATA_DIR: await folderOf('closed', SERVICE), MEDIA_DIR: join(base, 'closed') }
    const refused = await commandPowerless({ ...env, ...closed }, 'clock', 'show')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('不能改用它的身份')])
  })

  it.skipIf(mayBindLow)('of root at a port that its owner may not have says as whom it tried', async () => {
    const { child, said } = start(ROOT, { PORT: '81' })
    expect(await endedOrStarted(child)).toBe(1)
    expect(said()).toMatch(/没有权限监听 81 端口.*uid 65534.*反向代理/)
  })

  it.skipIf(process.env.DATABASE_URL)('that meets files it may not read names them, and what to type', async () => {
    await startAndStop(SERVICE)
    const wal = join(dataDir, 'pg', 'pg_wal')
    const segment = join(wal, readdirSync(wal).find((name) => /^[0-9A-F]{24}$/.test(name))!)
    chownSync(segment, ROOT, ROOT)
    const { child, said } = start(SERVICE)
    expect(await ended(child)).toBe(1)
    expect(said()).toContain(`${segment}（属于 root）`)
    expect(said()).toContain(`chown -R ${SERVICE}:${SERVICE} ${dataDir}`)
    expect(said()).not.toContain('PANIC')
    execFileSync('sh', ['-c', /chown -R .*/.exec(said())![0]])
    await startAndStop(SERVICE)
  })

  it.skipIf(process.env.DATABASE_URL)(
    'that may not read its keys, or its folder, says so in the same way',
    async () => {
      await startAndStop(SERVICE)
      const key = join(dataDir, 'keys', 'master.key')
      chownSync(key, ROOT, ROOT)
      const keyless = start(SERVICE)
      expect(await ended(keyless.child)).toBe(1)
      expect(keyless.said()).toContain(`${key}（属于 root）`)
      chownSync(dataDir, ROOT, ROOT)
      const homeless = start(SERVICE)
      expect(await ended(homeless.child)).toBe(1)
      expect(homeless.said()).toContain(`chown -R ${SERVICE}:${SERVICE} ${dataDir}`)
    },
  )
})
