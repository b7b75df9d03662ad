import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { recipientOf } from '#server/platform/message/recipient.ts'
import { withApp } from '#test/app.ts'
import {
  ask,
  codeFor,
  forgetSends,
  get,
  later,
  md5,
  newCode,
  newPerson,
  newTel,
  PASSWORD,
  seal,
  slide,
  textCapsule,
  wrongFor,
} from '#test/client.ts'
import { dumpOf } from '#test/dump.ts'

// The real one, counted.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { ...argon2, verify: vi.fn(argon2.verify) }
})
const app = withApp()

describe('registering', () => {
  it('makes an account with empty balances and signs in', async () => {
    const { token, tel } = await newPerson(app.url, { gift: false })
    const { user } = await get(app.url, 'userInfo', {}, { token })
    expect(user).toMatchObject({ tel, time_count: 0, diary_count: 0, forecast_count: 0, is_first: 1 })
  })

  it('gives the welcome gift of six of each kind, once', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    const answers = await Promise.all([1, 2, 3].map(() => ask(app.url, 'claimGift', {}, { token })))
    expect(answers.map(({ code }) => code).sort()).toEqual([CODE.ok, CODE.refused, CODE.refused].sort())
    const { user } = await get(app.url, 'userInfo', {}, { token })
    expect(user).toMatchObject({ time_count: 6, diary_count: 6, forecast_count: 6, is_first: 0 })
  })

  it('refuses a wrong code and a code that was used', async () => {
    const tel = newTel()
    const right = await newCode(app.url, tel)
    expect(await ask(app.url, 'register', { tel, password: PASSWORD, captcha: wrongFor(right) })).toMatchObject({
      code: 2,
    })
    await get(app.url, 'register', { tel, password: PASSWORD, captcha: right })
    expect(await ask(app.url, 'forgetPwd', { tel, password: PASSWORD, captcha: right })).toMatchObject({ code: 2 })
  })

  it('says that a number is taken only after a right code', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    await forgetSends(app.services.db, tel)
    const right = await newCode(app.url, tel)
    const guess = await ask(app.url, 'register', { tel, password: PASSWORD, captcha: wrongFor(right) })
    expect(guess.message).toBe('验证码错误或已过期')
    const known = await ask(app.url, 'register', { tel, password: PASSWORD, captcha: right })
    expect(known.message).toBe('该手机号已注册，请直接登录')
  })

  it('lets no more than five guesses at one code, however many come at once', async () => {
    const tel = newTel()
    const right = await newCode(app.url, tel)
    await Promise.all(
      [...Array(9)].map(() => ask(app.url, 'register', { tel, password: PASSWORD, captcha: wrongFor(right) })),
    )
    expect(await ask(app.url, 'register', { tel, password: PASSWORD, captcha: right })).toMatchObject({ code: 2 })
  })

  it('refuses the most common passwords by their MD5', async () => {
    const tel = newTel()
    const captcha = await newCode(app.url, tel)
    const answer = await ask(app.url, 'register', { tel, password: md5('123456'), captcha })
    expect(answer).toMatchObject({ code: 2, message: '这个密码太常见了，请换一个' })
  })

  it('accepts a password only as 32 upper-case hex digits', async () => {
    for (const password of ['secret', md5('secret words').toLowerCase(), `${md5('x')}0`]) {
      expect(await ask(app.url, 'login', { tel: newTel(), password })).toMatchObject({ code: CODE.badRequest })
    }
  })
})

