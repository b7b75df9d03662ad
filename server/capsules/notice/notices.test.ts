import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { nextReminder } from '#contract/notice.ts'
import { formatChina, parseChina } from '#contract/time.ts'
import { readConfig } from '#server/platform/config.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import { type SmsAnswer, startAliyunSms } from '#standins/aliyunSms.ts'
import { startWeiboShare } from '#standins/weiboShare.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, later, newPerson, newTel, seal, textCapsule } from '#test/client.ts'
import { comeDueSoon } from '#test/due.ts'
import { startMailServer } from '#test/mailServer.ts'
import { providersEnv, SMS_KEY } from '#test/providers.ts'
import { SMS_TEMPLATES } from '#test/sms.ts'
import { confirmTokenOf, tokenHash, unsealTokenOf } from './link.ts'
import { queueNotices } from './queue.ts'
import { sendNotices } from './send.ts'

let answer: () => SmsAnswer
let status: (tel: string) => 1 | 2 | 3
const sms = await startAliyunSms({ ...SMS_KEY, answer: () => answer(), status: (tel) => status(tel) })
const mail = await startMailServer()
afterAll(async () => {
  await sms.close()
  await mail.close()
})
beforeEach(() => {
  answer = () => ({ Code: 'OK', Message: 'OK', BizId: '42^0', RequestId: 'R' })
  status = () => 3
})

const app = withApp()
const providers = providersEnv(sms, mail)

/** One round of notices by a process with these settings. */
const turn = (env: Record<string, string> = providers) =>
  sendNotices({ ...app.services, config: readConfig({ NODE_ENV: 'test', ...env }) })

const contact = () => ({ tel: newTel(), email: `friend${Math.random().toString(36).slice(2)}@example.com` })
const QUESTION = '您的生肖是？'

async function sealedBy(owner: { token: string }, more: object = {}) {
  return seal(app.url, owner.token, textCapsule('<p>x</p>', { open_time: inSeconds(30), ...more }))
}
const due = () => comeDueSoon(app.services)
const smsTo = (tel: string) => sms.taken.filter((one) => one.tel === tel)
const log = (capsule_id: string, { token }: { token: string }) =>
  get(app.url, 'noticeLog', { capsule_id }, { token }).then(({ notices }) => notices)
const templateOf = (name: keyof typeof SMS_TEMPLATES) => SMS_TEMPLATES[name]
/** Lets time pass for what waits to be tried or asked again. */
const patience = (capsuleId: string) =>
  sql`update messages set next_at = now() where capsule_id = ${Number(capsuleId)} and next_at is not null`.execute(
    app.services.db,
  )
const nextRound = (capsuleId: string) =>
  sql`update capsules set notice_at = now() where id = ${Number(capsuleId)}`.execute(app.services.db)

