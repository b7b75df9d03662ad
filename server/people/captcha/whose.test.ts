import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { notifyFailedLogins } from '#server/people/account/notifyFailedLogins.ts'
import { withApp } from '#test/app.ts'
import { newBrowser } from '#test/browser.ts'
import { ask, codeFor, forgetSends, get, newCode, newPerson, PASSWORD, slide, wrongFor } from '#test/client.ts'

const app = withApp()

let networks = 0
const browser = () => newBrowser(app.url, `203.0.113.${++networks}`)
type Browser = ReturnType<typeof browser>

/** A person with an account, and a browser they have signed in on; their number may be sent codes again. */
async function known() {
  const { tel, token } = await newPerson(app.url, { gift: false })
  const at = browser()
  expect((await at.ask('login', { tel, password: PASSWORD })).code).toBe(CODE.ok)
  await forgetSends(app.services.db, tel)
  return { tel, token, at }
}
/** A code for this number, asked for with these cookies or this sign-in. */
const sentTo = (tel: string, { at, token }: { at?: Browser; token?: string } = {}) =>
  newCode(app.url, tel, { token, headers: at && { cookie: [...at.jar].map((pair) => pair.join('=')).join('; ') } })
const reset = (tel: string, captcha: string, at: Browser = browser()) =>
  at.ask('forgetPwd', { tel, password: PASSWORD, captcha })

/** Two codes that strangers have asked for, and ten wrong guesses at them: all that a day allows. The second is answered. */
async function useUp(tel: string): Promise<string> {
  let captcha = ''
  for (let round = 0; round < 2; round++) {
    await sql`delete from tries where bucket = ${`send to ${tel}`}`.execute(app.services.db)
    captcha = await sentTo(tel)
    for (let i = 0; i < 5; i++) expect((await reset(tel, wrongFor(captcha))).code).toBe(CODE.refused)
  }
  return captcha
}

describe('a person whose number strangers guess codes of', () => {
  it('is sent codes and lets themselves in by them, signed in or on a device of theirs, while strangers are refused', async () => {
    const { tel, token, at } = await known()
    await useUp(tel)
    await sql`delete from tries where bucket = ${`send to ${tel}`}`.execute(app.services.db)
    expect((await reset(tel, await sentTo(tel))).code).toBe(CODE.tooManyTries)
    const captcha = await sentTo(tel, { token })
    expect(await ask(app.url, 'proveAgain', { captcha }, { token })).toMatchObject({ code: CODE.ok })
    await forgetSends(app.services.db, tel)
    expect(await reset(tel, await sentTo(tel, { at }), at)).toMatchObject({ code: CODE.ok })
  })

  it('has codes of their own: guesses of strangers take none of their tries, nor does a stranger come in by one', async () => {
    const { tel, at } = await known()
    const captcha = await sentTo(tel, { at })
    for (let i = 0; i < 6; i++) expect((await reset(tel, wrongFor(captcha))).code).toBe(CODE.refused)
    expect((await reset(tel, captcha)).code).toBe(CODE.refused)
    expect(await reset(tel, captcha, at)).toMatchObject({ code: CODE.ok })
  })

  it('is sent a code although strangers have asked for one within the minute', async () => {
    const { tel, token, at } = await known()
    await sentTo(tel)
    expect((await slide(app.url, tel)).code).toBe(CODE.tooManyTries)
    await sentTo(tel, { at })
    expect(await codeFor(app.url, tel)).toMatch(/^\d{4}$/)
    expect((await slide(app.url, tel, { token })).code).toBe(CODE.tooManyTries)
  })

  it('comes in by a code that was asked for elsewhere, since it lies on the same telephone', async () => {
    const { tel, at } = await known()
    await sentTo(tel, { at })
    const captcha = await sentTo(tel)
    expect((await reset(tel, wrongFor(captcha), at)).code).toBe(CODE.refused)
    expect(await reset(tel, captcha, at)).toMatchObject({ code: CODE.ok })
  })

  it('is told in the inbox, once a day', async () => {
    const { tel, token } = await known()
    await useUp(tel)
    for (let i = 0; i < 2; i++) await notifyFailedLogins(app.services)
    const { messages } = await get(app.url, 'inbox', { page: 1, pageSize: 20 }, { token })
    expect(messages.data.filter(({ text }) => text.startsWith('有人多次输错你手机号的验证码'))).toHaveLength(1)
  })
})

it('people who are signed in as somebody else share the strangers’ counter: together they get ten guesses a day', async () => {
  const { tel } = await known()
  const others = await Promise.all([1, 2, 3].map(() => newPerson(app.url, { gift: false })))
  const guess = ({ token }: { token: string }, captcha: string) =>
    ask(app.url, 'telBind', { tel, password: PASSWORD, captcha }, { token })
  let captcha = ''
  for (let round = 0; round < 2; round++) {
    await forgetSends(app.services.db, tel)
    captcha = await sentTo(tel, others[round])
    for (let i = 0; i < 5; i++) expect((await guess(others[i % 3]!, wrongFor(captcha))).code).toBe(CODE.refused)
  }
  await forgetSends(app.services.db, tel)
  captcha = await sentTo(tel, others[2])
  for (const other of others) expect((await guess(other, captcha)).code).toBe(CODE.tooManyTries)
})
