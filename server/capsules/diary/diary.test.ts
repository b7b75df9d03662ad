import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { CHANGED_ELSEWHERE } from '#contract/draft.ts'
import { parseChina } from '#contract/time.ts'
import { withApp } from '#test/app.ts'
import { type Ask, ask, get, inSeconds, later, newPerson, textCapsule, upload } from '#test/client.ts'
import { dumpOf } from '#test/dump.ts'
import { give } from '#test/grants.ts'
import { jpeg } from '#test/media.ts'

const app = withApp()
afterEach(() => {
  app.services.now = () => new Date()
})

/** The process's clock stands at this moment in China from now on. */
function setClock(china: string) {
  const now = parseChina(china)!
  app.services.now = () => now
}

const written = (html: string, more: Partial<Input<'createDiaryCapsule'>> = {}): Input<'createDiaryCapsule'> => ({
  content: [{ type: 0, content: html, comment: '' }],
  ...more,
})
const write = (token: string, html: string, more: Partial<Input<'createDiaryCapsule'>> = {}, options: Ask = {}) =>
  get(app.url, 'createDiaryCapsule', written(html, more), { token, key: randomUUID(), ...options })
const held = async (token: string) => (await get(app.url, 'userInfo', {}, { token })).user.diary_count
const month = async (token: string, date: string, page = 1) =>
  (await get(app.url, 'diaryList', { date, page }, { token })).capsules.data
/** Enough diary capsules for a long test. */
async function rich(token: string, count = 200) {
  const { user } = await get(app.url, 'userInfo', {}, { token })
  const amounts = [{ kind: 'diary' as const, amount: count }]
  await give(app.services, Number(user.id), amounts)
}

describe('a diary', () => {
  it('costs one diary capsule, is open from the start, and stands in the diary lists only', async () => {
    const { token } = await newPerson(app.url)
    setClock('2026-11-24 21:30:05')
    const { capsule_id } = await write(token, '<p>今天的风很大</p><p>下午去了河边</p>')
    expect(await held(token)).toBe(6)
    const { capsule, is_mine } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule).toMatchObject({ type: 1, status: 2, sealed_at: '', created_at: '2026-11-24 21:30:05', revision: 1 })
    expect(capsule.capsule_content?.content[0]?.content).toBe('<p>今天的风很大</p><p>下午去了河边</p>')
    expect(is_mine).toBe(1)
    expect(await month(token, '2026-11')).toMatchObject([
      { id: capsule_id, date: '2026-11-24', week: '星期二', title: '今天的风很大', thumbnail: '' },
    ])
    for (const list of ['myOpenCapsules', 'myClosedCapsules', 'myDrafts'] as const)
      expect((await get(app.url, list, {}, { token })).capsules.data, list).toEqual([])
    expect((await get(app.url, 'capsuleOpenList', {}, { token })).capsules).toEqual([])
  })

  it('is called by its first line or as it was named, and shows how it begins, without tags', async () => {
    const { token } = await newPerson(app.url)
    const line = '一二三四五六七八九十'.repeat(11)
    await write(token, `<p> </p><h1>${line}</h1><p>正文</p>`)
    await write(token, '<p>a &lt;b&gt; c</p><p>d <strong>e</strong></p>')
    await write(token, '<p>正文</p>', { long_tag: ' 小雪 ' })
    const rows = await month(token, inSeconds(0).slice(0, 7))
    expect(rows.map(({ title, excerpt }) => [title, excerpt])).toEqual([
      ['小雪', '正文'],
      ['a <b> c', 'a <b> c\nd e'],
      [`${line.slice(0, 100)}…`, `${line}\n正文`],
    ])
  })

  it('is nobody else’s: not its list, not its text, not to edit, share or make public', async () => {
    const [owner, other] = [await newPerson(app.url), await newPerson(app.url)]
    const { capsule_id } = await write(owner.token, '<p>秘密</p>')
    const token = other.token
    expect(await month(token, inSeconds(0).slice(0, 7))).toEqual([])
    expect(await ask(app.url, 'capsuleDetail', { capsule_id }, { token })).toMatchObject({ code: CODE.missing })
    const edit = { capsule_id, ...written('<p>改</p>') }
    expect(await ask(app.url, 'diaryEdit', edit, { token })).toMatchObject({ code: CODE.missing })
    for (const name of ['capsuleShare', 'capsuleIsPublic'] as const) {
      const answer = await ask(app.url, name, { capsule_id, is_public: 1 }, { token: owner.token })
      expect(answer.code, name).toBe(CODE.refused)
    }
  })

  it('is encrypted with its name before it is stored', async () => {
    const { token } = await newPerson(app.url)
    await write(token, '<p>chrysanthemum-1</p>', { long_tag: 'chrysanthemum-2' })
    const rows = await dumpOf(app.services.db)
    const found = rows.filter(({ row }) => /chrysanthemum|6368727973616e7468656d756d/.test(row))
    expect(found).toEqual([])
    expect((await month(token, inSeconds(0).slice(0, 7)))[0]?.title).toBe('chrysanthemum-2')
  })

  it('needs a diary capsule: without one nothing is written, and the day’s gift does not pay for itself', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    const answer = await ask(app.url, 'createDiaryCapsule', written('<p>好</p>'), { token })
    expect(answer).toMatchObject({ code: CODE.refused, message: '日记胶囊不足' })
    expect(await month(token, inSeconds(0).slice(0, 7))).toEqual([])
  })

  it('says what is missing: nothing but blanks, or more than 10,000 characters counted as people count', async () => {
    const { token } = await newPerson(app.url)
    const blank = await ask(app.url, 'createDiaryCapsule', written('<p> &nbsp;</p>'), { token })
    expect(blank).toMatchObject({ code: CODE.refused, message: '请输入内容~' })
    const long = await ask(app.url, 'createDiaryCapsule', written(`<p>${'😀'.repeat(10_001)}</p>`), { token })
    expect(long).toMatchObject({ code: CODE.refused, message: '已超出一万字上限' })
    await write(token, `<p>${'😀'.repeat(10_000)}</p>`)
  })

  it('is saved once however often the same save arrives', async () => {
    const { token } = await newPerson(app.url)
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(() => write(token, '<p>一次</p>', {}, { key })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await month(token, inSeconds(0).slice(0, 7))).toHaveLength(1)
  })
})

