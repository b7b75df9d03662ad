import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE, SIGN_IN_OVER } from '#contract/codes.ts'
import { ALREADY_OPEN, ANSWER_MISSING, ANSWER_WRONG, CLOCK_HELD, LINK_GONE, TOO_EARLY } from '#contract/unseal.ts'
import type { Holder } from '#server/platform/context.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { approve, linkOf, whileHeld } from '#test/links.ts'
import { png } from '#test/media.ts'

const app = withApp()
const QUESTION = '您的生肖是？'
const CONTACT = { email: 'friend@example.com', tel: '13900000001' }
const row = (capsule_id: string) =>
  app.services.db.selectFrom('capsules').selectAll().where('id', '=', Number(capsule_id)).executeTakeFirstOrThrow()

/** A capsule that has come to its time, sealed by somebody new. */
async function due(more: Parameters<typeof textCapsule>[1] = {}, html = '<p>给未来</p>') {
  const owner = await newPerson(app.url)
  const capsule_id = await seal(app.url, owner.token, textCapsule(html, { contact: CONTACT, ...more }))
  await comeDue(app.services, capsule_id)
  return { owner, capsule_id }
}
const info = (unseal_token: string, token?: string) => ask(app.url, 'getInfoByToken', { unseal_token }, { token })
const enter = (unseal_token: string, answer?: string) =>
  ask(app.url, 'unsealByToken', { unseal_token, ...(answer && { key_answer: { [QUESTION]: answer } }) })
const detail = (capsule_id: string, token?: string) => ask(app.url, 'capsuleDetail', { capsule_id }, { token })

/** A JWT as ours are made, but for what is said otherwise. */
async function forged(
  holder: Holder,
  { seconds = 60, issuer = 'capsule', audience = 'link', alg = 'HS256', secret }: Forged = {},
) {
  const { capsuleId, ...claims } = holder
  return new SignJWT(claims)
    .setProtectedHeader({ alg })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(capsuleId))
    .setExpirationTime(new Date(Date.now() + seconds * 1000))
    .sign(secret ?? app.services.keys.hmac('jwt', 'unseal link'))
}
type Forged = { seconds?: number; issuer?: string; audience?: string; alg?: string; secret?: Buffer }

