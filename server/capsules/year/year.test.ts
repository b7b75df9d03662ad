import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { calls, type Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { parseChina } from '#contract/time.ts'
import { isYearsEnd, reviewYear } from '#contract/year.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, seal, textCapsule, upload } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { jpeg } from '#test/media.ts'

const app = withApp()
afterEach(() => {
  app.services.now = () => new Date()
})

async function newcomer(): Promise<Member> {
  const [member] = await newCrowd(app.services, 1)
  const amounts = (['time', 'diary'] as const).map((kind) => ({ kind, amount: 100 }))
  await give(app.services, Number(member!.id), amounts)
  return member!
}
const at = (china: string) => parseChina(china)!
type More = Partial<Input<'createDiaryCapsule'>>
async function write({ token }: Member, china: string, html: string, more: More = {}) {
  app.services.now = () => at(china)
  const content = [{ type: 0 as const, content: html, comment: '' }]
  return (await get(app.url, 'createDiaryCapsule', { content, ...more }, { token, key: randomUUID() })).capsule_id
}
/** As if it had been sealed then, and opened then. */
const happened = (id: string, sealed: string, opened?: string) =>
  inTransaction(app.services.db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update capsules set sealed_at = ${at(sealed)}, open_at = ${opened ? at(opened) : null},
      open_time = coalesce(${opened ? at(opened) : null}, open_time) where id = ${Number(id)}`.execute(db)
  })
async function opened({ token }: Member, long_tag: string): Promise<string> {
  const capsule_id = await seal(app.url, token, textCapsule('<p>信</p>', { long_tag }))
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, { token })
  return capsule_id
}
const review = ({ token }: Member, year: number) => get(app.url, 'yearReview', { year }, { token })
const lines = async ({ token }: Member, year: number, after?: string) =>
  (await get(app.url, 'yearLines', { year, after }, { token })).capsules

describe('a year in review', () => {
  it('counts the days written on and the diaries of each month by China time, sealed ones among them', async () => {
    const me = await newcomer()
    await write(me, '2024-12-31 23:59:59', '<p>去年</p>')
    await write(me, '2025-01-01 00:00:00', '<p>元旦</p>')
    await write(me, '2025-01-01 23:00:00', '<p>又一篇</p>')
    await write(me, '2025-06-10 12:00:00', '<p>封</p>', { open_time: inSeconds(3600), long_tag: '封' })
    await write(me, '2025-12-31 23:59:59', '<p>除夕</p>')
    await write(me, '2026-01-01 00:00:00', '<p>明年</p>')
    expect(await review(me, 2025)).toMatchObject({
      days: 3,
      diaries: 4,
      months: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1],
      first_day: '2025-01-01',
    })
    expect(await review(me, 2024)).toMatchObject({ days: 1, diaries: 1, first_day: '2024-12-31' })
  })

  it('counts what was sealed and opened in it, what of it still waits, and says which had waited longest', async () => {
    const me = await newcomer()
    const [short, long, before] = [await opened(me, '短短一周'), await opened(me, '三年'), await opened(me, '去年开的')]
    const waiting = await seal(app.url, me.token, textCapsule('<p>等</p>'))
    await happened(short, '2025-02-01 08:00:00', '2025-02-08 08:00:00')
    await happened(long, '2022-05-01 23:00:00', '2025-05-01 01:00:00')
    await happened(before, '2020-05-01 08:00:00', '2024-12-31 23:59:59')
    await happened(waiting, '2025-12-31 23:59:59')
    const times = { sealed_at: '2022-05-01 23:00:00', open_at: '2025-05-01 01:00:00' }
    expect(await review(me, 2025)).toMatchObject({
      sealed: 2,
      waiting: 1,
      opened: 2,
      longest: { id: long, long_tag: '三年', days: 1096, ...times },
    })
    expect(await review(me, 2022)).toMatchObject({ sealed: 1, waiting: 0, opened: 0, longest: null })
    expect(await review(me, 2024)).toMatchObject({ opened: 1, longest: { id: before } })
  })

  it('counts how many of those that were sealed in it are for somebody else, sealed or open', async () => {
    const me = await newcomer()
    const to = { name: '妈妈', show_title: 0 as const }
    const [first, second, before] = [
      await seal(app.url, me.token, textCapsule('<p>一</p>', { to })),
      await seal(app.url, me.token, textCapsule('<p>二</p>', { to })),
      await seal(app.url, me.token, textCapsule('<p>去年</p>', { to })),
    ]
    const own = await seal(app.url, me.token, textCapsule('<p>自己</p>'))
    await comeDue(app.services, second)
    await get(app.url, 'unseal', { capsule_id: second }, { token: me.token })
    for (const id of [first, own]) await happened(id, '2025-05-01 08:00:00')
    await happened(second, '2025-05-02 08:00:00', '2025-06-02 08:00:00')
    await happened(before, '2024-12-31 23:59:59')
    expect(await review(me, 2025)).toMatchObject({ sealed: 3, sent: 2 })
    expect(await review(me, 2024)).toMatchObject({ sealed: 1, sent: 1 })
  })

  it('is nobody else’s, and nothing of it is a draft', async () => {
    const [me, other] = [await newcomer(), await newcomer()]
    await write(me, '2025-03-03 12:00:00', '<p>我的</p>')
    const content = [{ type: 0 as const, content: '<p>草稿</p>', comment: '' }]
    await get(app.url, 'createDiaryDraft', { content, long_tag: '草稿' }, { token: other.token })
    const nothing = {
      days: 0,
      diaries: 0,
      months: Array(12).fill(0),
      first_day: '',
      sealed: 0,
      sent: 0,
      waiting: 0,
      opened: 0,
    }
    for (const year of [2025, reviewYear(Date.now())])
      expect(await review(other, year)).toEqual({ ...nothing, longest: null })
    expect(await lines(other, 2025)).toEqual({ data: [], next: '' })
  })

  it('offers how each diary of it begins and its picture, the newest first, 15 at a time, and nothing of what is sealed', async () => {
    const me = await newcomer()
    await write(me, '2024-12-31 23:59:59', '<p>去年</p>')
    for (let turn = 0; turn < 16; turn++)
      await write(me, `2025-07-${String(turn + 1).padStart(2, '0')} 12:00:00`, `<p>第${turn}<b>天</b></p><p>正文</p>`)
    const key = await upload(app.url, me.token, 'image', await jpeg(), 'jpg')
    const named = await write(me, '2025-08-01 12:00:00', `<p>&lt;开头&gt;</p><img src="${key}">`, { long_tag: '名字' })
    const sealed = { open_time: inSeconds(3600), long_tag: '封着' }
    const closed = await write(me, '2025-09-01 12:00:00', '<p>planted</p>', sealed)
    const first = await lines(me, 2025)
    expect(first.data.slice(0, 2)).toEqual([
      { id: named, date: '2025-08-01', line: '<开头>', thumbnail: expect.stringContaining(key) },
      { id: expect.any(String), date: '2025-07-16', line: '第15天', thumbnail: '' },
    ])
    const second = await lines(me, 2025, first.next)
    expect([first.data.length, second.data.map(({ line }) => line), second.next]).toEqual([15, ['第1天', '第0天'], ''])
    await comeDue(app.services, closed)
    await get(app.url, 'unseal', { capsule_id: closed }, { token: me.token })
    expect((await lines(me, 2025)).data[0]).toMatchObject({ id: closed, line: 'planted' })
  })

  it('refuses a year that is none of ours, and a person who is not signed in', async () => {
    const { token } = await newcomer()
    for (const year of [1899, 2121, 2025.5, '二五'])
      for (const name of ['yearReview', 'yearLines'] as const)
        expect(await ask(app.url, name, { year }, { token })).toMatchObject({ code: CODE.badRequest })
    expect(await ask(app.url, 'yearReview', { year: 2025 })).toMatchObject({ code: CODE.noToken })
  })

  it('answers in the shape that the calls table promises', async () => {
    const { token } = await newcomer()
    for (const name of ['yearReview', 'yearLines'] as const) {
      const { data } = await ask(app.url, name, { year: 2025 }, { token })
      expect(() => calls[name].output.parse(data), name).not.toThrow()
    }
  })
})

it.each([
  ['2026-12-23 23:59:59', false, 2026],
  ['2026-12-24 00:00:00', true, 2026],
  ['2026-12-31 23:59:59', true, 2026],
  ['2027-01-01 00:00:00', false, 2026],
  ['2027-02-01 00:00:00', false, 2027],
])('at %s in China the year’s end is near: %s, and it is %i that one looks back at', (china, near, year) => {
  expect([isYearsEnd(at(china)), reviewYear(at(china))]).toEqual([near, year])
})