describe('the first diary of a China day', () => {
  it('gives one diary capsule, on Friday and Sunday one more, said in the answer and in the record', async () => {
    const { token } = await newPerson(app.url)
    const week = [
      ['2026-11-23 12:00:00', 1],
      ['2026-11-26 23:59:59', 1],
      ['2026-11-27 00:00:00', 2],
      ['2026-11-28 00:00:00', 1],
      ['2026-11-29 23:59:59', 2],
    ] as const
    for (const [moment, reward] of week) {
      setClock(moment)
      const before = await held(token)
      expect(await write(token, '<p>今日</p>'), moment).toMatchObject({ reward })
      expect(await held(token), moment).toBe(before - 1 + reward)
      expect(await write(token, '<p>再来</p>'), moment).toMatchObject({ reward: 0 })
    }
    const { data } = await get(app.url, 'capsuleRecords', { pageSize: 3 }, { token })
    expect(data).toMatchObject([
      { capsule_type: 1, reason: '写日记', count: 1, is_increase: 0 },
      { capsule_type: 1, reason: '每日首篇日记', count: 2, is_increase: 1 },
      { capsule_type: 1, reason: '写日记', count: 1, is_increase: 0 },
    ])
  })

  it('gives it once, however many arrive together', async () => {
    const { token } = await newPerson(app.url)
    await rich(token, 14)
    const answers = await Promise.all([...Array(20)].map((_, turn) => write(token, `<p>${turn}</p>`)))
    expect(answers.filter(({ reward }) => reward > 0)).toHaveLength(1)
    expect(await held(token)).toBe(20 - 20 + answers.reduce((sum, { reward }) => sum + reward, 0))
  })

  it('may be a sealed one', async () => {
    const { token } = await newPerson(app.url)
    const sealed = await write(token, '<p>封</p>', { open_time: '2046-01-01' })
    expect(sealed.reward).toBeGreaterThan(0)
    expect(await write(token, '<p>写</p>')).toMatchObject({ reward: 0 })
  })

  it('is the first of the day that it is dated, sealed or not', async () => {
    const { token } = await newPerson(app.url)
    setClock('2026-11-27 23:59:59')
    const { reward } = await write(token, '<p>封</p>', { open_time: '2046-01-01', long_tag: '封' })
    expect(reward).toBe(2)
    expect(await month(token, '2026-11')).toMatchObject([{ date: '2026-11-27', created_at: '2026-11-27 23:59:59' }])
  })
})