describe('verification codes', () => {
  it('are sent once in 60 seconds', async () => {
    const tel = newTel()
    await newCode(app.url, tel)
    const again = await ask(app.url, 'captcha', { tel })
    expect(again).toMatchObject({ code: CODE.tooManyTries, status: 200 })
    expect((again.data as unknown as { retry_after: number }).retry_after).toBeGreaterThan(50)
  })

  it('cannot be used up by strangers who guess where none was sent', async () => {
    const tel = newTel()
    for (let i = 0; i < 11; i++) await ask(app.url, 'forgetPwd', { tel, password: PASSWORD, captcha: '0000' })
    const captcha = await newCode(app.url, tel)
    expect(await ask(app.url, 'register', { tel, password: PASSWORD, captcha })).toMatchObject({ code: CODE.ok })
  })

  it('are sent alike to known and unknown numbers', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    const unknown = newTel()
    await forgetSends(app.services.db, tel)
    const slid = await slide(app.url, tel)
    expect(slid).toMatchObject({ code: CODE.ok })
    expect((await slide(app.url, unknown)).text).toBe(slid.text)
    for (const one of [tel, unknown]) await forgetSends(app.services.db, one)
    const again = await ask(app.url, 'captcha', { tel })
    expect(again).toMatchObject({ code: CODE.ok })
    expect((await ask(app.url, 'captcha', { tel: unknown })).text).toBe(again.text)
  })

  it('are asked for before a reset says that a number is unknown', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    const unknown = newTel()
    await forgetSends(app.services.db, tel)
    const sent = { known: await newCode(app.url, tel), unknown: await newCode(app.url, unknown) }
    const reset = (tel: string, captcha: string) => ask(app.url, 'forgetPwd', { tel, password: PASSWORD, captcha })
    const wrong = await reset(tel, wrongFor(sent.known))
    expect(wrong).toMatchObject({ code: CODE.refused, message: '验证码错误或已过期', data: { field: 'captcha' } })
    expect((await reset(unknown, wrongFor(sent.unknown))).text).toBe(wrong.text)
    expect(await reset(tel, sent.known)).toMatchObject({ code: CODE.ok })
    expect(await reset(unknown, sent.unknown)).toMatchObject({ code: CODE.refused, message: '该手机号尚未注册' })
  })

  it('are four digits and stand in the database as a keyed hash only', async () => {
    const tel = newTel()
    expect(await newCode(app.url, tel)).toMatch(/^\d{4}$/)
    const row = await app.services.db.selectFrom('codes').selectAll().where('tel', '=', tel).executeTakeFirstOrThrow()
    expect(row.code_hash.length).toBe(32)
    const kept = await app.services.db
      .selectFrom('messages')
      .select(['text', 'params'])
      .where('recipient', '=', recipientOf(app.services.keys, tel))
      .execute()
    expect(JSON.stringify(kept)).not.toContain(await codeFor(app.url, tel))
  })
})

const speltAs = (tel: string): string[] => {
  const parts = [tel.slice(0, 3), tel.slice(3, 7), tel.slice(7)]
  const wide = tel.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  return [
    ...[parts.join('-'), `+86 ${parts.join(' ')}`, `0086\u2011${parts.join('\u2011')}`, wide, `＋８６${wide}`],
    ...[`\u202d${tel}\u202c`, ` ${parts.join('\u00a0')}\u200b`],
  ]
}

describe('a number from an address book', () => {
  it('is the same number however it is spelt, wherever it is asked for', async () => {
    const tel = newTel()
    const [spelt, ...others] = speltAs(tel) as [string, ...string[]]
    const code = await newCode(app.url, tel)
    const wide = code.replace(/\d/g, (digit) => `${String.fromCharCode(digit.charCodeAt(0) + 0xfee0)} `)
    const { token } = await get(app.url, 'register', { tel: spelt, password: PASSWORD, captcha: wide })
    expect((await get(app.url, 'userInfo', {}, { token })).user.tel).toBe(tel)
    for (const other of others)
      expect(await ask(app.url, 'login', { tel: other, password: PASSWORD }), other).toMatchObject({ code: CODE.ok })
    await get(app.url, 'claimGift', {}, { token })
    const named = await seal(app.url, token, textCapsule('<p>x</p>', { contact: { tel: others[0]! } }))
    const { contacts } = await get(app.url, 'capsuleContacts', { capsule_id: named }, { token })
    expect(contacts).toMatchObject([{ channel: 'tel', address: `${tel.slice(0, 3)}****${tel.slice(7)}` }])
  })

  it('has one count of codes and guesses, however it is spelt', async () => {
    const tel = newTel()
    await newCode(app.url, tel)
    for (const spelt of speltAs(tel))
      expect(await ask(app.url, 'captcha', { tel: spelt }), spelt).toMatchObject({ code: CODE.tooManyTries })
  })

  it('is refused where there is no number in it', async () => {
    for (const tel of ['+1 139 1234 5678', '139-1234-567', '86-139', '+86', '\u202d\u202c', '139 1234 5678 转 2'])
      expect(await ask(app.url, 'login', { tel, password: PASSWORD }), tel).toMatchObject({
        code: CODE.badRequest,
        message: '请填写正确格式手机',
      })
  })
})

