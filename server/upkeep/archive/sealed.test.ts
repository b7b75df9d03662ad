import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { ARCHIVE_STATE } from '#contract/archive.ts'
import type { ArchiveMedium } from '#contract/archiveFiles.ts'
import { FORM } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { monthBefore } from '#contract/months.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { developmentNumber } from '#server/upkeep/sunset/developmentNumbers.ts'
import { withApp } from '#test/app.ts'
import { archiveOf, bytesOfParts, download, filesIn, filesOf, jsonOf, newestArchive } from '#test/archives.ts'
import { bucketSettings, startBucket } from '#test/bucket.ts'
import { openCap } from '#test/cap.ts'
import { foretold, get, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { nextCheckpoint } from '#test/log.ts'
import { bytesOf, jpeg } from '#test/media.ts'
import { makeArchives } from './make.ts'

const bucket = await startBucket()
afterAll(() => bucket.close())
const stores = { disk: withApp(), bucket: withApp(bucketSettings(bucket)) }

const MONTH = '2036-05'
const OPENS = `${MONTH}-20 08:00:00`

describe.each(Object.entries(stores))('a sealed capsule in an archive from a %s', (_, app) => {
  const number = (from = MONTH) => developmentNumber(app.services, from)
  const put = (token: string, kind: 'image' | 'file', bytes: Buffer, ext: string) =>
    upload(app.url, token, kind, bytes, ext)

  async function withFiles(token: string) {
    const [picture, file] = [await jpeg({ seed: 4 }), bytesOf(2_500_000, 9)]
    const content = [
      { type: ITEM.image, content: await put(token, 'image', picture, 'jpg'), comment: '封着的备注' },
      { type: ITEM.file, content: await put(token, 'file', file, 'bin'), comment: '', name: '信.bin' },
    ] as const
    const input = { content: [...content], content_type: FORM.graphic, send_word: '给那时的我', open_time: OPENS }
    return { id: await seal(app.url, token, { ...textCapsule(''), ...input }), picture, file }
  }

  it('opens with the number of the month of its day and with a later one: its words, its files byte by byte, its receipt', async () => {
    const person = await newPerson(app.url)
    const { id, picture, file } = await withFiles(person.token)
    await nextCheckpoint(app.services)
    const files = await filesOf(app, person)
    const path = `data/sealed/${id}.cap`
    expect(jsonOf(files, 'sealed').items).toMatchObject([{ id, cap: { path, month: MONTH } }])
    for (const from of [MONTH, '2041-01']) {
      const { item, of } = openCap(files.get(path)!, number(from))
      expect(item).toMatchObject({ id, state: 'sealed', words: '给那时的我', open_time: OPENS, missing: '' })
      const [shown, letter] = item.parts as ArchiveMedium[]
      expect(shown).toMatchObject({ kind: 'picture', remark: '封着的备注', missing: '' })
      expect(letter).toMatchObject({ kind: 'file', name: '信.bin', bytes: file.length })
      expect(of.get(shown!.path)!.equals(picture)).toBe(true)
      expect(of.get(letter!.path)!.equals(file)).toBe(true)
      expect(item.receipt).toMatchObject({ proof: expect.stringContaining('c2sp.org/tlog-proof@v1') })
    }
    const early = number(monthBefore(MONTH))
    expect(() => openCap(files.get(path)!, early)).toThrow('does not open')
    expect(() => openCap(files.get(path)!, { ...early, from: MONTH })).toThrow()
  })

  it('of words alone and of a prediction opens as well', async () => {
    const person = await newPerson(app.url)
    const text = textCapsule('<p>到那天再读</p>', { long_tag: '一封信', open_time: OPENS })
    const letter = await seal(app.url, person.token, text)
    const forecast = { ...foretold('会下雪'), confidence: 73, open_time: OPENS }
    const { capsule_id } = await get(app.url, 'createForecastCapsule', forecast, person)
    const files = await filesOf(app, person)
    const itemOf = (id: string) => openCap(files.get(`data/sealed/${id}.cap`)!, number()).item
    expect(itemOf(letter)).toMatchObject({ title: '一封信', parts: [{ kind: 'text', html: '<p>到那天再读</p>' }] })
    expect(itemOf(capsule_id)).toMatchObject({ kind: 'forecast', confidence: 73, parts: [{ kind: 'plain' }] })
  })

  it('is the same bytes in any pieces', async () => {
    const person = await newPerson(app.url)
    await withFiles(person.token)
    const [part] = (await archiveOf(app, person)).parts
    const whole = (await download(app.url, part!.url)).bytes
    const places = [1, 40_000, 1_048_576, 1_500_000, 2_200_000, whole.length - 1]
    for (const [at, start] of places.entries()) {
      const end = Math.min(places[at + 1] ?? whole.length, start + 300_000)
      const { bytes } = await download(app.url, part!.url, `bytes=${start}-${end - 1}`)
      expect(bytes.equals(whole.subarray(start, end))).toBe(true)
    }
  })

  it('is locked under a key of its own in each archive, which no other archive’s key opens', async () => {
    const person = await newPerson(app.url)
    const id = await seal(app.url, person.token, textCapsule('<p>一</p>', { open_time: OPENS }))
    const path = `data/sealed/${id}.cap`
    const [one, other] = [(await filesOf(app, person)).get(path)!, (await filesOf(app, person)).get(path)!]
    expect(one.length).toBe(other.length)
    expect(one.subarray(-80).equals(other.subarray(-80))).toBe(false)
    expect(openCap(one, number()).item).toEqual(openCap(other, number()).item)
  })

  it('is named and left out where its day was edited in the database', async () => {
    const person = await newPerson(app.url)
    const id = await seal(app.url, person.token, textCapsule('<p>一</p>', { long_tag: '改过的', open_time: OPENS }))
    await inTransaction(app.services.db, async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`update capsules set open_time = open_time - interval '9 years' where id = ${Number(id)}`.execute(db)
    })
    const archive = await archiveOf(app, person)
    expect(archive.missing).toEqual([{ name: '改过的', why: '与封存时不符，没有放进归档' }])
    const files = await filesIn(await bytesOfParts(app.url, archive))
    expect(files.has(`data/sealed/${id}.cap`)).toBe(false)
    expect(jsonOf(files, 'sealed').items).toMatchObject([{ id, title: '改过的' }])
    expect(jsonOf(files, 'sealed').items[0]).not.toHaveProperty('cap')
  })

  it('is in no archive that is made of keys of months which somebody has slipped in', async () => {
    const person = await newPerson(app.url)
    await seal(app.url, person.token, textCapsule('<p>一</p>', { open_time: OPENS }))
    const { db } = app.services
    await sql`insert into month_keys (first_month, last_month, keys, digest, mac, mac_by, taken_at, proven_at)
      values ('2026-01', '2120-12', decode(repeat('00', 1216 * 1140), 'hex'), ${'0'.repeat(32)}, decode(repeat('00', 32), 'hex'),
        ${app.services.keys.name}, now(), now())`.execute(db)
    const archive = await archiveOf(app, person)
    expect(archive).toMatchObject({ state: ARCHIVE_STATE.making, parts: [] })
    await sql`delete from month_keys`.execute(db)
    await sql`update archives set taken_until = null where ready_at is null`.execute(db)
    await makeArchives(app.services, new AbortController().signal)
    expect(await newestArchive(app, person.token)).toMatchObject({ state: ARCHIVE_STATE.ready })
  })

  it('comes without an upload that is another one or is lost, which is named', async () => {
    const person = await newPerson(app.url)
    const { id, file } = await withFiles(person.token)
    await sql`update objects set proof = decode('00', 'hex') where sealed_in = ${Number(id)} and key like 'image/%'`.execute(
      app.services.db,
    )
    const archive = await archiveOf(app, person)
    expect(archive.missing).toEqual([{ name: expect.stringContaining(' · 第1个文件'), why: '原件已损坏' }])
    const files = await filesIn(await bytesOfParts(app.url, archive))
    const { item, of } = openCap(files.get(`data/sealed/${id}.cap`)!, number())
    expect(item.parts).toMatchObject([{ missing: '原件已损坏', path: '' }, { missing: '' }])
    expect([...of.values()].map((bytes) => bytes.equals(file))).toEqual([true])
  })
})
