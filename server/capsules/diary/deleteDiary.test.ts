import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { daysLeft } from '#contract/deleted.ts'
import { parseChina } from '#contract/time.ts'
import { clearLoose } from '#server/platform/media/clear.ts'
import { jobs } from '#server/start/jobs.ts'
import { withApp } from '#test/app.ts'
import {
  ask,
  foretold,
  forgetSends,
  get,
  inSeconds,
  newCode,
  newPerson,
  seal,
  textCapsule,
  upload,
} from '#test/client.ts'
import { comeDue, deletedBefore } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { give } from '#test/grants.ts'
import { png } from '#test/media.ts'
import { sweepDiaries } from './sweepDiaries.ts'

const app = withApp()
afterEach(() => {
  app.services.now = () => new Date()
})

const OVER = '7 days 1 second'
const NOT_YET = '6 days 23 hours 59 minutes'

const diary = (html: string) => ({ content: [{ type: 0 as const, content: html, comment: '' }] })
const write = async (token: string, html: string, key = randomUUID()) =>
  (await get(app.url, 'createDiaryCapsule', diary(html), { token, key })).capsule_id
const written = async (token: string) =>
  (await get(app.url, 'diaryList', { date: inSeconds(0).slice(0, 7) }, { token })).capsules.data.map(({ id }) => id)
const bin = async (token: string, page = 1) => (await get(app.url, 'deletedDiaries', { page }, { token })).capsules.data
const remove = (token: string, capsule_id: string) => get(app.url, 'deleteDiary', { capsule_id }, { token })
const sweep = () => sweepDiaries(app.services, new AbortController().signal)
const clear = () => clearLoose(app.services, new AbortController().signal)
const rowsOf = async (id: string) =>
  (await app.services.db.selectFrom('capsules').select('id').where('id', '=', Number(id)).execute()).length

/** A diary with a picture, and where its owner is shown that. */
async function withPicture(token: string, words: string, key?: string) {
  const picture = key ?? (await upload(app.url, token, 'image', await png(), 'png'))
  const capsule_id = await write(token, `<p>${words}</p><img src="${picture}" alt="">`)
  const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
  const address = /src="([^"]+)"/.exec(capsule.capsule_content!.content[0]!.content)![1]!.replaceAll('&amp;', '&')
  const status = async () => (await fetch(new URL(address, app.url))).status
  expect(await status()).toBe(200)
  return { capsule_id, picture, status }
}

