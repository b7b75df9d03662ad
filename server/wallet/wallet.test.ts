import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { KINDS, type Kind } from '#contract/wallet.ts'
import { makeUser } from '#server/account/register.ts'
import { Fail } from '#server/fail.ts'
import { withApp } from '../../test/app.ts'
import { grant } from './grant.ts'
import { spend } from './spend.ts'
import { transfer } from './transfer.ts'

const app = withApp()
const RUNS = 1_000
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

  it('refuses a negative balance by itself, whoever writes', async () => {
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
      return transfer(app.services.db, { ...cause(from, [{ kind: 'time', amount: 1 }]), toUserId: to })
    })
    await Promise.all(gifts)
    expect((await balances([a, b])).map(({ time }) => time)).toEqual([20, 20])
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
    act === 'spend' ? spend(db, { ...why, kind, amount }) : transfer(db, { ...why, toUserId: ids[to]! })
  if (!enough) return expect(run()).rejects.toBeInstanceOf(Fail)
  await run()
  held[who]![kind] -= amount
  if (act === 'transfer') held[to]![kind] += amount
  if (repeat && held[who]![kind] >= amount) await expect(run()).rejects.toMatchObject({ code: '23505' })
}

async function balances(ids: number[]): Promise<Record<Kind, number>[]> {
  const rows = await app.services.db.selectFrom('accounts').selectAll().where('owner_id', 'in', ids).execute()
  const of = (id: number, kind: Kind) => rows.find((row) => row.owner_id === id && row.kind === kind)!.balance
  return ids.map((id) => ({ time: of(id, 'time'), diary: of(id, 'diary'), forecast: of(id, 'forecast') }))
}
