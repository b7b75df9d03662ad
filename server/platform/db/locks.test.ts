import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#server/people/account/register.ts'
import { withApp } from '#test/app.ts'
import type { Tx } from './db.ts'
import { lockBalances, lockCapsules, lockObjects, lockPerson } from './locks.ts'
import { inTransaction } from './transaction.ts'

const app = withApp()

const LOCKS = {
  capsules: (db: Tx) => lockCapsules(db).select('c.id').where('c.id', '=', 0).execute(),
  objects: (db: Tx) => lockObjects(db).where('o.key', '=', '').execute(),
  balances: (db: Tx) => lockBalances(db, [0]),
  people: (db: Tx, userId: number) => lockPerson(db, userId),
}
type Kind = keyof typeof LOCKS
const KINDS = Object.keys(LOCKS) as Kind[]

let people = 0
const newUser = () => makeUser(app.services.db, `1520000000${people++}`, '')

/** In a transaction of its own, one after the other. */
async function lock(...kinds: Kind[]): Promise<void> {
  const userId = await newUser()
  await inTransaction(app.services.db, async (db) => {
    for (const kind of kinds) await LOCKS[kind](db, userId)
  })
}

describe('rows are locked in one order', () => {
  it('capsules, objects, balances, people; any of them again before the next', async () => {
    await lock(...KINDS.flatMap((kind) => [kind, kind]))
  })

  it.each(KINDS.flatMap((first, at) => KINDS.slice(0, at).map((second) => [first, second] as const)))(
    'a planted lock against it is a bug: %s, then %s',
    async (first, second) => {
      await expect(lock(first, second)).rejects.toThrow(`${second} are locked before ${first}`)
    },
  )
})

/** On the embedded engine transactions follow one another. */
describe.runIf(process.env.DATABASE_URL)('a deadlock that happens all the same', () => {
  const name = (db: Tx, id: number, nickname: string) =>
    sql`update users set nickname = ${nickname} where id = ${id}`.execute(db)

  it('is tried again before anybody hears of it, in a transaction', async () => {
    const [a, b] = [await newUser(), await newUser()]
    let met = 0
    const meet = barrier(2)
    const cross = (first: number, second: number, nickname: string) =>
      inTransaction(app.services.db, async (db) => {
        await name(db, first, nickname)
        if (++met <= 2) await meet()
        await name(db, second, nickname)
      })
    await Promise.all([cross(a, b, '甲'), cross(b, a, '乙')])
    // On a busy machine the one that begins anew may be quicker than the one it made way for, and they meet once more.
    expect(met).toBeGreaterThanOrEqual(3)
  })

  it('is tried again in a statement of its own', async () => {
    const [a, b] = [await newUser(), await newUser()]
    let both: Promise<unknown> = Promise.resolve()
    const cross = async (db: Tx) => {
      await name(db, a, '甲')
      both = sql`
        with first as materialized (select id from users where id = ${b} for update)
        update users set nickname = '乙' where id = ${a} and exists (select from first)`.execute(app.services.db)
      await waiting()
      await name(db, b, '甲')
    }
    // The one that has waited longest is ended: the statement – unless on a busy machine the server has looked at it before the
    // transaction waited as well. Then that is ended, which is not what this is about.
    const isEnded = (error: unknown) => (error as { code?: string }).code === '40P01'
    let spared = false
    while (!spared) {
      spared = await app.services.db
        .transaction()
        .execute(cross)
        .then(
          () => true,
          (error) => !isEnded(error) && Promise.reject(error),
        )
      await both
    }
    const { nickname } = await app.services.db
      .selectFrom('users')
      .select('nickname')
      .where('id', '=', a)
      .executeTakeFirstOrThrow()
    expect(nickname).toBe('乙')
  })
})

function barrier(most: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === most) for (const go of waiting) go()
    })
}

/** Until somebody in this database waits for a row; what other tests on the server wait for says nothing. */
async function waiting(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.services.db)
      return rows.length
    })
    .toBeGreaterThan(0)
}
