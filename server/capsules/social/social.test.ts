import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, newCode, seal, textCapsule } from '#test/client.ts'
import { type Member, newCrowd, openedCapsule } from '#test/crowd.ts'
import { give } from '#test/grants.ts'

const app = withApp()
const two = async () => (await newCrowd(app.services, 2)) as [Member, Member]
const detail = async (capsule_id: string, { token }: Member) => get(app.url, 'capsuleDetail', { capsule_id }, { token })
const person = async (user_id: string, { token }: Member) =>
  (await get(app.url, 'userDetail', { user_id }, { token })).user
const loved = async ({ token }: Member) =>
  (await get(app.url, 'userLoveList', {}, { token })).capsules.data.map(({ id }) => id)
const hide = async (capsule_id: string, is_public: 0 | 1, { token }: Member) =>
  get(app.url, 'capsuleIsPublic', { capsule_id, is_public }, { token })

async function leave({ tel, token }: Member) {
  await forgetSends(app.services.db, tel)
  await get(app.url, 'cancelAccount', { captcha: await newCode(app.url, tel, { token }) }, { token })
}

describe('likes', () => {
  it('toggle is_love and change love_count by one; a repeated one changes nothing', async () => {
    const [owner, friend] = await two()
    const capsule_id = await openedCapsule(app, owner, '风')
    for (const name of ['like', 'like'] as const) await get(app.url, name, { capsule_id }, { token: friend.token })
    expect(await detail(capsule_id, friend)).toMatchObject({ is_love: 1, capsule: { love_count: 1 } })
    expect(await detail(capsule_id, owner)).toMatchObject({ is_love: 0, capsule: { love_count: 1 } })
    for (const name of ['unlike', 'unlike'] as const) await get(app.url, name, { capsule_id }, { token: friend.token })
    expect(await detail(capsule_id, friend)).toMatchObject({ is_love: 0, capsule: { love_count: 0 } })
  })

  it('are for what the caller may see open now: nothing sealed, nothing private, nothing unknown', async () => {
    const [owner, friend] = await two()
    await give(app.services, Number(owner.id), [{ kind: 'time', amount: 1 }])
    const sealed = await seal(app.url, owner.token, textCapsule('<p>x</p>'))
    const own = await openedCapsule(app, owner, '自己的', 0)
    const like = (capsule_id: string, { token }: Member) => ask(app.url, 'like', { capsule_id }, { token })
    for (const id of [sealed, own, '999999999']) expect(await like(id, friend)).toMatchObject({ code: CODE.missing })
    expect(await like(sealed, owner)).toMatchObject({ code: CODE.missing })
    expect(await like(own, owner)).toMatchObject({ code: CODE.ok })
  })

  it('of 200 people at once, and their taking back, leave love_count the number of likes', async () => {
    const [owner, ...crowd] = await newCrowd(app.services, 201)
    const capsule_id = await openedCapsule(app, owner!, '大家都喜欢')
    const send = (name: 'like' | 'unlike', { token }: Member) => ask(app.url, name, { capsule_id }, { token })
    const likes = await Promise.all(crowd.map((member) => send('like', member)))
    expect(likes.filter(({ code }) => code !== CODE.ok)).toEqual([])
    expect((await detail(capsule_id, owner!)).capsule.love_count).toBe(200)
    const mixed = crowd.map((member, i) => send(i % 2 ? 'unlike' : 'like', member))
    expect((await Promise.all(mixed)).filter(({ code }) => code !== CODE.ok)).toEqual([])
    expect((await detail(capsule_id, owner!)).capsule.love_count).toBe(100)
  })

  it('are listed newest first in pages of 15; what is no longer public is left out, and comes back with it', async () => {
    const [owner, friend] = await two()
    const ids: string[] = []
    for (let i = 0; i < 17; i++) ids.push(await openedCapsule(app, owner, `第${i}颗`))
    for (const capsule_id of ids) await get(app.url, 'like', { capsule_id }, { token: friend.token })
    const first = (await get(app.url, 'userLoveList', {}, { token: friend.token })).capsules
    const wanted = [...ids].reverse()
    expect(first.data.map(({ id }) => id)).toEqual(wanted.slice(0, 15))
    expect(first.data[0]).toMatchObject({ user: { id: owner.id }, love_count: 1 })
    for (const after of [first.next, undefined]) {
      const { capsules } = await get(app.url, 'userLoveList', { page: 2, after }, { token: friend.token })
      expect(capsules.data.map(({ id }) => id)).toEqual(wanted.slice(15))
      expect(capsules.next).toBe('')
    }
    await hide(ids[16]!, 0, owner)
    expect(await loved(friend)).not.toContain(ids[16])
    await hide(ids[16]!, 1, owner)
    expect((await loved(friend))[0]).toBe(ids[16])
  })

  it('of somebody who leaves are taken back; what they had opened to everybody stays liked without a name', async () => {
    const [leaver, friend] = await two()
    const [theirs, others] = [await openedCapsule(app, leaver, '留下'), await openedCapsule(app, friend, '被喜欢')]
    await get(app.url, 'like', { capsule_id: others }, { token: leaver.token })
    await get(app.url, 'like', { capsule_id: theirs }, { token: friend.token })
    await leave(leaver)
    expect((await detail(others, friend)).capsule.love_count).toBe(0)
    const { capsules } = await get(app.url, 'userLoveList', {}, { token: friend.token })
    expect(capsules.data[0]).toMatchObject({ id: theirs, user: { nickname: '该用户已注销', cancelled: 1 } })
  })
})