describe('an unseal link', () => {
  it('tells whose capsule it leads to and what it asks, never the content, as often as it is read', async () => {
    const { owner, capsule_id } = await due(
      { send_word: '只给自己', description: '说明', long_tag: '去年夏天', key_answer: { [QUESTION]: '兔' } },
      '<p>秘密</p>',
    )
    await get(app.url, 'userInfoUpdate', { nickname: '木兰小姐' }, { token: owner.token })
    const token = await linkOf(app.services, capsule_id)
    for (let time = 0; time < 2; time++) {
      const { data, text } = await info(token)
      expect(data).toMatchObject({ is_mine: 0, is_love: 0, questions: [QUESTION] })
      expect(data!.capsule).toMatchObject({ id: capsule_id, long_tag: '去年夏天', status: 1, nickname: '木兰小姐' })
      for (const word of ['秘密', '只给自己', '说明', CONTACT.tel]) expect(text).not.toContain(word)
    }
    expect((await info(token, owner.token)).data!.is_mine).toBe(1)
    expect((await info(token, (await newPerson(app.url)).token)).data!.is_mine).toBe(0)
  })

  it('opens its capsule without a sign-in and lets its holder read that one, and the database knows who opened it', async () => {
    const { owner, capsule_id } = await due({ send_word: '只给自己', description: '说明' })
    const entered = await enter(await linkOf(app.services, capsule_id))
    expect(entered).toMatchObject({ code: CODE.ok, data: { capsule_id } })
    expect(await row(capsule_id)).toMatchObject({ status: 2, opened_by: 'email', notice_at: null })
    const read = await detail(capsule_id, entered.data!.jwt)
    expect(read).toMatchObject({ code: CODE.ok, data: { is_mine: 0 } })
    expect(read.data!.capsule.capsule_content!.content[0]!.content).toBe('<p>给未来</p>')
    expect(read.data!.capsule.description).toBe('说明')
    expect(read.text).not.toContain('只给自己')
    expect(await ask(app.url, 'unseal', { capsule_id }, { token: owner.token })).toMatchObject({
      message: ALREADY_OPEN,
    })
    expect((await detail(capsule_id, owner.token)).data!.capsule.send_word).toBe('只给自己')
  })

  it('lets in again after the capsule was opened, by whomever', async () => {
    const { owner, capsule_id } = await due()
    const [mail, phone] = [await linkOf(app.services, capsule_id), await linkOf(app.services, capsule_id, 'tel')]
    await get(app.url, 'unseal', { capsule_id }, { token: owner.token })
    const { open_at } = await row(capsule_id)
    for (const token of [mail, phone, mail]) {
      expect((await info(token)).data!.capsule.status).toBe(2)
      const { jwt } = (await enter(token)).data!
      expect((await detail(capsule_id, jwt)).data!.capsule.capsule_content).toBeDefined()
    }
    expect(await row(capsule_id)).toMatchObject({ opened_by: 'owner', open_at })
  })

  it('is opened once, however many bring it at once', async () => {
    const { owner, capsule_id } = await due()
    const [mail, phone] = [await linkOf(app.services, capsule_id), await linkOf(app.services, capsule_id, 'tel')]
    const entered = await Promise.all([enter(mail), enter(phone), enter(mail), enter(phone)])
    expect(entered.map(({ code }) => code)).toEqual(Array(4).fill(CODE.ok))
    expect(await ask(app.url, 'unseal', { capsule_id }, { token: owner.token })).toMatchObject({
      message: ALREADY_OPEN,
    })
  })

  it('is worth nothing before the open time: sealed is sealed for its holder too, approved or not', async () => {
    const { token } = await newPerson(app.url)
    const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>', { contact: CONTACT }))
    const link = await linkOf(app.services, capsule_id)
    const jwt = await forged({ capsuleId: Number(capsule_id), channel: 'email', generation: 1 })
    expect(await enter(link)).toMatchObject({ code: CODE.refused, message: TOO_EARLY })
    expect(await detail(capsule_id, jwt)).toMatchObject({ code: CODE.missing })
    await approve(app.services, capsule_id)
    expect(await enter(link)).toMatchObject({ code: CODE.refused, message: TOO_EARLY })
    expect(await row(capsule_id)).toMatchObject({ status: 4 })
    await get(app.url, 'unseal', { capsule_id }, { token })
    expect(await enter(link)).toMatchObject({ code: CODE.refused, message: TOO_EARLY })
    expect(await detail(capsule_id, jwt)).toMatchObject({ code: CODE.missing })
  })

  it('that is unknown, too old or replaced says that it is gone', async () => {
    const { capsule_id } = await due()
    const old = await linkOf(app.services, capsule_id, 'email', { days: -1 })
    const replaced = await linkOf(app.services, capsule_id, 'tel')
    const { jwt } = (await enter(replaced)).data!
    await renew(capsule_id, 'tel')
    const renewed = await linkOf(app.services, capsule_id, 'tel')
    for (const token of [old, replaced, 'A'.repeat(43), '', 'x'.repeat(200), '../etc']) {
      expect(await info(token), token).toMatchObject({ code: CODE.missing, message: LINK_GONE })
      expect(await enter(token), token).toMatchObject({ code: CODE.missing, message: LINK_GONE })
    }
    // The access that the old link gave ends with it.
    expect(await detail(capsule_id, jwt)).toMatchObject({ code: CODE.missing })
    expect(renewed).not.toBe(replaced)
    expect((await enter(renewed)).code).toBe(CODE.ok)
  })

  it('asks for every answer each time, and counts the tries of each link apart from the owner’s', async () => {
    const { owner, capsule_id } = await due({ key_answer: { [QUESTION]: '兔' } })
    const [mail, phone] = [await linkOf(app.services, capsule_id), await linkOf(app.services, capsule_id, 'tel')]
    expect(await enter(mail)).toMatchObject({ code: CODE.refused, message: ANSWER_MISSING })
    for (let guess = 0; guess < 5; guess++)
      expect(await enter(mail, '猫')).toMatchObject({ code: CODE.refused, message: ANSWER_WRONG })
    expect(await enter(mail, '兔')).toMatchObject({ code: CODE.tooManyTries, status: 200 })
    expect(await enter(phone, '狗')).toMatchObject({ code: CODE.refused, message: ANSWER_WRONG })
    const own = (answer: string) =>
      ask(app.url, 'unseal', { capsule_id, key_answer: { [QUESTION]: answer } }, { token: owner.token })
    expect(await own('猪')).toMatchObject({ code: CODE.refused, message: ANSWER_WRONG })
    expect(await enter(phone, '兔')).toMatchObject({ code: CODE.ok })
    expect(await enter(phone)).toMatchObject({ code: CODE.refused, message: ANSWER_MISSING })
    expect(await enter(phone, '猪')).toMatchObject({ code: CODE.refused, message: ANSWER_WRONG })
    expect((await info(phone)).data!.questions).toEqual([QUESTION])
  })

  it('opens nothing while the clock is not trusted, nor does the owner; who is in stays in', async () => {
    const { owner, capsule_id } = await due({ key_answer: { [QUESTION]: '兔' } })
    const token = await linkOf(app.services, capsule_id)
    const own = (answer: string) =>
      ask(app.url, 'unseal', { capsule_id, key_answer: { [QUESTION]: answer } }, { token: owner.token })
    await whileHeld(app.services, async () => {
      // A try is not lost on a refusal that nobody can help.
      for (let time = 0; time < 6; time++)
        expect(await enter(token, '猫')).toMatchObject({ code: CODE.refused, message: CLOCK_HELD })
      expect(await own('兔')).toMatchObject({ code: CODE.refused, message: CLOCK_HELD })
      expect(await row(capsule_id)).toMatchObject({ status: 1 })
    })
    expect((await enter(token, '兔')).code).toBe(CODE.ok)
    await whileHeld(app.services, async () => expect((await enter(token, '兔')).code).toBe(CODE.ok))
    const plain = await due()
    await whileHeld(app.services, async () => {
      const { capsule_id } = plain
      const refused = await ask(app.url, 'unseal', { capsule_id }, { token: plain.owner.token })
      expect(refused).toMatchObject({ code: CODE.refused, message: CLOCK_HELD })
    })
  })
})

