import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, get, newPerson, postForm, seal, textCapsule } from '#test/client.ts'
import { command, commandBy } from '#test/command.ts'
import { freePort } from '#test/freePort.ts'
import { png } from '#test/media.ts'
import { seriesOf } from '#test/metrics.ts'
import { loopDisk, mayMount, readOnly, smallDisk, unmount } from '#test/mounts.ts'
import { addressOf, ended, listenTo, runServer, runServerBy } from '#test/process.ts'
import { DRILL, THOROUGH } from '#test/thorough.ts'

const WITHIN = { timeout: 60_000, interval: 200 }
const A_WHILE = { timeout: 240_000 }
const A_DRILL = { ...A_WHILE, ...DRILL }
const GB = 1024 ** 3
const NOBODY = 65_534
/** These tests need the embedded engine: a database server’s disk is its own matter. */
const embedded = !process.env.DATABASE_URL
const isRoot = process.getuid?.() === 0

let base: string
let children: ChildProcess[]
let undo: (() => unknown)[]

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'capsule-disk-'))
  chmodSync(base, 0o755)
  children = []
  undo = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(ended))
  for (const step of undo.reverse()) step()
  await rm(base, { recursive: true, force: true })
})

const begin = (child: ChildProcess) => {
  children.push(child)
  return { child, said: listenTo(child) }
}
/** Starts a server that writes into this folder, and makes its temporary copies in `aside`. */
function start(dataDir: string, env: Record<string, string> = {}) {
  mkdirSync(join(base, 'aside'), { recursive: true })
  return begin(runServer({ DATA_DIR: dataDir, TMPDIR: join(base, 'aside'), LOG_LEVEL: 'silent', ...env }))
}

async function startInVain(dataDir: string): Promise<string> {
  const { child, said } = start(dataDir)
  expect(await ended(child)).toBe(1)
  return said()
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended(child)).toBe(0)
}

function mountReadOnly(folder: string): () => void {
  const mounted = readOnly(folder)
  undo.push(mounted.undo)
  return () => {
    undo.splice(undo.indexOf(mounted.undo), 1)
    mounted.undo()
  }
}

const healthOf = async (url: string) => (await fetch(`${url}/health`)).json()
const readsAlone = { status: 'ok', reads: true, writes: false, reason: expect.stringContaining('磁盘') }
const takesAll = expect.not.objectContaining({ writes: false })

/** Somebody with a sealed capsule, and their signed upload forms. */
async function live(url: string) {
  const { token } = await newPerson(url)
  const id = await seal(url, token, textCapsule('<p>只读的磁盘</p>'))
  return { token, id, hosts: (await get(url, 'ossToken', {}, { token })).hosts }
}

async function expectReadsAlone(url: string, { token, id, hosts }: Awaited<ReturnType<typeof live>>): Promise<void> {
  await expect.poll(() => healthOf(url), WITHIN).toEqual(expect.objectContaining(readsAlone))
  const { capsules } = await get(url, 'myClosedCapsules', {}, { token })
  expect(capsules.data.map((capsule) => capsule.id)).toEqual([id])
  expect(await ask(url, 'createTimeCapsule', textCapsule('<p>写不下</p>'), { token })).toMatchObject({ status: 503 })
  const { response } = await postForm(url, hosts.image, await png(), { ext: 'png' })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  const figures = await seriesOf(url)
  expect(figures.of('media_store_errors_total', { operation: 'upload' })).toBe(1)
  expect(figures.of('database_read_only')).toBe(1)
}

