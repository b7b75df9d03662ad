import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { KINDS, type Kind } from '#contract/wallet.ts'
import { Fail } from '#server/core/fail.ts'
import { makeUser } from '#server/people/account/register.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { withApp } from '#test/app.ts'
import { rounds } from '#test/thorough.ts'
import { capsuleRecords } from './capsuleRecords.ts'
import * as grants from './grant.ts'
import { type Amount, type Cause, type Leg, transferLegs } from './movement.ts'
import { post } from './post.ts'
import * as spends from './spend.ts'

const app = withApp()
const RUNS = rounds(1_000)
const PEOPLE = 3

type Step = {
  act: 'grant' | 'spend' | 'transfer'
  who: number
  to: number
  kind: Kind
  amount: number
  repeat: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('grant', 'spend', 'transfer'),
  who: fc.nat(PEOPLE - 1),
  to: fc.nat(PEOPLE - 1),
  kind: fc.constantFrom(...KINDS),
  amount: fc.integer({ min: 1, max: 9 }),
  repeat: fc.boolean(),
})

let serial = 0

const grant = (db: Db, cause: Cause & { amounts: Amount[] }) => inTransaction(db, (db) => grants.grant(db, cause))
const spend = (db: Db, spending: spends.Spending) => inTransaction(db, (db) => spends.spend(db, spending))
async function transfer(
  db: Db,
  given: Cause & { toUserId: number; toReason: string; amounts: Amount[] },
): Promise<void> {
  if (!(await post(db, given, transferLegs(given)))) throw new Error('moved before')
}

describe('the ledger', () => {
  it(`agrees with a plain sum after any ${RUNS} runs of grants, spends and transfers`, {
    timeout: 240_000,
  }, async () => {
    const ids: number[] = []
    for (let i = 0; i < PEOPLE; i++) ids.push(await makeUser(app.services.db, `1500000000${i}`, ''))
    const held = ids.map(() => ({ time: 0, diary: 0, forecast: 0 }))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const one of steps) await walk(one, ids, held)
        expect(await balances(ids)).toEqual(held)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(await app.services.db.selectFrom('broken_invariants').selectAll().execute()).toEqual([])
  })

  it('cannot be rewritten: entries and transactions are append-only', async () => {
    const userId = await makeUser(app.services.db, '15000000010', '')
    await grant(app.services.db, cause(userId, [{ kind: 'time', amount: 2 }]))
    await expect(sql`update entries set amount = 9`.execute(app.services.db)).rejects.toMatchObject({ code: '42501' })
    await expect(sql`delete from transactions`.execute(app.services.db)).rejects.toMatchObject({ code: '42501' })
  })

  it('refuses a negative balance by itself, no matter who writes', async () => {
    const userId = await makeUser(app.services.db, '15000000011', '')
    const write = sql`update accounts set balance = -1 where owner_id = ${userId}`.execute(app.services.db)
    await expect(write).rejects.toMatchObject({ code: '23514' })
  })

  it('lists a broken invariant when one is planted', async () => {
    const userId = await makeUser(app.services.db, '15000000012', '')
    await sql`update accounts set balance = 5 where owner_id = ${userId} and kind = 'time'`.execute(app.services.db)
    const broken = await app.services.db.selectFrom('broken_invariants').select('rule').execute()
    expect(broken).toEqual([{ rule: 'balance' }])
    await sql`update accounts set balance = 0 where owner_id = ${userId} and kind = 'time'`.execute(app.services.db)
  })

  it('lets two people who give to each other at once both succeed', async () => {
    const [a, b] = [
      await makeUser(app.services.db, '15000000013', ''),
      await makeUser(app.services.db, '15000000014', ''),
    ]
    for (const userId of [a, b]) await grant(app.services.db, cause(userId, [{ kind: 'time', amount: 20 }]))
    const gifts = [...Array(20)].map((_, i) => {
      const [from, to] = i % 2 ? [a, b] : [b, a]
      return transfer(app.services.db, {
        ...cause(from, [{ kind: 'time', amount: 1 }]),
        toUserId: to,
        toReason: 'test',
      })
    })
    await Promise.all(gifts)
    expect((await balances([a, b])).map(({ time }) => time)).toEqual([20, 20])
  })
})

