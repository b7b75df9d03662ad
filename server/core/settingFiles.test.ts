import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeDatabase } from '#test/app.ts'
import { command } from '#test/command.ts'
import { dropDatabase } from '#test/databases.ts'
import { addressOf, ended, runServer } from '#test/process.ts'

const folder = mkdtemp(join(tmpdir(), 'capsule-files-'))
const running: { child?: ChildProcess; databaseUrl?: string | undefined } = {}
afterAll(async () => {
  running.child?.kill('SIGKILL')
  if (running.child) await ended(running.child)
  await dropDatabase(running.databaseUrl)
  await rm(await folder, { recursive: true, force: true })
})

it('a server and its commands take their secrets from files', { timeout: 240_000 }, async () => {
  const dir = await folder
  const at = async (name: string, text: string) => {
    await writeFile(join(dir, name), `${text}\n`)
    return join(dir, name)
  }
  running.databaseUrl = await makeDatabase()
  const database: Record<string, string> = running.databaseUrl
    ? { DATABASE_URL_FILE: await at('database', running.databaseUrl) }
    : {}
  const DATA_DIR = join(dir, 'data')
  const MASTER_KEY_FILE = await at('key', Buffer.alloc(32, 5).toString('base64'))
  const env = { ...database, DATA_DIR, MASTER_KEY_FILE, PORT: String(20_000 + (process.pid % 20_000)) }
  running.child = runServer(env)
  await addressOf(running.child)
  // Beside a folder's owner the proof is made with the key of the file; on a server the database is opened with it.
  expect(await command(env, 'operator', 'add', '值班')).toMatchObject({ code: 0, out: expect.stringContaining('值班') })
  expect(await command(env, 'operator', 'list')).toMatchObject({ code: 0, out: expect.stringContaining('值班') })
  const other = await at('other', Buffer.alloc(32, 6).toString('base64'))
  expect(await command({ ...env, MASTER_KEY_FILE: other }, 'operator', 'list')).toMatchObject({ code: 1 })
  running.child.kill('SIGTERM')
  expect(await ended(running.child)).toBe(0)
  // Where to move is said on the command line, whatever file the settings name; nobody is there.
  const moved = await command(env, 'move', '--to', 'postgres://127.0.0.1:9/none')
  expect(moved.err).not.toContain('只能设置一个')
})
