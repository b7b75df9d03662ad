import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ARCHIVE_STATE } from '#contract/archive.ts'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { archiveOf, newestArchive } from '#test/archives.ts'
import { ask, forgetSends, get, md5, newCode, newPerson, textCapsule } from '#test/client.ts'
import { openedCapsule } from '#test/crowd.ts'
import { newDesk } from '#test/operator.ts'
import { addressOfPart } from './permission.ts'

const app = withApp()
const SIX_HOURS_MS = 6 * 3_600_000

/** A person with an archive that is ready, and the address of its only part. */
async function owner() {
  const { tel, token } = await newPerson(app.url)
  await get(app.url, 'createDiaryCapsule', { content: textCapsule('<p>只给自己</p>').content }, { token })
  const archive = await archiveOf(app, { token })
  const url = archive.parts[0]!.url
  expect(await answerOf(url)).toEqual({ status: 200, bytes: archive.parts[0]!.bytes })
  return { tel, token, id: archive.id, url }
}

async function answerOf(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(app.url + url, { headers })
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
}
const FORBIDDEN = { status: 403, bytes: 0 }
const GONE = { status: 404, bytes: 0 }
const codeOf = async (name: 'exportList' | 'exportCreate', token?: string) =>
  (await ask(app.url, name, {}, { token })).code

/** The archive as it is listed once it is over: without an address, and without names of what is in it. */
const expectOver = async (token: string, id: string) => {
  const { list } = await get(app.url, 'exportList', {}, { token })
  expect(list.find((one) => one.id === id)).toMatchObject({ state: ARCHIVE_STATE.ended, parts: [], missing: [] })
}

describe('nothing of an archive is for', () => {
  it('another person, who neither sees nor ends it', async () => {
    const { token, id, url } = await owner()
    const other = await newPerson(app.url)
    expect((await get(app.url, 'exportList', {}, other)).list).toEqual([])
    const own = await archiveOf(app, other)
    // An address permits its own archive and part alone.
    const theirs = own.parts[0]!.url.replace(`/${own.id}-1.zip`, `/${id}-1.zip`)
    expect(await answerOf(theirs)).toEqual(FORBIDDEN)
    expect(await ask(app.url, 'exportCancel', { id }, other)).toMatchObject({ code: CODE.missing })
    expect((await newestArchive(app, token)).state).toBe(ARCHIVE_STATE.ready)
    expect((await answerOf(url)).status).toBe(200)
  })

  it('a bearer of a link, and somebody who is not signed in', async () => {
    const { token, id } = await owner()
    const { user } = await get(app.url, 'userInfo', {}, { token })
    const capsule_id = await openedCapsule(app, { id: user.id, token }, '分享的')
    const shared = await get(app.url, 'capsuleShare', { capsule_id }, { token })
    expect(await codeOf('exportList', shared.token)).toBe(CODE.tokenInvalid)
    expect(await codeOf('exportList')).toBe(CODE.noToken)
    expect(await codeOf('exportCreate')).toBe(CODE.noToken)
    for (const permission of [shared.token, token, '0.', `99999999999.${shared.token.slice(0, 32)}`]) {
      expect(await answerOf(`/export/${permission}/${id}-1.zip`, { authorization: `Bearer ${token}` })).toEqual(
        FORBIDDEN,
      )
    }
  })

  it('an operator of every role', async () => {
    const { id } = await owner()
    const { token } = await newDesk(app.url, app.services)
    expect(await codeOf('exportList', token)).toBe(CODE.tokenInvalid)
    expect(await codeOf('exportCreate', token)).toBe(CODE.tokenInvalid)
    expect(await ask(app.url, 'exportCancel', { id }, { token })).toMatchObject({ code: CODE.tokenInvalid })
    expect(await answerOf(`/export/${token}/${id}-1.zip`, { authorization: `Bearer ${token}` })).toEqual(FORBIDDEN)
  })

  it('its owner without a proof: no address, and no new archive', async () => {
    const { tel, token, id } = await owner()
    await sql`update sessions set proved_at = now() - interval '11 minutes' where user_id in (
      select id from users where tel = ${tel})`.execute(app.services.db)
    const { list, prove } = await get(app.url, 'exportList', {}, { token })
    expect([list[0]!.parts.map(({ url }) => url), prove]).toEqual([[''], ['password', 'captcha']])
    expect(await codeOf('exportCreate', token)).toBe(CODE.forbidden)
    // Ending it needs none.
    await get(app.url, 'exportCancel', { id }, { token })
    await expectOver(token, id)
  })

  it('an address with another code, moment, archive or part, or one that is six hours old', async () => {
    const { id, url } = await owner()
    const [, expiry, mac] = /^\/export\/(\d+)\.([\w-]{32})\//.exec(url)!
    const at = (permission: string, file = `${id}-1`) => answerOf(`/export/${permission}/${file}.zip`)
    const wrong = Array.from({ length: mac!.length }, (_, place) => {
      const letter = mac![place] === 'A' ? 'B' : 'A'
      return mac!.slice(0, place) + letter + mac!.slice(place + 1)
    })
    for (const other of wrong) expect(await at(`${expiry}.${other}`)).toEqual(FORBIDDEN)
    expect(await at(`${Number(expiry) + 1}.${mac}`)).toEqual(FORBIDDEN)
    expect(await at(`0${expiry}.${mac}`)).toEqual(FORBIDDEN)
    expect(await at(`${expiry}.${mac}`, `${Number(id) + 1}-1`)).toEqual(FORBIDDEN)
    expect(await at(`${expiry}.${mac}`, `${id}-2`)).toEqual(FORBIDDEN)
    const { keys } = app.services
    const given = (agoMs: number) => addressOfPart({ keys, now: () => new Date(Date.now() - agoMs) }, Number(id), 1)
    expect(await answerOf(given(SIX_HOURS_MS))).toEqual(FORBIDDEN)
    expect((await answerOf(given(SIX_HOURS_MS - 60_000))).status).toBe(200)
    // A part that the archive has not.
    expect(await answerOf(addressOfPart(app.services, Number(id), 2))).toEqual(GONE)
  })
})