describe('following', () => {
  it('toggles is_follow, is counted on both sides, and may be repeated', async () => {
    const [me, other] = await two()
    for (const name of ['userFollow', 'userFollow'] as const)
      await get(app.url, name, { user_id: other.id }, { token: me.token })
    expect(await person(other.id, me)).toMatchObject({ is_follow: 1, is_mine: 0, follower_count: 1, followed_count: 0 })
    expect(await person(me.id, me)).toMatchObject({ is_follow: 0, is_mine: 1, follower_count: 0, followed_count: 1 })
    for (const name of ['userUnfollow', 'userUnfollow'] as const)
      await get(app.url, name, { user_id: other.id }, { token: me.token })
    expect(await person(other.id, me)).toMatchObject({ is_follow: 0, follower_count: 0 })
  })

  it('is listed with whether they follow back: 1 I follow, 2 we follow each other; 20 a page', async () => {
    const [me, ...others] = await newCrowd(app.services, 23)
    for (const { id } of others) await get(app.url, 'userFollow', { user_id: id }, { token: me!.token })
    await get(app.url, 'userFollow', { user_id: me!.id }, { token: others[21]!.token })
    const first = (await get(app.url, 'userFollowList', {}, { token: me!.token })).users
    expect(first.data).toHaveLength(20)
    expect(first.data[0]).toMatchObject({ followed_user: { id: others[21]!.id, cancelled: 0 }, status: 2 })
    expect(first.data[1]).toMatchObject({ followed_user: { id: others[20]!.id }, status: 1 })
    for (const after of [first.next, undefined]) {
      const { users } = await get(app.url, 'userFollowList', { page: 2, after }, { token: me!.token })
      expect(users.data.map(({ followed_user }) => followed_user.id)).toEqual([others[1]!.id, others[0]!.id])
    }
  })

  it('oneself, somebody who has left, or nobody is refused; who was followed before they left is told as that', async () => {
    const [me, leaver] = await two()
    const follow = (user_id: string) => ask(app.url, 'userFollow', { user_id }, { token: me.token })
    expect(await follow(me.id)).toMatchObject({ code: CODE.refused, message: '不能关注自己' })
    expect(await follow('999999999')).toMatchObject({ code: CODE.missing })
    expect(await follow(leaver.id)).toMatchObject({ code: CODE.ok })
    await get(app.url, 'userFollow', { user_id: me.id }, { token: leaver.token })
    await leave(leaver)
    expect(await follow(leaver.id)).toMatchObject({ code: CODE.refused, message: '该用户已注销' })
    const { users } = await get(app.url, 'userFollowList', {}, { token: me.token })
    expect(users.data[0]).toMatchObject({
      followed_user: { nickname: '该用户已注销', avatar: '', cancelled: 1 },
      status: 1,
    })
    expect(await person(me.id, me)).toMatchObject({ follower_count: 0, followed_count: 1 })
  })

  it('of a dozen who all follow each other at once is counted right', async () => {
    const crowd = await newCrowd(app.services, 12)
    const pairs = crowd.flatMap((a) => crowd.filter((b) => b !== a).map((b) => [a, b] as const))
    const answers = pairs.map(([a, b]) => ask(app.url, 'userFollow', { user_id: b.id }, { token: a.token }))
    expect((await Promise.all(answers)).filter(({ code }) => code !== CODE.ok)).toEqual([])
    for (const member of crowd)
      expect(await person(member.id, member)).toMatchObject({ follower_count: 11, followed_count: 11 })
  })
})

