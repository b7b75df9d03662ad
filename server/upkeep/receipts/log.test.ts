import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { base64Of, sameBytes } from '#contract/bytes.ts'
import { checkpointIn, openCheckpoint } from '#contract/checkpoint.ts'
import { isConsistent } from '#contract/merkle.ts'
import { readVerifierKey } from '#contract/signedNote.ts'
import { sha256 } from '#server/core/sha256.ts'
import { runCommand } from '#server/http/commands.ts'
import { release } from '#server/platform/clock/clockRow.ts'
import { databaseIdentity } from '#server/platform/db/databaseIdentity.ts'
import { takeUp } from '#server/platform/keys/keys.ts'
import { withApp } from '#test/app.ts'
import { get, newPerson, seal, textCapsule } from '#test/client.ts'
import { nextCheckpoint } from '#test/log.ts'
import { lose } from '#test/lose.ts'
import { newDesk } from '#test/operator.ts'
import { sealAt } from '#test/sealAt.ts'
import { currentLog } from './currentLog.ts'
import { keepLog } from './keepLog.ts'
import { readKept } from './keptTiles.ts'
import { takeBackSome } from './leaves.ts'
import { logStore } from './logStore.ts'
import { proofTools } from './sign.ts'
import { readSigningKey } from './signingKey.ts'
import { stateOfLog } from './stateOfLog.ts'
import { TILE_WIDTH } from './tiles.ts'
import { consistencyPath } from './tree.ts'

const app = withApp()
const GRID_MS = 30_000
let token: string
beforeEach(async () => {
  token = (await newPerson(app.url)).token
})
afterEach(() => release(app.services.db))

const sealOne = () => seal(app.url, token, textCapsule('<p>信</p>'))
const receiptOf = (capsule_id: string) => get(app.url, 'receipt', { capsule_id }, { token })
const command = (...words: string[]) => runCommand(app.services, ['log', ...words])
const logNow = async () => (await currentLog(app.services.db))!
const storeNow = async () => logStore(app.services.media.beside, (await logNow()).name)
/** As another process has it that was started for this address, on a copy whose database has the same numbers. */
const under = (publicUrl: string | undefined) => ({ ...app.services, config: { ...app.services.config, publicUrl } })
const keyNow = async (number = '') => {
  const text = await (await fetch(`${app.url}/log${number}/key`)).text()
  return readVerifierKey(sha256, text.trim())!
}

async function checkpoint(number = '') {
  const note = await (await fetch(`${app.url}/log${number}/checkpoint`)).text()
  return { note, ...checkpointIn(note)! }
}

/** One bit of the last leaf in the database; once more, and it is as it was. */
const flipLeaf = () =>
  sql`update log_tiles set hashes = set_byte(hashes, length(hashes) - 1, get_byte(hashes, length(hashes) - 1) # 1)
    where level = 0 and index = (select max(index) from log_tiles where level = 0)`.execute(app.services.db)

/** Throws unless the log as it is now is an older one with leaves behind it. */
async function expectBehind(older: Awaited<ReturnType<typeof checkpoint>>) {
  const [now, { id }] = [await checkpoint(), await logNow()]
  expect(now.size).toBeGreaterThanOrEqual(older.size)
  const path = await consistencyPath({ size: now.size, readTile: readKept(app.services.db, id) }, older.size)
  expect(isConsistent(sha256, older, now, path)).toBe(true)
  return now
}