describe('at unseal time', () => {
  it('every contact and the owner are told, each by their channel, without title or content', async () => {
    const owner = await newPerson(app.url)
    const to = contact()
    const capsule_id = await sealedBy(owner, { contact: to, long_tag: '秘密的题目', send_word: '秘密的话' })
    await due()
    await turn()
    const [open] = smsTo(to.tel).filter(({ template }) => template === templateOf('ALIYUN_SMS_TEMPLATE_OPEN'))
    const token = unsealTokenOf(app.services.keys, { capsuleId: Number(capsule_id), channel: 'tel', generation: 1 })
    expect(open?.params).toEqual({ token })
    expect(smsTo(owner.tel)).toMatchObject([{ template: templateOf('ALIYUN_SMS_TEMPLATE_OPEN_OWNER'), params: {} }])
    const letter = mail.to(to.email).find(({ subject }) => subject === '您有一枚时光胶囊可以解封了')!
    expect(letter.text).toContain('https://capsule.test/u/')
    expect(letter.html).toMatch(/<a href="https:\/\/capsule\.test\/u\/[\w-]{43}"/)
    expect(letter.headers['list-unsubscribe']).toMatch(/^<https:\/\/capsule\.test\/n\/[\w-]{12}>$/)
    expect(letter.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    for (const said of [JSON.stringify(sms.taken), mail.raw()]) expect(said).not.toMatch(/秘密/)
    const rows = await log(capsule_id, owner)
    expect(
      rows
        .filter(({ about }) => about === '解封通知')
        .map(({ to, state }) => `${to} ${state}`)
        .sort(),
    ).toEqual(['email sent', 'owner sent', 'tel sent'])
    expect(rows.every(({ accepted_at }) => accepted_at !== '')).toBe(true)
  })

  it('named phoneNumber and mailboxAddress by another client is told like any other', async () => {
    const owner = await newPerson(app.url)
    const { tel, email } = contact()
    const capsule_id = await sealedBy(owner, { contact: { phoneNumber: tel, mailboxAddress: email } as never })
    const { contacts } = await get(app.url, 'capsuleContacts', { capsule_id }, owner)
    expect(contacts.map(({ channel }) => channel)).toEqual(['tel', 'email'])
  })

  it('whose own number is the contact is told once, and asked nothing', async () => {
    const owner = await newPerson(app.url)
    await sealedBy(owner, { contact: { tel: owner.tel } })
    await due()
    await turn()
    expect(smsTo(owner.tel).map(({ template }) => template)).toEqual([templateOf('ALIYUN_SMS_TEMPLATE_OPEN')])
  })

  it('without a provider the outbox has it within a turn, at any hour', async () => {
    const owner = await newPerson(app.url)
    const to = contact()
    await sealedBy(owner, { contact: to })
    await due()
    await turn({ SMS_HOURS: '8-9' })
    const outboxOf = async (address: string) => (await fetch(`${app.url}/dev/outbox?to=${address}`)).json()
    expect(await outboxOf(to.tel)).toMatchObject([
      { channel: 'sms', to: to.tel, template: 'open', text: expect.stringMatching(/\/u\/[\w-]{43} 查看/) },
    ])
    expect(await outboxOf(owner.tel)).toMatchObject([{ template: 'openOwner' }, { template: 'code' }])
  })

  it('sealed is told of again on day 3, 14, 60 and then each year, until it is opened', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await sealedBy(owner, { contact: contact() })
    const next = async () => (await get(app.url, 'noticeLog', { capsule_id }, { token: owner.token })).next_at
    await due()
    const open = parseChina(await next())!
    await turn()
    expect(await next()).toBe(formatChina(open.getTime() + 3 * 86_400_000))
    await nextRound(capsule_id)
    await turn()
    const rounds = (await log(capsule_id, owner)).filter(({ to }) => to === 'owner').map(({ about }) => about)
    expect(rounds).toEqual(['第1次提醒', '解封通知'])
    await get(app.url, 'unseal', { capsule_id }, { token: owner.token })
    expect(await next()).toBe('')
    await turn()
    expect((await log(capsule_id, owner)).filter(({ to }) => to === 'owner')).toHaveLength(2)
  })

  it('who has stood still for days says everything once, and goes on with what is still to come', () => {
    const open = new Date('2026-05-01T15:59:59Z')
    const nextOn = (day: number) => nextReminder(open, new Date(open.getTime() + day * 86_400_000))
    const dayNo = (count: number) => new Date(open.getTime() + count * 86_400_000)
    expect(nextOn(-1)).toEqual(open)
    expect(nextOn(0)).toEqual(dayNo(3))
    expect(nextOn(3.5)).toEqual(dayNo(14))
    expect(nextOn(59)).toEqual(dayNo(60))
    expect(nextOn(60)).toEqual(new Date('2027-05-01T15:59:59Z'))
    expect(nextOn(4000)).toEqual(new Date('2037-05-01T15:59:59Z'))
  })

  it('SMS wait for the hours between 8 and 22 in China, letters do not', async () => {
    const owner = await newPerson(app.url)
    const to = contact()
    const capsule_id = await sealedBy(owner, { contact: to })
    await due()
    const hour = Number(formatChina(Date.now()).slice(11, 13))
    // An hour that is not now.
    const from = (hour + 2) % 23
    await turn({ ...providers, SMS_HOURS: `${from}-${from + 1}` })
    expect(smsTo(to.tel)).toEqual([])
    expect(mail.to(to.email).length).toBeGreaterThan(0)
    const waiting = (await log(capsule_id, owner)).filter(({ state }) => state === 'waiting')
    expect(waiting.map(({ next_at }) => next_at.slice(11))).toEqual(
      waiting.map(() => `${String(from).padStart(2, '0')}:00:00`),
    )
    expect(waiting.every(({ next_at }) => next_at > formatChina(Date.now()))).toBe(true)
    await patience(capsule_id)
    await turn({ ...providers, SMS_HOURS: `${hour}-${hour + 1}` })
    expect(smsTo(to.tel).length).toBeGreaterThan(0)
  })
})

