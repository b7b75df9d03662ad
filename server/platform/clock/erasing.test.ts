import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { runCommand } from '#server/http/commands.ts'
import { clearRemains } from '#server/platform/media/clear.ts'
import { jobs } from '#server/start/jobs.ts'
import { clearMirror } from '#server/upkeep/backup/mirror.ts'
import { runBackup } from '#server/upkeep/backup/run.ts'
import { withApp } from '#test/app.ts'
import { newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { png } from '#test/media.ts'

const folder = await mkdtemp(join(tmpdir(), 'capsule-erasing-'))
const [mirror, backups] = [join(folder, 'mirror'), join(folder, 'backups')]
const app = withApp({ MEDIA_MIRROR: mirror })
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => void vi.restoreAllMocks())

const TABLES = ['idempotency', 'sessions', 'capsule_contacts'] as const
const BAD = '20200101T000000Z'

const run = (name: string) => jobs.find((job) => job.name === name)!.run(app.services, new AbortController().signal)

async function backUp(): Promise<string> {
  const { config, log, now } = app.services
  const askForCopy = async (folder: string) => void (await runCommand(app.services, ['backup', 'copy', folder]))
  return runBackup({ config, log, now }, ['--to', backups], { askForCopy, note: async () => {} })
}

/** Something of each kind that goes by its age alone, grown old. */
async function growOld() {
  const { db } = app.services
  const { token } = await newPerson(app.url)
  const contact = { email: 'erasing@example.com' }
  await seal(app.url, token, textCapsule('<p>x</p>', { contact } as never))
  const key = await upload(app.url, token, 'image', await png(), 'png')
  await db.deleteFrom('objects').where('key', '=', key).execute()
  await utimes(join(app.services.config.mediaDir, key), 0, 0)
  await sql`update idempotency set created_at = now() - interval '31 days'`.execute(db)
  await sql`update sessions set ended_at = now() - interval '31 days'`.execute(db)
  await sql`update capsule_contacts set over_at = now() - interval '1 day'`.execute(db)
  const left = join(mirror, 'objects', 'image', '1')
  await mkdir(left, { recursive: true })
  await writeFile(join(left, `left.png.${'a'.repeat(64)}`), 'x')
  await utimes(join(left, `left.png.${'a'.repeat(64)}`), 0, 0)
  await mkdir(join(backups, 'backups', BAD), { recursive: true })
  return async () => {
    const counted = TABLES.map(
      async (table) => (await db.selectFrom(table).select(sql`1`.as('one')).execute()).length > 0,
    )
    return {
      rows: await Promise.all(counted),
      remains: (await app.services.media.sizeOf(key)) !== undefined,
      mirror: (await readdir(left)).length > 0,
      backup: (await readdir(join(backups, 'backups'))).includes(BAD),
    }
  }
}

const ERASING = ['clearMirror', 'clearRemains', 'sweepAnswers', 'sweepSessions', 'sweepContacts']

it.skipIf(process.env.MEDIA_STORE)(
  'what goes by its age alone stays as long as nobody has confirmed the time: files, backups, and rows somebody may want',
  { timeout: 120_000 },
  async () => {
    const { db, media } = app.services
    // Made by the first service that keeps something there.
    await mkdir(mirror, { recursive: true })
    await writeFile(join(mirror, 'owner'), await ownerOf())
    expect(media.kind).toBe('disk')
    const there = await growOld()
    // A clock that no process has compared.
    await sql`update clock set last_at = now() - interval '20 days'`.execute(db)
    expect(await backUp()).toContain('没有清理过期的备份')
    await sql`update clock set last_at = now(), erases_at = null`.execute(db)
    for (const name of ERASING) await run(name)
    expect(await backUp()).toContain('没有清理过期的备份')
    const all = { rows: [true, true, true], remains: true, mirror: true, backup: true }
    expect(await there()).toEqual(all)
    await runCommand(app.services, ['clock', 'confirm'])
    for (const name of ERASING) await run(name)
    expect(await backUp()).toContain('清理了 1 个过期的备份')
    expect(await there()).toEqual({ rows: [false, false, false], remains: false, mirror: false, backup: false })
  },
)

it.skipIf(process.env.MEDIA_STORE)(
  'a process whose own clock is a week ahead of the database’s clears no file of today',
  async () => {
    const { db, media, clock } = app.services
    const { token } = await newPerson(app.url)
    const key = await upload(app.url, token, 'image', await png(), 'png')
    await db.deleteFrom('objects').where('key', '=', key).execute()
    const inMirror = join(mirror, 'objects', 'image', '1', `today.png.${'c'.repeat(64)}`)
    await mkdir(dirname(inMirror), { recursive: true })
    await writeFile(join(mirror, 'owner'), await ownerOf())
    await writeFile(inMirror, 'x')
    const ahead = Date.now() + 8 * 86_400_000
    const stopped = vi.spyOn(Date, 'now').mockReturnValue(ahead)
    const services = { ...app.services, now: () => new Date(ahead) }
    expect((await sql<{ may: boolean }>`select ${clock.erases()} as may`.execute(db)).rows).toEqual([{ may: true }])
    await clearMirror(services)
    await clearRemains(services)
    stopped.mockRestore()
    expect(await media.sizeOf(key)).toBeDefined()
    expect(await readdir(dirname(inMirror))).toContain(basename(inMirror))
  },
)

/** As the database is called in its folders. */
async function ownerOf(): Promise<string> {
  const { fingerprint } = await app.services.db
    .selectFrom('keyring')
    .select('fingerprint')
    .where('key_id', '=', 'media')
    .executeTakeFirstOrThrow()
  return fingerprint
}
