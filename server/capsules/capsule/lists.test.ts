import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, seal, textCapsule } from '#test/client.ts'
import { newCrowd, openedCapsule } from '#test/crowd.ts'
import { give } from '#test/grants.ts'

const app = withApp()
const draft = (html: string, long_tag: string) => ({ content: textCapsule(html).content, long_tag })

/** Makes the capsules of these ids due and open, as time would. */
const openAll = (owner: string) =>
  sql`update capsules set status = 2, open_at = now(), notice_at = null, is_public = 1 where owner_id = ${Number(owner)} and status = 1`.execute(
    app.services.db,
  )

describe('lists', () => {
  it('come in pages of 15, each capsule once', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    const { user } = await get(app.url, 'userInfo', {}, { token })
    const amounts = [{ kind: 'time' as const, amount: 40 }]
    await give(app.services, Number(user.id), amounts)
    const ids: string[] = []
    for (let i = 0; i < 32; i++) ids.push(await seal(app.url, token, textCapsule('<p>x</p>', { long_tag: `第${i}颗` })))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => get(app.url, 'myClosedCapsules', { page }, { token })))
    expect(pages.map(({ capsules }) => capsules.data.length)).toEqual([15, 15, 2, 0])
    expect(pages.flatMap(({ capsules }) => capsules.data.map(({ id }) => id))).toEqual(ids)
    const wide = await get(app.url, 'myClosedCapsules', { pageSize: 50 }, { token })
    expect(wide.capsules.data).toHaveLength(32)
    expect(await ask(app.url, 'myClosedCapsules', { pageSize: 51 }, { token })).toMatchObject({ code: CODE.badRequest })
  })

  it('of what is one’s own go on after the page before, whatever came meanwhile', async () => {
    const [me] = await newCrowd(app.services, 1)
    const { token } = me!
    const titles = ['一', '二', '三', '四', '五']
    const makers = {
      myOpenCapsules: (title: string) => openedCapsule(app, me!, title),
      myDrafts: (title: string) => get(app.url, 'createTimeDraft', draft('<p>d</p>', title), { token }),
    }
    for (const name of ['myOpenCapsules', 'myDrafts'] as const) {
      for (const title of titles) await makers[name](title)
      const seen: string[] = []
      for (let after: string | undefined, page = 1; after !== ''; page++) {
        const { capsules } = await get(app.url, name, { page, pageSize: 2, after }, { token })
        seen.push(...capsules.data.map(({ long_tag }) => long_tag))
        after = capsules.next
        await makers[name]('新')
      }
      expect(seen).toEqual([...titles].reverse())
    }
  })

  it('of opened capsules leave out the diaries that were never sealed', async () => {
    const [me] = await newCrowd(app.services, 1)
    const diary = { content: textCapsule('<p>今天</p>').content }
    await give(app.services, Number(me!.id), [{ kind: 'diary', amount: 1 }])
    await get(app.url, 'createDiaryCapsule', diary, { token: me!.token, key: randomUUID() })
    const id = await openedCapsule(app, me!, '开')
    const { capsules } = await get(app.url, 'myOpenCapsules', {}, { token: me!.token })
    expect(capsules.data.map((row) => row.id)).toEqual([id])
  })

  it('show public, unsealed capsules on the home list in pages of 25, with their authors', async () => {
    const { token } = await newPerson(app.url)
    const { user } = await get(app.url, 'userInfo', {}, { token })
    const id = await seal(app.url, token, textCapsule('<p>public</p>'))
    const before = await get(app.url, 'capsuleOpenList', {}, { token })
    expect(before.capsules.map((row) => row.id)).not.toContain(id)
    await openAll(user.id)
    const { capsules } = await get(app.url, 'capsuleOpenList', {}, { token })
    expect(capsules[0]).toMatchObject({ id, user: { id: user.id, nickname: user.nickname, cancelled: 0 } })
  })

  it('answer in the shape that the calls table promises', async () => {
    const { token } = await newPerson(app.url)
    await seal(app.url, token, textCapsule('<p>x</p>'))
    await get(app.url, 'createTimeDraft', draft('<p>d</p>', '草'), { token })
    for (const name of ['userInfo', 'capsuleOpenList', 'myClosedCapsules', 'myOpenCapsules', 'myDrafts'] as const) {
      const { data } = await ask(app.url, name, {}, { token })
      expect(() => calls[name].output.parse(data), name).not.toThrow()
    }
  })
})

