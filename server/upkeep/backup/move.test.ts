import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startApp, stopApp } from '#test/app.ts'
import { get, later, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { command } from '#test/command.ts'
import { dropDatabase, newDatabase } from '#test/databases.ts'
import { png } from '#test/media.ts'
import { ended, runServer } from '#test/process.ts'
import { readManifest } from './manifest.ts'
import { findBackup } from './places.ts'

const folder = () => mkdtemp(join(tmpdir(), 'capsule-move-'))
const made: string[] = []
const newFolder = async () => {
  const path = await folder()
  made.push(path)
  return path
}
afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))))

/** Of the clock, which knows where it lies, what it notes of a move, and backups. */
const OF_THE_PLACE = new Set(['clock', 'losses', 'backups'])

/** The digests of all tables whose rows do not depend on the place. */
async function digestsOf(settings: Record<string, string>) {
  const place = await newFolder()
  expect(await command(settings, 'backup', '--to', place)).toMatchObject({ code: 0 })
  const { tables, ledger } = await readManifest((await findBackup(place)).folder)
  const kept = tables.filter(({ name }) => !OF_THE_PLACE.has(name))
  return { ledger, tables: kept.map(({ name, rows, digest }) => [name, rows, digest]) }
}

describe.runIf(process.env.DATABASE_URL)('a move', { timeout: 240_000 }, () => {
  it('from a folder to a server and back changes no row, holds the notices, and asks for a stop first', async () => {
    const [dataDir, back, databaseUrl] = [await newFolder(), await newFolder(), await newDatabase()]
    const app = await startApp({ dataDir, databaseUrl: undefined })
    const { token } = await newPerson(app.url)
    const sealed = await seal(app.url, token, textCapsule('<p>搬家 \u2028 “引号” \\ 🙂</p>'))
    await upload(app.url, token, 'image', await png(), 'png')
    const running = await command({ DATA_DIR: dataDir, PORT: new URL(app.url).port }, 'move', '--to', databaseUrl!)
    expect([running.code, running.err]).toEqual([1, expect.stringContaining('请先停止服务器')])
    await stopApp(app)

    const before = await digestsOf({ DATA_DIR: dataDir })
    expect(await command({ DATA_DIR: dataDir }, 'move', '--to', databaseUrl!)).toMatchObject({ code: 0 })
    const onServer = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl! }
    expect(await digestsOf(onServer)).toEqual(before)
    expect((await command({ DATA_DIR: dataDir }, 'move', '--to', databaseUrl!)).err).toContain('不是空的')

    await cp(join(dataDir, 'keys'), join(back, 'keys'), { recursive: true })
    await cp(join(dataDir, 'media'), join(back, 'media'), { recursive: true })
    const toFolder = { DATA_DIR: back, DATABASE_URL: databaseUrl! }
    expect(await command(toFolder, 'move', '--to', 'embedded')).toMatchObject({ code: 0 })
    expect(await digestsOf({ DATA_DIR: back })).toEqual(before)

    const again = await startApp({ dataDir: back, databaseUrl: undefined })
    expect(again.services.clock.held()).toBe('restored')
    await get(again.url, 'capsuleDetail', { capsule_id: sealed }, { token })
    await stopApp(again)
    await dropDatabase(databaseUrl)
  })
})

describe('the backup of every day', { timeout: 120_000 }, () => {
  it('is made by itself where a place for it is set, once, and its age stands on /health and /metrics', async () => {
    const [dataDir, place, databaseUrl] = [await newFolder(), await newFolder(), await newDatabase()]
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', BACKUP_TO: place, BACKUP_HOUR: '0' }
    const child = runServer(settings)
    try {
      const url = await ready(child)
      const good = async () => {
        const [name = ''] = await readdir(join(place, 'backups')).catch(() => [])
        return readFile(join(place, 'backups', name, 'good'), 'utf8').catch(() => '')
      }
      await expect.poll(good, { timeout: 90_000, interval: 200 }).toMatch(/^20/)
      // It is noted a moment later, and asked for at most every half a minute.
      await later(2_000)
      const health = (await (await fetch(`${url}/health`)).json()) as { backup_age_seconds: number }
      expect(health.backup_age_seconds).toBeGreaterThan(0)
      expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^backup_age_seconds \d/m)
      expect(await readdir(join(place, 'backups'))).toHaveLength(1)
    } finally {
      child.kill()
      await ended(child)
      await dropDatabase(databaseUrl)
    }
  })
})

/** The address it listens at; warnings of what is held or not set do not count. */
const ready = (child: ReturnType<typeof runServer>): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      const url = /http:\/\/[\d.:]+/.exec(String(chunk))?.[0]
      if (url) resolve(url)
    })
    child.on('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
