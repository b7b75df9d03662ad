import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { type Browser, newBrowser } from '#test/browser.ts'
import { ask, forgetSends, get, md5, newCode, newPerson, newTel, PASSWORD } from '#test/client.ts'
import { notifyFailedLogins } from './notifyFailedLogins.ts'

const app = withApp({ TRUST_PROXY: '1', PUBLIC_URL: 'https://capsule.example' })
const WRONG = md5('not this one')
const MOST = 10

let networks = 0
/** A browser that nobody has signed in on, at an address of its own. */
const browser = (address = `203.0.113.${++networks}`) => newBrowser(app.url, address)
const signIn = async (at: Browser, tel: string, password = PASSWORD) => (await at.ask('login', { tel, password })).code
const guessOn = async (at: Browser, tel: string, times = MOST) => {
  for (let i = 0; i < times; i++) expect(await signIn(at, tel, WRONG), `guess ${i}`).toBe(CODE.refused)
}
/** A person with an account, and a browser they have signed in on. */
async function known() {
  const { tel, token } = await newPerson(app.url, { gift: false })
  const at = browser()
  expect(await signIn(at, tel)).toBe(CODE.ok)
  return { tel, token, at }
}
const inboxOf = async (token: string) =>
  (await get(app.url, 'inbox', { page: 1, pageSize: 20 }, { token })).messages.data.filter(({ text }) =>
    text.startsWith('有人多次输错密码'),
  )

describe('a device on which somebody has signed in', () => {
  it('lets them in while strangers who guess are refused, whatever address they come from', async () => {
    const { tel, at } = await known()
    await guessOn(browser(), tel)
    expect(await signIn(browser(), tel)).toBe(CODE.tooManyTries)
    expect(await signIn(at, tel)).toBe(CODE.ok)
  })

  it('lets them in beside strangers behind the same address who have used up its sign-ins', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    const address = '203.0.113.240'
    const at = browser(address)
    expect(await signIn(at, tel)).toBe(CODE.ok)
    const crowd = await Promise.all(
      [...Array(40)].map(() => browser(address).ask('login', { tel: newTel(), password: WRONG })),
    )
    expect(crowd.some(({ status }) => status === 429)).toBe(true)
    expect(await signIn(at, tel)).toBe(CODE.ok)
  })

  it('takes ten wrong passwords in 15 minutes, which count for nobody else', async () => {
    const { tel, at } = await known()
    await guessOn(at, tel)
    expect(await signIn(at, tel)).toBe(CODE.tooManyTries)
    expect(await signIn(browser(), tel)).toBe(CODE.ok)
    await sql`update tries set at = at - interval '901 seconds'`.execute(app.services.db)
    expect(await signIn(at, tel)).toBe(CODE.ok)
  })

  it('takes a hundred a day', async () => {
    const { tel, at } = await known()
    await guessOn(at, tel, 1)
    await sql`insert into tries (bucket, at) select t.bucket, now() - interval '2 hours' from generate_series(1, 99),
      (select bucket from tries where bucket like ${`%${tel}`} order by id desc limit 1) t`.execute(app.services.db)
    expect(await signIn(at, tel)).toBe(CODE.tooManyTries)
    expect(await signIn(browser(), tel)).toBe(CODE.ok)
  })

  it('is known from registering on', async () => {
    const [tel, at] = [newTel(), browser()]
    const captcha = await newCode(app.url, tel)
    await at.ask('register', { tel, password: PASSWORD, captcha })
    await guessOn(browser(), tel)
    expect(await signIn(at, tel)).toBe(CODE.ok)
  })

  it('is known no more once there is a new password, but where that was set', async () => {
    const { tel, at } = await known()
    const resetter = browser()
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel)
    const password = md5('a different secret')
    expect((await resetter.ask('forgetPwd', { tel, password, captcha })).code).toBe(CODE.ok)
    await guessOn(browser(), tel)
    expect(await signIn(at, tel, password)).toBe(CODE.tooManyTries)
    expect(await signIn(resetter, tel, password)).toBe(CODE.ok)
  })

  it('knows five people, the newest', async () => {
    const at = browser()
    const people = []
    for (let i = 0; i < 6; i++) people.push(await newPerson(app.url, { gift: false }))
    for (const { tel } of people) expect(await signIn(at, tel)).toBe(CODE.ok)
    for (const { tel } of people) await guessOn(browser(), tel)
    const [oldest, ...others] = people
    expect(await signIn(at, oldest!.tel)).toBe(CODE.tooManyTries)
    for (const { tel } of others) expect(await signIn(at, tel)).toBe(CODE.ok)
  })
})

describe('the cookie', () => {
  it('is for the server alone, for 400 days, and names nobody', async () => {
    const { tel, at } = await known()
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/api', 'Max-Age=34560000'])
      expect(at.said).toContain(part)
    expect(at.said).not.toContain(tel)
  })

  it('is no sign-in, and worth nothing for another person, with another device’s proof, or made up', async () => {
    const [mine, theirs] = [await known(), await known()]
    const device = mine.at.jar.get('device')!
    expect(await ask(app.url, 'userInfo', {}, { token: device })).toMatchObject({ code: CODE.tokenInvalid })
    expect((await mine.at.ask('userInfo', {})).code).toBe(CODE.noToken)
    const [id, mac] = device.split('.')
    const other = theirs.at.jar.get('device')!
    const cookies = [other, `${other.split('.')[0]}.${mac}`, `${id}.${'A'.repeat(22)}`, `${id}`, `x.${mac}`, '']
    await guessOn(browser(), mine.tel)
    for (const cookie of cookies) {
      const at = browser()
      at.jar.set('device', cookie)
      expect(await signIn(at, mine.tel), cookie).toBe(CODE.tooManyTries)
    }
    expect(await signIn(mine.at, mine.tel)).toBe(CODE.ok)
  })

  it('leaves a wrong password of a number that nobody has answered like any other', async () => {
    const { tel, at } = await known()
    const wrong = await at.ask('login', { tel, password: WRONG })
    const unknown = await at.ask('login', { tel: newTel(), password: WRONG })
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
  })
})

describe('whose guesses strangers have used up', () => {
  it('is told in the inbox, once a day', async () => {
    const { tel, token } = await newPerson(app.url, { gift: false })
    const strangers = browser()
    await guessOn(strangers, tel, MOST - 1)
    await notifyFailedLogins(app.services)
    expect(await inboxOf(token)).toEqual([])
    await guessOn(strangers, tel, 1)
    await Promise.all([1, 2, 3].map(() => notifyFailedLogins(app.services)))
    expect(await inboxOf(token)).toMatchObject([
      { kind: 'signIn', text: expect.stringContaining('登录过的设备不受影响') },
    ])
    await sql`update users set guesses_told_at = guesses_told_at - interval '25 hours'`.execute(app.services.db)
    await notifyFailedLogins(app.services)
    expect(await inboxOf(token)).toHaveLength(2)
  })

  it('hears nothing of what was typed wrong on a device of theirs', async () => {
    const { tel, token, at } = await known()
    await guessOn(at, tel)
    await notifyFailedLogins(app.services)
    expect(await inboxOf(token)).toEqual([])
  })
})
