import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays, chinaDay } from '#contract/time.ts'
import { queue } from '#server/platform/message/queue.ts'
import { withApp } from '#test/app.ts'
import { get, newPerson, newTel, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { lose } from '#test/lose.ts'
import { startProviders } from '#test/providers.ts'
import { release } from './clockRow.ts'
import { confirmClock, holdClock } from './commands.ts'

const app = withApp()
const providers = await startProviders(app)
afterAll(providers.close)
beforeEach(providers.asUsual)
afterEach(async () => {
  await release(app.services.db)
  await sql`truncate losses cascade`.execute(app.services.db)
})

const owner = () => newPerson(app.url)
const due = async ({ token }: { token: string }, more: object = {}) => {
  const id = await seal(app.url, token, textCapsule('<p>x</p>', more))
  await comeDue(app.services, id)
  return id
}
const to = (tel: string) => providers.smsTo(tel).map(({ params }) => params.id ?? '')
/** Noticed by the process, looked at by somebody, and everything sent that is due by then. */
async function confirmed() {
  await app.services.clock.look()
  expect(app.services.clock.held()).toBe('restored')
  await providers.turn()
  await confirmClock(app.services)
  await providers.turn()
}

describe('after commits were lost and somebody has confirmed', () => {
  it('what the provider of SMS has of the window is not sent again, and what it does not have is sent', async () => {
    const person = await owner()
    const [told, untold] = [await due(person), await due(person)]
    await lose(app.services, () => providers.turn())
    expect(to(person.tel).sort()).toEqual([told, untold].sort())
    const { taken } = providers.sms
    taken.splice(
      taken.findIndex(({ params }) => params.id === untold),
      1,
    )
    await confirmed()
    expect(to(person.tel).sort()).toEqual([told, untold].sort())
    expect(await providers.log(told, person)).toMatchObject([{ state: 'sent' }])
    expect(await providers.log(untold, person)).toMatchObject([{ state: 'sent' }])
  })

  it('contacts who were told or asked in it are not told or asked again', async () => {
    const person = await owner()
    const [friend, asked] = [newTel(), newTel()]
    await due(person, { contact: { tel: friend } })
    await seal(app.url, person.token, textCapsule('<p>x</p>', { contact: { tel: asked } }))
    await lose(app.services, () => providers.turn())
    const [told, question] = [providers.smsTo(friend).length, providers.smsTo(asked).length]
    expect([told, question]).toEqual([1, 1])
    await confirmed()
    expect([providers.smsTo(friend).length, providers.smsTo(asked).length]).toEqual([1, 1])
  })

  it('a message that stood there before is known by its own name, and one of the same words is not taken for it', async () => {
    const person = await owner()
    const { user } = await get(app.url, 'userInfo', {}, person)
    const say = (occasion: string) =>
      queue(app.services.db, [{ channel: 'sms', template: 'signIn', occasion, user_id: Number(user.id) }])
    await say('before')
    await providers.turn()
    await say('sent in it')
    await lose(app.services, () => providers.turn())
    await say('not sent')
    expect(providers.smsTo(person.tel)).toHaveLength(2)
    await confirmed()
    expect(providers.smsTo(person.tel)).toHaveLength(3)
  })

  it('a provider that does not say is asked again, and then it is sent: no day is missed', async () => {
    const person = await owner()
    const id = await due(person)
    await lose(app.services, async () => {})
    providers.sms.taken.push({ tel: person.tel, outId: 'x', template: 'x', params: { id: 'x' } })
    providers.arrives(() => {
      throw new Error('may not be asked')
    })
    await app.services.clock.look()
    await confirmClock(app.services)
    for (let tries = 1; tries < 4; tries++) {
      await providers.turn()
      expect(await providers.log(id, person)).toMatchObject([{ state: 'waiting' }])
      await providers.patience(id)
    }
    expect(to(person.tel)).toEqual(['x'])
    await providers.turn()
    expect(to(person.tel)).toEqual(['x', id])
  })

  it.each([0, 3, 13])(
    'failures of before are no questions: %s of them, and what went out does not go twice',
    async (tries) => {
      const person = await owner()
      const { user } = await get(app.url, 'userInfo', {}, person)
      const user_id = Number(user.id)
      await queue(app.services.db, [{ channel: 'sms', template: 'signIn', occasion: 'failed before', user_id }])
      const set = (change: RawBuilder<unknown>) =>
        sql`update messages set ${change} where user_id = ${user_id}`.execute(app.services.db)
      await set(sql`tries = ${tries}`)
      await lose(app.services, () => providers.turn())
      providers.arrives(() => {
        throw new Error('does not say')
      })
      await app.services.clock.look()
      await confirmClock(app.services)
      for (let silences = 0; silences < 3; silences++) {
        await providers.turn()
        await set(sql`next_at = now()`)
      }
      expect(providers.smsTo(person.tel)).toHaveLength(1)
      providers.asUsual()
      await providers.turn()
      expect(providers.smsTo(person.tel)).toHaveLength(1)
      const { rows } = await sql`select state from messages where user_id = ${user_id}`.execute(app.services.db)
      expect(rows).toEqual([{ state: 'sent' }])
    },
  )

  it('an answer that came too late is acted on by nobody but who took the message since', async () => {
    const person = await owner()
    const id = await due(person)
    await lose(app.services, async () => {})
    await app.services.clock.look()
    await confirmClock(app.services)
    let isLate = true
    providers.asked(async () => {
      if (!isLate) return
      isLate = false
      await providers.patience(id)
      await providers.turn()
    })
    await providers.turn()
    expect([isLate, to(person.tel)]).toEqual([false, [id]])
  })

  it('a backup of yesterday asks for every day since, and codes are not sent again', async () => {
    const { db } = app.services
    const person = await owner()
    const id = await seal(app.url, person.token, textCapsule('<p>x</p>'))
    await comeDue(app.services, id, { daysAgo: 1 })
    await sql`update clock set last_at = now() - interval '30 hours'`.execute(db)
    await lose(app.services, () => providers.turn())
    for (const sms of providers.smsTo(person.tel)) sms.day = chinaDay(addDays(Date.now(), -1))
    await sql`update clock set last_at = now() - interval '30 hours', restored = false`.execute(db)
    await sql`truncate clock_looks`.execute(db)
    await holdClock(app.services)
    await confirmed()
    expect(to(person.tel)).toEqual([id])
    expect(providers.sms.taken.filter(({ template }) => template === 'SMS_1')).toEqual([])
  })
})