describe('a notice that does not go out', () => {
  it('is tried again after a while under the same name, and only its own', async () => {
    const [one, two] = [await newPerson(app.url), await newPerson(app.url)]
    const ids = [await sealedBy(one), await sealedBy(two)]
    await due()
    let asked = 0
    answer = () =>
      asked++ === 0 ? { Code: 'isp.SYSTEM_ERROR', Message: 'x', RequestId: 'R' } : { Code: 'OK', BizId: '1' }
    await turn()
    const states = async () => [
      ...(await log(ids[0]!, one)).map(({ state, tries }) => `${state} ${tries}`),
      ...(await log(ids[1]!, two)).map(({ state, tries }) => `${state} ${tries}`),
    ]
    expect((await states()).sort()).toEqual(['sent 1', 'waiting 1'])
    await turn()
    expect((await states()).sort()).toEqual(['sent 1', 'waiting 1'])
    await Promise.all(ids.map(patience))
    await turn()
    expect((await states()).sort()).toEqual(['sent 1', 'sent 2'])
    const tel = [one, two].find(
      ({ tel }) => sms.requests.filter(({ query }) => query.PhoneNumbers === tel).length === 2,
    )!.tel
    expect(
      new Set(sms.requests.filter(({ query }) => query.PhoneNumbers === tel).map(({ query }) => query.OutId)).size,
    ).toBe(1)
  })

  it('but may have, is asked after first: what was taken is not sent twice, what was not is', async () => {
    for (const [words, sent] of [
      ['take and break', 1],
      ['break', 2],
    ] as const) {
      const owner = await newPerson(app.url)
      const capsule_id = await sealedBy(owner)
      await due()
      answer = () => words
      await turn()
      expect(await log(capsule_id, owner)).toMatchObject([{ state: 'unknown' }])
      answer = () => ({ Code: 'OK', BizId: '1' })
      await patience(capsule_id)
      await turn()
      expect(await log(capsule_id, owner)).toMatchObject([{ state: 'sent' }])
      expect(sms.requests.filter(({ query }) => query.PhoneNumbers === owner.tel)).toHaveLength(sent)
    }
  })

  it('because its process was lost, is found again after its time', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await sealedBy(owner)
    await due()
    await turn()
    await sql`update messages set state = 'sending', sent_at = null, next_at = now() + interval '1 hour'
      where capsule_id = ${Number(capsule_id)}`.execute(app.services.db)
    await sql`update attempts set outcome = null, ended_at = null where message_id in
      (select id from messages where capsule_id = ${Number(capsule_id)})`.execute(app.services.db)
    await turn()
    expect(await log(capsule_id, owner)).toMatchObject([{ state: 'sending' }])
    await patience(capsule_id)
    await turn()
    expect(await log(capsule_id, owner)).toMatchObject([{ state: 'sent' }])
    expect(smsTo(owner.tel)).toHaveLength(1)
  })

  it('because the number is none, or never took it, is not tried again; the owner hears of it and can correct it', async () => {
    for (const how of ['refused', 'lost'] as const) {
      const owner = await newPerson(app.url)
      const to = contact()
      const capsule_id = await sealedBy(owner, { contact: to })
      if (how === 'refused') answer = () => ({ Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: 'x', RequestId: 'R' })
      await due()
      await turn()
      answer = () => ({ Code: 'OK', BizId: '1' })
      status = (tel) => (tel === to.tel ? 2 : 3)
      await patience(capsule_id)
      await turn()
      await turn()
      const { contacts } = await get(app.url, 'capsuleContacts', { capsule_id }, owner)
      expect(contacts.find(({ channel }) => channel === 'tel')).toMatchObject({ state: 'refused' })
      expect(smsTo(owner.tel).map(({ template }) => template)).toContain(templateOf('ALIYUN_SMS_TEMPLATE_BOUNCED'))
      const before = sms.requests.filter(({ query }) => query.PhoneNumbers === to.tel).length
      await nextRound(capsule_id)
      await turn()
      expect(sms.requests.filter(({ query }) => query.PhoneNumbers === to.tel)).toHaveLength(before)
      const other = newTel()
      await get(app.url, 'capsuleContacts', { capsule_id, contact: { tel: other } }, owner)
      await turn()
      expect(smsTo(other).map(({ template }) => template)).toEqual([templateOf('ALIYUN_SMS_TEMPLATE_OPEN')])
    }
  })

  it('keeps nobody else from being told, not even where a row cannot be read', async () => {
    const [bad, good] = [await newPerson(app.url), await newPerson(app.url)]
    const spoiled = await sealedBy(bad, { contact: contact() })
    await sql`update capsule_contacts set address = 'v1.AAAA' where capsule_id = ${Number(spoiled)}`.execute(
      app.services.db,
    )
    await sealedBy(good)
    await due()
    await turn()
    expect(smsTo(good.tel)).toHaveLength(1)
    expect(smsTo(bad.tel)).toHaveLength(1)
  })
})

