import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { calls, type Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { OWN_SEARCH_ROWS } from '#contract/limits.ts'
import { chinaDay, parseChina } from '#contract/time.ts'
import { lockContent } from '#server/capsules/capsule/stored.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { BINDING_COLUMNS, bindingOf } from '#server/platform/keys/binding.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, get, inSeconds, seal, textCapsule, upload } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { give } from '#test/grants.ts'
import { jpeg } from '#test/media.ts'

const app = withApp()
let me: Member
beforeAll(async () => {
  me = await newcomer()
})
afterEach(() => {
  app.services.now = () => new Date()
})

async function newcomer(): Promise<Member> {
  const [member] = await newCrowd(app.services, 1)
  const amounts = (['time', 'diary', 'forecast'] as const).map((kind) => ({ kind, amount: 100 }))
  await give(app.services, Number(member!.id), amounts)
  return member!
}
/** The process's clock stands at this moment in China from now on. */
function setClock(china: string) {
  const now = parseChina(china)!
  app.services.now = () => now
}
const item = (html: string) => ({ type: 0 as const, content: html, comment: '' })
const write = async (html: string, more: Partial<Input<'createDiaryCapsule'>> = {}, { token } = me) =>
  (await get(app.url, 'createDiaryCapsule', { content: [item(html)], ...more }, { token, key: randomUUID() }))
    .capsule_id
async function open(capsule_id: string, { token } = me) {
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, { token })
}
const search = async (input: Input<'ownSearch'> | string, { token } = me) =>
  (await get(app.url, 'ownSearch', typeof input === 'string' ? { keyword: input } : input, { token })).capsules
const found = async (...asked: Parameters<typeof search>) => (await search(...asked)).data
const ids = async (...asked: Parameters<typeof search>) => (await found(...asked)).map(({ id }) => id)