describe('a checkpoint', () => {
  it('waits with a lone seal for the next line of a grid of 30 seconds, so that it tells nobody when that was', async () => {
    const { db } = app.services
    await sealOne()
    await nextCheckpoint(app.services)
    const before = await checkpoint()
    await sql`update log_checkpoints set signed_at = signed_at - interval '61 seconds'`.execute(db)
    const line = new Date()
    await sealOne()
    await keepLog(app.services, line)
    expect((await checkpoint()).note).toBe(before.note)
    await keepLog(app.services, new Date())
    const now = await expectBehind(before)
    expect(now.size).toBe(before.size + 1)
    // The next one, behind that line.
    await sealOne()
    await keepLog(app.services, new Date(now.seconds * 1000))
    expect((await checkpoint()).note).toBe(now.note)
    await nextCheckpoint(app.services)
  })

  it('finds the lines of the grid by the clock of the database', async () => {
    await nextCheckpoint(app.services)
    const before = await checkpoint()
    await sql`update log_checkpoints set signed_at = signed_at - interval '61 seconds'`.execute(app.services.db)
    const sealing = (ms: number) => sealAt(app, token, { sealedAt: new Date(Date.now() + ms) })
    await sealing(GRID_MS)
    await keepLog(app.services)
    expect((await checkpoint()).note).toBe(before.note)
    await sealing(-GRID_MS)
    await keepLog(app.services)
    expect((await expectBehind(before)).size).toBe(before.size + 2)
  })

  it('comes at most each 30 seconds over all processes, and one a day also when nothing came', async () => {
    await sealOne()
    await nextCheckpoint(app.services)
    const first = await checkpoint()
    await sealOne()
    await Promise.all([keepLog(app.services), keepLog(app.services)])
    expect((await checkpoint()).note).toBe(first.note)
    await nextCheckpoint(app.services)
    const second = await expectBehind(first)
    expect(second.size).toBe(first.size + 1)
    await nextCheckpoint(app.services)
    expect((await checkpoint()).note).toBe(second.note)
    await sql`update log_checkpoints set signed_at = signed_at - interval '25 hours'`.execute(app.services.db)
    await keepLog({ ...app.services, now: () => new Date((second.seconds + 2) * 1000) })
    expect(await checkpoint()).toMatchObject({ size: second.size, seconds: second.seconds + 2 })
  })

  it('is published only once the store has given it back, and is the same when its process was killed before that', async () => {
    await nextCheckpoint(app.services)
    const before = await checkpoint()
    const id = await sealOne()
    const { beside } = app.services.media
    const silent = { ...app.services.media, beside: { ...beside, keep: () => Promise.reject(new Error('away')) } }
    await expect(nextCheckpoint({ ...app.services, media: silent })).rejects.toThrow('away')
    const lying = { ...app.services.media, beside: { ...beside, keep: async () => undefined } }
    await expect(keepLog({ ...app.services, media: lying })).rejects.toThrow('does not give back')
    expect((await checkpoint()).note).toBe(before.note)
    expect((await receiptOf(id)).proof).toBeUndefined()
    const { rows } = await sql<{ note: string }>`select note from log_checkpoints where published_at is null`.execute(
      app.services.db,
    )
    await keepLog(app.services)
    expect((await checkpoint()).note).toBe(rows[0]!.note)
    expect((await receiptOf(id)).proof).toContain(rows[0]!.note)
  })

  it('is not signed while the time is doubtful', async () => {
    await nextCheckpoint(app.services)
    const before = await checkpoint()
    await sealOne()
    const clock = { ...app.services.clock, holds: () => ['jump' as const] }
    await nextCheckpoint({ ...app.services, clock })
    expect((await checkpoint()).note).toBe(before.note)
  })
})

describe('a log whose database lost commits after they were published', () => {
  it('takes the leaves back from the store and goes on, consistent, each capsule with one leaf', async () => {
    const kept = await sealOne()
    await nextCheckpoint(app.services)
    const waits = await sealOne()
    let lost = ''
    await lose(app.services, async () => {
      lost = await sealOne()
      await nextCheckpoint(app.services)
    })
    const published = checkpointIn((await (await storeNow()).readNote())!)!
    expect(published.size).toBe((await logNow()).size + 2)
    const after = await sealOne()
    await nextCheckpoint(app.services)
    const now = await checkpoint()
    expect(now.size).toBe(published.size + 1)
    const path = await consistencyPath(
      { size: now.size, readTile: readKept(app.services.db, (await logNow()).id) },
      published.size,
    )
    expect(isConsistent(sha256, published, now, path)).toBe(true)
    const indexes = await Promise.all([kept, waits, after].map(async (id) => (await receiptOf(id)).index))
    expect(new Set(indexes).size).toBe(3)
    expect(lost).not.toBe('')
    expect(await command()).toContain('（其中 1 个叶子没有对应的胶囊）')
  })

  it('takes back more leaves than a tile has', async () => {
    const { db } = app.services
    await nextCheckpoint(app.services)
    await lose(app.services, async () => {
      for (let leaf = 0; leaf < 2; leaf++) await sealOne()
      const { id, size } = await logNow()
      const leaves = Array.from({ length: 2 * TILE_WIDTH }, (_, at) => sha256(`lost ${at}`))
      await sql`update logs set turn = turn + 1`.execute(db)
      const { rows } = await sql<{ turn: number }>`select turn from logs where id = ${id}`.execute(db)
      await takeBackSome(db, { id, turn: rows[0]!.turn }, size, leaves)
      await nextCheckpoint(app.services)
    })
    await nextCheckpoint(app.services)
    const before = await checkpoint()
    expect(before.size).toBe((await logNow()).size)
    await sealOne()
    await nextCheckpoint(app.services)
    await expectBehind(before)
  })
})