describe('what else has to be said', () => {
  it('reaches owner and contacts: questions that are dropped', async () => {
    const owner = await newPerson(app.url)
    const to = contact()
    const capsuleId = Number(await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact: to })))
    await turn()
    const about = { capsuleId, occasion: 'questions 2026-11-22 08:00:00', template: 'questions' as const }
    await queueNotices(app.services.db, [
      { ...about, contact: 'owner', template: 'questionsOwner' },
      { ...about, contact: 'tel' },
      { ...about, contact: 'email' },
    ])
    await turn()
    expect(smsTo(to.tel).at(-1)?.template).toBe(templateOf('ALIYUN_SMS_TEMPLATE_QUESTIONS'))
    expect(smsTo(owner.tel).at(-1)?.template).toBe(templateOf('ALIYUN_SMS_TEMPLATE_QUESTIONS_OWNER'))
    expect(mail.to(to.email).at(-1)?.text).toContain('现在申请取消它的安全问题')
  })

  it('is not said any more once the capsule is open', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await sealedBy(owner)
    await due()
    await get(app.url, 'unseal', { capsule_id }, owner)
    await queueNotices(app.services.db, [
      { capsuleId: Number(capsule_id), contact: 'owner', occasion: 'open 0', template: 'openOwner' },
    ])
    await turn()
    expect(await log(capsule_id, owner)).toMatchObject([{ state: 'dropped' }])
  })
})

