import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { UNBIND } from '#contract/profile.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { ask, codeFor, get, later, md5, newCode, newPerson, newTel, PASSWORD, slide, wrongFor } from '#test/client.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { travel } from '#test/trip.ts'

const TWO_MINUTES = 120_000

/** Two processes over one PostgreSQL server: what one counts, the other knows. */
describe.runIf(process.env.DATABASE_URL)('over two processes', { timeout: TWO_MINUTES }, () => {
  const app = withApp()
  const children: ChildProcess[] = []
  const urls: string[] = []
  let platforms: Awaited<ReturnType<typeof startStandins>>
  let networks = 0
  let turn = 0

  beforeAll(async () => {
    platforms = await startStandins()
    for (let i = 0; i < 2; i++) {
      const place = { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl!, TRUST_PROXY: '1' }
      const child = runServer({ ...place, ...platforms.env })
      children.push(child)
      urls.push(await addressOf(child))
    }
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGTERM')
    expect(await Promise.all(children.map(ended))).toEqual([0, 0])
    await platforms.close()
  })

  /** The one process and the other, by turns. */
  const url = () => urls[turn++ % 2]!
  /** A caller from elsewhere, as our proxy tells of it. */
  const elsewhere = () => ({ headers: { 'x-forwarded-for': `203.0.113.${++networks}` } })
  const atOnce = <T>(count: number, one: (i: number) => Promise<T>) =>
    Promise.all([...Array(count)].map((_, i) => one(i)))
  const codes = (answers: { code: number }[]) => answers.map(({ code }) => code)
  const count = (list: number[], wanted: number) => list.filter((code) => code === wanted).length
  const age = (bucket: string, seconds: number) =>
    sql`update tries set at = at - make_interval(secs => ${seconds}) where bucket = ${bucket}`.execute(app.services.db)

  it('a number takes ten wrong passwords in 15 minutes', async () => {
    const { tel } = await newPerson(url(), { gift: false })
    const from = elsewhere()
    const guess = () => ask(url(), 'login', { tel, password: '0'.repeat(32) }, from)
    const answers = codes(await atOnce(14, guess))
    expect([count(answers, CODE.refused), count(answers, CODE.tooManyTries)]).toEqual([10, 4])
    await age(`password of ${tel}`, 901)
    expect(await guess()).toMatchObject({ code: CODE.refused })
  })

  it('a number takes a hundred wrong passwords a day', async () => {
    const { tel } = await newPerson(url(), { gift: false })
    const bucket = `password of ${tel}`
    await sql`insert into tries (bucket, at) select ${bucket}, now() - interval '2 hours' from generate_series(1, 99)`.execute(
      app.services.db,
    )
    const from = elsewhere()
    const guess = (to: string) => ask(to, 'login', { tel, password: '0'.repeat(32) }, from)
    expect(await guess(urls[0]!)).toMatchObject({ code: CODE.refused })
    expect(await guess(urls[1]!)).toMatchObject({ code: CODE.tooManyTries })
  })

  it('an address signs in 30 times a minute', async () => {
    const from = elsewhere()
    const answers = await atOnce(40, () => ask(url(), 'login', { tel: newTel(), password: PASSWORD }, from))
    expect(
      count(
        answers.map(({ status }) => status),
        429,
      ),
    ).toBe(10)
  })

  it('a code takes five guesses: the right one is good after four wrong ones, not after five', async () => {
    const afterWrong = async (guesses: number) => {
      const tel = newTel()
      const captcha = await newCode(url(), tel)
      const guess = () => ask(url(), 'register', { tel, password: PASSWORD, captcha: wrongFor(captcha) })
      expect(codes(await atOnce(guesses, guess))).toEqual(Array(guesses).fill(CODE.refused))
      return ask(url(), 'register', { tel, password: PASSWORD, captcha })
    }
    expect(await afterWrong(4)).toMatchObject({ code: CODE.ok })
    expect(await afterWrong(5)).toMatchObject({ code: CODE.refused, message: '验证码错误或已过期' })
  })

  it('a code is good once, however many bring it at once', async () => {
    const { tel } = await newPerson(url(), { gift: false })
    await age(`send to ${tel}`, 61)
    const captcha = await newCode(url(), tel)
    const answers = codes(await atOnce(6, () => ask(url(), 'forgetPwd', { tel, password: PASSWORD, captcha })))
    expect(count(answers, CODE.ok)).toBe(1)
  })

  it('a code lives five minutes', async () => {
    const tel = newTel()
    const captcha = await newCode(url(), tel)
    await sql`update codes set expires_at = expires_at - interval '5 minutes' where tel = ${tel}`.execute(
      app.services.db,
    )
    expect(await ask(url(), 'register', { tel, password: PASSWORD, captcha })).toMatchObject({ code: CODE.refused })
  })

  it('a number takes ten wrong codes a day: after nine the right one is good, after ten it is too late', async () => {
    const afterWrong = async (...crowds: number[]) => {
      const tel = newTel()
      let captcha = ''
      for (const guesses of crowds) {
        await age(`send to ${tel}`, 61)
        captcha = await newCode(url(), tel)
        await atOnce(guesses, () => ask(url(), 'register', { tel, password: PASSWORD, captcha: wrongFor(captcha) }))
      }
      return ask(url(), 'register', { tel, password: PASSWORD, captcha })
    }
    expect(await afterWrong(5, 4, 0)).toMatchObject({ code: CODE.ok })
    expect(await afterWrong(5, 5, 0)).toMatchObject({ code: CODE.tooManyTries })
  })

  it('a number is sent one code in 60 seconds, five an hour and ten a day', async () => {
    const tel = newTel()
    const send = async () => (await slide(url(), tel)).code
    const sent = async (seconds: number) => {
      const code = await send()
      await age(`send to ${tel}`, seconds)
      return code
    }
    expect(await send()).toBe(CODE.ok)
    expect(await send()).toBe(CODE.tooManyTries)
    await age(`send to ${tel}`, 61)
    for (let i = 2; i <= 5; i++) expect(await sent(61), `send ${i}`).toBe(CODE.ok)
    expect(await send()).toBe(CODE.tooManyTries)
    await age(`send to ${tel}`, 3_600)
    for (let i = 6; i <= 10; i++) expect(await sent(61), `send ${i}`).toBe(CODE.ok)
    await age(`send to ${tel}`, 3_600)
    expect(await send()).toBe(CODE.tooManyTries)
  })

  it('an address is sent 20 codes an hour', async () => {
    const from = elsewhere()
    const answers = await atOnce(25, () => slide(url(), newTel(), from))
    expect(count(codes(answers), CODE.ok)).toBe(20)
    expect(
      count(
        answers.map(({ status }) => status),
        429,
      ),
    ).toBe(5)
  })

  const puzzle = async () => {
    const pk_id = randomUUID()
    await get(url(), 'createSlideCode', { pk_id })
    const { x } = (await (await fetch(`${url()}/dev/captcha?pk_id=${pk_id}`)).json()) as { x: number }
    return { pk_id, put: (x_value = x) => ask(url(), 'verifySlideCode', { pk_id, tel: newTel(), x_value }) }
  }

  it('a puzzle takes five wrong tries, the fifth of which ends it', async () => {
    const tried = await puzzle()
    const messages = (await atOnce(8, () => tried.put(1))).map(({ message }) => message)
    expect(messages.filter((message) => message === '请控制拼图块对齐缺口')).toHaveLength(4)
    expect(messages.filter((message) => message === '验证失败次数过多')).toHaveLength(4)
    expect(await tried.put()).toMatchObject({ code: CODE.refused })

    const again = await puzzle()
    await atOnce(4, () => again.put(1))
    expect(await again.put()).toMatchObject({ code: CODE.ok })
  })

  it('a puzzle is solved once', async () => {
    const solved = await puzzle()
    expect(count(codes(await atOnce(5, () => solved.put())), CODE.ok)).toBe(1)
  })

  it('a puzzle can be solved for three minutes', async () => {
    const [late, inTime] = [await puzzle(), await puzzle()]
    const ageSlide = (pk_id: string, seconds: number) =>
      sql`update slides set created_at = created_at - make_interval(secs => ${seconds}) where pk_id = ${pk_id}`.execute(
        app.services.db,
      )
    await ageSlide(late.pk_id, 180)
    await ageSlide(inTime.pk_id, 170)
    expect(await late.put()).toMatchObject({ code: CODE.refused, message: '验证失败' })
    expect(await inTime.put()).toMatchObject({ code: CODE.ok })
  })

  it('a pass made at one process sends a code again at the other', async () => {
    const tel = newTel()
    expect(await ask(urls[0]!, 'captcha', { tel })).toMatchObject({ code: 2, message: '请先完成安全验证' })
    await newCode(urls[0]!, tel)
    await age(`send to ${tel}`, 61)
    expect(await ask(urls[1]!, 'captcha', { tel })).toMatchObject({ code: CODE.ok })
    expect(await codeFor(urls[0]!, tel)).toMatch(/^\d{4}$/)
  })

  it('a sign-in ended at one process is over at the other within a second', async () => {
    const { token } = await newPerson(urls[0]!, { gift: false })
    expect(await ask(urls[1]!, 'userInfo', {}, { token })).toMatchObject({ code: CODE.ok })
    await get(urls[0]!, 'logout', {}, { token })
    expect(await ask(urls[0]!, 'userInfo', {}, { token })).toMatchObject({ code: CODE.tokenEnded })
    await later(1_050)
    expect(await ask(urls[1]!, 'userInfo', {}, { token })).toMatchObject({ code: CODE.tokenEnded })
  })

  it('a reset at one process ends every sign-in at the other within a second', async () => {
    const { tel, token } = await newPerson(urls[0]!, { gift: false })
    const second = await get(urls[1]!, 'login', { tel, password: PASSWORD })
    const before = [token, second.token]
    const asked = async (to: string) =>
      codes(await Promise.all(before.map((token) => ask(to, 'userInfo', {}, { token }))))
    for (const to of urls) expect(await asked(to)).toEqual([CODE.ok, CODE.ok])
    await age(`send to ${tel}`, 61)
    const captcha = await newCode(urls[0]!, tel)
    const after = await get(urls[0]!, 'forgetPwd', { tel, password: md5('a different secret'), captcha })
    expect(await asked(urls[0]!)).toEqual([CODE.tokenEnded, CODE.tokenEnded])
    await later(1_050)
    expect(await asked(urls[1]!)).toEqual([CODE.tokenEnded, CODE.tokenEnded])
    expect(await ask(urls[1]!, 'userInfo', {}, { token: after.token })).toMatchObject({ code: CODE.ok })
  })

  it('of two ways to sign in, unbound at both processes at once, one is left', async () => {
    for (let person = 0; person < 5; person++) {
      const { token } = await newPerson(urls[0]!, { gift: false })
      const trip = { provider: 'wechat', purpose: 'bind', name: `两条路${person}`, token } as const
      const back = await travel(urls[0]!, trip)
      const input = { code: back.code, state: back.state }
      await get(urls[0]!, 'wechatBind', input, { token, headers: back.headersFor('wechatBind') })
      const ways = [UNBIND.tel, UNBIND.wechat]
      const answers = await atOnce(2, (i) => ask(urls[i]!, 'unbind', { type: ways[i]! }, { token }))
      expect(codes(answers).sort()).toEqual([CODE.refused, CODE.ok].sort())
      const { user } = await get(urls[0]!, 'userInfo', {}, { token })
      expect([user.tel, user.wechat_nickname].filter(Boolean)).toHaveLength(1)
    }
  })

  it('a person has ten sign-ins', async () => {
    const { tel } = await newPerson(url(), { gift: false })
    await atOnce(6, () => get(url(), 'login', { tel, password: PASSWORD }))
    await atOnce(6, () => get(url(), 'login', { tel, password: PASSWORD }))
    const { token } = await get(url(), 'login', { tel, password: PASSWORD })
    expect((await get(url(), 'sessions', {}, { token })).sessions).toHaveLength(10)
  })

  it('a state is used once', async () => {
    const back = await travel(urls[0]!, { provider: 'wechat', purpose: 'login', name: '两个进程' })
    const input = { code: back.code, state: back.state }
    const options = { headers: back.headersFor('wechatLogin') }
    const answers = await atOnce(4, () => ask(url(), 'wechatLogin', input, options))
    // The platform would refuse a code it has seen with other words.
    const over = answers.filter(({ message }) => message === '授权已失效，请重新操作')
    expect([count(codes(answers), CODE.ok), over.length]).toEqual([1, 3])
  })
})
