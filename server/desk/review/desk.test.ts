import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { signHolder } from '#server/capsules/unseal/linkJwt.ts'
import type { Context } from '#server/platform/context.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, post } from '#test/client.ts'
import { newDesk, newOperator, readSecrets } from '#test/operator.ts'
import { addOperator, listOperators, removeOperator } from './operators.ts'

const app = withApp({ TRUST_PROXY: '1' })
const STEP_MS = 30_000
const WRONG = { code: CODE.refused, message: '名字、密码或动态码不正确' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The process's clock stands still, so that no step passes in the middle of a test. */
async function atOneMoment(work: (now: number) => Promise<void>): Promise<void> {
  const { now } = app.services
  const moment = Date.now()
  app.services.now = () => new Date(moment)
  await work(moment).finally(() => {
    app.services.now = now
  })
}

describe('operators', () => {
  it('are added with a password and a TOTP secret that are shown once and kept as hash and cipher', async () => {
    const said = await addOperator(app.services, '小王')
    const { password } = readSecrets(said)
    const secret = /secret=([A-Z2-7]+)/.exec(said)![1]!
    expect(password).toMatch(/^[A-Za-z2-9]{20}$/)
    expect(said).toContain(`动态码密钥：${secret}\n`)
    expect(said).toContain('otpauth://totp/')
    const row = await app.services.db.selectFrom('operators').selectAll().where('name', '=', '小王').executeTakeFirst()
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    for (const kept of Object.values(row!)) {
      expect(String(kept)).not.toContain(password)
      expect(String(kept)).not.toContain(secret)
    }
    expect(await listOperators(app.services)).toMatch(/^小王（\d{4}-\d{2}-\d{2} 添加；审核、资金、值守）$/m)
  })

  it('have a name of their own, also when they are gone', async () => {
    const { name } = await newOperator(app.services)
    await expect(addOperator(app.services, name)).rejects.toThrow('已经用过')
    await removeOperator(app.services, name)
    await expect(addOperator(app.services, name)).rejects.toThrow('已经用过')
    await expect(removeOperator(app.services, name)).rejects.toThrow('没有名叫')
    for (const wrong of ['', ' ', '两 个', '<b>', 'x'.repeat(31)])
      await expect(addOperator(app.services, wrong), wrong).rejects.toThrow('名字只能用')
  })

  it('sign in with the code as their app writes it', async () => {
    await atOneMoment(async (now) => {
      const { name, password, codeAt } = await newOperator(app.services)
      const totp = codeAt(now).replace(/^.../, (half) => `${half} `)
      expect(await ask(app.url, 'reviewLogin', { name, password, totp })).toMatchObject({ code: CODE.ok })
    })
  })

  it('who are removed are signed out at once and cannot sign in again', async () => {
    await atOneMoment(async (now) => {
      const { name, password, codeAt } = await newOperator(app.services)
      const { token } = await get(app.url, 'reviewLogin', { name, password, totp: codeAt(now) })
      await get(app.url, 'reviewList', {}, { token })
      await removeOperator(app.services, name)
      expect(await ask(app.url, 'reviewList', {}, { token })).toMatchObject({ code: CODE.tokenEnded })
      const totp = codeAt(now + STEP_MS)
      expect(await ask(app.url, 'reviewLogin', { name, password, totp })).toMatchObject(WRONG)
    })
  })
})

describe("an operator's sign-in", () => {
  it('wants name, password and code right, and never says which was wrong', async () => {
    await atOneMoment(async (now) => {
      const { name, password, codeAt } = await newOperator(app.services)
      const totp = codeAt(now)
      const attempts = [
        { name: '没有这个人', password, totp },
        { name, password: `${password}x`, totp },
        { name, password, totp: totp === '000000' ? '111111' : '000000' },
      ]
      for (const attempt of attempts) expect(await ask(app.url, 'reviewLogin', attempt)).toMatchObject(WRONG)
      expect(await get(app.url, 'reviewLogin', { name, password, totp })).toMatchObject({ name })
    })
  })

  it('takes the code of the step before and after, no other, and each once', async () => {
    await atOneMoment(async (now) => {
      const { name, password, codeAt } = await newOperator(app.services)
      const signIn = (steps: number) =>
        ask(app.url, 'reviewLogin', { name, password, totp: codeAt(now + steps * STEP_MS) })
      for (const steps of [-2, 2]) expect(await signIn(steps), `${steps}`).toMatchObject(WRONG)
      expect(await signIn(-1)).toMatchObject({ code: CODE.ok })
      expect(await signIn(-1)).toMatchObject(WRONG)
      const atOnce = await Promise.all([signIn(0), signIn(0), signIn(0)])
      expect(atOnce.filter(({ code }) => code === CODE.ok)).toHaveLength(1)
      expect(atOnce.filter(({ code }) => code === CODE.refused)).toHaveLength(2)
      expect(await signIn(1)).toMatchObject({ code: CODE.ok })
      expect(await signIn(0)).toMatchObject(WRONG)
    })
  })

  it('answers 1029 after five wrong ones in 15 minutes, also to the right one and to a name nobody has', async () => {
    await atOneMoment(async (now) => {
      const { name, password, codeAt } = await newOperator(app.services)
      const right = { name, password, totp: codeAt(now) }
      const guesses = await Promise.all(
        [...Array(7)].map(() => ask(app.url, 'reviewLogin', { ...right, password: 'guess' })),
      )
      expect(guesses.filter(({ code }) => code === CODE.refused)).toHaveLength(5)
      expect(guesses.filter(({ code }) => code === CODE.tooManyTries)).toHaveLength(2)
      expect(await ask(app.url, 'reviewLogin', right)).toMatchObject({ code: CODE.tooManyTries, status: 200 })
      const nobody = { ...right, name: '查无此人' }
      for (let i = 0; i < 5; i++) expect(await ask(app.url, 'reviewLogin', nobody)).toMatchObject(WRONG)
      expect(await ask(app.url, 'reviewLogin', nobody)).toMatchObject({ code: CODE.tooManyTries })
      await sql`update tries set at = at - interval '15 minutes' where bucket = ${`operator ${name}`}`.execute(
        app.services.db,
      )
      expect(await ask(app.url, 'reviewLogin', right)).toMatchObject({ code: CODE.ok })
    })
  })

  it('is closed to a flood from one address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const answers: number[] = []
    for (let i = 0; i < 32; i++) {
      const guess = { name: `n${i}`, password: 'guess', totp: '123456' }
      answers.push((await ask(app.url, 'reviewLogin', guess, { headers })).status)
    }
    expect(answers.filter((status) => status === 429)).toHaveLength(2)
  })

  it('ends after 8 hours, and by signing out', async () => {
    const { token } = await newDesk(app.url, app.services)
    await get(app.url, 'reviewList', {}, { token })
    await get(app.url, 'reviewLogout', {}, { token })
    expect(await ask(app.url, 'reviewList', {}, { token })).toMatchObject({ code: CODE.tokenEnded })
    const old = await newDesk(app.url, app.services)
    const session = app.services.db.selectFrom('operator_sessions').selectAll().orderBy('id', 'desc').limit(1)
    const { id, created_at, expires_at } = await session.executeTakeFirstOrThrow()
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(8 * 3_600_000)
    await sql`update operator_sessions set expires_at = now() where id = ${id}`.execute(app.services.db)
    expect(await ask(app.url, 'reviewList', {}, { token: old.token })).toMatchObject({ code: CODE.tokenExpired })
  })
})

