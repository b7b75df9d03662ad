import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { KINDS } from '#contract/wallet.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, newCode } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { give } from '#test/grants.ts'

const app = withApp()

async function rich(size: number, amount = 10): Promise<Member[]> {
  const crowd = await newCrowd(app.services, size)
  for (const { id } of crowd)
    await give(
      app.services,
      Number(id),
      KINDS.map((kind) => ({ kind, amount })),
    )
  return crowd
}
const two = async (amount?: number) => (await rich(2, amount)) as [Member, Member]

async function held({ token }: Member): Promise<number[]> {
  const { user } = await get(app.url, 'userInfo', {}, { token })
  return KINDS.map((kind) => user[`${kind}_count`])
}
const records = async ({ token }: Member) => (await get(app.url, 'capsuleRecords', {}, { token })).data

describe('a gift', () => {
  it('moves all three kinds, and both sides’ records name the other', async () => {
    const [giver, friend] = await two()
    await get(app.url, 'userInfoUpdate', { nickname: '送礼的人' }, { token: giver.token })
    await get(app.url, 'userInfoUpdate', { nickname: '收礼的$&人' }, { token: friend.token })
    const gift = { time: 1, diary: 2, forecast: 3 }
    await get(app.url, 'giveGift', { user_id: friend.id, gift }, { token: giver.token })
    expect([await held(giver), await held(friend)]).toEqual([
      [9, 8, 7],
      [11, 12, 13],
    ])
    const [gone, come] = [await records(giver), await records(friend)]
    for (const record of gone.slice(0, 3)) expect(record).toMatchObject({ reason: '赠送给收礼的$&人', is_increase: 0 })
    for (const record of come.slice(0, 3))
      expect(record).toMatchObject({ reason: '来自送礼的人的赠送', is_increase: 1 })
    await get(app.url, 'giveGift', { user_id: giver.id, gift }, { token: friend.token })
    expect([await held(giver), await held(friend)]).toEqual([
      [10, 10, 10],
      [10, 10, 10],
    ])
  })

  it('names somebody who has left since as 该用户已注销', async () => {
    const [giver, leaver] = await two()
    await get(app.url, 'userInfoUpdate', { nickname: '就要走了' }, { token: leaver.token })
    await get(app.url, 'giveGift', { user_id: leaver.id, gift: { diary: 1 } }, { token: giver.token })
    await forgetSends(app.services.db, leaver.tel)
    const captcha = await newCode(app.url, leaver.tel, { token: leaver.token })
    await get(app.url, 'cancelAccount', { captcha }, { token: leaver.token })
    expect((await records(giver))[0]).toMatchObject({ reason: '赠送给该用户已注销' })
    const answer = await ask(app.url, 'giveGift', { user_id: leaver.id, gift: { diary: 2 } }, { token: giver.token })
    expect(answer).toMatchObject({ code: CODE.refused, message: '该用户已注销' })
    expect(await held(giver)).toEqual([10, 9, 10])
  })

  it.each([
    ['-1', { time: -1 }],
    ['a half', { time: 0.5 }],
    ['"6x"', { time: '6x' }],
    ['101', { time: 101 }],
  ])('of %s is refused and moves nothing', async (_name, gift) => {
    const [giver, friend] = await two(200)
    const answer = await ask(app.url, 'giveGift', { user_id: friend.id, gift }, { token: giver.token })
    expect(answer).toMatchObject({ code: CODE.badRequest })
    expect(await held(friend)).toEqual([200, 200, 200])
  })

  it('of nothing, to oneself, or to nobody is refused in words', async () => {
    const [giver, friend] = await two()
    const gift = { time: 1 }
    const send = (user_id: string, gift: object) => ask(app.url, 'giveGift', { user_id, gift }, { token: giver.token })
    expect(await send(friend.id, {})).toMatchObject({ code: CODE.refused, message: '请至少选择一个胶囊数量' })
    expect(await send(giver.id, gift)).toMatchObject({ code: CODE.refused, message: '不能赠送给自己' })
    expect(await send('999999999', gift)).toMatchObject({ code: CODE.missing })
    expect(await held(giver)).toEqual([10, 10, 10])
  })

  it('moves all kinds or none: one that is not enough keeps the others', async () => {
    const [giver, friend] = await two()
    const gift = { time: 10, diary: 10, forecast: 11 }
    const answer = await ask(app.url, 'giveGift', { user_id: friend.id, gift }, { token: giver.token })
    expect(answer).toMatchObject({ code: CODE.refused, message: '预测胶囊不足' })
    expect([await held(giver), await held(friend)]).toEqual([
      [10, 10, 10],
      [10, 10, 10],
    ])
  })

  it('sent twice under one key, at once or later, is one gift', async () => {
    const [giver, friend] = await two()
    const send = () =>
      ask(
        app.url,
        'giveGift',
        { user_id: friend.id, gift: { time: 2 } },
        { token: giver.token, key: 'double-tap-0001' },
      )
    const answers = [...(await Promise.all([send(), send(), send()])), await send()]
    expect(answers.map(({ code }) => code)).toEqual([1000, 1000, 1000, 1000])
    expect([await held(giver), await held(friend)]).toEqual([
      [8, 10, 10],
      [12, 10, 10],
    ])
  })
})

/** So few that on a busy machine nobody waits too long and is turned away, which would say nothing of locks. */
const AT_ONCE = 64
const ROUNDS = 4

it(`${AT_ONCE} opposite gifts at once end without a deadlock, and the sums are kept`, async () => {
  const [one, other] = await two(100)
  const give = (_: unknown, i: number) => {
    const [from, to] = i % 2 ? [one, other] : [other, one]
    const gift = { time: 1, diary: 1, forecast: 1 }
    return ask(app.url, 'giveGift', { user_id: to.id, gift }, { token: from.token, key: randomUUID() })
  }
  const answers: Awaited<ReturnType<typeof give>>[] = []
  for (let round = 0; round < ROUNDS; round++) answers.push(...(await Promise.all([...Array(AT_ONCE)].map(give))))
  expect(answers.filter(({ code }) => code !== CODE.ok && code !== CODE.refused)).toEqual([])
  expect(answers.filter(({ code }) => code === CODE.ok).length).toBeGreaterThanOrEqual(200)
  const sums = (await held(one)).map(async (count, i) => count + (await held(other))[i]!)
  expect(await Promise.all(sums)).toEqual([200, 200, 200])
})