describe('an archive is over at once, for its address and in the list, once', () => {
  it('it is cancelled', async () => {
    const { token, id, url } = await owner()
    await sql`update archives set missing = '[{"name": "说给自己的", "why": "原件已丢失"}]' where id = ${Number(id)}`.execute(
      app.services.db,
    )
    await get(app.url, 'exportCancel', { id }, { token })
    expect(await answerOf(url)).toEqual(GONE)
    await expectOver(token, id)
  })

  it('there is a new one', async () => {
    const { token, id, url } = await owner()
    await get(app.url, 'exportCreate', {}, { token })
    expect(await answerOf(url)).toEqual(GONE)
    await expectOver(token, id)
  })

  it('it has been there for seven days', async () => {
    const { token, id, url } = await owner()
    const age = (days: string) =>
      sql`update archives set ready_at = now() - ${days}::interval where id = ${Number(id)}`.execute(app.services.db)
    await age('6 days 23 hours')
    expect((await answerOf(url)).status).toBe(200)
    await age('7 days 1 second')
    expect(await answerOf(url)).toEqual(GONE)
    await expectOver(token, id)
  })

  it('all sign-ins are ended', async () => {
    const { token, id, url } = await owner()
    await get(app.url, 'endSession', {}, { token })
    expect(await answerOf(url)).toEqual(GONE)
    await expectOver(token, id)
  })

  it('there is a new password by a code', async () => {
    const { tel, token, id, url } = await owner()
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel)
    const reset = await get(app.url, 'forgetPwd', { tel, password: md5('a different secret'), captcha })
    expect(await answerOf(url)).toEqual(GONE)
    await expectOver(reset.token, id)
    expect(await codeOf('exportList', token)).toBe(CODE.tokenEnded)
  })

  it('the account is closed', async () => {
    const { tel, token, url } = await owner()
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel, { token })
    await get(app.url, 'cancelAccount', { captcha }, { token })
    expect(await answerOf(url)).toEqual(GONE)
    expect(await codeOf('exportList', token)).toBe(CODE.tokenEnded)
    expect(await codeOf('exportCreate', token)).toBe(CODE.tokenEnded)
  })
})