describe('a search in one’s own', () => {
  it('finds a diary by words of its text, whatever their marks, entities, case and width, and shows where', async () => {
    const id = await write('<p>今天的<strong>蓝</strong>鲸</p><p>喝了 &lt;Tea&gt; &amp; ＣＡＫＥ</p>')
    for (const keyword of ['蓝鲸', ' 的蓝 ', '<tea> & cake', 'Cake']) expect(await ids(keyword), keyword).toEqual([id])
    expect(await found('蓝鲸')).toMatchObject([
      {
        id,
        type: 1,
        status: 2,
        sealed_at: '',
        title: '今天的蓝鲸',
        where: 'text',
        highlightHTML: '今天的<em>蓝鲸</em>',
      },
    ])
    expect((await found('tea'))[0]?.highlightHTML).toBe('喝了 &lt;<em>Tea</em>&gt; &amp; ＣＡＫＥ')
    for (const keyword of ['strong', '鲸喝', '蓝%鲸', '蓝_', 'amp;', 'lt'])
      expect(await ids(keyword), keyword).toEqual([])
  })

  it('does not find what was deleted or hidden, nor does the year look back at it, until it is there again', async () => {
    const now = await newcomer()
    const diary = await write('<p>丢掉的灯塔</p>', {}, now)
    const letter = await seal(app.url, now.token, textCapsule('<p>藏起的灯塔</p>'))
    await open(letter, now)
    const year = chinaDay(Date.now()).slice(0, 4)
    const seen = async () => {
      const { diaries, opened } = await get(app.url, 'yearReview', { year: Number(year) }, { token: now.token })
      const { capsules } = await get(app.url, 'yearLines', { year: Number(year) }, { token: now.token })
      return [(await ids('灯塔', now)).sort(), diaries, opened, capsules.data.map(({ line }) => line)]
    }
    const all = [[diary, letter].sort(), 1, 1, ['丢掉的灯塔']]
    expect(await seen()).toEqual(all)
    await get(app.url, 'deleteDiary', { capsule_id: diary }, { token: now.token })
    expect(await seen()).toEqual([[letter], 0, 1, []])
    await get(app.url, 'hideCapsule', { capsule_id: letter, hidden: 1 }, { token: now.token })
    expect(await seen()).toEqual([[], 0, 0, []])
    await get(app.url, 'restoreDiary', { capsule_id: diary }, { token: now.token })
    await get(app.url, 'hideCapsule', { capsule_id: letter, hidden: 0 }, { token: now.token })
    expect(await seen()).toEqual(all)
  })

  it('finds by a name, a remark, the name of a file, a place, and words said to oneself, and says which', async () => {
    const named = await write('<p>正文</p>', { long_tag: '山茶花开' })
    const place = { type: 4 as const, content: JSON.stringify({ name: '海棠书店', address: '柳树街1号' }), comment: '' }
    const placed = await write('', { content: [item('<p>书</p>'), place] })
    const image = await upload(app.url, me.token, 'image', await jpeg(), 'jpg')
    const file = await upload(app.url, me.token, 'file', Buffer.from('text'), 'txt')
    const graphic = await seal(app.url, me.token, {
      content: [
        { type: 1, content: image, comment: '银杏落满' },
        { type: 3, content: file, comment: '', name: '毕业论文.txt' },
      ],
      content_type: 1,
      open_time: inSeconds(3600),
      long_tag: '秋天的图',
      send_word: '见字如面',
    })
    await open(graphic)
    await get(app.url, 'capsuleReply', { capsule_id: graphic, text: '竹影还在' }, { token: me.token })
    for (const [keyword, id, where] of [
      ['茶花', named, 'title'],
      ['海棠', placed, 'place'],
      ['柳树街', placed, 'place'],
      ['银杏', graphic, 'remark'],
      ['论文.', graphic, 'file'],
      ['天的图', graphic, 'title'],
      ['如面', graphic, 'words'],
      ['竹影', graphic, 'reply'],
    ] as const)
      expect(await found(keyword), keyword).toMatchObject([{ id, where }])
  })

  it('finds a prediction by its question and its conclusion, to the letter', async () => {
    const { capsule_id } = await get(app.url, 'createForecastCapsule', foretold('<b>明年</b>会下雪'), {
      token: me.token,
      key: randomUUID(),
    })
    expect(await ids('会下雪')).toEqual([])
    await open(capsule_id)
    for (const keyword of ['会下雪', '<b>明', 'surely']) expect(await ids(keyword), keyword).toEqual([capsule_id])
  })

  it('finds what one has received once one has opened it, by its title and words, with its sender; never before, whatever its sender did', async () => {
    const [sender, mother] = [await newcomer(), await newcomer()]
    await get(app.url, 'userInfoUpdate', { nickname: '林夕' }, { token: sender.token })
    const key = await upload(app.url, sender.token, 'image', await jpeg(), 'jpg')
    const capsule = textCapsule(`<p>信里的桂树</p><img src="/m/1.x/${key}">`, {
      ...{ long_tag: '题里的桂花', send_word: '寄语里的桂子', to: { name: '妈妈', show_title: 0 } },
    })
    const { capsule_id, waiting_url } = await get(app.url, 'createTimeCapsule', capsule, { token: sender.token })
    const conditions = [{ type: 0 as const }, { pictures: 1 as const }, { month: chinaDay(Date.now()).slice(0, 7) }]
    const words = ['桂树', '桂花', '桂子', '妈妈']
    const nothing = async (who: Member) => {
      for (const asked of [...words, ...conditions]) expect(await ids(asked, who)).toEqual([])
    }
    await get(app.url, 'receiveCapsule', { token: waiting_url!.slice(-43) }, { token: mother.token })
    await nothing(mother)
    await open(capsule_id, sender)
    await get(app.url, 'capsuleReply', { capsule_id, text: '只给自己的桂冠' }, { token: sender.token })
    await nothing(mother)
    await get(app.url, 'unseal', { capsule_id }, { token: mother.token })
    for (const [keyword, where] of [
      ['桂树', 'text'],
      ['桂花', 'title'],
      ['桂子', 'words'],
    ] as const)
      expect(await found(keyword, mother)).toMatchObject([{ id: capsule_id, where, from: '林夕', status: 2 }])
    for (const asked of conditions) expect(await ids(asked, mother)).toEqual([capsule_id])
    const { thumbnail } = (await found('桂树', mother))[0]!
    expect((await fetch(new URL(thumbnail, app.url))).status).toBe(200)
    expect(await ids('桂冠', mother)).toEqual([])
    expect(await found('桂冠', sender)).toMatchObject([{ id: capsule_id, from: '' }])
    await get(app.url, 'hideCapsule', { capsule_id, hidden: 1 }, { token: mother.token })
    await nothing(mother)
    const owned = await write('<p>自己的桂圆</p>', {}, mother)
    await get(app.url, 'hideCapsule', { capsule_id, hidden: 0 }, { token: mother.token })
    expect(await ids('桂', mother)).toEqual([owned, capsule_id])
  })

  it('finds nothing sealed, by no word and under no condition, until it is open', async () => {
    const owner = await newcomer()
    const sealed = await seal(
      app.url,
      owner.token,
      textCapsule('<p>玄关暗语</p>', { long_tag: '玄关', send_word: '玄关' }),
    )
    const diary = await write('<p>玄关暗语</p>', { open_time: inSeconds(3600), long_tag: '玄关' }, owner)
    const month = inSeconds(0).slice(0, 7)
    for (const asked of [{ keyword: '玄关' }, { month }, { type: 0 as const }, { type: 1 as const }])
      expect(await ids(asked, owner), JSON.stringify(asked)).toEqual([])
    for (const id of [sealed, diary]) await open(id, owner)
    expect((await ids('玄关暗语', owner)).sort()).toEqual([sealed, diary].sort())
  })

  it('finds nothing of a draft, and nothing of anybody else’s, open to all or not', async () => {
    const [owner, other] = [await newcomer(), await newcomer()]
    await get(app.url, 'createDiaryDraft', { content: [item('<p>铃兰</p>')], long_tag: '铃兰' }, { token: owner.token })
    const diary = await write('<p>铃兰</p>', {}, owner)
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>铃兰</p>', { long_tag: '铃兰' }))
    await open(capsule_id, owner)
    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token: owner.token })
    expect((await ids('铃兰', owner)).sort()).toEqual([diary, capsule_id].sort())
    expect(await ids('铃兰', other)).toEqual([])
  })

  it('finds a text as it reads now, and no longer as it read before', async () => {
    const capsule_id = await write('<p>旧日的紫藤</p>')
    await get(app.url, 'diaryEdit', { capsule_id, content: [item('<p>新开的凌霄</p>')] }, { token: me.token })
    expect([await ids('紫藤'), await ids('凌霄')]).toEqual([[], [capsule_id]])
  })

  it('chooses by the month it was written in by China time, by kind and by pictures, with a word or without', async () => {
    const owner = await newcomer()
    setClock('2025-12-31 23:59:59')
    const last = await write('<p>除夕的雪</p>', {}, owner)
    setClock('2026-01-01 00:00:00')
    const first = await write('<p>元旦的雪</p>', {}, owner)
    const key = await upload(app.url, owner.token, 'image', await jpeg(), 'jpg')
    const pictured = await write(`<p>雪</p><img src="${key}" alt="">`, {}, owner)
    expect(await ids({ keyword: '雪', month: '2025-12' }, owner)).toEqual([last])
    expect(await ids({ month: '2026-01' }, owner)).toEqual([pictured, first])
    expect(await ids({ pictures: 1 }, owner)).toEqual([pictured])
    expect((await found({ pictures: 1 }, owner))[0]?.thumbnail).toContain(key)
    expect(await ids({ keyword: '元旦', pictures: 1 }, owner)).toEqual([])
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>雪</p>'))
    await open(capsule_id, owner)
    expect(await ids({ keyword: '雪', type: 0 }, owner)).toEqual([capsule_id])
    expect(await ids({ keyword: '雪', type: 1 }, owner)).toEqual([pictured, first, last])
    expect(await ids({ type: 2 }, owner)).toEqual([])
  })

  it('shows the newest first, 15 at a time, each once, from where the page before ended', async () => {
    const owner = await newcomer()
    const written: string[] = []
    for (let turn = 0; turn < 17; turn++) written.unshift(await write(`<p>第${turn}片落叶</p>`, {}, owner))
    const first = await search('落叶', owner)
    expect(first.data.map(({ id }) => id)).toEqual(written.slice(0, 15))
    await write('<p>又一片落叶</p>', {}, owner)
    const second = await search({ keyword: '落叶', after: first.next }, owner)
    expect(second).toMatchObject({ data: [{ id: written[15] }, { id: written[16] }], next: '' })
  })

  it('looks at no more than its share in one call, and finds what is far behind by going on', async () => {
    const owner = await newcomer()
    const far = await write('<p>远在天边</p>', {}, owner)
    const empty = await fill(owner, OWN_SEARCH_ROWS + 10, '<p>平常的一天</p>')
    const first = await search('天边', owner)
    expect(first).toEqual({ data: [], next: expect.stringMatching(/^\d+_\d+$/) })
    expect(await search({ keyword: '天边', after: first.next }, owner)).toMatchObject({ data: [{ id: far }], next: '' })
    expect(await search({ type: 0 }, owner)).toEqual({ data: [], next: first.next })
    await empty()
  })

  it('asked for by one person a dozen times at once waits for nobody: a few are answered, the others told to wait', async () => {
    const [owner, other] = [await newcomer(), await newcomer()]
    const empty = await fill(owner, 600, '<p>平常的一天</p>')
    const asked = Array.from({ length: 12 }, () =>
      ask(app.url, 'ownSearch', { keyword: '天边' }, { token: owner.token }),
    )
    expect((await ask(app.url, 'ownSearch', { keyword: '天边' }, { token: other.token })).code).toBe(CODE.ok)
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(await search('天边', owner)).toEqual({ data: [], next: '' })
    await empty()
  })

  it('finds long texts, however few fit into one bite, and reads each once', async () => {
    const owner = await newcomer()
    const long = '长'.repeat(9_000)
    for (let turn = 0; turn < 40; turn++) await write(`<p>${long}</p><p>第${turn}尾</p>`, {}, owner)
    expect((await ids('第0尾', owner)).length).toBe(1)
    expect((await search('尾', owner)).data).toHaveLength(15)
  })

  it('keeps nothing of what was looked for, and leaves everything encrypted', async () => {
    const owner = await newcomer()
    const before = (await dumpOf(app.services.db)).length
    await write('<p>wisteria in may</p>', {}, owner)
    const written = (await dumpOf(app.services.db)).length
    expect(await ids('wisteria', owner)).toHaveLength(1)
    const rows = await dumpOf(app.services.db)
    expect(rows.filter(({ row }) => /wisteria|7769737465726961/.test(row))).toEqual([])
    expect([written > before, rows.length]).toEqual([true, written])
  })

  it('leaves out what does not open as it was sealed, and finds the rest', async () => {
    const owner = await newcomer()
    const [good, edited] = [await write('<p>薄荷</p>', {}, owner), await write('<p>薄荷</p>', {}, owner)]
    const content = { content: [item('<p>薄荷</p>')], send_word: '', description: '' }
    const row = await app.services.db
      .selectFrom('capsules as c')
      .select(BINDING_COLUMNS)
      .where('id', '=', Number(edited))
      .executeTakeFirstOrThrow()
    const { envelope, sealed, head } = lockContent(app.services.keys, { ...bindingOf(row), owner: 1 }, content)
    await sql`update capsule_contents set envelope = ${JSON.stringify(envelope)}::jsonb, sealed = ${sealed}, head = ${head}
      where capsule_id = ${Number(edited)}`.execute(app.services.db)
    expect(await ids('薄荷', owner)).toEqual([good])
  })

  it('refuses a search for nothing, a keyword of more than 50 characters, and what is no month, kind or place', async () => {
    const asking = (input: object) => ask(app.url, 'ownSearch', input, { token: me.token })
    expect(await asking({})).toMatchObject({ code: CODE.refused, message: '请输入关键词，或选一个条件' })
    expect(await asking({ keyword: ' 　' })).toMatchObject({ code: CODE.refused })
    expect(await asking({ keyword: '长'.repeat(51) })).toMatchObject({ code: 2, message: '关键词不能超过50个字' })
    for (const wrong of [{ month: '2026-13' }, { month: '26-01' }, { type: 3 }, { pictures: 2 }, { after: 'x' }])
      expect(await asking({ keyword: '雪', ...wrong }), JSON.stringify(wrong)).toMatchObject({ code: CODE.badRequest })
    expect(await ask(app.url, 'ownSearch', { keyword: '雪' })).toMatchObject({ code: CODE.noToken })
  })

  it('answers in the shape that the calls table promises', async () => {
    const { data } = await ask(app.url, 'ownSearch', { keyword: '天' }, { token: me.token })
    expect(() => calls.ownSearch.output.parse(data)).not.toThrow()
  })
})

