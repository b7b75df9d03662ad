import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { importedName } from '#contract/importSource.ts'
import { IMPORT_DATE_WRONG, IMPORT_FULL, IMPORT_UNDO_OVER } from '#contract/imports.ts'
import { NO_RECEIPT } from '#contract/receipt.ts'
import { parseChina } from '#contract/time.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, newPerson, postForm, seal, textCapsule, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { jpeg } from '#test/media.ts'
import { undoImports } from './undoImport.ts'

const app = withApp()
afterEach(() => {
  app.services.now = () => new Date()
})

type Entry = Input<'importDiaries'>['entries'][number]
const entry = (
  source_id: string,
  created_at: string,
  html = `<p>${source_id}</p>`,
  more: Partial<Entry> = {},
): Entry => ({
  ...{ source_id, created_at, content: [{ type: 0, content: html, comment: '' }] },
  ...more,
})
const batch = (entries: Entry[], more: Partial<Input<'importDiaries'>> = {}): Input<'importDiaries'> => ({
  ...{ batch_id: 'batch-0001', source: 'dayone', entries },
  ...more,
})
type Person = { token: string }
const move = (person: Person, entries: Entry[], more: Partial<Input<'importDiaries'>> = {}) =>
  ask(app.url, 'importDiaries', batch(entries, more), person)
const moved = async (person: Person, entries: Entry[], more: Partial<Input<'importDiaries'>> = {}) =>
  get(app.url, 'importDiaries', batch(entries, more), person)
const undo = (person: Person, batch_id = 'batch-0001') => get(app.url, 'undoImport', { batch_id }, person)
const month = async (person: Person, date: string) => (await get(app.url, 'diaryList', { date }, person)).capsules.data
const titles = async (person: Person, date: string) => (await month(person, date)).map(({ title }) => title)
const broken = () => app.services.db.selectFrom('broken_invariants').selectAll().execute()