describe('a diary that was written without a network', () => {
  const HOUR = 3_600

  it('is of the day on which it was written; what the first of a day gives is asked of the day on which it arrives', async () => {
    const { token } = await newPerson(app.url)
    setClock('2026-12-01 06:00:00')
    const { capsule_id, reward } = await write(token, '<p>船上</p>', { written_ago: 7 * HOUR })
    expect(reward).toBe(1)
    expect(await write(token, '<p>上岸了</p>')).toMatchObject({ reward: 0 })
    expect(await month(token, '2026-11')).toMatchObject([
      { id: capsule_id, date: '2026-11-30', created_at: '2026-11-30 23:00:00' },
    ])
    const { calendar } = await get(app.url, 'diaryCalendar', { month: '202611' }, { token })
    expect(calendar).toEqual({ '2026-11-30': 1 })
    setClock('2027-11-30 12:00:00')
    const { capsules } = await get(app.url, 'diaryThisDay', {}, { token })
    expect(capsules.data.map(({ id }) => id)).toEqual([capsule_id])
    const { received_at } = await app.services.db
      .selectFrom('capsules')
      .select('received_at')
      .where('id', '=', Number(capsule_id))
      .executeTakeFirstOrThrow()
    expect(received_at).toMatch(/^2026-12-01 06:00:00/)
  })

  it.each([
    ['in time to come', -HOUR, '2026-11-24 21:30:05'],
    ['31 days ago', 31 * 24 * HOUR, '2026-10-25 21:30:05'],
    ['before there was time', 1e300, '2026-10-25 21:30:05'],
  ])('and that says it was so %s is taken all the same', async (_when, written_ago, created_at) => {
    const { token } = await newPerson(app.url)
    setClock('2026-11-24 21:30:05')
    await write(token, '<p>钟不准</p>', { written_ago })
    expect(await month(token, created_at.slice(0, 7))).toMatchObject([{ created_at }])
  })

  it('is saved once however often it is sent, though more time has passed each time', async () => {
    const { token } = await newPerson(app.url)
    const key = randomUUID()
    setClock('2026-11-24 21:30:05')
    const first = await write(token, '<p>一次</p>', { written_ago: 60 }, { key })
    setClock('2026-11-24 21:31:05')
    expect(await write(token, '<p>一次</p>', { written_ago: 120 }, { key })).toEqual(first)
    expect(await month(token, '2026-11')).toHaveLength(1)
  })

  it('and is sealed when it arrives is of that moment', async () => {
    const { token } = await newPerson(app.url)
    setClock('2026-11-27 10:00:00')
    await write(token, '<p>封</p>', { open_time: '2046-01-01', long_tag: '封', written_ago: 24 * HOUR })
    expect(await month(token, '2026-11')).toMatchObject([{ created_at: '2026-11-27 10:00:00' }])
  })
})