describe('drafts', () => {
  it('are kept, listed, edited and dropped by their owner', async () => {
    const { token } = await newPerson(app.url)
    const { capsule_id } = await get(app.url, 'createTimeDraft', draft('<p>一</p>', '想念'), { token })
    const { capsules } = await get(app.url, 'myDrafts', {}, { token })
    expect(capsules.data[0]).toMatchObject({ id: capsule_id, long_tag: '想念', status: 0 })
    expect(capsules.data[0]!.updatedDate).toMatch(/^\d\d\/\d\d\/\d\d \d\d:\d\d$/)

    await get(
      app.url,
      'capsuleUpdate',
      { capsule_id, content: textCapsule('<p>二</p>').content, long_tag: '更想念' },
      { token },
    )
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule.long_tag).toBe('更想念')
    expect(capsule.capsule_content!.content[0]!.content).toBe('<p>二</p>')

    await get(app.url, 'deleteDraft', { capsule_id }, { token })
    expect((await get(app.url, 'myDrafts', {}, { token })).capsules.data).toEqual([])
    expect(await ask(app.url, 'deleteDraft', { capsule_id }, { token })).toMatchObject({ code: CODE.missing })
  })

  it('keep everything of the seal pages: date, mode, words, answers, description', async () => {
    const { token } = await newPerson(app.url)
    const more = {
      open_time: '2040-01-01',
      is_lock: 1 as const,
      send_word: '话',
      key_answer: { '您的学号是？': '7' },
      description: '说明',
    }
    const { capsule_id } = await get(app.url, 'createTimeDraft', { ...draft('<p>x</p>', '题'), ...more }, { token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule).toMatchObject({ ...more, open_time: '2040-01-01 23:59:59', status: 0 })
    const again = { ...draft('<p>y</p>', '题二'), draft_id: capsule_id }
    expect(await get(app.url, 'createTimeDraft', again, { token })).toEqual({ capsule_id, revision: 2 })
    expect((await get(app.url, 'myDrafts', {}, { token })).capsules.data).toHaveLength(1)
  })

  it('cost nothing, and an empty one is refused', async () => {
    const { token } = await newPerson(app.url)
    expect(await ask(app.url, 'createTimeDraft', draft('<p> </p>', 'x'), { token })).toMatchObject({
      code: CODE.refused,
      message: '请输入要存入草稿箱的内容',
    })
    await get(app.url, 'createTimeDraft', draft('<p>x</p>', 'x'), { token })
    expect((await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(6)
  })

  it('cannot be read, written or deleted by others, nor can a sealed capsule be edited as one', async () => {
    const [owner, other] = [await newPerson(app.url), await newPerson(app.url)]
    const { capsule_id } = await get(app.url, 'createTimeDraft', draft('<p>x</p>', 'x'), { token: owner.token })
    const attempts = [
      ask(app.url, 'capsuleDetail', { capsule_id }, { token: other.token }),
      ask(app.url, 'capsuleUpdate', { capsule_id, long_tag: 'y' }, { token: other.token }),
      ask(app.url, 'createTimeDraft', { ...draft('<p>y</p>', 'y'), draft_id: capsule_id }, { token: other.token }),
      ask(app.url, 'deleteDraft', { capsule_id }, { token: other.token }),
    ]
    for (const { code } of await Promise.all(attempts)) expect(code).toBe(CODE.missing)
    const sealed = await seal(app.url, owner.token, textCapsule('<p>s</p>'))
    const edit = await ask(app.url, 'capsuleUpdate', { capsule_id: sealed, long_tag: 'y' }, { token: owner.token })
    expect(edit.code).toBe(CODE.missing)
  })
})