describe('a contact', () => {
  it('is asked after the sealing and can agree; the owner sees who has', async () => {
    const owner = await newPerson(app.url)
    const to = contact()
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact: { ...to, weibo: '老友' } }))
    const states = async () =>
      (await get(app.url, 'capsuleContacts', { capsule_id }, owner)).contacts.map(({ state }) => state)
    expect(await states()).toEqual(['none', 'none', 'unasked'])
    await turn()
    expect(await states()).toEqual(['asked', 'asked', 'unasked'])
    const token = smsTo(to.tel)[0]!.params.token!
    expect(token).toBe(
      confirmTokenOf(app.services.keys, { capsuleId: Number(capsule_id), channel: 'tel', generation: 1 }),
    )
    await get(app.url, 'confirmContact', { token })
    await get(app.url, 'confirmContact', { token })
    expect(await states()).toEqual(['confirmed', 'asked', 'unasked'])
    const { contacts } = await get(app.url, 'capsuleContacts', { capsule_id }, owner)
    expect(contacts.map(({ address }) => address)).toEqual([
      `${to.tel.slice(0, 3)}****${to.tel.slice(-4)}`,
      'f***@example.com',
      '老***',
    ])
    expect(await ask(app.url, 'confirmContact', { token: 'x' })).toMatchObject({ code: 1004, message: '链接已失效' })
  })

  it('learns who asks: a letter and the page name them, an SMS shows the shortened number', async () => {
    const owner = await newPerson(app.url)
    await get(app.url, 'userInfoUpdate', { nickname: '林夕 www.evil.cn' }, owner)
    const to = contact()
    await sealedBy(owner, { contact: to })
    await turn()
    const number = `${owner.tel.slice(0, 3)}****${owner.tel.slice(-4)}`
    const { params } = smsTo(to.tel)[0]!
    expect(params.who).toBe(number)
    const letter = mail.to(to.email)[0]!
    // Characters of which a mail program would make a link are left out of a name.
    expect(letter.text).toContain(`林夕 wwwevilcn（${number}）封存了一枚时光胶囊`)
    expect(letter.html).toContain(`林夕 wwwevilcn（${number}）封存了一枚时光胶囊`)
    const asker = { who: `林夕 wwwevilcn（${number}）` }
    expect(await get(app.url, 'contactAsker', { token: params.token! })).toEqual(asker)
    expect(await ask(app.url, 'contactAsker', { token: 'x' })).toMatchObject({ code: 1004, message: '链接已失效' })
  })

  it('is still understood by the longer link that an earlier version has sent', async () => {
    const owner = await newPerson(app.url)
    const { tel } = contact()
    const capsule_id = await sealedBy(owner, { contact: { tel } })
    await turn()
    const { token } = smsTo(tel)[0]!.params
    const long = app.services.keys.hmac('confirm', `${capsule_id} tel 1`).toString('base64url')
    expect(long.startsWith(token!)).toBe(true)
    await get(app.url, 'contactAsker', { token: long })
    await get(app.url, 'confirmContact', { token: long })
    await app.services.db
      .updateTable('capsule_contacts')
      .set({ confirm_hash: tokenHash(long) })
      .where('capsule_id', '=', Number(capsule_id))
      .execute()
    await get(app.url, 'stopContact', { token: long })
    expect((await get(app.url, 'capsuleContacts', { capsule_id }, owner)).contacts).toMatchObject([
      { state: 'stopped' },
    ])
  })

  it('that wants no more is told nothing of any capsule, until it agrees again', async () => {
    const owner = await newPerson(app.url)
    const to = contact()
    const capsule_id = await sealedBy(owner, { contact: to, open_time: inSeconds(3) })
    await turn()
    const [, path] = /https:\/\/capsule\.test(\/n\/[\w-]+)/.exec(mail.to(to.email)[0]!.text)!
    const click = await fetch(app.url + path, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
    expect([click.status, await click.text()]).toEqual([200, '已停止，你不会再收到时光胶囊的通知'])
    await later(2_000)
    await turn()
    const before = mail.to(to.email).length
    const other = await sealedBy(owner, { contact: { email: to.email.toUpperCase() } })
    await due()
    await turn()
    expect(mail.to(to.email.toUpperCase())).toHaveLength(0)
    expect(mail.to(to.email)).toHaveLength(before)
    expect((await get(app.url, 'capsuleContacts', { capsule_id: other }, owner)).contacts).toMatchObject([
      { state: 'stopped' },
    ])
    await get(app.url, 'confirmContact', { token: path!.slice(3) })
    await nextRound(capsule_id)
    await turn()
    expect(mail.to(to.email).length).toBeGreaterThan(before)
  })

  it('can be corrected while the capsule is sealed, and nothing else of it; a link of the old one is dead', async () => {
    const [owner, other] = [await newPerson(app.url), await newPerson(app.url)]
    const capsule_id = await sealedBy(owner, { contact: contact(), key_answer: { [QUESTION]: '兔' } })
    await due()
    await turn()
    const hashOf = (generation: number) =>
      tokenHash(unsealTokenOf(app.services.keys, { capsuleId: Number(capsule_id), channel: 'tel', generation }))
    const held = async () =>
      (
        await app.services.db
          .selectFrom('capsule_contacts')
          .select('token_hash')
          .where('capsule_id', '=', Number(capsule_id))
          .where('channel', '=', 'tel')
          .executeTakeFirstOrThrow()
      ).token_hash
    expect(await held()).toEqual(hashOf(1))
    const change = (contact: object, who = owner) => ask(app.url, 'capsuleContacts', { capsule_id, contact }, who)
    expect(await change({ tel: newTel() }, other)).toMatchObject({ code: 1004 })
    expect(await change({ tel: '12345' })).toMatchObject({ code: 1001 })
    expect(await change({ tel: '', email: '' })).toMatchObject({ code: 2, message: '请至少填写一种联系方式' })
    expect(await change({ tel: newTel() })).toMatchObject({ code: 1000 })
    expect(await held()).toEqual(hashOf(2))
    // Taken away and named again it is still not the one it was.
    await change({ tel: '' })
    await change({ tel: newTel() })
    expect(await held()).toEqual(hashOf(3))
    await get(app.url, 'unseal', { capsule_id, key_answer: { [QUESTION]: '兔' } }, owner)
    expect(await change({ tel: newTel() })).toMatchObject({ code: 2, message: '胶囊已经解封，联系方式不能再修改' })
  })

  it('gets a new link when its owner renews it, and the old one ends', async () => {
    const owner = await newPerson(app.url)
    const to = contact()
    const capsule_id = await sealedBy(owner, { contact: to })
    const renew = () => ask(app.url, 'renewLink', { capsule_id, channel: 'tel' }, owner)
    expect(await renew()).toMatchObject({ code: 2, message: '到了解封时间才有链接' })
    await due()
    await turn()
    expect(await renew()).toMatchObject({ code: 1000 })
    await turn()
    const tokens = smsTo(to.tel)
      .filter(({ template }) => template === templateOf('ALIYUN_SMS_TEMPLATE_OPEN'))
      .map(({ params }) => params.token)
    expect(new Set(tokens).size).toBe(2)
    expect((await renew()).code).toBe(1000)
  })
})