/** Many diaries at once, encrypted as one is; nobody has paid for them, so they are taken away again. */
async function fill({ id }: Member, count: number, html: string) {
  const { db, keys, ids } = app.services
  const first = await ids.capsule()
  const binding = (capsule: number) => ({ id: capsule, owner: Number(id), type: 1 as const, opens: '' })
  const numbers = Array.from({ length: count }, (_, index) => first + 1_000_000 + index)
  const locked = numbers.map((capsule) =>
    lockContent(keys, binding(capsule), { content: [item(html)], send_word: '', description: '' }),
  )
  await sql`insert into capsules (id, owner_id, type, status, open_at)
    select n, ${Number(id)}::bigint, 1, 2, now() from unnest(${numbers}::bigint[]) n`.execute(db)
  await sql`insert into capsule_contents (capsule_id, envelope, sealed, head)
    select l.id, l.envelope::jsonb, decode(l.sealed, 'base64'), decode(l.head, 'base64')
    from unnest(${numbers}::bigint[], ${locked.map(({ envelope }) => JSON.stringify(envelope))}::text[],
      ${locked.map(({ sealed }) => sealed.toString('base64'))}::text[],
      ${locked.map(({ head }) => head.toString('base64'))}::text[]) l (id, envelope, sealed, head)`.execute(db)
  return () =>
    inTransaction(db, async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      for (const [table, id] of [
        ['capsule_contents', 'capsule_id'],
        ['capsules', 'id'],
      ] as const)
        await sql`delete from ${sql.table(table)} where ${sql.ref(id)} = any(${numbers}::bigint[])`.execute(db)
    })
}