describe('a user’s home', () => {
  it('lists their public capsules alone, the newest opened first, and counts them', async () => {
    const [owner, friend] = await two()
    const shown = [await openedCapsule(app, owner, '一'), await openedCapsule(app, owner, '二')]
    const hidden = await openedCapsule(app, owner, '不给人看', 0)
    const list = async () =>
      (await get(app.url, 'userCapsules', { user_id: owner.id }, { token: friend.token })).capsules.data.map(
        ({ id }) => id,
      )
    expect(await list()).toEqual([...shown].reverse())
    expect(await person(owner.id, friend)).toMatchObject({ public_count: 2 })
    await hide(shown[0]!, 0, owner)
    await hide(hidden, 1, owner)
    expect(await list()).toEqual([hidden, shown[1]])
    expect(await person(owner.id, friend)).toMatchObject({ public_count: 2 })
    expect(await ask(app.url, 'userDetail', { user_id: '999999999' }, { token: friend.token })).toMatchObject({
      code: CODE.missing,
    })
  })

  it('of somebody who has left is of 该用户已注销', async () => {
    const [leaver, friend] = await two()
    await openedCapsule(app, leaver, '留在宇宙里')
    await leave(leaver)
    expect(await person(leaver.id, friend)).toMatchObject({
      nickname: '该用户已注销',
      avatar: '',
      sex: '',
      cancelled: 1,
    })
  })
})

describe('the home list', () => {
  it('goes on after the page before, however many came meanwhile', async () => {
    const [owner] = await two()
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push(await openedCapsule(app, owner, `星${i}`))
    const home = (input: { page?: number; after?: string | undefined }) =>
      get(app.url, 'capsuleOpenList', { pageSize: 2, ...input }, { token: owner.token })
    const first = await home({})
    expect(first.capsules.map(({ id }) => id)).toEqual([ids[3], ids[2]])
    await openedCapsule(app, owner, '新来的')
    expect((await home({ page: 2, after: first.next })).capsules.map(({ id }) => id)).toEqual([ids[1], ids[0]])
    expect((await home({ page: 2 })).capsules.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    for (const after of ['', 'x', '1', '1_', '99999999999999999999_1'])
      expect(await ask(app.url, 'capsuleOpenList', { after }, { token: owner.token })).toMatchObject({
        code: CODE.badRequest,
      })
    expect((await home({ page: 2, after: '99999999999999999_1' })).capsules).toHaveLength(2)
  })
})

it('people’s lists answer in the shape that the calls table promises', async () => {
  const [me, other] = await two()
  const capsule_id = await openedCapsule(app, other, '形状')
  await get(app.url, 'like', { capsule_id }, { token: me.token })
  await get(app.url, 'userFollow', { user_id: other.id }, { token: me.token })
  const asked = {
    userLoveList: {},
    userFollowList: {},
    userDetail: { user_id: other.id },
    userCapsules: { user_id: other.id },
  }
  for (const [name, input] of Object.entries(asked) as [keyof typeof asked, object][]) {
    const { data } = await ask(app.url, name, input, { token: me.token })
    expect(() => calls[name].output.parse(data), name).not.toThrow()
  }
})
