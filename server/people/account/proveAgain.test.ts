import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PASSWORD_WRONG } from '#contract/account.ts'
import type { CallName } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { PROVE_NEEDED, PROVE_WRONG } from '#contract/prove.ts'
import { sendBy } from '#server/capsules/notice/send.ts'
import { NEEDS_PROOF } from '#server/http/openapi/refusals.ts'
import { withApp } from '#test/app.ts'
import {
  ask,
  forgetSends,
  get,
  newCode,
  newPerson,
  newTel,
  PASSWORD,
  seal,
  textCapsule,
  wrongFor,
} from '#test/client.ts'

const app = withApp({ TRUST_PROXY: '1' })
type Person = Awaited<ReturnType<typeof newPerson>>
/** Their sign-in, as it is some minutes later. */
const minutesLater = (minutes = 11) =>
  sql`update sessions set proved_at = proved_at - make_interval(mins => ${minutes})`.execute(app.services.db)
const NEEDED = { code: CODE.forbidden, message: PROVE_NEEDED }
const call = (name: CallName, input: object, { token }: Person) => ask(app.url, name, input, { token })

async function bindWechat(person: Person) {
  const { user } = await get(app.url, 'userInfo', {}, person)
  const bound = { user_id: Number(user.id), provider: 'wechat' as const, subject: `s${user.id}`, nickname: '微' }
  await app.services.db.insertInto('identities').values(bound).execute()
}

/** Calls that a stolen sign-in must not make, each as it would be sent. */
async function guarded(person: Person) {
  const capsule_id = await seal(app.url, person.token, textCapsule('<p>x</p>'))
  return [
    ['telBind', { tel: newTel(), password: PASSWORD, captcha: '0000' }],
    ['unbind', { type: 0 }],
    ['wechatBind', { code: 'x', state: 'x' }],
    ['weiboBind', { code: 'x', state: 'x' }],
    ['capsuleContacts', { capsule_id }],
    ['capsuleContacts', { capsule_id, contact: { email: 'a@example.com' } }],
    ['exportCreate', {}],
  ] as const
}

