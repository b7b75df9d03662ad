import { describe, expect, it } from 'vitest'
import { CODE, SERVER_TEXT } from '#contract/codes.ts'
import { EXCHANGE_NOTHING } from '#contract/exchange.ts'
import { INSUFFICIENT, KINDS } from '#contract/wallet.ts'
import { withApp } from '#test/app.ts'
import { ask, get } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { give } from '#test/grants.ts'

const app = withApp()

async function holding(time: number): Promise<Member> {
  const [member] = (await newCrowd(app.services, 1)) as [Member]
  if (time > 0) await give(app.services, Number(member.id), [{ kind: 'time', amount: time }])
  return member
}
async function held({ token }: Member): Promise<number[]> {
  const { user } = await get(app.url, 'userInfo', {}, { token })
  return KINDS.map((kind) => user[`${kind}_count`])
}
const change = ({ token }: Member, input: unknown, key?: string) =>
  ask(app.url, 'changeCapsule', input as never, { token, key })

describe('an exchange', () => {
  it('gives two diary or prediction capsules for one time capsule, and both movements are on record', async () => {
    const one = await holding(5)
    await get(app.url, 'changeCapsule', { type: 1, price: 2 }, { token: one.token })
    await get(app.url, 'changeCapsule', { type: 2, price: 1 }, { token: one.token })
    expect(await held(one)).toEqual([2, 4, 2])
    const { data } = await get(app.url, 'capsuleRecords', {}, { token: one.token })
    const told = data.slice(0, 4).map(({ reason, count, is_increase }) => [reason, is_increase ? count : -count])
    const two = (from: number) => told.slice(from, from + 2).sort(([, a], [, b]) => Number(a) - Number(b))
    expect([...two(0), ...two(2)]).toEqual([
      ['时光胶囊兑换预测胶囊', -1],
      ['时光胶囊兑换预测胶囊', 2],
      ['时光胶囊兑换日记胶囊', -2],
      ['时光胶囊兑换日记胶囊', 4],
    ])
  })

  it('is refused where time capsules are not enough, and moves nothing', async () => {
    for (const [time, price] of [
      [0, 1],
      [2, 3],
    ] as const) {
      const one = await holding(time)
      expect(await change(one, { type: 1, price })).toMatchObject({ code: CODE.refused, message: INSUFFICIENT.time })
      expect(await held(one)).toEqual([time, 0, 0])
    }
  })

  it.each([
    [{ type: 1, price: 0 }, EXCHANGE_NOTHING],
    [{ type: 1, price: -1 }, EXCHANGE_NOTHING],
    [{ type: 1, price: 26 }, SERVER_TEXT.badRequest],
    [{ type: 1, price: 0.5 }, SERVER_TEXT.badRequest],
    [{ type: 1, price: '1.5' }, undefined],
    [{ type: 0, price: 1 }, undefined],
    [{ type: 3, price: 1 }, undefined],
  ])('%j is no exchange', async (input, message) => {
    const one = await holding(30)
    const answer = await change(one, input)
    expect(answer.code).not.toBe(CODE.ok)
    if (message) expect(answer.message).toContain(message)
    expect(await held(one)).toEqual([30, 0, 0])
  })

  it('twenty at once spend what is there and no more; the same key exchanges once', async () => {
    const one = await holding(10)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => change(one, { type: 2, price: 1 }, `exchange-${at}`)),
    )
    expect(answers.filter(({ code }) => code === CODE.ok)).toHaveLength(10)
    expect(await held(one)).toEqual([0, 0, 20])
    const other = await holding(10)
    const same = await Promise.all(
      Array.from({ length: 5 }, () => change(other, { type: 1, price: 3 }, 'one-exchange')),
    )
    expect(same.map(({ code }) => code)).toEqual([1000, 1000, 1000, 1000, 1000])
    expect(await held(other)).toEqual([7, 6, 0])
  })
})