describe('a log that contradicts what was published', () => {
  it('stops and says so where the store has lost it, until somebody confirms the newest checkpoint', async () => {
    await nextCheckpoint(app.services)
    const { beside } = app.services.media
    const known = await checkpoint()
    const { name } = await logNow()
    await beside.remove(`log-${name}/checkpoint`)
    await sealOne()
    await nextCheckpoint(app.services)
    expect(await stateOfLog(app.services)).toMatchObject({ state: 'halted', waiting: 1 })
    expect(await (await fetch(`${app.url}/health`)).json()).toMatchObject({ receipt_log: 'halted' })
    const desk = await newDesk(app.url, app.services, ['keeper'])
    expect(await get(app.url, 'deskLog', {}, desk)).toEqual({ text: expect.stringContaining('已停下'), signs: 0 })
    expect((await checkpoint()).note).toBe(known.note)
    await expect(command('confirm', String(known.size), base64Of(sha256('other')))).rejects.toThrow('相矛盾')
    await expect(command('confirm', String(known.size + 9), base64Of(known.root))).rejects.toThrow('没有第')
    expect(await command('confirm', String(known.size), base64Of(known.root))).toContain('正在签。')
    await nextCheckpoint(app.services)
    await expectBehind(known)
  })

  it('signs nothing in a database that lies elsewhere, before somebody has confirmed it', async () => {
    await nextCheckpoint(app.services)
    const known = await checkpoint()
    await sql`update logs set place = 'elsewhere'`.execute(app.services.db)
    await sealOne()
    await nextCheckpoint(app.services)
    expect((await checkpoint()).note).toBe(known.note)
    expect(await command()).toContain('没有签')
    await expect(command('confirm')).rejects.toThrow('用法')
    await command('confirm', String(known.size), base64Of(known.root))
    await nextCheckpoint(app.services)
    await expectBehind(known)
  })

  it('signs nothing under another address, as a copy for staging has, before somebody has confirmed it there', async () => {
    await nextCheckpoint(app.services)
    const [known, staging] = [await checkpoint(), under('https://staging.example')]
    await sealOne()
    await nextCheckpoint(staging)
    expect((await checkpoint()).note).toBe(known.note)
    expect(await stateOfLog(staging)).toMatchObject({ state: 'unconfirmed', waiting: 1 })
    expect(await stateOfLog(app.services)).toMatchObject({ state: 'signing' })
    const newest = [String(known.size), base64Of(known.root)]
    expect(await runCommand(staging, ['log', 'confirm', ...newest])).toContain('正在签。')
    await nextCheckpoint(app.services)
    expect((await checkpoint()).note).toBe(known.note)
    await command('confirm', ...newest)
    await nextCheckpoint(app.services)
    await expectBehind(known)
  })

  it('goes on after an upgrade from a version that kept no address, in its own place alone', async () => {
    await nextCheckpoint(app.services)
    const [known, { place }] = [await checkpoint(), await logNow()]
    const { db, config } = app.services
    await db
      .updateTable('logs')
      .set({ place: await databaseIdentity(config, db) })
      .execute()
    await sealOne()
    expect(await stateOfLog(under('https://staging.example'))).toMatchObject({ state: 'unconfirmed' })
    await nextCheckpoint(under('https://staging.example'))
    expect((await checkpoint()).note).toBe(known.note)
    expect(await stateOfLog(under(undefined))).toMatchObject({ state: 'signing' })
    await nextCheckpoint(under(undefined))
    expect((await expectBehind(known)).size).toBe(known.size + 1)
    expect((await logNow()).place).toBe(place)
  })

  it('signs nothing in a snapshot that was put back with its store, once `clock hold` was typed, before somebody confirms', async () => {
    await nextCheckpoint(app.services)
    const old = await checkpoint()
    const { beside } = app.services.media
    const at = `log-${(await logNow()).name}/checkpoint`
    await lose(app.services, async () => {
      await sealOne()
      await nextCheckpoint(app.services)
    })
    const published = (await beside.read(at))!
    await beside.keep(at, old.note)
    expect(await runCommand(app.services, ['clock', 'hold'])).toContain('也停签了')
    await sealOne()
    await nextCheckpoint(app.services)
    expect((await checkpoint()).note).toBe(old.note)
    expect(await stateOfLog(app.services)).toMatchObject({ state: 'unconfirmed', waiting: 1 })
    const { size, root } = checkpointIn(published)!
    await expect(command('confirm', String(size), base64Of(root))).rejects.toThrow('没有第')
    await beside.keep(at, published)
    expect(await command('confirm', String(size), base64Of(root))).toContain('正在签。')
    await nextCheckpoint(app.services)
    expect((await expectBehind({ ...old, ...checkpointIn(published)! })).size).toBe(size + 1)
  })

  it('stops where the store has other leaves, and another one begins under its own key', async () => {
    const old = await sealOne()
    await nextCheckpoint(app.services)
    const [known, before] = [await checkpoint(), await logNow()]
    await flipLeaf()
    await sealOne()
    await nextCheckpoint(app.services)
    expect(await stateOfLog(app.services)).toMatchObject({ state: 'halted' })
    await expect(command('confirm', String(known.size), base64Of(known.root))).rejects.toThrow('相矛盾')
    await flipLeaf()
    expect(await command('anew')).toContain(`${before.origin}/2`)
    const fresh = await sealOne()
    await nextCheckpoint(app.services)
    expect((await receiptOf(fresh)).proof).toContain(`${before.origin}/2\n`)
    expect((await receiptOf(old)).proof).toContain(`${before.origin}\n`)
    expect(typeof openCheckpoint(proofTools, known.note, await keyNow())).toBe('object')
    const other = await checkpoint('/2')
    expect(typeof openCheckpoint(proofTools, other.note, await keyNow('/2'))).toBe('object')
    expect(openCheckpoint(proofTools, other.note, await keyNow())).toBe('key')
  })
})