describe('signing in', () => {
  it('gives the same answer for a known and an unknown number', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    const wrong = md5('another password')
    const known = await ask(app.url, 'login', { tel, password: wrong })
    const unknown = await ask(app.url, 'login', { tel: newTel(), password: wrong })
    expect(known.text).toBe(unknown.text)
    expect(known).toMatchObject({ code: 2, message: '手机号或密码错误', data: { field: 'password' } })
  })

  it('takes as long for an unknown number as for a known one: one check of the same cost', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    const costsOf = async (tel: string) => {
      vi.mocked(verify).mockClear()
      await ask(app.url, 'login', { tel, password: md5('not this one') })
      return vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$').slice(0, 4).join('$'))
    }
    for (let round = 0; round < 3; round++) {
      const known = await costsOf(tel)
      expect(known).toEqual([expect.stringContaining('$argon2id$')])
      expect(await costsOf(newTel())).toEqual(known)
    }
  })

  it('works again with the right password, and takes no other', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    const { token } = await get(app.url, 'login', { tel, password: PASSWORD })
    expect((await get(app.url, 'userInfo', {}, { token })).user.tel).toBe(tel)
  })

  it('answers 1029 after ten wrong passwords in 15 minutes, whatever the next guess is worth', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    const codes: number[] = []
    for (let crowd = 0; crowd < 2; crowd++) {
      const guesses = [...Array(7)].map(() => ask(app.url, 'login', { tel, password: md5('guess again') }))
      codes.push(...(await Promise.all(guesses)).map(({ code }) => code))
    }
    expect(codes.filter((code) => code === CODE.refused)).toHaveLength(10)
    expect(codes.filter((code) => code === CODE.tooManyTries)).toHaveLength(4)
    expect(await ask(app.url, 'login', { tel, password: PASSWORD })).toMatchObject({ code: CODE.tooManyTries })
  })
})