describe('the JWT of a link', () => {
  it('is refused by every call but its own, and by calls for anyone not looked at', async () => {
    const { capsule_id } = await due()
    const { jwt } = (await enter(await linkOf(app.services, capsule_id))).data!
    const own: CallName[] = []
    for (const [name, { who, link }] of Object.entries(calls) as [
      CallName,
      (typeof calls)[CallName] & { link?: true },
    ][]) {
      if (link) own.push(name)
      else if (who === 'anyone') {
        const { code } = await ask(app.url, name, {}, { token: jwt })
        expect(SIGN_IN_OVER, name).not.toContain(code)
        expect(code, name).toBe((await ask(app.url, name, {})).code)
      } else expect(await ask(app.url, name, {}, { token: jwt }), name).toMatchObject({ code: CODE.tokenInvalid })
    }
    expect(own).toEqual(['capsuleDetail', 'receipt'])
  })

  it('is good for its capsule alone, not even for what everybody may see', async () => {
    const [{ capsule_id }, other] = [await due(), await due()]
    const { jwt } = (await enter(await linkOf(app.services, capsule_id))).data!
    await get(app.url, 'unseal', { capsule_id: other.capsule_id }, { token: other.owner.token })
    await get(app.url, 'capsuleIsPublic', { capsule_id: other.capsule_id, is_public: 1 }, { token: other.owner.token })
    const { token } = await get(app.url, 'capsuleShare', { capsule_id: other.capsule_id }, { token: other.owner.token })
    const theirs = await detail(other.capsule_id, jwt)
    expect(theirs.code).toBe(CODE.missing)
    expect(theirs.text).toBe((await detail('999999999', jwt)).text)
    const shared = await ask(app.url, 'capsuleDetail', { capsule_id: other.capsule_id, token }, { token: jwt })
    expect(shared.code).toBe(CODE.missing)
    const receipt = (of: string) => ask(app.url, 'receipt', { capsule_id: of }, { token: jwt })
    expect([(await receipt(other.capsule_id)).code, (await receipt(capsule_id)).code]).toEqual([CODE.missing, CODE.ok])
    expect((await detail(capsule_id, jwt)).code).toBe(CODE.ok)
  })

  it('that is expired is refused with 2005, any that is not ours with 2006', async () => {
    const { capsule_id } = await due()
    const { jwt } = (await enter(await linkOf(app.services, capsule_id))).data!
    const holder = { capsuleId: Number(capsule_id), channel: 'email', generation: 1 } as const
    expect((await detail(capsule_id, await forged(holder))).code).toBe(CODE.ok)
    expect((await detail(capsule_id, await forged(holder, { seconds: -1 }))).code).toBe(CODE.tokenExpired)
    const [head, body, mac] = jwt.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    const bad = [
      await forged(holder, { secret: Buffer.alloc(32) }),
      await forged(holder, { secret: app.services.keys.hmac('share', 'unseal link') }),
      await forged(holder, { issuer: 'other' }),
      await forged(holder, { audience: 'other' }),
      await forged(holder, { alg: 'HS512' }),
      none,
      `${head}.${Buffer.from('{"sub":"1"}').toString('base64url')}.${mac}`,
      `${head}.${body}.`,
      'a.b.c',
      'a.b',
      '.',
    ]
    for (const one of bad) expect(await detail(capsule_id, one), one).toMatchObject({ code: CODE.tokenInvalid })
    expect((await detail(capsule_id, await forged({ ...holder, generation: 2 }))).code).toBe(CODE.missing)
    expect((await detail(capsule_id, await forged({ ...holder, channel: 'weibo' }))).code).toBe(CODE.missing)
  })

  it('is good for a day', async () => {
    const { capsule_id } = await due()
    const { jwt } = (await enter(await linkOf(app.services, capsule_id))).data!
    const { exp } = JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()) as { exp: number }
    expect(Math.abs(exp - Date.now() / 1000 - 86_400)).toBeLessThan(60)
  })

  it('shows the files of its capsule, at addresses that carry their own permission', async () => {
    const owner = await newPerson(app.url)
    const bytes = await png({ seed: 5 })
    const key = await upload(app.url, owner.token, 'image', bytes, 'png')
    const content = [{ type: 1 as const, content: key, comment: '海' }]
    const capsule_id = await seal(app.url, owner.token, {
      ...textCapsule(''),
      content,
      content_type: 1,
      contact: CONTACT,
    })
    await comeDue(app.services, capsule_id)
    const { jwt } = (await enter(await linkOf(app.services, capsule_id))).data!
    const [item] = (await detail(capsule_id, jwt)).data!.capsule.capsule_content!.content
    const response = await fetch(new URL(item!.content, app.url))
    expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, bytes])
  })
})

const renew = (capsule_id: string, channel: 'email' | 'tel') =>
  app.services.db
    .updateTable('capsule_contacts')
    .set({ generation: sql<number>`generation + 1`, token_hash: null })
    .where('capsule_id', '=', Number(capsule_id))
    .where('channel', '=', channel)
    .execute()
