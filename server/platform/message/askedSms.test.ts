import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { get, newPerson } from '#test/client.ts'
import { startProviders } from '#test/providers.ts'
import { THOROUGH } from '#test/thorough.ts'
import { queue } from './queue.ts'

const app = withApp()
const providers = await startProviders(app)
afterAll(providers.close)
beforeEach(providers.asUsual)

/** Asked of a provider at once by one process. */
const PLACES = 16
const DOUBTED = THOROUGH ? 5_000 : 100
/** Sent one by one: five thousand of them take a crowded machine more than two minutes. */
const SENT = THOROUGH ? 1_000 : 100

const newUser = async () => {
  const person = await newPerson(app.url)
  const { user } = await get(app.url, 'userInfo', {}, person)
  return { tel: person.tel, userId: Number(user.id) }
}

/** Messages that may have gone out in what a database lost: all were due before anything else. */
async function doubted(userId: number, many: number) {
  await sql`insert into messages (channel, template, recipient, occasion, user_id, state, next_at, doubt_from)
    select 'sms', 'signIn', '', 'doubted ' || n, ${userId}, 'waiting', now() - interval '1 hour', now() - interval '1 hour'
    from generate_series(1, ${many}) n`.execute(app.services.db)
  return async () => {
    const { rows } = await sql<{ state: string; silences: number; number: number }>`
      select state, silences, count(*)::int as number from messages
      where user_id = ${userId} and template = 'signIn' group by state, silences`.execute(app.services.db)
    return rows
  }
}

it('the provider keeps the question about thousands waiting: fresh notices go out all the same, and it is not asked about each', async () => {
  const [lost, fresh] = [await newUser(), await newUser()]
  const standing = await doubted(lost.userId, DOUBTED)
  await queue(app.services.db, [{ channel: 'sms', template: 'approved', occasion: 'fresh', user_id: fresh.userId }])
  let asked = 0
  let giveUp = () => {}
  const hanging = new Promise<void>((_resolve, reject) => {
    giveUp = () => reject(new Error('no answer'))
  })
  hanging.catch(() => {})
  providers.asked(() => {
    asked += 1
    return hanging
  })

  const turn = providers.turn()
  await expect.poll(() => providers.smsTo(fresh.tel).length, { timeout: 5_000 }).toBe(1)
  await expect.poll(() => asked).toBe(PLACES)
  expect(await standing()).not.toContainEqual({ state: 'waiting', silences: 1, number: DOUBTED })
  giveUp()
  await turn
  // One more every five seconds, where a run takes so long.
  expect(asked).toBeLessThan(2 * PLACES)
  expect(providers.smsTo(lost.tel)).toEqual([])
  expect(await standing()).toEqual([{ state: 'waiting', silences: 1, number: DOUBTED }])
}, 120_000)

it('three runs in which the provider says nothing are enough: with the fourth all of them are sent', async () => {
  const { tel, userId } = await newUser()
  const standing = await doubted(userId, SENT)
  providers.asked(() => {
    throw new Error('no answer')
  })
  for (let run = 0; run < 4; run++) {
    expect(providers.smsTo(tel)).toEqual([])
    await providers.turn()
    await sql`update messages set next_at = now() where user_id = ${userId} and state = 'waiting'`.execute(
      app.services.db,
    )
  }
  expect(providers.smsTo(tel)).toHaveLength(SENT)
  expect(await standing()).toEqual([{ state: 'sent', silences: 3, number: SENT }])
}, 120_000)