describe('the months of a diary', () => {
  it('hold what was written in them by China time, the newest first, across the turn of a year', async () => {
    const { token } = await newPerson(app.url)
    for (const moment of ['2025-12-31 23:59:59', '2026-01-01 00:00:00', '2026-01-31 12:00:00', '2026-01-31 13:00:00']) {
      setClock(moment)
      await write(token, `<p>${moment}</p>`)
    }
    const titles = async (date: string) => (await month(token, date)).map(({ created_at }) => created_at)
    expect(await titles('2025-12')).toEqual(['2025-12-31 23:59:59'])
    expect(await titles('2026-01')).toEqual(['2026-01-31 13:00:00', '2026-01-31 12:00:00', '2026-01-01 00:00:00'])
    expect(await titles('2026-02')).toEqual([])
    const calendar = async (of: string) => (await get(app.url, 'diaryCalendar', { month: of }, { token })).calendar
    expect(await calendar('202512')).toEqual({ '2025-12-31': 1 })
    expect(await calendar('202601')).toEqual({ '2026-01-01': 1, '2026-01-31': 2 })
    expect(await calendar('202602')).toEqual({})
  })

  it('come in pages of 15', async () => {
    const { token } = await newPerson(app.url)
    await rich(token)
    setClock('2026-05-05 10:00:00')
    for (let turn = 0; turn < 17; turn++) await write(token, `<p>第${turn}篇</p>`)
    const [one, two] = [await month(token, '2026-05'), await month(token, '2026-05', 2)]
    expect([one.length, two.length]).toEqual([15, 2])
    expect(new Set([...one, ...two].map(({ id }) => id)).size).toBe(17)
  })

  it('show a sealed diary by its title and date alone, and its text once it is open', async () => {
    const { token } = await newPerson(app.url)
    const sealed = { open_time: inSeconds(2), long_tag: '给明年', send_word: '你好', is_lock: 1 as const }
    const { capsule_id } = await write(token, '<p>planted</p>', sealed)
    const now = inSeconds(0).slice(0, 7)
    const closed = { id: capsule_id, title: '给明年', status: 1, excerpt: '', thumbnail: '' }
    expect(await month(token, now)).toMatchObject([closed])
    const before = await ask(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(before.text).not.toContain('planted')
    expect(before.data?.capsule).toMatchObject({ type: 1, status: 1, is_lock: 1, long_tag: '给明年' })
    expect((await get(app.url, 'myClosedCapsules', {}, { token })).capsules.data).toMatchObject([{ id: capsule_id }])
    const edit = { capsule_id, ...written('<p>改</p>') }
    expect((await ask(app.url, 'diaryEdit', edit, { token })).code).toBe(CODE.missing)
    expect((await ask(app.url, 'unseal', { capsule_id }, { token })).code).toBe(CODE.refused)
    await later(2_100)
    await get(app.url, 'unseal', { capsule_id }, { token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule.capsule_content?.content[0]?.content).toBe('<p>planted</p>')
    expect(capsule.send_word).toBe('你好')
    expect((await get(app.url, 'myOpenCapsules', {}, { token })).capsules.data).toMatchObject([{ id: capsule_id }])
    expect(await month(token, now)).toMatchObject([{ title: '给明年', status: 2, excerpt: 'planted' }])
    expect(await ask(app.url, 'diaryEdit', edit, { token })).toMatchObject({
      code: CODE.refused,
      message: '封存过的日记不能再修改',
    })
  })
})

describe('editing a diary', () => {
  it('changes its text and keeps its day, its price and its name', async () => {
    const { token } = await newPerson(app.url)
    setClock('2026-03-04 05:06:07')
    const { capsule_id, revision } = await write(token, '<p>旧</p>', { long_tag: '春天' })
    const before = await held(token)
    const edited = await get(app.url, 'diaryEdit', { capsule_id, ...written('<p>新</p>'), revision }, { token })
    expect(edited).toEqual({ capsule_id, revision: revision + 1 })
    expect(await held(token)).toBe(before)
    expect(await month(token, '2026-03')).toMatchObject([{ title: '春天', created_at: '2026-03-04 05:06:07' }])
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule.capsule_content?.content[0]?.content).toBe('<p>新</p>')
  })

  it('never writes over what was changed elsewhere, unless that is asked for', async () => {
    const { token } = await newPerson(app.url)
    const { capsule_id, revision } = await write(token, '<p>一</p>')
    const edit = (html: string, seen?: number) =>
      ask(app.url, 'diaryEdit', { capsule_id, ...written(html), revision: seen }, { token })
    expect((await edit('<p>二</p>', revision)).code).toBe(CODE.ok)
    const late = await edit('<p>三</p>', revision)
    expect(late).toMatchObject({ code: CODE.refused, message: CHANGED_ELSEWHERE, data: { changed: true } })
    const text = async () =>
      (await get(app.url, 'capsuleDetail', { capsule_id }, { token })).capsule.capsule_content?.content[0]?.content
    expect(await text()).toBe('<p>二</p>')
    expect((await edit('<p>三</p>')).code).toBe(CODE.ok)
    expect(await text()).toBe('<p>三</p>')
  })

  it('is done once for one key: a repeat after silence is not told of a change of its own', async () => {
    const { token } = await newPerson(app.url)
    const { capsule_id, revision } = await write(token, '<p>一</p>')
    const key = randomUUID()
    const edit = () => get(app.url, 'diaryEdit', { capsule_id, ...written('<p>二</p>'), revision }, { token, key })
    expect(await edit()).toEqual({ capsule_id, revision: revision + 1 })
    expect(await edit()).toEqual({ capsule_id, revision: revision + 1 })
  })

  it('takes no revision that there cannot be', async () => {
    const { token } = await newPerson(app.url)
    const draft = await get(app.url, 'createDiaryDraft', { ...written('<p>草</p>'), long_tag: 'x' }, { token })
    const over = { ...written('<p>草</p>'), long_tag: 'x', draft_id: draft.capsule_id, revision: 3_000_000_000 }
    expect(await ask(app.url, 'createDiaryDraft', over, { token })).toMatchObject({
      code: CODE.badRequest,
      status: 200,
    })
  })

  it('lets one of two who save at once through', async () => {
    const { token } = await newPerson(app.url)
    const { capsule_id, revision } = await write(token, '<p>一</p>')
    const edits = ['<p>甲</p>', '<p>乙</p>'].map((html) =>
      ask(app.url, 'diaryEdit', { capsule_id, ...written(html), revision }, { token }),
    )
    expect((await Promise.all(edits)).map(({ code }) => code).sort()).toEqual([CODE.refused, CODE.ok].sort())
  })
})

describe('a draft of a diary', () => {
  it('stands in the draft box until it is saved or sealed, and is gone in the same moment', async () => {
    const { token } = await newPerson(app.url)
    const draft = () => get(app.url, 'createDiaryDraft', { ...written('<p>草</p>'), long_tag: '十八岁的' }, { token })
    const box = async () => (await get(app.url, 'myDrafts', {}, { token })).capsules.data
    const [saved, sealed] = [await draft(), await draft()]
    expect(await box()).toMatchObject([
      { type: 1, long_tag: '十八岁的' },
      { type: 1, long_tag: '十八岁的' },
    ])
    expect(await held(token)).toBe(6)
    await write(token, '<p>草</p>', { draft_id: saved.capsule_id })
    await write(token, '<p>草</p>', { draft_id: sealed.capsule_id, open_time: '2046-01-01' })
    expect(await box()).toEqual([])
    const again = await ask(app.url, 'createDiaryCapsule', written('<p>x</p>', { draft_id: saved.capsule_id }), {
      token,
    })
    expect(again.code).toBe(CODE.missing)
  })

  it('is no draft of another kind: neither written over nor paid for as one', async () => {
    const { token } = await newPerson(app.url)
    const { capsule_id } = await get(app.url, 'createDiaryDraft', { ...written('<p>草</p>'), long_tag: 'x' }, { token })
    const content = textCapsule('<p>y</p>').content
    const over = await ask(app.url, 'createTimeDraft', { content, long_tag: 'y', draft_id: capsule_id }, { token })
    expect(over.code).toBe(CODE.missing)
    const sealed = await ask(app.url, 'createTimeCapsule', textCapsule('<p>y</p>', { draft_id: capsule_id }), { token })
    expect(sealed.code).toBe(CODE.missing)
    const time = await get(app.url, 'createTimeDraft', { content, long_tag: 'y' }, { token })
    for (const more of [{}, { open_time: '2046-01-01' }]) {
      const diary = written('<p>z</p>', { draft_id: time.capsule_id, ...more })
      expect((await ask(app.url, 'createDiaryCapsule', diary, { token })).code).toBe(CODE.missing)
    }
    expect((await get(app.url, 'myDrafts', {}, { token })).capsules.data).toHaveLength(2)
    expect(await held(token)).toBe(6)
  })

  it('is not written over when it was changed elsewhere', async () => {
    const { token } = await newPerson(app.url)
    const draft = (more: object) =>
      ask(app.url, 'createDiaryDraft', { ...written('<p>草</p>'), long_tag: 'x', ...more }, { token })
    const { capsule_id, revision } = (await draft({})).data!
    const first = await draft({ draft_id: capsule_id, revision })
    expect(first.data).toEqual({ capsule_id, revision: revision + 1 })
    expect(await draft({ draft_id: capsule_id, revision })).toMatchObject({
      code: CODE.refused,
      data: { changed: true },
    })
    const update = { capsule_id, long_tag: 'y', revision }
    expect(await ask(app.url, 'capsuleUpdate', update, { token })).toMatchObject({ data: { changed: true } })
  })
})

describe('saving or sealing a draft that was changed elsewhere', () => {
  const item = { content: [{ type: 0 as const, content: '会吗', comment: '会' }] }
  it.each([
    ['createDiaryDraft', 'createDiaryCapsule', {}],
    ['createDiaryDraft', 'createDiaryCapsule', { open_time: '2046-01-01' }],
    ['createTimeDraft', 'createTimeCapsule', { open_time: '2046-01-01' }],
    ['createForecastDraft', 'createForecastCapsule', { open_time: '2046-01-01' }],
  ] as const)('is refused, the newer draft stays and nothing is paid: %s, %s %o', async (draft, create, more) => {
    const { token } = await newPerson(app.url)
    const { capsule_id, revision } = await get(app.url, draft, { ...item, long_tag: 'x' }, { token })
    await get(app.url, draft, { ...item, long_tag: 'y', draft_id: capsule_id, revision }, { token })
    const stale = { ...item, ...more, draft_id: capsule_id, revision } as Input<'createTimeCapsule'>
    const refused = await ask(app.url, create, stale, { token })
    expect(refused).toMatchObject({ code: CODE.refused, message: CHANGED_ELSEWHERE, data: { changed: true } })
    const { user } = await get(app.url, 'userInfo', {}, { token })
    expect([user.time_count, user.diary_count, user.forecast_count]).toEqual([6, 6, 6])
    expect((await get(app.url, 'myDrafts', {}, { token })).capsules.data).toMatchObject([{ long_tag: 'y' }])
    expect((await ask(app.url, create, { ...stale, revision: revision + 1 }, { token })).code).toBe(CODE.ok)
    expect((await get(app.url, 'myDrafts', {}, { token })).capsules.data).toEqual([])
  })
})

describe('pictures in a diary', () => {
  it('are never locked away by a capsule that is sealed in the same moment', async () => {
    const { token } = await newPerson(app.url)
    await rich(token)
    for (let round = 0; round < 12; round++) {
      const key = await upload(app.url, token, 'image', await jpeg(), 'jpg')
      const html = `<p>海边</p><img src="/m/1.x/${key}">`
      await get(app.url, 'createDiaryDraft', { ...written(html), long_tag: '海' }, { token })
      const seal = () => ask(app.url, 'createTimeCapsule', textCapsule(html), { token })
      const [diary] = await Promise.all([
        ask(app.url, 'createDiaryCapsule', written(html), { token }),
        ...[1, 2, 3].map(seal),
      ])
      if (diary.code !== CODE.ok) continue
      const [row] = await month(token, inSeconds(0).slice(0, 7))
      expect((await fetch(app.url + row!.thumbnail)).status).toBe(200)
    }
    expect(await app.services.db.selectFrom('broken_invariants').selectAll().execute()).toEqual([])
  })

  it('are shown to its owner, stand for it in lists, and stay: no other capsule can lock them away', async () => {
    const { token } = await newPerson(app.url)
    const key = await upload(app.url, token, 'image', await jpeg(), 'jpg')
    const html = `<p>海边</p><img src="/m/1.x/${key}">`
    const draft = await get(app.url, 'createDiaryDraft', { ...written(html), long_tag: '海' }, { token })
    const box = (await get(app.url, 'myDrafts', {}, { token })).capsules.data
    expect(box[0]?.thumbnail).toContain(key)
    const { capsule_id } = await write(token, html, { draft_id: draft.capsule_id })
    const [row] = await month(token, inSeconds(0).slice(0, 7))
    expect((await fetch(app.url + row!.thumbnail)).status).toBe(200)
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    const address = /src="([^"]+)"/.exec(capsule.capsule_content!.content[0]!.content)![1]!
    expect((await fetch(app.url + address)).status).toBe(200)
    const answer = await ask(app.url, 'createTimeCapsule', textCapsule(html), { token })
    expect(answer).toMatchObject({ code: CODE.refused, message: '有文件已经用在别处，请重新上传' })
  })
})