describe('importDiaries', () => {
  it('writes diaries of their own days, which lists, calendar, search and the year know at once', async () => {
    const me = await newPerson(app.url)
    const entries = [
      entry('a', '1987-07-01 23:30:00', '<p>曼谷的夜</p>'),
      entry('b', '2015-02-28 08:00:00', '<h1>标题</h1><p>正文</p>', { long_tag: '开学' }),
    ]
    expect(await moved(me, entries)).toEqual({ written: 2, known: 0 })
    expect(await month(me, '1987-07')).toMatchObject([
      { date: '1987-07-01', created_at: '1987-07-01 23:30:00', title: '曼谷的夜' },
    ])
    expect(await titles(me, '2015-02')).toEqual(['开学'])
    expect(await get(app.url, 'diaryCalendar', { month: '198707' }, me)).toEqual({ calendar: { '1987-07-01': 1 } })
    const found = await get(app.url, 'ownSearch', { keyword: '曼谷' }, me)
    expect(found.capsules.data).toHaveLength(1)
    expect(await get(app.url, 'yearReview', { year: 1987 }, me)).toMatchObject({ diaries: 1, first_day: '1987-07-01' })
    expect(await broken()).toEqual([])
  })

  it('spends no diary capsule and earns none, today’s first diary least of all', async () => {
    const me = await newPerson(app.url)
    const before = (await get(app.url, 'userInfo', {}, me)).user.diary_count
    await moved(me, [entry('today', inSeconds(-60))])
    expect((await get(app.url, 'userInfo', {}, me)).user.diary_count).toBe(before)
    const { reward } = await get(app.url, 'createDiaryCapsule', { content: entry('x', '').content }, me)
    expect(reward).toBeGreaterThan(0)
    expect(await broken()).toEqual([])
  })

  it('shows its owner where a diary comes from, and that of one written here nobody', async () => {
    const me = await newPerson(app.url)
    await moved(me, [entry('a', '2019-01-01 10:00:00')], { source: 'flomo' })
    const own = await get(app.url, 'createDiaryCapsule', { content: entry('x', '').content }, me)
    const detail = async (capsule_id: string) => (await get(app.url, 'capsuleDetail', { capsule_id }, me)).capsule
    expect((await detail((await month(me, '2019-01'))[0]!.id)).imported_from).toBe('flomo')
    expect(await detail(own.capsule_id)).not.toHaveProperty('imported_from')
  })

  it('gives none of them a receipt, which would be older than the import', async () => {
    const me = await newPerson(app.url)
    await moved(
      me,
      [entry('a', '2016-01-01 10:00:00'), entry('b', '2016-01-02 10:00:00', undefined, { kind: 'capsule' })],
      {
        source: 'archive',
      },
    )
    const diaries = await month(me, '2016-01')
    expect(diaries).toHaveLength(2)
    for (const { id } of diaries)
      expect(await ask(app.url, 'receipt', { capsule_id: id }, me)).toMatchObject({
        code: CODE.refused,
        message: NO_RECEIPT,
      })
  })

  it('writes an entry once, by its source and the id it has there, however often and in whatever batch it comes', async () => {
    const me = await newPerson(app.url)
    const entries = [entry('a', '2020-01-01 10:00:00'), entry('b', '2020-01-02 10:00:00')]
    const answers = await Promise.all(Array.from({ length: 8 }, () => moved(me, entries)))
    expect(answers.reduce((sum, { written }) => sum + written, 0)).toBe(2)
    expect(await moved(me, [...entries, entry('c', '2020-01-03 10:00:00')], { batch_id: 'another' })).toEqual({
      written: 1,
      known: 2,
    })
    expect(await moved(me, entries, { source: 'markdown', batch_id: 'third' })).toEqual({ written: 2, known: 0 })
    expect(await moved(me, [entry('d', '2020-01-04 10:00:00'), entry('d', '2020-01-04 10:00:00')])).toEqual({
      written: 1,
      known: 1,
    })
    expect(await titles(me, '2020-01')).toHaveLength(6)
    expect(await broken()).toEqual([])
  })

  it.each([
    ['before 1900', '1899-12-31 23:59:59'],
    ['in the future', inSeconds(3600)],
    ['of a day without a time', '2020-01-01'],
    ['that is none', '2020-02-30 10:00:00'],
  ])('refuses a moment %s by the entry’s place, and writes nothing of that part', async (_, created_at) => {
    const me = await newPerson(app.url)
    const answer = await move(me, [entry('a', '2020-01-01 10:00:00'), entry('b', created_at)])
    expect(answer).toMatchObject({
      code: CODE.refused,
      message: IMPORT_DATE_WRONG,
      data: { field: 'entries.1.created_at' },
    })
    expect(await titles(me, '2020-01')).toEqual([])
  })

  it('refuses an empty text, one too long and a foreign picture by the entry’s place, and writes nothing of that part', async () => {
    const [me, other] = [await newPerson(app.url), await newPerson(app.url)]
    const theirs = await upload(app.url, other.token, 'image', await jpeg(), 'jpg')
    const good = entry('a', '2020-01-01 10:00:00')
    const picture = { content: [{ type: 1 as const, content: theirs, comment: '' }], content_type: 1 as const }
    for (const [wrong, field] of [
      [entry('b', '2020-01-02 10:00:00', '<p> </p>'), 'entries.1'],
      [entry('b', '2020-01-02 10:00:00', `<p>${'长'.repeat(10_001)}</p>`), 'entries.1'],
      [entry('b', '2020-01-02 10:00:00', '', picture), 'entries.1.content.0.content'],
    ] as const)
      expect(await move(me, [good, wrong])).toMatchObject({ code: CODE.refused, data: { field } })
    expect(await titles(me, '2020-01')).toEqual([])
  })

  it('refuses more than 20 entries, more than 1.5 MB, and other kinds than diaries from anywhere but an archive', async () => {
    const me = await newPerson(app.url)
    const many = Array.from({ length: 21 }, (_, at) => entry(`n${at}`, '2020-01-01 10:00:00'))
    expect(await move(me, many)).toMatchObject({ code: CODE.badRequest })
    const long = Array.from({ length: 20 }, (_, at) =>
      entry(`n${at}`, '2020-01-01 10:00:00', `<p>${'<b></b>'.repeat(12_000)}x</p>`),
    )
    expect(await move(me, long)).toMatchObject({ code: CODE.refused })
    expect(await move(me, [entry('a', '2020-01-01 10:00:00', undefined, { kind: 'capsule' })])).toMatchObject({
      code: CODE.refused,
      data: { field: 'entries.0.kind' },
    })
    expect(await titles(me, '2020-01')).toEqual([])
  })

  it('holds the uploads that its diaries name, and shows them in place', async () => {
    const me = await newPerson(app.url)
    const key = await upload(app.url, me.token, 'image', await jpeg(), 'jpg')
    await moved(me, [entry('a', '2020-01-01 10:00:00', `<p>前</p><img src="${key}"><p>后</p>`)])
    const [row] = await month(me, '2020-01')
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: row!.id }, me)
    expect(capsule.capsule_content?.content[0]?.content).toContain(key)
    const { rows } = await sql<{
      loose_since: string | null
    }>`select loose_since from objects where key = ${key}`.execute(app.services.db)
    expect(rows).toEqual([{ loose_since: null }])
  })

  it('brings drafts back as drafts and opened capsules as diaries, never public, in no record', async () => {
    const me = await newPerson(app.url)
    const forecast = { content: [{ type: 0 as const, content: '会<b>下雪', comment: '因为冷' }], confidence: 70 }
    const entries = [
      entry('draft-1', '2020-01-01 10:00:00', '<p>草稿</p>', {
        kind: 'draft',
        type: 0,
        long_tag: '没写完',
        send_word: '见字如面',
      }),
      entry('draft-2', '2020-01-01 11:00:00', '', { kind: 'draft', type: 2, ...forecast }),
      entry('capsule-3', '2026-01-01 10:00:00', '<p>信</p>', {
        kind: 'capsule',
        long_tag: '给三十岁',
        description: '来自归档',
      }),
      entry('forecast-4', '2026-01-02 10:00:00', '<p>会下雪</p>', { kind: 'forecast' }),
    ]
    expect(await moved(me, entries, { source: 'archive' })).toEqual({ written: 4, known: 0 })
    const drafts = (await get(app.url, 'myDrafts', {}, me)).capsules.data
    expect(drafts.map(({ type, long_tag }) => [type, long_tag]).sort()).toEqual([
      [0, '没写完'],
      [2, expect.any(String)],
    ])
    const draft = async (kind: number) => {
      const { id } = drafts.find(({ type }) => type === kind)!
      return (await get(app.url, 'capsuleDetail', { capsule_id: id }, me)).capsule
    }
    expect(await draft(2)).toMatchObject({ capsule_content: { content: forecast.content }, confidence: 70 })
    expect(await draft(0)).toMatchObject({ send_word: '见字如面' })
    expect((await month(me, '2026-01')).map(({ type, status, title }) => [type, status, title])).toEqual([
      [1, 2, '会下雪'],
      [1, 2, '给三十岁'],
    ])
    expect((await get(app.url, 'myOpenCapsules', {}, me)).capsules.data).toEqual([])
    expect((await get(app.url, 'forecastRecord', {}, me)).record).toMatchObject({ sealed: 0, judged: 0 })
    expect(await broken()).toEqual([])
  })

  it('lets nothing but itself say of a diary that it was imported', async () => {
    const me = await newPerson(app.url)
    const { capsule_id } = await get(app.url, 'createDiaryCapsule', { content: entry('x', '').content }, me)
    const set = sql`update capsules set imported_at = now() where id = ${Number(capsule_id)}`
    await expect(set.execute(app.services.db)).rejects.toMatchObject({ code: '42501' })
    await moved(me, [entry('a', '2020-01-01 10:00:00')])
    const [row] = await month(me, '2020-01')
    const taken = sql`update capsules set imported_at = null where id = ${Number(row!.id)}`
    await expect(taken.execute(app.services.db)).rejects.toMatchObject({ code: '42501' })
    const made = sql`insert into capsules (id, owner_id, type, status, imported_at, questions)
      select id + 1000000, owner_id, 1, 2, now(), '[]' from capsules where id = ${Number(row!.id)}`
    await expect(made.execute(app.services.db)).rejects.toMatchObject({ code: '42501' })
  })

  it('takes 20,000 entries of one person and not one more', async () => {
    const me = await newPerson(app.url)
    const { user } = await get(app.url, 'userInfo', {}, me)
    await sql`insert into imported_entries (user_id, source, source_id, batch_id)
      select ${Number(user.id)}, 'dayone', 'old' || n, 'old' from generate_series(1, 19999) n`.execute(app.services.db)
    expect(await moved(me, [entry('last', '2020-01-01 10:00:00')])).toEqual({ written: 1, known: 0 })
    expect(await move(me, [entry('more', '2020-01-01 10:00:00')])).toMatchObject({
      code: CODE.refused,
      message: IMPORT_FULL,
    })
    expect(await titles(me, '2020-01')).toEqual(['last'])
    expect((await get(app.url, 'importPreview', { source: 'dayone', entries: [] }, me)).left).toBe(0)
  })
})