describe('a sign-in', () => {
  it('is over with 2004 without a token, 2006 when not ours, 2005 when expired, 2007 when ended', async () => {
    expect(await ask(app.url, 'userInfo', {})).toMatchObject({ code: CODE.noToken, message: '登录已过期，请重新登录' })
    expect(await ask(app.url, 'userInfo', {}, { token: 'made-up' })).toMatchObject({ code: CODE.tokenInvalid })

    const ended = await newPerson(app.url, { gift: false })
    await get(app.url, 'logout', {}, { token: ended.token })
    expect(await ask(app.url, 'userInfo', {}, { token: ended.token })).toMatchObject({ code: CODE.tokenEnded })

    const { tel, token } = await newPerson(app.url, { gift: false })
    await sql`update sessions set expires_at = now() where user_id = (select id from users where tel = ${tel})`.execute(
      app.services.db,
    )
    expect(await ask(app.url, 'userInfo', {}, { token })).toMatchObject({ code: CODE.tokenExpired })
  })

  it('lasts 30 days from its last use, and 90 at most', async () => {
    const used = async (madeAgo: number, usedAgo: number) => {
      const { tel, token } = await newPerson(app.url, { gift: false })
      const own = sql`user_id = (select id from users where tel = ${tel})`
      await sql`update sessions set created_at = now() - make_interval(days => ${madeAgo}),
        last_at = now() - make_interval(days => ${usedAgo}),
        expires_at = least(now() + make_interval(days => ${30 - usedAgo}), now() + make_interval(days => ${90 - madeAgo}))
        where ${own}`.execute(app.services.db)
      const { code } = await ask(app.url, 'userInfo', {}, { token })
      const { rows } = await sql<{ left: number }>`
        select round(extract(epoch from expires_at - now()) / 86400)::int as left from sessions where ${own}`.execute(
        app.services.db,
      )
      return { code, left: rows[0]!.left }
    }
    expect(await used(20, 20)).toEqual({ code: CODE.ok, left: 30 })
    expect(await used(60, 29)).toEqual({ code: CODE.ok, left: 30 })
    expect(await used(80, 25)).toEqual({ code: CODE.ok, left: 10 })
    expect(await used(30, 30)).toEqual({ code: CODE.tokenExpired, left: 0 })
    expect(await used(90, 1)).toEqual({ code: CODE.tokenExpired, left: 0 })
  })

  it('is ended everywhere by a new password', async () => {
    const { tel, token } = await newPerson(app.url, { gift: false })
    await get(app.url, 'userInfo', {}, { token })
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel)
    const fresh = md5('a different secret')
    const after = await get(app.url, 'forgetPwd', { tel, password: fresh, captcha })
    expect(await ask(app.url, 'userInfo', {}, { token })).toMatchObject({ code: CODE.tokenEnded })
    expect(await ask(app.url, 'userInfo', {}, { token: after.token })).toMatchObject({ code: CODE.ok })
    expect(await ask(app.url, 'login', { tel, password: PASSWORD })).toMatchObject({ code: CODE.refused })
    expect(await ask(app.url, 'login', { tel, password: fresh })).toMatchObject({ code: CODE.ok })
  })

  it('with the old password never outlives a reset it raced with', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel)
    const reset = ask(app.url, 'forgetPwd', { tel, password: md5('after the reset'), captcha })
    const racing = [...Array(6)].map(async (_, i) => {
      await later(i * 4)
      return ask(app.url, 'login', { tel, password: PASSWORD })
    })
    expect((await reset).code).toBe(CODE.ok)
    const tokens = (await Promise.all(racing)).flatMap(({ data }) => (data?.token ? [data.token] : []))
    await later(1_100)
    for (const token of tokens) {
      expect(await ask(app.url, 'userInfo', {}, { token })).toMatchObject({ code: CODE.tokenEnded })
    }
  })

  it('keeps the version of the agreement that was ticked', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    await get(app.url, 'login', { tel, password: PASSWORD, agreement_version: '2026-11' })
    const kept = app.services.db
      .selectFrom('consents as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select(['c.version', 'c.agreed_at'])
      .where('u.tel', '=', tel)
    expect(await kept.execute()).toEqual([{ version: '2026-11', agreed_at: expect.any(String) }])
  })

  it('is one of ten: the oldest gives way', async () => {
    const { tel, token } = await newPerson(app.url, { gift: false })
    for (let i = 0; i < 10; i++) await get(app.url, 'login', { tel, password: PASSWORD })
    expect(await ask(app.url, 'userInfo', {}, { token })).toMatchObject({ code: CODE.tokenEnded })
  })

  it('leaves no usable token, no password MD5 and no code in the database', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    const captcha = await newCode(app.url, newTel())
    const dump = await dumpOf(app.services.db)
    const cells = dump.flatMap(({ texts }) => texts)
    const rows = dump
      .map(({ row }) => row)
      .join('\n')
      .toLowerCase()
    const digest = Buffer.from(PASSWORD, 'hex')
    const forms = (secret: string | Buffer) =>
      ['hex', 'base64', 'base64url'].map((form) => Buffer.from(secret).toString(form as 'hex'))
    for (const form of [token, ...forms(token), PASSWORD, ...forms(PASSWORD), ...forms(digest)]) {
      expect(rows).not.toContain(form.toLowerCase())
    }
    expect(cells.filter((cell) => new RegExp(`(^|[^0-9A-Za-z])${captcha}([^0-9A-Za-z]|$)`).test(cell))).toEqual([])
    // The controls: the search sees hashes, and would see a code that stands in a text.
    expect(rows).toContain('$argon2id$')
    await app.services.db
      .insertInto('tries')
      .values({ bucket: `a planted ${captcha}` })
      .execute()
    const planted = (await dumpOf(app.services.db)).flatMap(({ texts }) => texts)
    expect(planted).toContain(`a planted ${captcha}`)
  })
})
