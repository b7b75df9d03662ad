import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { AGREEMENT_OTHER, AGREEMENT_VERSION } from '#contract/system.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, newCode, newPerson, newTel, PASSWORD } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'

const app = withApp()
const OLD = '2026-01-01'
const agreed = async (token: string) => (await get(app.url, 'userInfo', {}, { token })).user.agreed
const agree = (token: string, agreement_version: string) =>
  ask(app.url, 'agree', { agreement_version }, { token, headers: { source: 'ios' } })
const idOf = async (token: string) => Number((await get(app.url, 'userInfo', {}, { token })).user.id)
const consents = (userId: number) =>
  app.services.db
    .selectFrom('consents')
    .select(['version', 'source', 'agreed_at'])
    .where('user_id', '=', userId)
    .orderBy('version')
    .execute()

/** As if the agreements had been changed since. */
const raiseVersion = (userId: number) =>
  sql`update consents set version = ${OLD}, agreed_at = now() - interval '300 days' where user_id = ${userId}`.execute(
    app.services.db,
  )

/** Somebody who has registered, and ticked the agreements of now. */
async function registered() {
  const tel = newTel()
  const captcha = await newCode(app.url, tel)
  const input = { tel, password: PASSWORD, captcha, agreement_version: AGREEMENT_VERSION }
  const { token } = await get(app.url, 'register', input, { headers: { source: 'h5' } })
  return { tel, token, id: await idOf(token) }
}

describe('a consent', () => {
  it('is kept with version, time and kind of device when somebody registers, and once however often they sign in', async () => {
    const { tel, token, id } = await registered()
    expect(await agreed(token)).toBe(1)
    const [first] = await consents(id)
    expect(first).toEqual({ version: AGREEMENT_VERSION, source: 'h5', agreed_at: expect.any(String) })
    await get(app.url, 'login', { tel, password: PASSWORD, agreement_version: AGREEMENT_VERSION })
    expect(await consents(id)).toEqual([first])
  })

  it('to an older version counts no more once the version is raised, and stays beside the new one', async () => {
    const { tel, token, id } = await registered()
    await raiseVersion(id)
    expect(await agreed(token)).toBe(0)
    const [old] = await consents(id)
    expect(await agree(token, AGREEMENT_VERSION)).toMatchObject({ code: CODE.ok })
    expect(await agreed(token)).toBe(1)
    expect(await consents(id)).toEqual([
      old,
      { version: AGREEMENT_VERSION, source: 'ios', agreed_at: expect.any(String) },
    ])
    const before = await consents(id)
    expect(await agree(token, AGREEMENT_VERSION)).toMatchObject({ code: CODE.ok })
    await get(app.url, 'login', { tel, password: PASSWORD, agreement_version: OLD })
    expect(await consents(id)).toEqual(before)
    expect(await agreed(token)).toBe(1)
  })

  it('is to the agreements of now, no others', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    expect(await agreed(token)).toBe(0)
    for (const version of [OLD, '2999-01-01', ''])
      expect(await agree(token, version)).toMatchObject({ code: CODE.refused, message: AGREEMENT_OTHER })
    expect(await agreed(token)).toBe(0)
  })

  it('of somebody who signs in anew is kept as well', async () => {
    const { tel, token } = await newPerson(app.url, { gift: false })
    await get(app.url, 'login', { tel, password: PASSWORD, agreement_version: AGREEMENT_VERSION })
    expect(await agreed(token)).toBe(1)
  })

  it('goes with the account', async () => {
    const [me] = (await newCrowd(app.services, 1)) as [Member]
    await agree(me.token, AGREEMENT_VERSION)
    expect(await consents(Number(me.id))).toHaveLength(1)
    await forgetSends(app.services.db, me.tel)
    const captcha = await newCode(app.url, me.tel, { token: me.token })
    await get(app.url, 'cancelAccount', { captcha }, { token: me.token })
    expect(await consents(Number(me.id))).toEqual([])
  })
})
