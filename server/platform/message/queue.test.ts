import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { get, newPerson } from '#test/client.ts'
import { startProviders } from '#test/providers.ts'
import { queue } from './queue.ts'
import { aboutOf } from './texts.ts'

const app = withApp()
const providers = await startProviders(app)
afterAll(providers.close)
beforeEach(providers.asUsual)

let occasions = 0

/** To a person with us, about no capsule: as a refund or an archive that is ready would be said. */
async function tell(userId: number, occasion = `test ${occasions++}`) {
  await queue(app.services.db, [{ channel: 'sms', template: 'approved', occasion, user_id: userId }])
  return occasion
}

const newUser = async () => {
  const { tel, token } = await newPerson(app.url)
  const { user } = await get(app.url, 'userInfo', {}, { token })
  return { tel, userId: Number(user.id) }
}

const stateOf = async (occasion: string) => {
  const { db } = app.services
  const rows = await db.selectFrom('messages').selectAll().where('occasion', '=', occasion).execute()
  expect(rows).toHaveLength(1)
  return rows[0]!
}

describe('a message without a capsule', () => {
  it('is queued once on its occasion, and sent to the number the person has by then', async () => {
    const { tel, userId } = await newUser()
    const occasion = await tell(userId)
    await tell(userId, occasion)
    expect(await stateOf(occasion)).toMatchObject({ state: 'waiting', capsule_id: null, recipient: '' })
    await providers.turn()
    expect(providers.smsTo(tel)).toHaveLength(1)
    expect(await stateOf(occasion)).toMatchObject({ state: 'sent', sent_at: expect.any(String) })
    await providers.turn()
    expect(providers.smsTo(tel)).toHaveLength(1)
  })

  it('waits and is tried again when its provider fails', async () => {
    const { tel, userId } = await newUser()
    const occasion = await tell(userId)
    providers.says(() => ({ Code: 'isp.SYSTEM_ERROR', Message: '', RequestId: 'R' }))
    await providers.turn()
    expect(await stateOf(occasion)).toMatchObject({ state: 'waiting', tries: 1 })
    providers.asUsual()
    await sql`update messages set next_at = now() where occasion = ${occasion}`.execute(app.services.db)
    await providers.turn()
    expect(providers.smsTo(tel)).toHaveLength(1)
    expect((await stateOf(occasion)).state).toBe('sent')
  })

  it('is given up when its provider refuses the number, and nobody else is told', async () => {
    const { userId } = await newUser()
    const occasion = await tell(userId)
    providers.says(() => ({ Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '', RequestId: 'R' }))
    await providers.turn()
    expect(await stateOf(occasion)).toMatchObject({ state: 'failed', next_at: null })
    const { rows } = await sql`select 1 from messages where template = 'bounced'`.execute(app.services.db)
    expect(rows).toEqual([])
  })

  it('of a version that has other words waits for a process that has them', async () => {
    const { tel, userId } = await newUser()
    const occasion = await tell(userId)
    await sql`update messages set template = 'later' where occasion = ${occasion}`.execute(app.services.db)
    await providers.turn()
    expect(await stateOf(occasion)).toMatchObject({ state: 'waiting', tries: 0 })
    expect(providers.smsTo(tel)).toEqual([])
    expect(aboutOf('later', 0)).toBe('通知')
  })

  it('is dropped when the person has no number by then', async () => {
    const { tel, userId } = await newUser()
    const occasion = await tell(userId)
    const number = (tel: string | null) =>
      sql`update users set tel = ${tel} where id = ${userId}`.execute(app.services.db)
    await number(null)
    await providers.turn()
    expect((await stateOf(occasion)).state).toBe('dropped')
    await number(tel)
  })
})