describe('a sign-in of some minutes ago', () => {
  it('binds and unbinds nothing, changes no number and sees no contacts: 1003 with the ways there are', async () => {
    const person = await newPerson(app.url)
    const calls = await guarded(person)
    for (const [name, input] of calls) expect((await call(name, input, person)).code, name).not.toBe(CODE.forbidden)
    // oauthUrl, for a binding alone, is asked below.
    expect([...new Set(calls.map(([name]) => name)), 'oauthUrl'].sort()).toEqual(NEEDS_PROOF)
    await minutesLater()
    for (const [name, input] of calls)
      expect(await call(name, input, person), name).toMatchObject({
        ...NEEDED,
        data: { prove: ['password', 'captcha'] },
      })
    expect(await call('userInfo', {}, person)).toMatchObject({ code: CODE.ok })
  })

  it.each(['password', 'captcha'] as const)('may again for ten minutes once it was proved by %s', async (way) => {
    const person = await newPerson(app.url)
    const calls = await guarded(person)
    await minutesLater()
    await forgetSends(app.services.db, person.tel)
    const proof = way === 'password' ? { password: PASSWORD } : { captcha: await newCode(app.url, person.tel, person) }
    expect(await call('proveAgain', proof, person)).toMatchObject({ code: CODE.ok })
    await minutesLater(9)
    for (const [name, input] of calls) expect((await call(name, input, person)).code, name).not.toBe(CODE.forbidden)
    await minutesLater(2)
    expect(await call('unbind', { type: 0 }, person)).toMatchObject(NEEDED)
  })

  it('is not proved by what is wrong, nor by another sign-in', async () => {
    const person = await newPerson(app.url)
    await minutesLater()
    const elsewhere = await get(app.url, 'login', { tel: person.tel, password: PASSWORD })
    await forgetSends(app.services.db, person.tel)
    const code = await newCode(app.url, person.tel, person)
    expect(await call('proveAgain', { password: '0'.repeat(32) }, person)).toMatchObject({
      code: CODE.refused,
      message: PASSWORD_WRONG,
      data: { field: 'password' },
    })
    expect((await call('proveAgain', { captcha: wrongFor(code) }, person)).code).not.toBe(CODE.ok)
    expect((await call('proveAgain', { provider: 'wechat', code: 'x', state: 'x' }, person)).code).not.toBe(CODE.ok)
    expect((await call('proveAgain', {}, person)).code).toBe(CODE.badRequest)
    expect(await call('unbind', { type: 0 }, person)).toMatchObject(NEEDED)
    expect((await ask(app.url, 'unbind', { type: 0 }, elsewhere)).code).not.toBe(CODE.forbidden)
  })

  it('guesses its password ten times and no more', async () => {
    const person = await newPerson(app.url)
    await minutesLater()
    const guesses = await Promise.all(
      [...Array(12)].map(() => call('proveAgain', { password: '0'.repeat(32) }, person)),
    )
    const codes = guesses.map(({ code }) => code)
    expect(codes.filter((code) => code === CODE.refused).length).toBeLessThanOrEqual(10)
    expect(codes).toContain(CODE.tooManyTries)
  })

  it('of somebody without a number wants a proof for the first one too: by it a thief could prove anything', async () => {
    const person = await newPerson(app.url)
    await bindWechat(person)
    const { db } = app.services
    await db.updateTable('users').set({ tel: null, password_hash: null }).where('tel', '=', person.tel).execute()
    await minutesLater()
    const bind = () => call('telBind', { tel: newTel(), password: PASSWORD, captcha: '0000' }, person)
    // A platform bound a moment ago proves nothing: only signing in again is left.
    expect(await bind()).toMatchObject({ ...NEEDED, data: { prove: [] } })
    await sql`update identities set created_at = now() - interval '2 days'`.execute(db)
    expect(await bind()).toMatchObject({ ...NEEDED, data: { prove: ['wechat'] } })
    expect(await call('proveAgain', { password: PASSWORD }, person)).toMatchObject({ message: PROVE_WRONG })
  })

  it('is asked before it leaves for a platform to bind, not only on coming back', async () => {
    const person = await newPerson(app.url)
    const leave = () => call('oauthUrl', { provider: 'wechat', purpose: 'bind' }, person)
    expect((await leave()).code).not.toBe(CODE.forbidden)
    await minutesLater()
    expect(await leave()).toMatchObject(NEEDED)
    expect((await call('oauthUrl', { provider: 'wechat', purpose: 'prove' }, person)).code).not.toBe(CODE.forbidden)
  })

  it('of an account bound to a platform is asked for that, once it is settled', async () => {
    const person = await newPerson(app.url)
    await bindWechat(person)
    await minutesLater()
    const ways = async () => ((await call('unbind', { type: 1 }, person)).data as unknown as { prove: string[] }).prove
    expect(await ways()).toEqual(['password', 'captcha'])
    await sql`update identities set created_at = now() - interval '2 days'`.execute(app.services.db)
    expect(await ways()).toEqual(['password', 'captcha', 'wechat'])
  })
})

describe('a sign-in from elsewhere', () => {
  const signIn = (person: Person, address: string, source = 'pc') =>
    get(app.url, 'login', { tel: person.tel, password: PASSWORD }, { headers: { 'x-forwarded-for': address, source } })
  const told = async ({ token }: Person) => (await get(app.url, 'inbox', {}, { token })).messages.data
  const texts = async (tel: string) =>
    ((await (await fetch(`${app.url}/dev/outbox?to=${tel}`)).json()) as { template: string }[]).filter(
      ({ template }) => template === 'signIn',
    )

  it('is told in the inbox with the kind of device, one from where the person was before is not', async () => {
    const person = await newPerson(app.url)
    expect(await told(person)).toEqual([])
    await signIn(person, '203.0.113.7')
    expect(await told(person)).toMatchObject([
      { kind: 'signIn', to: '/subPages/me/sessions', text: expect.stringContaining('电脑网页') },
    ])
    await signIn(person, '203.0.113.7')
    expect(await told(person)).toHaveLength(1)
    await sendBy('sms')(app.services, new AbortController().signal)
    expect(await texts(person.tel)).toEqual([])
  })

  it('is told by SMS as well when the person wants that', async () => {
    const person = await newPerson(app.url)
    const { user } = await get(app.url, 'userInfoUpdate', { notify_sign_in: 1 }, person)
    expect(user.notify_sign_in).toBe(1)
    await signIn(person, '203.0.113.8')
    await sendBy('sms')(app.services, new AbortController().signal)
    expect(await texts(person.tel)).toHaveLength(1)
  })
})
