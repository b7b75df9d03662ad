import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { withApp } from '#test/app.ts'
import { get, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { command } from '#test/command.ts'
import { flip } from '#test/damage.ts'
import { comeDue } from '#test/due.ts'
import { png } from '#test/media.ts'
import { clearMirror } from './mirror.ts'
import { scrubSome } from './scrub.ts'

const mirror = mkdtemp(join(tmpdir(), 'capsule-mirror-'))
const app = withApp({ MEDIA_MIRROR: await mirror })
afterAll(async () => rm(await mirror, { recursive: true, force: true }))

let token: string
let sealed: { id: string; key: string; bytes: Buffer }
beforeAll(async () => {
  token = (await newPerson(app.url)).token
  const bytes = await png({ width: 300, height: 300, seed: 5 })
  const key = await upload(app.url, token, 'image', bytes, 'png')
  const content = [{ type: ITEM.image, content: key, comment: '' }]
  const id = await seal(app.url, token, { ...textCapsule(''), content, content_type: FORM.graphic })
  sealed = { id, key, bytes }
})

const scrubAll = async () =>
  command(
    {
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.databaseUrl ?? '',
      PORT: new URL(app.url).port,
      MEDIA_MIRROR: await mirror,
    },
    'scrub',
    'all',
  )
const stored = () => join(app.dataDir, 'media', sealed.key)
const mirrored = async () => {
  const names = await readdir(join(await mirror, 'objects'), { recursive: true })
  return names.filter((name) => name.startsWith(sealed.key))
}

describe('a scrub', { timeout: 60_000 }, () => {
  it('reads every object back by itself, sealed ones too, and keeps it in the mirror as it lies', async () => {
    await scrubSome(app.services)
    const row = await app.services.db
      .selectFrom('objects')
      .selectAll()
      .where('key', '=', sealed.key)
      .executeTakeFirstOrThrow()
    expect([row.proof?.length, row.scrubbed_at, row.damaged_at]).toEqual([32, expect.any(String), null])
    expect(await mirrored()).toHaveLength(1)
    expect(await scrubAll()).toMatchObject({ code: 0, out: expect.stringContaining('全部完好') })
  })

  it('never changes the proof it has written, nor anything else of what is sealed', async () => {
    const { db } = app.services
    const forge = sql`update objects set proof = '\\x00' where key = ${sealed.key}`.execute(db)
    await expect(forge).rejects.toThrow('stays')
    await expect(sql`update objects set size = 1 where key = ${sealed.key}`.execute(db)).rejects.toThrow('is sealed')
  })

  it('looks at an object again only after a month', async () => {
    const at = async () =>
      (
        await app.services.db
          .selectFrom('objects')
          .select('scrubbed_at')
          .where('key', '=', sealed.key)
          .executeTakeFirstOrThrow()
      ).scrubbed_at
    const before = await at()
    await scrubSome(app.services)
    expect(await at()).toBe(before)
    await sql`update objects set scrubbed_at = now() - interval '31 days'`.execute(app.services.db)
    await scrubSome(app.services)
    expect(await at()).not.toBe(before)
  })
})

describe('the mirror', () => {
  it('keeps nothing longer than a week that the database knows no more, and is one database’s alone', async () => {
    const folder = join(await mirror, 'objects', 'image', '1')
    const [left, fresh] = [`left.png.${'a'.repeat(64)}`, `fresh.png.${'b'.repeat(64)}`]
    for (const name of [left, fresh]) await writeFile(join(folder, name), 'x')
    await utimes(join(folder, left), 0, 0)
    await clearMirror(app.services)
    const names = await readdir(folder)
    expect([names.includes(left), names.includes(fresh)]).toEqual([false, true])
    expect(await mirrored()).toHaveLength(1)
    const owner = join(await mirror, 'owner')
    const name = await readFile(owner, 'utf8')
    await writeFile(owner, 'somebody else')
    await utimes(join(folder, fresh), 0, 0)
    await expect(clearMirror(app.services)).rejects.toThrow('属于另一个数据库')
    expect(await readdir(folder)).toContain(fresh)
    await writeFile(owner, name)
  })
})

describe('an object that can be opened and holds other bytes than the first time', () => {
  it('is named, and sound again when they are those', async () => {
    const { db } = app.services
    const set = (proof: Buffer) =>
      db.transaction().execute(async (db) => {
        await sql`set local session_replication_role = replica`.execute(db)
        await db.updateTable('objects').set({ proof }).where('key', '=', sealed.key).execute()
      })
    const row = await db.selectFrom('objects').select('proof').where('key', '=', sealed.key).executeTakeFirstOrThrow()
    await set(Buffer.alloc(32, 1))
    expect(await scrubAll()).toMatchObject({ code: 1, err: expect.stringContaining(sealed.key) })
    await set(row.proof!)
    expect((await scrubAll()).code).toBe(0)
  })
})

describe.skipIf(process.env.MEDIA_STORE)('a damaged object', { timeout: 60_000 }, () => {
  const damaged = async () => /^objects_damaged (\d+)/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]

  it('with one byte changed, or gone, is mended from the mirror', async () => {
    await flip(stored())
    expect((await scrubAll()).code).toBe(0)
    await rename(stored(), `${stored()}.gone`)
    expect((await scrubAll()).code).toBe(0)
    await comeDue(app.services, sealed.id)
    await get(app.url, 'unseal', { capsule_id: sealed.id }, { token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: sealed.id }, { token })
    const address = new URL(capsule.capsule_content!.content[0]!.content, app.url)
    expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(sealed.bytes)).toBe(true)
  })

  it('that the mirror has damaged too is named, an alarm, and healed once its bytes are back', async () => {
    const copy = join(await mirror, 'objects', (await mirrored())[0]!)
    await flip(copy)
    await flip(stored())
    const { code, err } = await scrubAll()
    expect([code, err]).toEqual([1, expect.stringContaining(sealed.key)])
    expect(await damaged()).toBe('1')
    await flip(stored())
    expect((await scrubAll()).code).toBe(0)
    await flip(copy)
  })
})