describe('a token', () => {
  const named = (...who: string[]) => (Object.keys(calls) as CallName[]).filter((name) => who.includes(calls[name].who))

  it("of an operator is refused by every call that is not the desk's", async () => {
    const { token } = await newDesk(app.url, app.services)
    const others = named('user', 'either')
    expect(others.length).toBeGreaterThan(40)
    for (const name of others) {
      expect((await post(app.url, calls[name].path, '{}', bearer(token))).code, name).toBe(CODE.tokenInvalid)
    }
    await get(app.url, 'reviewList', {}, { token })
  })

  it('of a person or of an unseal link is refused by every call of the desk', async () => {
    const { token } = await newPerson(app.url)
    const holder = { capsuleId: 1, channel: 'tel' as const, generation: 1 }
    const jwt = await signHolder(app.services as unknown as Context, holder)
    const desk = named('operator')
    expect(desk).toHaveLength(26)
    for (const name of desk) {
      for (const foreign of [token, jwt, 'x', 'operator_x'])
        expect((await post(app.url, calls[name].path, '{}', bearer(foreign))).code, name).toBe(CODE.tokenInvalid)
      expect((await post(app.url, calls[name].path, '{}')).code, name).toBe(CODE.noToken)
    }
  })

  it('of an operator is kept as a hash alone', async () => {
    const { token } = await newDesk(app.url, app.services)
    const rows = await app.services.db.selectFrom('operator_sessions').selectAll().execute()
    expect(token).toMatch(/^operator_[\w-]{43}$/)
    expect(rows.some((row) => JSON.stringify(row).includes(token))).toBe(false)
  })
})