describe('200 at once', () => {
  const PAIR = 2
  const EACH = 200

  /** Two people with as much of each kind as all of it needs. */
  async function pair(tel: string): Promise<[number, number]> {
    const ids: number[] = []
    for (let i = 0; i < PAIR; i++) {
      const userId = await makeUser(app.services.db, `${tel}${i}`, '')
      const amounts = KINDS.map((kind) => ({ kind, amount: EACH }))
      await grant(app.services.db, { ...cause(userId, []), amounts })
      ids.push(userId)
    }
    return ids as [number, number]
  }

  it('spends, gifts and transfers both ways of all kinds neither deadlock nor lose anything', async () => {
    const [a, b] = await pair('1510000000')
    const all = KINDS.map((kind) => ({ kind, amount: 1 }))
    const acts = [...Array(EACH)].map((_, i): Promise<unknown> => {
      const [from, to] = i % 2 ? [a, b] : [b, a]
      const kinds = i % 3 ? all : all.toReversed()
      if (i % 4 === 0) return spend(app.services.db, { ...cause(from, []), kind: 'diary', amount: 1 })
      if (i % 4 === 1) return grant(app.services.db, cause(to, kinds))
      return transfer(app.services.db, { ...cause(from, kinds), toUserId: to, toReason: 'test' })
    })
    await Promise.all(acts)
    const [one, other] = await balances([a, b])
    const sum = (kind: Kind) => one![kind] + other![kind]
    expect([sum('time'), sum('diary'), sum('forecast')]).toEqual([450, 400, 450])
    expect(await app.services.db.selectFrom('broken_invariants').selectAll().execute()).toEqual([])
  })

  it('spend no more than there is, and all that there is', async () => {
    const [a] = await pair('1511000000')
    const acts = [...Array(EACH + 20)].map(() =>
      spend(app.services.db, { ...cause(a, []), kind: 'time', amount: 1 }).then(
        () => 'spent',
        (error) => (error instanceof Fail ? 'refused' : Promise.reject(error)),
      ),
    )
    const outcomes = await Promise.all(acts)
    expect(outcomes.filter((outcome) => outcome === 'spent')).toHaveLength(EACH)
    expect((await balances([a]))[0]!.time).toBe(0)
  })

  it('the same movement asked for many times is made once', async () => {
    const [a] = await pair('1512000000')
    const once = cause(a, [{ kind: 'time', amount: 5 }])
    const given = await Promise.all([...Array(20)].map(() => grant(app.services.db, once)))
    expect(given.filter(Boolean)).toHaveLength(1)
    expect((await balances([a]))[0]!.time).toBe(EACH + 5)
  })
})

describe('a movement', () => {
  it('moves all its legs or none', async () => {
    const { db } = app.services
    const [a, b] = [await makeUser(db, '15000000015', ''), await makeUser(db, '15000000016', '')]
    await grant(db, cause(a, [{ kind: 'time', amount: 3 }]))
    const amounts: Amount[] = [
      { kind: 'time', amount: 3 },
      { kind: 'diary', amount: 1 },
    ]
    await expect(transfer(db, { ...cause(a, amounts), toUserId: b, toReason: '' })).rejects.toBeInstanceOf(Fail)
    expect((await balances([a, b])).map(({ time }) => time)).toEqual([3, 0])
  })

  it('is named to each side in its own words', async () => {
    const { db } = app.services
    const [a, b] = [await makeUser(db, '15000000017', ''), await makeUser(db, '15000000018', '')]
    await grant(db, cause(a, [{ kind: 'time', amount: 1 }]))
    const amounts: Amount[] = [{ kind: 'time', amount: 1 }]
    await transfer(db, { ...cause(a, amounts), toUserId: b, reason: '赠送给乙', toReason: '来自甲的赠送' })
    const newest = async (userId: number) => {
      const page = { page: 1, pageSize: 1 }
      const context = { ...app.services, caller: { userId, sessionId: 0 } } as unknown as UserContext
      return (await capsuleRecords(context, page)).data[0]
    }
    expect(await newest(a)).toMatchObject({ reason: '赠送给乙', is_increase: 0 })
    expect(await newest(b)).toMatchObject({ reason: '来自甲的赠送', is_increase: 1 })
  })

  it.each<[string, Leg[]]>([
    ['does not sum to zero', [{ ownerId: 1, kind: 'time', amount: 1 }]],
    ['has no person', [{ system: 'issued', kind: 'time', amount: 0 }]],
    [
      'names a balance twice',
      [
        { ownerId: 1, kind: 'time', amount: 1 },
        { ownerId: 1, kind: 'time', amount: -1 },
      ],
    ],
    [
      'moves a part',
      [
        { ownerId: 1, kind: 'time', amount: 0.5 },
        { system: 'issued', kind: 'time', amount: -0.5 },
      ],
    ],
  ])('that %s is a bug', async (_, legs) => {
    const posted = inTransaction(app.services.db, (db) => post(db, cause(1, []), legs))
    await expect(posted).rejects.toThrow('no movement')
  })
})

const cause = (userId: number, amounts: { kind: Kind; amount: number }[]) => {
  serial += 1
  return { userId, scope: 'test', key: String(serial), reason: 'test', amounts }
}

/** Does the step in the ledger and in the model; a refusal must be one in both. */
async function walk(
  { act, who, to, kind, amount, repeat }: Step,
  ids: number[],
  held: Record<Kind, number>[],
): Promise<void> {
  const { db } = app.services
  const why = cause(ids[who]!, [{ kind, amount }])
  const enough = held[who]![kind] >= amount
  if (act === 'grant') {
    await grant(db, why)
    held[who]![kind] += amount
    if (repeat) expect(await grant(db, why)).toBe(false)
    return
  }
  if (act === 'transfer' && who === to) return
  const run = () =>
    act === 'spend'
      ? spend(db, { ...why, kind, amount })
      : transfer(db, { ...why, toUserId: ids[to]!, toReason: 'test' })
  if (!enough) return expect(run()).rejects.toBeInstanceOf(Fail)
  await run()
  held[who]![kind] -= amount
  if (act === 'transfer') held[to]![kind] += amount
  if (repeat) await expect(run()).rejects.toThrow('before')
}

async function balances(ids: number[]): Promise<Record<Kind, number>[]> {
  const rows = await app.services.db.selectFrom('accounts').selectAll().where('owner_id', 'in', ids).execute()
  const of = (id: number, kind: Kind) => rows.find((row) => row.owner_id === id && row.kind === kind)!.balance
  return ids.map((id) => ({ time: of(id, 'time'), diary: of(id, 'diary'), forecast: of(id, 'forecast') }))
}
