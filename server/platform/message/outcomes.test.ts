import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { get, newPerson } from '#test/client.ts'
import { startProviders } from '#test/providers.ts'
import { queue } from './queue.ts'

const app = withApp()
const providers = await startProviders(app)
afterAll(providers.close)
beforeEach(providers.asUsual)

const BUSY = { Code: 'isp.SYSTEM_ERROR', Message: '', RequestId: 'R' }
const NO_NUMBER = { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '', RequestId: 'R' }

/** A message that has been tried so often, and the state it is in after one more turn, with the minutes until its next. */
async function afterOneMoreTry(occasion: string, tries: number) {
  const { user } = await get(app.url, 'userInfo', {}, await newPerson(app.url))
  const { db } = app.services
  await queue(db, [{ channel: 'sms', template: 'approved', occasion, user_id: Number(user.id) }])
  await sql`update messages set tries = ${tries} where occasion = ${occasion}`.execute(db)
  await providers.turn()
  return standing(occasion)
}

async function standing(occasion: string) {
  const { rows } = await sql<{ state: string; minutes: number | null }>`
    select state, round(extract(epoch from next_at - now()) / 60)::int as minutes
    from messages where occasion = ${occasion}`.execute(app.services.db)
  return rows[0]
}

it.each([
  ['has taken it', {}, 0, { state: 'sent', minutes: 10 }],
  ['is busy', { says: BUSY }, 0, { state: 'waiting', minutes: 1 }],
  ['is busy once more', { says: BUSY }, 3, { state: 'waiting', minutes: 60 }],
  ['is busy for the last time', { says: BUSY }, 13, { state: 'failed', minutes: null }],
  ['says nothing', { says: 'break' }, 0, { state: 'unknown', minutes: 2 }],
  ['says nothing once more', { says: 'break' }, 3, { state: 'unknown', minutes: 60 }],
  ['says nothing for the last time', { says: 'break' }, 13, { state: 'failed', minutes: null }],
  ['knows no such number', { says: NO_NUMBER }, 0, { state: 'failed', minutes: null }],
] as const)('a message whose provider %s', async (name, { says }: { says?: typeof BUSY | 'break' }, tries, next) => {
  if (says) providers.says(() => says)
  expect(await afterOneMoreTry(name, tries)).toEqual(next)
})

it.each([
  ['has arrived', 3, 0, { state: 'sent', minutes: null }],
  ['is on its way', 1, 0, { state: 'sent', minutes: 60 }],
  ['is on its way after days', 1, 3, { state: 'sent', minutes: null }],
  ['will never arrive', 2, 0, { state: 'failed', minutes: null }],
] as const)('a message that was taken and %s', async (name, status, asked, next) => {
  await afterOneMoreTry(name, 0)
  providers.arrives(() => status)
  await sql`update messages set next_at = now(), tries = ${asked} where occasion = ${name}`.execute(app.services.db)
  await providers.turn()
  expect(await standing(name)).toEqual(next)
})

it('a message that was taken stays taken when its person has no number any more, and is asked after no more', async () => {
  await afterOneMoreTry('nobody', 0)
  const { db } = app.services
  const number = (tel: string | null) =>
    sql`update users set tel = ${tel} where id = (select user_id from messages where occasion = 'nobody')`.execute(db)
  const { rows } = await sql<{ tel: string }>`select tel from users
    where id = (select user_id from messages where occasion = 'nobody')`.execute(db)
  await number(null)
  await sql`update messages set next_at = now() where occasion = 'nobody'`.execute(db)
  await providers.turn()
  await number(rows[0]!.tel)
  expect(await standing('nobody')).toEqual({ state: 'sent', minutes: null })
})

it('a try that another process saw taken meanwhile keeps that outcome when the question after it is not answered', async () => {
  providers.says(() => 'break')
  await afterOneMoreTry('taken meanwhile', 0)
  const { db } = app.services
  const mine = sql`(select id from messages where occasion = 'taken meanwhile')`
  await sql`update messages set next_at = now() where id = ${mine}`.execute(db)
  providers.asked(async () => {
    await sql`with over as (update attempts set outcome = 'sent' where message_id = ${mine})
      update messages set state = 'sent', sent_at = now(), tries = 0, next_at = null where id = ${mine}`.execute(db)
    throw new Error('no answer')
  })
  await providers.turn()
  const { rows } = await sql`select outcome from attempts where message_id = ${mine}`.execute(db)
  expect(rows).toEqual([{ outcome: 'sent' }])
})