describe('another key of the log', () => {
  it('signs the last checkpoint beside the old one, and alone from then on', async () => {
    await sealOne()
    await nextCheckpoint(app.services)
    const { id } = await logNow()
    const number = id === 1 ? '' : `/${id}`
    const old = await keyNow(number)
    await command('newkey')
    await nextCheckpoint(app.services)
    const both = await checkpoint(number)
    const fresh = await keyNow(number)
    expect(sameBytes(fresh.publicKey, old.publicKey)).toBe(false)
    for (const key of [old, fresh]) expect(typeof openCheckpoint(proofTools, both.note, key)).toBe('object')
    await sealOne()
    await nextCheckpoint(app.services)
    const { note } = await checkpoint(number)
    expect(typeof openCheckpoint(proofTools, note, fresh)).toBe('object')
    expect(openCheckpoint(proofTools, note, old)).toBe('key')
    const keys = await (await fetch(`${app.url}/log/keys`)).text()
    expect(keys.trim().split('\n')).toHaveLength(id + 1)
  })
})

describe('the private key of the log', () => {
  it('is locked anew with the master key, and lies nowhere in the database as it is', async () => {
    const { db, keys } = app.services
    const key = (await readSigningKey(db, keys))!
    const seed = Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url')
    // As a process that was started with the next master key beside this one.
    takeUp(keys, randomBytes(32))
    await runCommand(app.services, ['keys', 'rotate'])
    const alone = { ...keys, others: [] }
    expect((await readSigningKey(db, alone))!.equals(key)).toBe(true)
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(k)::text as row from keyring k union all select to_jsonb(l)::text from log_keys l
      union all select to_jsonb(c)::text from log_checkpoints c`.execute(db)
    const everything = rows.map(({ row }) => row).join('\n')
    for (const written of [seed.toString('hex'), seed.toString('base64'), seed.toString('base64url')])
      expect(everything).not.toContain(written)
    expect(everything).toContain((await logNow()).origin)
  })
})
