import { closeSync, openSync, writeSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openScratch, scratchFolder } from '#test/engine.ts'
import { LOCK_FILE, lockFolder } from './lock.ts'
import { unpackTemplate } from './open.ts'
import { thisProcess } from './owner.ts'

let folder: string
let remove: () => Promise<void>

beforeEach(async () => {
  ;({ folder, remove } = await scratchFolder())
})
afterEach(() => remove())

const lockFile = () => join(folder, LOCK_FILE)
const forget = {}

test('a fresh cluster has its empty folders, and only its owner may read it', async () => {
  const dataDir = join(folder, 'not', 'there', 'yet')
  await unpackTemplate(dataDir)
  expect(await readdir(join(dataDir, 'pg_wal', 'archive_status'))).toEqual([])
  expect(await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).toBe('18\n')
  expect((await stat(join(dataDir, 'base'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'PG_VERSION'))).mode & 0o777).toBe(0o600)
})

test('a fresh cluster has the notes that the engine would make at its first start', async () => {
  await unpackTemplate(folder)
  const [database] = await readdir(join(folder, 'base'))
  expect(await readdir(join(folder, 'base', database!))).toContain('pg_internal.init')
  expect(await readdir(join(folder, 'global'))).toContain('pg_internal.init')
})

test('a folder with a cluster is left as it is', async () => {
  await unpackTemplate(folder)
  await writeFile(join(folder, 'PG_VERSION'), 'mine')
  await unpackTemplate(folder)
  expect(await readFile(join(folder, 'PG_VERSION'), 'utf8')).toBe('mine')
})

test('an unpacking that was cut off begins again', async () => {
  await unpackTemplate(folder)
  await writeFile(join(folder, 'unpacking'), '')
  await writeFile(join(folder, 'base', 'half'), '')
  await unpackTemplate(folder)
  expect(await readdir(join(folder, 'base'))).not.toContain('half')
  expect(await readdir(folder)).not.toContain('unpacking')
})

test('a folder with something else in it is refused', async () => {
  await writeFile(join(folder, 'photo.jpg'), '')
  await expect(unpackTemplate(folder)).rejects.toThrow('photo.jpg')
})

test('a template that is cut off does not pass for a cluster', async () => {
  const whole = await readFile(new URL('../../../../dist/template.tar.gz', import.meta.url))
  const cut = join(folder, 'cut.tar.gz')
  await writeFile(cut, whole.subarray(0, 100_000))
  await mkdir(join(folder, 'pg'))
  await expect(unpackTemplate(join(folder, 'pg'), cut)).rejects.toThrow()
  await unpackTemplate(join(folder, 'pg'))
  expect(await readdir(join(folder, 'pg'))).not.toContain('unpacking')
})

test('a folder of before, copied elsewhere, opens', async () => {
  const first = await openScratch(join(folder, 'a'))
  await sql.raw('create table moved (id int); insert into moved values (7)').execute(first.db)
  await first.close()
  await cp(join(folder, 'a'), join(folder, 'b'), { recursive: true })
  const second = await openScratch(join(folder, 'b'))
  expect((await sql`select id from moved`.execute(second.db)).rows).toEqual([{ id: 7 }])
  await second.close()
})

test('the folder of a process that lives is refused at once, also to itself', async () => {
  const release = await lockFolder(folder, forget)
  const since = performance.now()
  await expect(lockFolder(folder, forget)).rejects.toThrow(`（pid ${process.pid}）`)
  expect(performance.now() - since).toBeLessThan(500)
  release()
  const again = await lockFolder(folder, forget)
  again()
  expect(await readdir(folder)).toEqual([])
})

test('who waits for an owner takes the folder when it is let go', async () => {
  const release = await lockFolder(folder, forget)
  const again = await lockFolder(folder, forget, { ms: 60_000, onWait: release })
  again()
  expect(await readdir(folder)).toEqual([])
})

test('a pid that was used again does not count as the owner', async () => {
  await writeFile(lockFile(), JSON.stringify({ ...thisProcess(), started: '1', token: 'old', beat: 3 }))
  const release = await lockFolder(folder, forget)
  release()
})

test('an owner in another container is refused while it beats, and gives way when it is silent', async () => {
  let beat = 0
  const other = { pid: 1, machine: hostname(), space: 'pid:[another]', token: 'other' }
  const fd = openSync(lockFile(), 'w')
  // In one write, as an owner beats: nobody ever reads half of it.
  const write = () => writeSync(fd, JSON.stringify({ ...other, beat: beat++ }).padEnd(512), 0)
  write()
  const beating = setInterval(write, 300)
  await expect(lockFolder(folder, forget)).rejects.toThrow('（pid 1）')
  clearInterval(beating)
  closeSync(fd)
  const release = await lockFolder(folder, forget)
  release()
}, 15_000)

test('of ten that find a stale lock at once, one takes it', async () => {
  await writeFile(lockFile(), JSON.stringify({ ...thisProcess(), pid: 2 ** 30, token: 'dead', beat: 0 }))
  const takes = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder, forget)))
  const taken = takes.filter((take) => take.status === 'fulfilled')
  expect(taken).toHaveLength(1)
  taken[0]!.value()
})

test('an owner whose lock was taken stops serving', async () => {
  const { engine, db, close } = await openScratch(folder)
  await writeFile(lockFile(), JSON.stringify({ ...thisProcess(), token: 'thief', beat: 0 }))
  await expect.poll(() => engine.whyNotReady()).toBe('数据文件夹已被另一个进程占用')
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: '57P03' })
  await close()
})