describe('a look before an import', () => {
  it('says which entries are known, which days have diaries, and how much room there is', async () => {
    const me = await newPerson(app.url)
    await moved(me, [entry('a', '2020-01-01 23:59:59')])
    const asked = [
      { source_id: 'a', day: '2020-01-01' },
      { source_id: 'b', day: '2020-01-01' },
      { source_id: 'c', day: '2020-01-02' },
    ]
    const look = await get(app.url, 'importPreview', { source: 'dayone', entries: asked }, me)
    expect(look).toEqual({ known: ['a'], days: ['2020-01-01'], room: app.services.config.mediaQuota, left: 19_999 })
    const key = await upload(app.url, me.token, 'image', await jpeg(), 'jpg')
    // A bucket's upload counts from the first call that names it.
    await moved(me, [entry('pictured', '2020-02-01 10:00:00', `<img src="${key}">`)])
    const { room, known } = await get(app.url, 'importPreview', { source: 'flomo', entries: asked }, me)
    expect([room < look.room, known]).toEqual([true, []])
  })
})

it.each(['2020-13-01', '2020-02-30', '0000-00-00', '2020-1-1'])('a look at the day %s is refused', async (day) => {
  const me = await newPerson(app.url)
  const look = { source: 'flomo' as const, entries: [{ source_id: 'a', day }] }
  expect(await ask(app.url, 'importPreview', look, me)).toMatchObject({ code: CODE.badRequest })
})