describe.runIf(embedded && mayMount && THOROUGH)('a folder that takes no writes', A_DRILL, () => {
  it('stops a start and a command with its path, and nobody is said to use it (a read-only mount)', async () => {
    const dataDir = join(base, 'data')
    const { child } = start(dataDir)
    await addressOf(child)
    await stop(child)
    const writable = mountReadOnly(dataDir)
    const said = await startInVain(dataDir)
    expect(said).toMatch(new RegExp(`磁盘是只读的，不能写入：${dataDir}/pg`))
    const words = [
      ['clock', 'show'],
      ['backup', '--to', join(base, 'backups')],
      ['move', '--to', 'postgres://127.0.0.1:9/none'],
    ]
    for (const given of words) {
      const { code, err } = await command({ DATA_DIR: dataDir }, ...given)
      if (given[0] !== 'move') expect([given, code, err]).toEqual([given, 1, expect.stringContaining('磁盘是只读的')])
      expect(err).not.toContain('pid')
    }
    writable()
  })

  it('for want of room stops a start with its path (a full disk)', async () => {
    const path = join(base, 'full')
    smallDisk(path, 64 * 1024)
    undo.push(() => unmount(path))
    mkdirSync(join(path, 'pg'))
    await writeFile(join(path, 'filler'), Buffer.alloc(1024 * 1024)).catch(() => {})
    expect(await startInVain(path)).toMatch(new RegExp(`磁盘已满，请先腾出一些空间：${path}/pg`))
  })
})

describe.runIf(embedded && mayMount && THOROUGH)('a data disk that takes no writes any more', A_DRILL, () => {
  it('leaves reads to anyone who asks, and says why (an ext4 error on a loop device)', async () => {
    const path = join(base, 'disk')
    const disk = loopDisk(path, 2 * GB)
    undo.push(() => unmount(path))
    const { child } = start(join(path, 'data'))
    const url = await addressOf(child)
    const person = await live(url)
    disk.fail()
    await expectReadsAlone(url, person)
    expect(child.exitCode).toBe(null)
    await stop(child)
    expect(readdirSync(join(base, 'aside'))).toEqual([])
    expect(await startInVain(join(path, 'data'))).toContain('磁盘是只读的，不能写入')
  })

  it('is written to again as soon as it can be, and nothing is missing (a read-only mount)', async () => {
    const dataDir = join(base, 'data')
    const { child } = start(dataDir)
    await expectReadsUntil(child, () => mountReadOnly(dataDir))
  })

  it('answers 503 where no copy has room either, and goes on later (a read-only mount)', async () => {
    const [dataDir, aside] = [join(base, 'data'), join(base, 'aside')]
    const { child } = start(dataDir)
    const url = await addressOf(child)
    smallDisk(aside, 1024 * 1024, { isThere: true })
    undo.push(() => unmount(aside))
    const writable = mountReadOnly(dataDir)
    await expect
      .poll(() => healthOf(url), WITHIN)
      .toMatchObject({ status: 'unavailable', reason: expect.stringContaining('no room for a copy') })
    writable()
    await expect.poll(() => healthOf(url), WITHIN).toEqual(takesAll)
    await stop(child)
  })
})

describe.runIf(embedded)('a data folder that may not be written to any more', A_WHILE, () => {
  it('leaves reads, and is written to again when it may be (permissions in place of a disk)', async () => {
    const dataDir = join(base, 'data')
    mkdirSync(join(base, 'aside'), { mode: 0o777 })
    chmodSync(join(base, 'aside'), 0o777)
    mkdirSync(dataDir)
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY)
    const env = { DATA_DIR: dataDir, TMPDIR: join(base, 'aside'), LOG_LEVEL: 'silent' }
    const { child } = begin(isRoot ? runServerBy(NOBODY, env) : runServer(env))
    await expectReadsUntil(child, () => {
      chmodSync(join(dataDir, 'pg'), 0o500)
      return () => chmodSync(join(dataDir, 'pg'), 0o700)
    })
  })
})