it('a sealed diary with a picture shows no picture before it opens', async () => {
  const { token } = await newPerson(app.url)
  const key = await upload(app.url, token, 'image', await jpeg(), 'jpg')
  await write(token, `<p>海边</p><img src="/m/1.x/${key}">`, { open_time: '2046-01-01', long_tag: '海' })
  const answer = await ask(app.url, 'diaryList', { date: inSeconds(0).slice(0, 7) }, { token })
  expect(answer.data?.capsules.data).toMatchObject([{ title: '海', excerpt: '', thumbnail: '' }])
  expect(answer.text).not.toContain(key)
})

describe('那年今日', () => {
  /** Moves a row that this person wrote to some moment, since the clock of the database cannot be moved. */
  const movedTo = (capsule_id: string, china: string) =>
    sql`update capsules set created_at = ${parseChina(china)!.toISOString()}::timestamptz where id = ${Number(capsule_id)}`.execute(
      app.services.db,
    )
  const years = async (token: string) =>
    (await get(app.url, 'diaryThisDay', {}, { token })).capsules.data.map(({ years, title }) => [years, title])

  it('shows the diaries of this date in earlier years, one’s own alone, the latest year first', async () => {
    const [{ token }, other] = [await newPerson(app.url), await newPerson(app.url)]
    for (const day of ['2023-11-21 00:00:00', '2025-11-21 23:59:59', '2025-11-20 23:59:59', '2025-11-22 00:00:00'])
      await movedTo((await write(token, `<p>${day}</p>`)).capsule_id, day)
    await movedTo((await write(other.token, '<p>别人</p>')).capsule_id, '2025-11-21 12:00:00')
    setClock('2026-11-21 08:00:00')
    expect(await years(token)).toEqual([
      [1, '2025-11-21 23:59:59'],
      [3, '2023-11-21 00:00:00'],
    ])
  })

  it('shows capsules that were opened on the day they were sealed, and never a sealed one', async () => {
    const { token } = await newPerson(app.url)
    const { capsule_id } = await get(
      app.url,
      'createTimeCapsule',
      textCapsule('<p>x</p>', { long_tag: '信', open_time: inSeconds(2) }),
      { token },
    )
    await get(app.url, 'createTimeCapsule', textCapsule('<p>x</p>', { long_tag: '还早' }), { token })
    await later(2_100)
    await get(app.url, 'unseal', { capsule_id }, { token })
    const inAYear = `${Number(inSeconds(0).slice(0, 4)) + 1}${inSeconds(0).slice(4, 10)}`
    setClock(`${inAYear} 12:00:00`)
    expect(await years(token)).toEqual([[1, '信']])
  })

  it('shows the 29th of February with the 28th in common years', async () => {
    const { token } = await newPerson(app.url)
    await movedTo((await write(token, '<p>闰日</p>')).capsule_id, '2024-02-29 12:00:00')
    setClock('2027-02-28 12:00:00')
    expect(await years(token)).toEqual([[3, '闰日']])
    setClock('2028-02-29 12:00:00')
    expect(await years(token)).toEqual([[4, '闰日']])
    await movedTo((await write(token, '<p>平日</p>')).capsule_id, '2027-02-28 12:00:00')
    expect(await years(token)).toEqual([[4, '闰日']])
    setClock('2028-02-28 12:00:00')
    expect(await years(token)).toEqual([[1, '平日']])
    setClock('2027-03-01 12:00:00')
    expect(await years(token)).toEqual([])
  })

  it('comes in pages that miss nothing, the latest of a day first', async () => {
    const { token } = await newPerson(app.url)
    await rich(token)
    const hours = [...Array(20)].map((_, turn) => String(23 - turn).padStart(2, '0'))
    for (const hour of hours)
      await movedTo((await write(token, `<p>${hour}时</p>`)).capsule_id, `2025-11-21 ${hour}:00:00`)
    setClock('2026-11-21 08:00:00')
    const page = async (page: number) => (await get(app.url, 'diaryThisDay', { page }, { token })).capsules.data
    const titles = [...(await page(1)), ...(await page(2))].map(({ title }) => title)
    expect(titles).toEqual(hours.map((hour) => `${hour}时`))
  })

  it('can be turned off, and on again', async () => {
    const { token } = await newPerson(app.url)
    const shown = async () => (await get(app.url, 'userInfo', {}, { token })).user.show_this_day
    expect(await shown()).toBe(1)
    await get(app.url, 'userInfoUpdate', { show_this_day: 0 }, { token })
    expect(await shown()).toBe(0)
    await get(app.url, 'userInfoUpdate', { show_this_day: 1 }, { token })
    expect(await shown()).toBe(1)
  })
})
