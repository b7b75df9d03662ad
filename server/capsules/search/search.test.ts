import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { sweeping } from '#server/platform/sweep.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, newCode, seal, textCapsule } from '#test/client.ts'
import { type Member, newCrowd, openedCapsule } from '#test/crowd.ts'
import { give } from '#test/grants.ts'
import { highlight } from './highlight.ts'
import { oldVotes } from './remember.ts'

const app = withApp()
let me: Member
beforeAll(async () => {
  me = (await newCrowd(app.services, 1))[0]!
})
const newcomer = async () => (await newCrowd(app.services, 1))[0]!
const found = async (keyword: string, page = 1, { token } = me) =>
  (await get(app.url, 'capsuleSearch', { keyword, page }, { token })).capsules
const titles = async (keyword: string) => (await found(keyword)).map(({ long_tag }) => long_tag)
const people = async (keyword: string) =>
  (await get(app.url, 'searchOwner', { keyword }, { token: me.token })).users.map(({ nickname }) => nickname)
const lists = ({ token } = me) => get(app.url, 'searchList', {}, { token })
const rename = async ({ token }: Member, nickname: string) => get(app.url, 'userInfoUpdate', { nickname }, { token })

describe('search', () => {
  it.each([
    ['one character', '鲸', '蓝鲸落下的那天'],
    ['two characters', '鲸落', '蓝鲸落下的那天'],
    ['a piece from the middle', '落下的那', '蓝鲸落下的那天'],
    ['the whole title', '蓝鲸落下的那天', '蓝鲸落下的那天'],
    ['another case and width', 'ＨＥＬＬＯ w', 'Hello World 你好'],
    ['another case of letters with accents', 'éCOLE', 'École de 时光'],
    ['letters whose small form is two, or depends on where they stand', 'İSTANBUL ΟΔΟΣ', 'İstanbul ΟΔΟΣ'],
    ['an emoji', '🎈', '飞走的🎈气球'],
    ['a percent sign', '0%', '完成了100%吗'],
    ['an underscore', 'a_b', 'a_b 与 c'],
    ['a backslash', 'c\\d', 'c\\d 盘'],
    ['spaces at the ends', '  鲸落 ', '蓝鲸落下的那天'],
  ])('finds a title by %s', async (_name, keyword, title) => {
    await openedCapsule(app, await newcomer(), title)
    expect(await titles(keyword)).toContain(title)
  })

  it('looks for one unbroken piece, every character as it stands', async () => {
    const owner = await newcomer()
    for (const title of ['春天的第一封信', '春雨与秋天', 'axb', '一千%']) await openedCapsule(app, owner, title)
    for (const keyword of ['春天信', '春天与', 'a%b', 'a_x', '%%', '天春'])
      expect(await titles(keyword), keyword).toEqual([])
    expect(await titles('春天的')).toEqual(['春天的第一封信'])
  })

  it('shows the newest opened first, 15 a page', async () => {
    const owner = await newcomer()
    for (let i = 0; i < 17; i++) await openedCapsule(app, owner, `翻页第${i}颗`)
    const pages = [await found('翻页第'), await found('翻页第', 2), await found('翻页第', 3)]
    expect(pages.map((page) => page.length)).toEqual([15, 2, 0])
    expect(pages.flat().map(({ long_tag }) => long_tag)).toEqual([...Array(17)].map((_, i) => `翻页第${16 - i}颗`))
  })

  it('refuses a blank keyword and one of more than 50 characters in words; 50 are enough', async () => {
    const search = (keyword: string) => ask(app.url, 'capsuleSearch', { keyword }, { token: me.token })
    for (const blank of ['', '  ', '　'])
      expect(await search(blank)).toMatchObject({ code: 2, message: '请输入想查找关键词' })
    expect(await search('长'.repeat(50))).toMatchObject({ code: CODE.ok })
    expect(await search('长'.repeat(51))).toMatchObject({ code: 2, message: '关键词不能超过50个字' })
    expect(await search('🎈'.repeat(50))).toMatchObject({ code: CODE.ok })
    expect(await ask(app.url, 'searchOwner', { keyword: ' ' }, { token: me.token })).toMatchObject({ code: 2 })
    expect(await ask(app.url, 'capsuleSearch', { keyword: '天', page: 201 }, { token: me.token })).toMatchObject({
      code: CODE.badRequest,
    })
  })

  it('finds nothing sealed, and nothing private from the same second on', async () => {
    const owner = await newcomer()
    await give(app.services, Number(owner.id), [{ kind: 'time', amount: 1 }])
    await seal(app.url, owner.token, textCapsule('<p>x</p>', { long_tag: '种下的暗号' }))
    expect(await titles('暗号')).toEqual([])
    const capsule_id = await openedCapsule(app, owner, '转眼不见')
    expect(await titles('转眼')).toEqual(['转眼不见'])
    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 0 }, { token: owner.token })
    expect(await titles('转眼')).toEqual([])
    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token: owner.token })
    expect(await titles('转眼')).toEqual(['转眼不见'])
  })

  it('finds people by a piece of their nickname as it is now, and nobody who has left', async () => {
    const [early, late] = [await newcomer(), await newcomer()]
    await rename(early, '看海的人')
    await rename(late, '也看海')
    expect(await people('看海')).toEqual(['也看海', '看海的人'])
    await rename(early, '不看了')
    expect(await people('看海')).toEqual(['也看海'])
    await forgetSends(app.services.db, late.tel)
    const captcha = await newCode(app.url, late.tel, { token: late.token })
    await get(app.url, 'cancelAccount', { captcha }, { token: late.token })
    expect([await people('看海'), await people('注销')]).toEqual([[], []])
  })

  it('answers in the shape that the calls table promises', async () => {
    for (const name of ['capsuleSearch', 'searchOwner', 'searchList'] as const) {
      const { data } = await ask(app.url, name, { keyword: '天' }, { token: me.token })
      expect(() => calls[name].output.parse(data), name).not.toThrow()
    }
  })
})