describe.runIf(embedded && isRoot && THOROUGH)('a temporary folder that others use too', A_DRILL, () => {
  /** A folder like /tmp: only the owner of a folder in it may remove that folder. */
  function shared(): string {
    const aside = join(base, 'aside')
    mkdirSync(aside)
    chmodSync(aside, 0o1777)
    return aside
  }
  function ownFolder(name: string): string {
    const dataDir = join(base, name)
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY, NOBODY)
    return dataDir
  }
  const asNobody = (dataDir: string, TMPDIR: string) =>
    begin(runServerBy(NOBODY, { DATA_DIR: dataDir, TMPDIR, LOG_LEVEL: 'warn' }))

  it('stops no start, no command and no end by what somebody has put there', async () => {
    const [aside, dataDir] = [shared(), ownFolder('data')]
    const digest = createHash('sha256').update(join(dataDir, 'pg')).digest('hex').slice(0, 16)
    const foreign = ['capsule-reading-000000', `capsule-reading-${digest}`]
    for (const name of foreign) mkdirSync(join(aside, name), { mode: 0o700 })
    const { child } = asNobody(dataDir, aside)
    await addressOf(child)
    await stop(child)
    expect(await commandBy(NOBODY, { DATA_DIR: dataDir, TMPDIR: aside }, 'clock', 'show')).toMatchObject({ code: 0 })
    expect(readdirSync(aside).sort()).toEqual(foreign)
  })

  it('keeps the copy that a living one reads from, and loses that of a killed one at the next start', async () => {
    const [aside, dataDir, another] = [shared(), ownFolder('data'), ownFolder('another')]
    const { child } = asNobody(dataDir, aside)
    const url = await addressOf(child)
    const person = await live(url)
    chmodSync(join(dataDir, 'pg'), 0o500)
    await expectReadsAlone(url, person)
    const copies = readdirSync(aside)
    expect(copies).toHaveLength(1)
    const command = () => commandBy(NOBODY, { DATA_DIR: another, TMPDIR: aside }, 'clock', 'show')
    expect(await command()).toMatchObject({ code: 0 })
    expect(readdirSync(aside)).toEqual(copies)
    child.kill('SIGKILL')
    await ended(child)
    expect(await command()).toMatchObject({ code: 0 })
    expect(readdirSync(aside)).toEqual([])
    chmodSync(join(dataDir, 'pg'), 0o700)
  })
})

/** While `close` is in effect only reads work; its answer undoes it, and then everything works, with nothing missing. */
async function expectReadsUntil(child: ChildProcess, close: () => () => void): Promise<void> {
  const url = await addressOf(child)
  const person = await live(url)
  const open = close()
  await expectReadsAlone(url, person)
  open()
  await expect.poll(() => healthOf(url), WITHIN).toEqual(takesAll)
  const { token, hosts, id } = person
  const second = await seal(url, token, textCapsule('<p>又写得下了</p>'))
  const { response } = await postForm(url, hosts.image, await png(), { ext: 'png' })
  expect(response.status).toBe(200)
  const { capsules } = await get(url, 'myClosedCapsules', {}, { token })
  expect(capsules.data.map((capsule) => capsule.id).sort()).toEqual([id, second].sort())
  await stop(child)
  expect(readdirSync(join(base, 'aside'))).toEqual([])
}

describe('uploads into a folder that takes none', A_WHILE, () => {
  it.runIf(isRoot && embedded)(
    'are 503 with a time to come again, and counted (as another user than its owner)',
    async () => {
      const dataDir = join(base, 'data')
      mkdirSync(dataDir)
      chownSync(dataDir, NOBODY, NOBODY)
      const { child } = begin(runServerBy(NOBODY, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
      const url = await addressOf(child)
      const { token } = await newPerson(url, { gift: false })
      const { hosts } = await get(url, 'ossToken', {}, { token })
      chownSync(join(dataDir, 'media', 'parts'), 0, 0)
      const { response } = await postForm(url, hosts.image, await png(), { ext: 'png' })
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await seriesOf(url)).of('media_store_errors_total', { operation: 'upload' })).toBe(1)
    },
  )
})

describe.runIf(embedded && THOROUGH)('a command beside a server', A_DRILL, () => {
  it('that asks at the wrong port names the process that has the folder', async () => {
    const dataDir = join(base, 'data')
    const { child } = start(dataDir)
    await addressOf(child)
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    for (const words of [
      ['clock', 'show'],
      ['backup', '--to', join(base, 'backups')],
    ]) {
      const { code, err } = await command(env, ...words)
      expect([words, code, err]).toEqual([words, 1, expect.stringContaining(`pid ${child.pid}`)])
      expect(err).toContain('PORT')
      expect(err).not.toContain('pid 0')
    }
    await stop(child)
  })
})