/** The tables that know of this diary, or of its picture. */
async function tracesOf(id: string, picture: string): Promise<string[]> {
  const { db } = app.services
  const { rows: naming } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = 'capsule_id'`.execute(db)
  const found = (await dumpOf(db)).filter(({ row }) => row.includes(picture)).map(({ table }) => table)
  const look = async (table: string, where: ReturnType<typeof sql>) => {
    const { rows } = await sql`select from ${sql.table(table)} where ${where} limit 1`.execute(db)
    if (rows.length > 0) found.push(table)
  }
  for (const { name } of naming) await look(name, sql`capsule_id = ${Number(id)}`)
  await look('capsules', sql`id = ${Number(id)}`)
  await look('idempotency', sql`answer ->> 'capsule_id' = ${id}`)
  await look('transactions', sql`scope = 'diary' and key = ${id}`)
  return [...new Set(found)].sort()
}

describe('a deleted diary', () => {
  it('leaves the list, the calendar and 那年今日, and stands in 最近删除 for seven days', async () => {
    const { token } = await newPerson(app.url)
    const [gone, stays] = [await write(token, '<p>桂花落了</p><p>满地都是</p>'), await write(token, '<p>还在</p>')]
    await remove(token, gone)
    expect(await written(token)).toEqual([stays])
    const month = inSeconds(0).slice(0, 7).replace('-', '')
    const { calendar } = await get(app.url, 'diaryCalendar', { month }, { token })
    expect(Object.values(calendar)).toEqual([1])
    const inAYear = `${Number(inSeconds(0).slice(0, 4)) + 1}${inSeconds(0).slice(4, 10)}`
    app.services.now = () => parseChina(`${inAYear} 12:00:00`)!
    const thisDay = await get(app.url, 'diaryThisDay', {}, { token })
    expect(thisDay.capsules.data.map(({ id }) => id)).toEqual([stays])
    const [row, ...others] = await bin(token)
    expect(row).toMatchObject({
      id: gone,
      title: '桂花落了',
      excerpt: '桂花落了\n满地都是',
      date: inSeconds(0).slice(0, 10),
    })
    expect(others).toEqual([])
    expect(daysLeft(row!.gone_at, Date.now())).toBe(7)
  })

  it('is as good as not there for every call that takes a capsule, for its owner too, but those that bring it back', async () => {
    const { token, tel } = await newPerson(app.url)
    const capsule_id = await write(token, '<p>chrysanthemum-1</p>')
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel, { token })
    await remove(token, capsule_id)
    const more: Partial<Record<CallName, object>> = {
      capsuleIsPublic: { is_public: 1 },
      hideCapsule: { hidden: 1 },
      diaryEdit: diary('<p>改</p>'),
      capsuleUpdate: { long_tag: 'x' },
      unlockRequest: { reason: '我想要提前看到它，拜托拜托' },
      capsuleReply: { text: 'x' },
      resetAnswers: { captcha },
      dropQuestions: { captcha },
      renewLink: { channel: 'email' },
    }
    const asked = Object.entries(calls).filter(
      ([, { input }]) => 'capsule_id' in ((input as { shape?: object }).shape ?? {}),
    )
    const bringBack = ['deleteDiary', 'restoreDiary']
    expect(asked.length).toBeGreaterThan(18)
    for (const [name] of asked.filter(([name]) => !bringBack.includes(name)) as [CallName, unknown][]) {
      const answers = [capsule_id, '999999999999'].map((id) =>
        ask(app.url, name, { capsule_id: id, ...more[name] }, { token }),
      )
      const [deleted, missing] = await Promise.all(answers)
      expect([deleted!.code, deleted!.message], name).toEqual([missing!.code, missing!.message])
      expect(deleted!.text, name).not.toContain('chrysanthemum')
    }
    for (const name of ['diaryList', 'myOpenCapsules', 'capsuleOpenList', 'userLoveList', 'myDrafts'] as const) {
      const { text } = await ask(app.url, name, name === 'diaryList' ? { date: inSeconds(0).slice(0, 7) } : {}, {
        token,
      })
      expect(text, name).not.toContain(capsule_id)
    }
    expect((await ask(app.url, 'deletedDiaries', {}, { token })).text).toContain('chrysanthemum-1')
  })

  it('shows its pictures to nobody, and again once it is restored', async () => {
    const { token } = await newPerson(app.url)
    const one = await withPicture(token, '一')
    const other = await withPicture(token, '二', one.picture)
    const { hosts } = await get(app.url, 'ossToken', {}, { token })
    const preview = async () => (await fetch(new URL(hosts.image.preview + one.picture, app.url))).status
    await remove(token, one.capsule_id)
    expect([await one.status(), await preview()]).toEqual([200, 200])
    await remove(token, other.capsule_id)
    expect([await one.status(), await other.status(), await preview()]).toEqual([404, 404, 404])
    await get(app.url, 'restoreDiary', { capsule_id: one.capsule_id }, { token })
    expect([await one.status(), await preview()]).toEqual([200, 200])
  })

  it('stands where it was once it is restored, however often either is asked for, and its day does not move', async () => {
    const { token } = await newPerson(app.url)
    const ids = [await write(token, '<p>一</p>'), await write(token, '<p>二</p>'), await write(token, '<p>三</p>')]
    await remove(token, ids[1]!)
    await deletedBefore(app.services, ids[1]!, '3 days')
    const [before] = await bin(token)
    await remove(token, ids[1]!)
    expect(await bin(token)).toEqual([before])
    expect(daysLeft(before!.gone_at, Date.now())).toBe(4)
    for (let turn = 0; turn < 2; turn++) await get(app.url, 'restoreDiary', { capsule_id: ids[1]! }, { token })
    expect(await written(token)).toEqual([...ids].reverse())
    expect(await bin(token)).toEqual([])
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: ids[1]! }, { token })
    expect(capsule.capsule_content?.content[0]?.content).toBe('<p>二</p>')
  })

  it('costs what it cost: nothing is given back, nor is there a second first diary of the day', async () => {
    const { token } = await newPerson(app.url)
    const count = async () => (await get(app.url, 'userInfo', {}, { token })).user.diary_count
    const records = async () => (await get(app.url, 'capsuleRecords', {}, { token })).data
    const capsule_id = await write(token, '<p>一</p>')
    const before = [await count(), await records()]
    await remove(token, capsule_id)
    await deletedBefore(app.services, capsule_id, OVER)
    await sweep()
    expect([await count(), await records()]).toEqual(before)
    expect(await get(app.url, 'createDiaryCapsule', diary('<p>二</p>'), { token })).toMatchObject({ reward: 0 })
  })

  it('is listed in pages of 15, what was deleted last first', async () => {
    const { token } = await newPerson(app.url)
    const { user } = await get(app.url, 'userInfo', {}, { token })
    await give(app.services, Number(user.id), [{ kind: 'diary', amount: 20 }])
    const ids: string[] = []
    for (let turn = 0; turn < 17; turn++) ids.push(await write(token, `<p>${turn}</p>`))
    for (const id of ids) await remove(token, id)
    const first = await get(app.url, 'deletedDiaries', {}, { token })
    const second = await get(app.url, 'deletedDiaries', { page: 2, after: first.capsules.next }, { token })
    expect([first.capsules.data.length, second.capsules.data.length, second.capsules.next]).toEqual([15, 2, ''])
    expect([...first.capsules.data, ...second.capsules.data].map(({ id }) => id)).toEqual([...ids].reverse())
    expect((await bin(token, 2)).map(({ id }) => id)).toEqual([ids[1], ids[0]])
  })

  it('is nobody else’s to delete, to restore or to see', async () => {
    const [owner, other] = [await newPerson(app.url), await newPerson(app.url)]
    const capsule_id = await write(owner.token, '<p>秘密</p>')
    const refused = async (name: 'deleteDiary' | 'restoreDiary') =>
      expect(await ask(app.url, name, { capsule_id }, { token: other.token })).toMatchObject({ code: CODE.missing })
    await refused('deleteDiary')
    await remove(owner.token, capsule_id)
    await refused('restoreDiary')
    expect(await bin(other.token)).toEqual([])
    expect(await bin(owner.token)).toHaveLength(1)
  })

  it('that stood in public, if one ever could, is gone from strangers in the same transaction', async () => {
    const [owner, stranger] = [await newPerson(app.url), await newPerson(app.url)]
    const capsule_id = await write(owner.token, '<p>公开的</p>')
    const { db } = app.services
    await sql`update capsules set is_public = 1, long_tag = 'peacockfly' where id = ${Number(capsule_id)}`.execute(db)
    const seen = async () =>
      (await get(app.url, 'capsuleSearch', { keyword: 'peacockfly' }, stranger)).capsules.map(({ id }) => id)
    expect(await seen()).toEqual([capsule_id])
    await get(app.url, 'like', { capsule_id }, stranger)
    await remove(owner.token, capsule_id)
    expect(await seen()).toEqual([])
    expect((await ask(app.url, 'capsuleDetail', { capsule_id }, stranger)).code).toBe(CODE.missing)
    expect((await get(app.url, 'userLoveList', {}, stranger)).capsules.data).toEqual([])
    await deletedBefore(app.services, capsule_id, OVER)
    await sweep()
    expect(await rowsOf(capsule_id)).toBe(0)
  })

  it('goes with its account as everything private does', async () => {
    const { token, tel } = await newPerson(app.url)
    const capsule_id = await write(token, '<p>一</p>')
    await remove(token, capsule_id)
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel, { token })
    await get(app.url, 'cancelAccount', { captcha }, { token })
    expect(await rowsOf(capsule_id)).toBe(0)
  })
})

describe('what was sealed', () => {
  it('is never deleted, sealed or open, a diary or not', async () => {
    const { token } = await newPerson(app.url)
    const sealedDiary = { ...diary('<p>封</p>'), open_time: inSeconds(3600), long_tag: '封' }
    const ids = [
      (await get(app.url, 'createDiaryCapsule', sealedDiary, { token })).capsule_id,
      (await get(app.url, 'createDiaryCapsule', { ...sealedDiary, long_tag: '开' }, { token })).capsule_id,
      await seal(app.url, token, textCapsule('<p>x</p>')),
      (await get(app.url, 'createForecastCapsule', foretold('会下雪'), { token })).capsule_id,
    ]
    await comeDue(app.services, ids[1]!)
    await get(app.url, 'unseal', { capsule_id: ids[1]! }, { token })
    for (const capsule_id of ids) {
      const refused = await ask(app.url, 'deleteDiary', { capsule_id }, { token })
      expect(refused).toMatchObject({ code: CODE.refused, message: '封存过的内容不能删除' })
      expect(await rowsOf(capsule_id)).toBe(1)
    }
    const draft = await get(app.url, 'createDiaryDraft', { ...diary('<p>草</p>'), long_tag: 'x' }, { token })
    const { capsule_id } = draft
    expect((await ask(app.url, 'deleteDiary', { capsule_id }, { token })).code).toBe(CODE.missing)
  })
})

describe('seven days after it was deleted', () => {
  it('who never heard of having written it, and asks again with the same key, does not write it anew', async () => {
    const { token } = await newPerson(app.url)
    const key = randomUUID()
    const capsule_id = await write(token, '<p>没有回音</p>', key)
    await remove(token, capsule_id)
    await deletedBefore(app.services, capsule_id, OVER)
    await sweep()
    const { user } = await get(app.url, 'userInfo', {}, { token })
    const again = await ask(app.url, 'createDiaryCapsule', diary('<p>没有回音</p>'), { token, key })
    expect(again).toMatchObject({ code: CODE.refused, data: { first: { capsule_id } } })
    expect(await written(token)).toEqual([])
    expect((await get(app.url, 'userInfo', {}, { token })).user.diary_count).toBe(user.diary_count)
  })

  it('a diary is really gone: its row, its words, its key, its media, and the hash of what was written', async () => {
    const { token } = await newPerson(app.url)
    const { media } = app.services
    const { capsule_id, picture, status } = await withPicture(token, 'planted')
    const stays = await withPicture(token, '还在')
    await get(app.url, 'like', { capsule_id }, { token })
    await get(
      app.url,
      'diaryEdit',
      { capsule_id, ...diary(`<p>改</p><img src="${picture}" alt="">`) },
      { token, key: randomUUID() },
    )
    const traces = () => tracesOf(capsule_id, picture)
    const before = await traces()
    for (const table of ['capsules', 'capsule_contents', 'capsule_media', 'objects', 'idempotency', 'loves'])
      expect(before).toContain(table)
    await remove(token, capsule_id)
    await deletedBefore(app.services, capsule_id, OVER)
    expect(await bin(token)).toEqual([])
    expect((await ask(app.url, 'restoreDiary', { capsule_id }, { token })).code).toBe(CODE.missing)
    expect((await ask(app.url, 'deleteDiary', { capsule_id }, { token })).code).toBe(CODE.missing)
    for (const job of jobs) await job.run(app.services, new AbortController().signal)
    await clear()
    expect(await media.sizeOf(picture)).toBeUndefined()
    expect(await status()).toBe(404)
    // The payment stays in the ledger; of the diary, all that is known is that it is gone.
    expect(await traces()).toEqual(['gone_diaries', 'idempotency', 'transactions'])
    expect([await stays.status(), await written(token)]).toEqual([200, [stays.capsule_id]])
  })

  it('and not before, nor while the clock is held', async () => {
    const { token } = await newPerson(app.url)
    const capsule_id = await write(token, '<p>一</p>')
    await remove(token, capsule_id)
    await deletedBefore(app.services, capsule_id, NOT_YET)
    await sweep()
    expect(await rowsOf(capsule_id)).toBe(1)
    expect(daysLeft((await bin(token))[0]!.gone_at, Date.now())).toBe(1)
    await deletedBefore(app.services, capsule_id, OVER)
    await sql`update clock set held = 'jump', held_at = now()`.execute(app.services.db)
    await sweep()
    expect(await rowsOf(capsule_id)).toBe(1)
    await sql`update clock set held = null, held_at = null`.execute(app.services.db)
    await sweep()
    expect(await rowsOf(capsule_id)).toBe(0)
  })

  it('a picture that another diary or a draft names stays', async () => {
    const { token } = await newPerson(app.url)
    const one = await withPicture(token, '一')
    await withPicture(token, '二', one.picture)
    await remove(token, one.capsule_id)
    await deletedBefore(app.services, one.capsule_id, OVER)
    await sweep()
    await clear()
    expect(await one.status()).toBe(200)
  })

  it('and several processes at once leave none, and take none that was restored meanwhile', async () => {
    const { token } = await newPerson(app.url)
    const ids = [await write(token, '<p>一</p>'), await write(token, '<p>二</p>'), await write(token, '<p>三</p>')]
    for (const id of ids) await remove(token, id)
    await get(app.url, 'restoreDiary', { capsule_id: ids[2]! }, { token })
    for (const id of ids.slice(0, 2)) await deletedBefore(app.services, id, OVER)
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await written(token)).toEqual([ids[2]])
    expect(await Promise.all(ids.map(rowsOf))).toEqual([0, 0, 1])
  })
})

describe('the database itself refuses, no matter who asks,', () => {
  const refused = (statement: ReturnType<typeof sql>) =>
    expect(statement.execute(app.services.db), JSON.stringify(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|23514)$/),
    })

  it('to drop a diary that its owner has not deleted, or not seven days ago, or what is in it', async () => {
    const { token } = await newPerson(app.url)
    const id = Number(await write(token, '<p>一</p>'))
    const drop = () => refused(sql`delete from capsules where id = ${id}`)
    await drop()
    await refused(sql`delete from capsule_contents where capsule_id = ${id}`)
    await refused(sql`update capsules set status = 0, open_at = null where id = ${id}`)
    await refused(sql`update capsules set type = 0 where id = ${id}`)
    await remove(token, String(id))
    await drop()
    await refused(sql`delete from capsule_contents where capsule_id = ${id}`)
    await deletedBefore(app.services, String(id), NOT_YET)
    await drop()
  })

  it('to say that it was deleted at another time than now', async () => {
    const { token } = await newPerson(app.url)
    const id = Number(await write(token, '<p>一</p>'))
    const back = () => refused(sql`update capsules set deleted_at = now() - interval '8 days' where id = ${id}`)
    await back()
    await remove(token, String(id))
    await back()
    await refused(sql`update capsules set deleted_at = now() where id = ${id}`)
    await refused(sql`update capsules set kept_until = now() where id = ${id}`)
    await refused(sql`update capsules set kept_until = 'infinity' where id = ${id}`)
    await refused(sql`insert into capsules (id, owner_id, type, status, open_at, deleted_at)
      select 7, owner_id, 1, 2, now(), now() - interval '8 days' from capsules where id = ${id}`)
  })

  it('to delete what was sealed, sealed or open', async () => {
    const { token } = await newPerson(app.url)
    const [sealed, opened] = [
      await seal(app.url, token, textCapsule('<p>x</p>')),
      await seal(app.url, token, textCapsule('<p>y</p>')),
    ]
    await comeDue(app.services, opened)
    await get(app.url, 'unseal', { capsule_id: opened }, { token })
    for (const id of [Number(sealed), Number(opened)]) {
      await refused(sql`update capsules set deleted_at = now() where id = ${id}`)
      await refused(sql`update capsules set type = 1, sealed_at = null, deleted_at = now() where id = ${id}`)
      await refused(sql`delete from capsules where id = ${id}`)
    }
    await refused(sql`update capsules set hidden = true where id = ${Number(sealed)}`)
  })
})
