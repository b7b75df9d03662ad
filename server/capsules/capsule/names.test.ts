import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CallName, Input } from '#contract/calls.ts'
import { TYPE } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import type { ContentItem } from '#contract/content.ts'
import { placeItem, placeOf } from '#contract/place.ts'
import type { UserContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, get, inSeconds, newPerson, textCapsule, upload } from '#test/client.ts'
import { newCrowd, openedCapsule } from '#test/crowd.ts'
import { writeContent } from './writing.ts'

const app = withApp()
const TURNED = '照片\u202egpj.exe'
const SEEN = '照片gpj.exe'
const thisMonth = () => inSeconds(0).slice(0, 7)

/** Titles as they were kept when nobody looked; what is sealed cannot change, so it is written behind the guards. */
const plantTitle = (capsule_id: string, long_tag: string) =>
  inTransaction(app.services.db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update capsules set long_tag = ${long_tag} where id = ${Number(capsule_id)}`.execute(db)
  })

/** Content as it was kept when nobody looked, in a diary. */
const plantContent = (user: string, capsule_id: string, content: ContentItem[]) =>
  writeContent(
    { ...app.services, caller: { userId: Number(user) } } as unknown as UserContext,
    { id: Number(capsule_id), type: TYPE.diary },
    { content, send_word: '', description: '' },
  )

describe('a title', () => {
  it.each([
    TURNED,
    'a\u2066b',
    '\u200b',
    '\u3164',
    '\u200d',
    '两\n行',
    'a\u{e0041}',
    '\u{1f3f4}\u{e0067}',
    'a\u{e0100}',
  ])('that hides something is refused as a nickname is: %j', async (long_tag) => {
    const { token } = await newPerson(app.url)
    const { capsule_id } = await get(app.url, 'createTimeDraft', textCapsule('<p>好</p>'), { token })
    const diary = await get(app.url, 'createDiaryCapsule', { content: textCapsule('<p>好</p>').content }, { token })
    const tries: { [N in CallName]?: Input<N> } = {
      createTimeCapsule: textCapsule('<p>好</p>', { long_tag }),
      createTimeDraft: textCapsule('<p>好</p>', { long_tag }),
      createDiaryCapsule: { content: textCapsule('<p>好</p>').content, long_tag },
      createForecastCapsule: foretold('雨', { long_tag }),
      capsuleUpdate: { capsule_id, long_tag },
      diaryEdit: { ...diary, content: textCapsule('<p>好</p>').content, long_tag },
    }
    for (const [name, input] of Object.entries(tries))
      expect(await ask(app.url, name as CallName, input as never, { token }), name).toMatchObject({
        code: CODE.badRequest,
        message: '请求内容有误',
        data: { field: 'long_tag' },
      })
    expect((await get(app.url, 'myClosedCapsules', {}, { token })).capsules.data).toEqual([])
  })

  it.each([
    ['pictures are composed with', '👨‍👩‍👧 ❤️的'],
    ['flags are spelled with', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}的'],
    ['a form of an ideograph is told by', '葛\u{e0100}的'],
  ])('keeps the signs that %s', async (_, long_tag) => {
    const { token } = await newPerson(app.url)
    const { capsule_id } = await get(app.url, 'createTimeDraft', textCapsule('<p>好</p>', { long_tag }), { token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule.long_tag).toBe(long_tag)
  })

  it('that was kept with such signs is shown without them, everywhere', async () => {
    const [me, other] = await newCrowd(app.services, 2)
    const turned = await openedCapsule(app, me!, '照片', 0)
    const unseen = await openedCapsule(app, me!, '照片', 0)
    await plantTitle(turned, TURNED)
    await plantTitle(unseen, '\u200b\u3164')
    for (const id of [turned, unseen])
      await sql`update capsules set is_public = 1 where id = ${Number(id)}`.execute(app.services.db)
    const titles = [SEEN, '你是年少的喜欢']
    for (const [index, capsule_id] of [turned, unseen].entries()) {
      const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token: other!.token })
      expect(capsule.long_tag).toBe(titles[index])
    }
    const { capsules: mine } = await get(app.url, 'myOpenCapsules', {}, { token: me!.token })
    expect(mine.data.map(({ long_tag }) => long_tag).sort()).toEqual([...titles].sort())
    const { capsules: field } = await get(app.url, 'capsuleOpenList', {}, { token: other!.token })
    expect(field.map(({ long_tag }) => long_tag).sort()).toEqual([...titles].sort())
    const { capsules: found } = await get(app.url, 'capsuleSearch', { keyword: '照\u200b片' }, { token: other!.token })
    expect(found).toMatchObject([{ long_tag: SEEN, highlightHTML: '<em>照片</em>gpj.exe' }])
    const { capsules: own } = await get(app.url, 'ownSearch', { keyword: 'gpj' }, { token: me!.token })
    expect(own.data).toMatchObject([{ title: SEEN }])
    const { token } = await get(app.url, 'capsuleShare', { capsule_id: turned }, { token: me!.token })
    expect((await get(app.url, 'capsuleDetail', { capsule_id: turned, token })).capsule.long_tag).toBe(SEEN)
    const again = await get(app.url, 'capsuleAgain', { capsule_id: turned }, { token: me!.token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: again.capsule_id }, { token: me!.token })
    expect(capsule.long_tag).toBe(SEEN)
  })

  it('of a diary without one is the first line that shows something, as far as it does', async () => {
    const { token } = await newPerson(app.url)
    const { content } = textCapsule('<p>\u200b</p><p>今\u202e天</p><p>雨</p>')
    await get(app.url, 'createDiaryCapsule', { content }, { token })
    const { capsules } = await get(app.url, 'diaryList', { date: thisMonth() }, { token })
    expect(capsules.data).toMatchObject([{ title: '今天' }])
  })
})

describe('a file name', () => {
  it('keeps nothing that is not seen, no matter who sent it and whenever it was kept', async () => {
    const { token, user } = await newPerson(app.url).then(async ({ token }) => ({
      token,
      user: (await get(app.url, 'userInfo', {}, { token })).user,
    }))
    const key = await upload(app.url, token, 'file', Buffer.from('十年后见'), 'txt')
    const named = (name: string) => [{ type: 3 as const, content: key, comment: '', name }]
    const input = { content: named(TURNED), content_type: 1 as const }
    const { capsule_id } = await get(app.url, 'createDiaryCapsule', input, { token })
    const shown = async () =>
      (await get(app.url, 'capsuleDetail', { capsule_id }, { token })).capsule.capsule_content!.content[0]!
    expect(await shown()).toMatchObject({ name: SEEN })
    await plantContent(user.id, capsule_id, named(TURNED))
    expect(await shown()).toMatchObject({ name: SEEN })
    expect((await get(app.url, 'ownSearch', { keyword: 'gpj' }, { token })).capsules.data).toMatchObject([
      { highlightHTML: expect.stringContaining('照片<em>gpj</em>.exe') },
    ])
    const { headers } = await fetch(new URL(`${(await shown()).content}?name=${encodeURIComponent(TURNED)}`, app.url))
    expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(SEEN)}`)
    const nothing = await fetch(new URL(`${(await shown()).content}?name=%E2%80%AE`, app.url))
    expect(nothing.headers.get('content-disposition')).toMatch(/filename\*=UTF-8''[\w-]+\.txt$/)
  })
})

it('a place has a name that is seen, and stays a place when nothing of its name is', async () => {
  const { token } = await newPerson(app.url)
  const placed = async (name: string, address = '') => {
    const content: ContentItem[] = [{ type: 0, content: '<p>风</p>', comment: '' }, placeItem({ name, address })]
    const { capsule_id } = await get(app.url, 'createDiaryCapsule', { content }, { token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    return placeOf(capsule.capsule_content!.content[1]!)
  }
  expect(await placed('外\u202e滩', '路\u200b口')).toMatchObject({ name: '外滩', address: '路口' })
  expect(await placed('\u200b')).toMatchObject({ name: '未命名的地点' })
})

it('a prediction of nothing that can be seen is empty', async () => {
  const { token } = await newPerson(app.url)
  expect(await ask(app.url, 'createForecastCapsule', foretold('\u200b\u202e'), { token })).toMatchObject({
    code: CODE.refused,
    message: '请填写预测的内容与结论~',
  })
})