describe('an import that is undone', () => {
  it('goes as one, with its pictures, is listed as undone, and the same file imports anew', async () => {
    const me = await newPerson(app.url)
    const key = await upload(app.url, me.token, 'image', await jpeg(), 'jpg')
    const entries = [entry('a', '2020-01-01 10:00:00', `<p>a</p><img src="${key}">`), entry('b', '2020-01-02 10:00:00')]
    await moved(me, entries)
    expect((await get(app.url, 'imports', {}, me)).list).toMatchObject([
      { batch_id: 'batch-0001', source: 'dayone', written: 2, undone: false },
    ])
    expect(await undo(me)).toEqual({ removed: 2, kept: 0, left: 0 })
    expect(await titles(me, '2020-01')).toEqual([])
    expect((await get(app.url, 'imports', {}, me)).list).toMatchObject([{ undone: true, written: 0 }])
    const { rows } = await sql<{ doomed: boolean }>`
      select doomed_at is not null as doomed from objects where key = ${key}`.execute(app.services.db)
    expect(rows).toEqual([{ doomed: true }])
    expect(await undo(me)).toEqual({ removed: 0, kept: 0, left: 0 })
    const again = entries.map((one) => ({ ...one, content: entry(one.source_id, '').content }))
    expect(await moved(me, again)).toEqual({ written: 2, known: 0 })
    expect(await titles(me, '2020-01')).toHaveLength(2)
    expect(await broken()).toEqual([])
  })

  it('keeps an edited one and says so, takes a deleted one along, and leaves other imports and own diaries alone', async () => {
    const me = await newPerson(app.url)
    await moved(
      me,
      ['a', 'b', 'c'].map((id, at) => entry(id, `2020-01-0${at + 1} 10:00:00`)),
    )
    await moved(me, [entry('d', '2020-01-09 10:00:00')], { batch_id: 'other' })
    const ids = new Map((await month(me, '2020-01')).map(({ id, title }) => [title, id]))
    await get(
      app.url,
      'diaryEdit',
      { capsule_id: ids.get('a')!, content: entry('a', '', '<p>改过</p>').content, revision: 1 },
      me,
    )
    await get(app.url, 'deleteDiary', { capsule_id: ids.get('b')! }, me)
    expect(await undo(me)).toEqual({ removed: 2, kept: 1, left: 0 })
    expect(await titles(me, '2020-01')).toEqual(['d', '改过'])
    expect((await get(app.url, 'deletedDiaries', {}, me)).capsules.data).toEqual([])
    expect(await undo(me)).toEqual({ removed: 0, kept: 1, left: 0 })
    expect(
      await moved(
        me,
        ['a', 'b', 'c'].map((id) => entry(id, '2020-01-01 10:00:00')),
      ),
    ).toEqual({ written: 2, known: 1 })
    expect(await broken()).toEqual([])
  })

  it('takes nothing more once it has ended, though one that stayed is as it came again', async () => {
    const me = await newPerson(app.url)
    await moved(me, [entry('a', '2020-01-01 10:00:00'), entry('b', '2020-01-02 10:00:00')])
    const { id } = (await month(me, '2020-01')).find(({ title }) => title === 'a')!
    // No call shares a diary today: it is as if one had, and has taken that back since.
    await sql`insert into shares (capsule_id) values (${Number(id)})`.execute(app.services.db)
    expect(await undo(me)).toEqual({ removed: 1, kept: 1, left: 0 })
    await sql`delete from shares where capsule_id = ${Number(id)}`.execute(app.services.db)
    expect(await undo(me)).toMatchObject({ removed: 0 })
    await undoImports(app.services, new AbortController().signal)
    expect(await titles(me, '2020-01')).toEqual(['a'])
  })

  it('is over after seven days, and nobody else’s', async () => {
    const [me, other] = [await newPerson(app.url), await newPerson(app.url)]
    await moved(me, [entry('a', '2020-01-01 10:00:00')])
    expect(await ask(app.url, 'undoImport', { batch_id: 'batch-0001' }, other)).toMatchObject({ code: CODE.missing })
    await sql`update imports set created_at = now() - interval '7 days 1 minute' where batch_id = 'batch-0001'
      and user_id = (select owner_id from capsules where id = ${Number((await month(me, '2020-01'))[0]!.id)})`.execute(
      app.services.db,
    )
    expect(await ask(app.url, 'undoImport', { batch_id: 'batch-0001' }, me)).toMatchObject({
      code: CODE.refused,
      message: IMPORT_UNDO_OVER,
    })
    expect((await get(app.url, 'imports', {}, me)).list).toEqual([])
    expect(await titles(me, '2020-01')).toEqual(['a'])
  })

  it('does not write anew what its owner has deleted, also when seven days are over', async () => {
    const me = await newPerson(app.url)
    await moved(me, [entry('a', '2020-01-01 10:00:00')])
    await get(app.url, 'deleteDiary', { capsule_id: (await month(me, '2020-01'))[0]!.id }, me)
    expect(await moved(me, [entry('a', '2020-01-01 10:00:00')])).toEqual({ written: 0, known: 1 })
    expect(await titles(me, '2020-01')).toEqual([])
  })

  it('clears uploads of it that were never written, and goes to its end though the page has gone', async () => {
    const me = await newPerson(app.url)
    const name = importedName('batch-0001', '0'.repeat(24))
    const { hosts } = await get(app.url, 'ossToken', {}, me)
    const key = `${hosts.image.prefix}${name}.jpg`
    expect((await postForm(app.url, hosts.image, await jpeg(), { key })).response.status).toBe(200)
    await moved(me, [entry('a', '2020-01-01 10:00:00')])
    await sql`update imports set undone_at = now() - interval '2 minutes' where batch_id = 'batch-0001' and undone_at is null`.execute(
      app.services.db,
    )
    expect(await move(me, [entry('b', '2020-01-01 10:00:00')])).toMatchObject({ code: CODE.refused })
    await undoImports(app.services, new AbortController().signal)
    expect(await titles(me, '2020-01')).toEqual([])
    const { rows } = await sql<{ doomed: boolean }>`
      select doomed_at is not null as doomed from objects where key = ${key}`.execute(app.services.db)
    // A bucket's lifecycle rule clears what no call has named; we never heard of it.
    expect(rows).toEqual(app.services.media.kind === 'disk' ? [{ doomed: true }] : [])
    expect(await broken()).toEqual([])
  })

  it('is the only way in which an imported diary goes at once, and no way for what was paid for', async () => {
    const me = await newPerson(app.url)
    const capsule = await seal(app.url, me.token, textCapsule('<p>信</p>'))
    await comeDue(app.services, capsule)
    const going = sql`delete from capsules where id = ${Number(capsule)}`
    await expect(going.execute(app.services.db)).rejects.toMatchObject({ code: '42501' })
    await moved(me, [entry('a', '2020-01-01 10:00:00')])
    const [row] = await month(me, '2020-01')
    const early = sql`delete from capsules where id = ${Number(row!.id)}`
    await expect(early.execute(app.services.db)).rejects.toMatchObject({ code: '42501' })
  })
})

it('那年今日 begins with one’s own first year', async () => {
  const me = await newPerson(app.url)
  app.services.now = () => parseChina('2026-07-01 12:00:00')!
  await moved(me, [entry('old', '1987-07-01 23:30:00'), entry('other', '1986-03-01 10:00:00')])
  const { data } = (await get(app.url, 'diaryThisDay', {}, me)).capsules
  expect(data.map(({ years, title }) => [years, title])).toEqual([[39, 'old']])
  const nobody = await newPerson(app.url)
  expect((await get(app.url, 'diaryThisDay', {}, nobody)).capsules.data).toEqual([])
})