describe('Weibo', () => {
  it('mentions in public only whom the owner allowed it for; all others, and what Weibo refuses, are for an operator', async () => {
    const weibo = await startWeiboShare('2.00official', 'capsule.test')
    const official = {
      ...providers,
      WEIBO_NOTICES: 'official',
      WEIBO_OFFICIAL_TOKEN: '2.00official',
      WEIBO_OFFICIAL_ADDRESS: '203.0.113.7',
      WEIBO_API_URL: weibo.url,
    }
    const owner = await newPerson(app.url)
    const allowed = await sealedBy(owner, { contact: { weibo: '@老友', mention: 1 } })
    const not = await sealedBy(owner, { contact: { weibo: '老友' } })
    await due()
    await turn(official)
    expect(weibo.shares.map(({ status }) => status)).toEqual([
      '@老友 您有一枚时光胶囊已到解封时间，打开 https://capsule.test 查看。',
    ])
    const stateOf = async (id: string) => (await log(id, owner)).find(({ to }) => to === 'weibo')?.state
    expect([await stateOf(allowed), await stateOf(not)]).toEqual(['sent', 'operator'])
    const refused = await sealedBy(owner, { contact: { weibo: '老友', mention: 1 } })
    await due()
    await turn({ ...official, WEIBO_OFFICIAL_TOKEN: 'dead' })
    expect(await stateOf(refused)).toBe('operator')
    await weibo.close()
  })

  it('is for an operator to send, with the link only where questions guard the capsule', async () => {
    const owner = await newPerson(app.url)
    const open = await sealedBy(owner, { contact: { weibo: '老友' } })
    const guarded = await sealedBy(owner, { contact: { weibo: '老友' }, key_answer: { [QUESTION]: '兔' } })
    await due()
    await turn({ ...providers, WEIBO_NOTICES: 'hand' })
    const rows = await app.services.db
      .selectFrom('messages')
      .selectAll()
      .where('state', '=', 'operator')
      .where('capsule_id', 'in', [open, guarded].map(Number))
      .execute()
    expect(rows.map(({ capsule_id }) => String(capsule_id)).sort()).toEqual([open, guarded].sort())
    const textOf = (id: string) => {
      const row = rows.find(({ capsule_id }) => String(capsule_id) === id)!
      return decryptText(app.services.keys, row.text!, row.recipient)
    }
    expect(textOf(open)).toBe('@老友 您有一枚时光胶囊已到解封时间，打开 https://capsule.test 查看。')
    expect(textOf(guarded)).toMatch(/^@老友 .*https:\/\/capsule\.test\/u\/[\w-]{43} 查看。$/)
  })
})