it.each([
  ['蓝鲸落下', '鲸', '蓝<em>鲸</em>落下'],
  ['<b>大</b>', '<b>', '<em>&lt;b&gt;</em>大&lt;/b&gt;'],
  ['ＡＢＣ', 'bc', 'Ａ<em>ＢＣ</em>'],
  ['没有', '别的', '没有'],
  ['cafe\u0301 夏天', 'CAFÉ', '<em>cafe\u0301</em> 夏天'],
  ['ΟΔΟΣ 与海', 'οδοσ', '<em>ΟΔΟΣ</em> 与海'],
  [`${'前'.repeat(40)}针${'后'.repeat(40)}`, '针', `${'前'.repeat(12)}<em>针</em>${'后'.repeat(12)}`],
  [`${'前'.repeat(40)}针`, '针', `${'前'.repeat(24)}<em>针</em>`],
  ['长'.repeat(60), '长'.repeat(30), `<em>${'长'.repeat(25)}</em>`],
])('%s, looked for by %s, is shown as %s', (text, keyword, html) => {
  expect(highlight(text, keyword)).toBe(html)
})

describe('the history', () => {
  it('keeps the last 6 words, newest first, none twice, and is cleared', async () => {
    const person = await newcomer()
    for (const word of ['一', '二', '三', '四', '五', '六', '七', '三']) await found(word, 1, person)
    const { record } = await lists(person)
    expect(record.map(({ keyword }) => keyword)).toEqual(['三', '七', '六', '五', '四', '二'])
    await found('八', 2, person)
    expect((await lists(person)).record).toEqual(record)
    await get(app.url, 'deleteHistory', {}, { token: person.token })
    expect((await lists(person)).record).toEqual([])
    expect((await lists(me)).record).not.toEqual([])
  })
})

describe('hot words', () => {
  const hot = async () => (await lists()).hot.map(({ keyword }) => keyword)
  const search = async (crowd: readonly Member[], keyword: string) => {
    for (const member of crowd) await found(keyword, 1, member)
  }

  it('are earned by five people: not by one who asks again and again, not by four', async () => {
    await openedCapsule(app, await newcomer(), '<b>极光</b>')
    const crowd = await newCrowd(app.services, 5)
    for (let i = 0; i < 50; i++) await found('极光', 1, crowd[0])
    await search(crowd.slice(1, 4), '极光')
    expect(await hot()).toEqual([])
    await search(crowd.slice(4), '极光')
    expect(await hot()).toEqual(['极光'])
    await search(crowd, '<b>')
    expect(await hot()).toEqual(['<b>', '极光'])
  })

  it('are not earned by accounts younger than a day, without a result, or by a blocked word', async () => {
    const [owner, ...crowd] = await newCrowd(app.services, 7)
    for (const title of ['流星', '赌博不好', '电话13912345678', '赌·博 139.1234.5678'])
      await openedCapsule(app, owner!, title)
    await sql`update users set created_at = now() where id = ${Number(crowd[0]!.id)}`.execute(app.services.db)
    await search(crowd.slice(0, 5), '流星')
    await search(crowd, '哪里也没有')
    await search(crowd, '赌博')
    await search(crowd, '13912345678')
    for (const hidden of ['赌·博', '139.1234.5678']) await search(crowd, hidden)
    const words = await hot()
    for (const word of ['流星', '哪里也没有', '赌博', '13912345678', '赌·博', '139.1234.5678'])
      expect(words).not.toContain(word)
    await search(crowd.slice(5), '流星')
    expect(await hot()).toContain('流星')
  })

  it('are forgotten after 7 days, and with those who leave', async () => {
    const crowd = await newCrowd(app.services, 5)
    for (const title of ['旧时光里的', '流逝']) await openedCapsule(app, crowd[0]!, title)
    for (const word of ['旧时', '流逝']) await search(crowd, word)
    expect(await hot()).toEqual(expect.arrayContaining(['旧时', '流逝']))
    await sql`update search_votes set at = now() - interval '8 days' where keyword = '流逝'`.execute(app.services.db)
    await sweeping(oldVotes)(app.services, new AbortController().signal)
    expect(await hot()).not.toContain('流逝')
    await forgetSends(app.services.db, crowd[4]!.tel)
    const captcha = await newCode(app.url, crowd[4]!.tel, { token: crowd[4]!.token })
    await get(app.url, 'cancelAccount', { captcha }, { token: crowd[4]!.token })
    expect(await hot()).not.toContain('旧时')
  })
})
