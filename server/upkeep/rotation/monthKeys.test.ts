import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { deriveKeys } from '#server/platform/keys/keys.ts'
import { keysForMonths } from '#server/upkeep/sunset/keysForMonths.ts'
import { numberOfSeed } from '#server/upkeep/sunset/monthKeys.ts'
import { keyOfMonth } from '#server/upkeep/sunset/publicKeys.ts'
import { stopApp } from '#test/app.ts'
import { archiveOf, bytesOfParts, filesIn, newestArchive } from '#test/archives.ts'
import { openCap } from '#test/cap.ts'
import { newPerson, seal, textCapsule } from '#test/client.ts'
import { dropDatabase } from '#test/databases.ts'
import { fewKeys, takenBy } from '#test/months.ts'
import { type App, rotate, rotatedSite } from '#test/rotation.ts'

const MONTH = '2120-09'
const taken = fewKeys(Buffer.alloc(32, 3))
let sites: Awaited<ReturnType<typeof rotatedSite>>[] = []
let running: App | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  if (running) await stopApp(running)
  running = undefined
  for (const { databaseUrl, dataDir } of sites) {
    await dropDatabase(databaseUrl)
    await rm(dataDir, { recursive: true, force: true })
  }
  sites = []
})

/** A site that has taken keys, and the process that is about to rotate: on a server it has both master keys. */
async function aboutToRotate() {
  const site = await rotatedSite()
  sites.push(site)
  running = await site.start('before')
  await takenBy(running.services, taken)
  if (!site.isServer) return { site, app: running }
  await stopApp(running)
  running = await site.start('second')
  return { site, app: running }
}
const rowOf = ({ services: { db } }: App) => db.selectFrom('month_keys').selectAll().executeTakeFirstOrThrow()
async function isGiven({ services }: App): Promise<void> {
  const { month, key } = (await keysForMonths(services).then((of) => of(MONTH)))!
  expect([month, Buffer.from(key).equals(keyOfMonth(taken, MONTH)!)]).toEqual([MONTH, true])
}
/** Past the guards of the database, as somebody who owns it writes. */
const write = ({ services: { db } }: App, set: ReturnType<typeof sql>) =>
  inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update month_keys set ${set}`.execute(db)
  })

describe('a rotation of the master key', { timeout: 120_000 }, () => {
  it('changes nothing in an archive that was made before: the same bytes, and what is sealed in it opens by its month', async () => {
    const { app } = await aboutToRotate()
    const person = await newPerson(app.url)
    const id = await seal(
      app.url,
      person.token,
      textCapsule('<p>到那天再读</p>', { open_time: `${MONTH}-20 08:00:00` }),
    )
    const archive = await archiveOf(app, person)
    const before = await bytesOfParts(app.url, archive)
    await rotate(app)
    const after = await bytesOfParts(app.url, await newestArchive(app, person.token))
    expect(after.map((bytes, part) => bytes.equals(before[part]!))).toEqual(before.map(() => true))
    const cap = (await filesIn(after)).get(`data/sealed/${id}.cap`)!
    const number = { number: numberOfSeed(MONTH, Buffer.alloc(32, 3)), from: MONTH }
    expect(openCap(cap, number).item.parts).toMatchObject([{ html: '<p>到那天再读</p>' }])
  })

  it('makes the MAC of the months’ keys anew, and the old master key vouches for none any more', async () => {
    const { site, app } = await aboutToRotate()
    const old = deriveKeys(site.old)
    const before = await rowOf(app)
    expect(before.mac_by).toBe(old.name)
    await isGiven(app)
    expect(await rotate(app)).not.toContain('月钥匙')
    const after = await rowOf(app)
    expect(after).toEqual({ ...before, mac: expect.any(Buffer), mac_by: app.services.keys.name })
    expect(after.mac_by).not.toBe(old.name)
    await isGiven(app)

    // Who still has the old key has no say, although it is at hand to read with.
    const [mac, by] = [before.mac, old.name]
    await expect(
      sql`update month_keys set mac = ${mac}, mac_by = ${by}`.execute(app.services.db),
    ).rejects.toMatchObject({ code: '55P03' })
    await write(app, sql`mac = ${mac}, mac_by = ${by}`)
    const told = JSON.stringify(['capsule month keys', 1, before.first_month, before.last_month, before.digest])
    expect(createHmac('sha256', old.derive('month keys')).update(`${told}\n`).update(before.keys).digest()).toEqual(mac)
    await expect(keysForMonths(app.services).then((of) => of(MONTH))).rejects.toMatchObject({ name: 'MonthKeysBroken' })
    await write(app, sql`mac = ${after.mac}, mac_by = ${after.mac_by}`)

    await stopApp(app)
    await site.removeOld()
    running = await site.start('after')
    await isGiven(running)
  })

  it('says that keys are not those that were taken, and leaves them as they are', async () => {
    const { app } = await aboutToRotate()
    vi.spyOn(app.services.log, 'error').mockImplementation(() => {})
    await write(app, sql`keys = set_byte(keys, 5, get_byte(keys, 5) # 1)`)
    const before = await rowOf(app)
    const said = await rotate(app)
    expect(said).toContain('月钥匙：数据库里的公钥已不是取来的那一份')
    expect(said).toContain('主密钥已轮换')
    expect(await rowOf(app)).toEqual(before)
    await expect(keysForMonths(app.services).then((of) => of(MONTH))).rejects.toMatchObject({ name: 'MonthKeysBroken' })
  })
})
