import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatChina } from '#contract/time.ts'
import { claim } from '#server/platform/message/claim.ts'
import { handOver } from '#server/platform/message/recordOutcome.ts'
import { render } from '#server/platform/message/render.ts'
import { jobs } from '#server/start/jobs.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, newTel, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { approve } from '#test/links.ts'
import { newDesk } from '#test/operator.ts'
import { startProviders } from '#test/providers.ts'
import { SMS_TEMPLATES } from '#test/sms.ts'
import { planDue } from './plan.ts'
import { queueNotices } from './queue.ts'
import { aboutCapsule } from './resolver.ts'

const app = withApp()
let providers: Awaited<ReturnType<typeof startProviders>>
beforeAll(async () => {
  providers = await startProviders(app)
})
beforeEach(() => providers.asUsual())
afterAll(() => providers.close())

async function dueCapsule(owner: { token: string }, more: object = {}): Promise<string> {
  const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', more))
  await comeDue(app.services, capsule_id)
  return capsule_id
}

/** Hours that are not now. */
function night(): { SMS_HOURS: string } {
  const from = (Number(formatChina(Date.now()).slice(11, 13)) + 2) % 23
  return { SMS_HOURS: `${from}-${from + 1}` }
}

describe('in the night', () => {
  it('no SMS goes out, not even one that its provider may have by silence', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await dueCapsule(owner)
    providers.says(() => 'break')
    await providers.turn()
    expect(await providers.log(capsule_id, owner)).toMatchObject([{ state: 'unknown' }])
    providers.asUsual()
    await providers.patience(capsule_id)
    await providers.turn(night())
    expect(providers.smsTo(owner.tel)).toEqual([])
    await providers.patience(capsule_id)
    await providers.turn()
    expect(providers.smsTo(owner.tel)).toHaveLength(1)
  })

  it('a provider may still be asked what became of those that went out', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await dueCapsule(owner)
    await providers.turn()
    providers.arrives(() => 2)
    await providers.patience(capsule_id)
    await providers.turn(night())
    expect(await providers.log(capsule_id, owner)).toMatchObject([{ state: 'failed' }])
  })
})

describe('a message under the id of an earlier one, as a restored database gives it again', () => {
  /** Its provider says nothing, and is asked later what became of it; the id is one that it already knows. */
  async function askedLater(owner: Awaited<ReturnType<typeof newPerson>>, outId: (id: number) => string) {
    const capsule_id = await dueCapsule(owner)
    providers.says(() => 'break')
    await providers.turn()
    const { id } = await app.services.db
      .selectFrom('messages')
      .select('id')
      .where('capsule_id', '=', Number(capsule_id))
      .executeTakeFirstOrThrow()
    providers.sms.taken.push({ tel: owner.tel, outId: outId(id), template: 'of another capsule', params: {} })
    providers.asUsual()
    await providers.patience(capsule_id)
    return id
  }

  it('is not taken for it: it goes out', async () => {
    const owner = await newPerson(app.url)
    await askedLater(owner, String)
    await providers.turn()
    expect(providers.smsTo(owner.tel)).toHaveLength(2)
  })

  it('is asked after by its id alone when an earlier release sent it so, and not sent twice', async () => {
    const owner = await newPerson(app.url)
    const id = await askedLater(owner, String)
    await sql`update attempts set named = false where message_id = ${id}`.execute(app.services.db)
    await providers.turn()
    expect(providers.smsTo(owner.tel)).toHaveLength(1)
  })
})

describe('a record of what was sent', () => {
  it('stays true when its capsule is opened before its provider is asked again', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await dueCapsule(owner)
    await providers.turn()
    await get(app.url, 'unseal', { capsule_id }, owner)
    await providers.patience(capsule_id)
    await providers.turn()
    expect(await providers.log(capsule_id, owner)).toMatchObject([{ state: 'sent' }])
  })
})

describe('a bounce', () => {
  it('of an address that was corrected meanwhile does not silence the new one', async () => {
    const owner = await newPerson(app.url)
    const [old, fresh] = [newTel(), newTel()]
    const capsule_id = await dueCapsule(owner, { contact: { tel: old } })
    providers.says(async () => {
      providers.asUsual()
      await get(app.url, 'capsuleContacts', { capsule_id, contact: { tel: fresh } }, owner)
      return { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: 'x', RequestId: 'R' }
    })
    // The contact's notice alone meets that answer.
    await planDue(app.services)
    await sql`update messages set next_at = now() + interval '1 hour'
      where capsule_id = ${Number(capsule_id)} and contact = 'owner'`.execute(app.services.db)
    await providers.turn()
    await providers.turn()
    expect(providers.smsTo(fresh).map(({ template }) => template)).toEqual([SMS_TEMPLATES.ALIYUN_SMS_TEMPLATE_OPEN])
    const { contacts } = await get(app.url, 'capsuleContacts', { capsule_id }, owner)
    expect(contacts).not.toContainEqual(expect.objectContaining({ state: 'refused' }))
  })
})

describe('a third person', () => {
  it('is asked at most three times a day, no matter who names them and however often', async () => {
    const owner = await newPerson(app.url)
    const [target, other] = [newTel(), newTel()]
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact: { tel: target } }))
    await providers.turn()
    for (let turn = 0; turn < 4; turn++) {
      await get(app.url, 'capsuleContacts', { capsule_id, contact: { tel: other } }, owner)
      await get(app.url, 'capsuleContacts', { capsule_id, contact: { tel: target } }, owner)
      await providers.turn()
    }
    expect(providers.smsTo(target)).toHaveLength(3)
  })

  it('is not another one for being spelt in other letters', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await seal(
      app.url,
      owner.token,
      textCapsule('<p>x</p>', { contact: { email: 'a@example.com' } }),
    )
    await providers.turn()
    for (const email of ['A@example.com', 'a@EXAMPLE.com', 'a@example.com']) {
      await get(app.url, 'capsuleContacts', { capsule_id, contact: { email } }, owner)
      await providers.turn()
    }
    expect(providers.mail.letters.filter(({ to }) => to.toLowerCase() === 'a@example.com')).toHaveLength(1)
  })

  it('is told anew by corrections and renewals three times a day at most', async () => {
    const owner = await newPerson(app.url)
    const target = newTel()
    const capsule_id = await dueCapsule(owner, { contact: { tel: target } })
    await providers.turn()
    const codes: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      codes.push((await ask(app.url, 'renewLink', { capsule_id, channel: 'tel' }, owner)).code)
      await providers.turn()
    }
    expect(codes).toEqual([1000, 1000, 1000, 1029, 1029])
    expect(providers.smsTo(target)).toHaveLength(4)
  })

  it('is kept no longer than ninety days after the opening, told or not', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact: { tel: newTel() } }))
    await approve(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, owner)
    const { db } = app.services
    const sweep = jobs.find(({ name }) => name === 'sweepContacts')!
    const left = () =>
      db.selectFrom('capsule_contacts').select('channel').where('capsule_id', '=', Number(capsule_id)).execute()
    await sweep.run(app.services, new AbortController().signal)
    expect(await left()).toHaveLength(1)
    await db.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`update capsules set open_at = open_at - interval '91 days' where id = ${Number(capsule_id)}`.execute(db)
      await sql`update capsule_contacts set over_at = over_at - interval '91 days'`.execute(db)
    })
    await sweep.run(app.services, new AbortController().signal)
    expect(await left()).toEqual([])
  })
})

describe('what was written down before', () => {
  it('a contact was corrected goes nowhere', async () => {
    const owner = await newPerson(app.url)
    const [old, fresh] = [newTel(), newTel()]
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact: { tel: old } }))
    await providers.turn()
    await get(app.url, 'capsuleContacts', { capsule_id, contact: { tel: fresh } }, owner)
    const about = { capsuleId: Number(capsule_id), contact: 'tel' as const, template: 'open' as const }
    await queueNotices(app.services.db, [{ ...about, occasion: 'open 0 1' }])
    await providers.turn()
    expect((await providers.log(capsule_id, owner)).find(({ about }) => about === '解封通知')?.state).toBe('dropped')
    expect(providers.smsTo(fresh).map(({ template }) => template)).toEqual([SMS_TEMPLATES.ALIYUN_SMS_TEMPLATE_CONFIRM])
  })

  it('a contact wanted no more is not said either', async () => {
    const owner = await newPerson(app.url)
    const tel = newTel()
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact: { tel } }))
    await providers.turn()
    await comeDue(app.services, capsule_id)
    await planDue(app.services)
    await get(app.url, 'stopContact', { token: providers.smsTo(tel)[0]!.params.token! })
    await providers.turn()
    expect(providers.smsTo(tel)).toHaveLength(1)
  })
})

describe('a link', () => {
  it('cannot be used up by strangers: only its owner renews it', async () => {
    const [owner, stranger] = [await newPerson(app.url), await newPerson(app.url, { gift: false })]
    const capsule_id = await dueCapsule(owner, { contact: { tel: newTel() } })
    await providers.turn()
    const renew = (who: { token: string }) => ask(app.url, 'renewLink', { capsule_id, channel: 'tel' }, who)
    for (let turn = 0; turn < 6; turn++) expect(await renew(stranger)).toMatchObject({ code: 1004 })
    expect(await renew(owner)).toMatchObject({ code: 1000 })
  })

  it('that is renewed comes in a letter that can still be answered with no more', async () => {
    const owner = await newPerson(app.url)
    const email = 'renewed@example.com'
    const capsule_id = await dueCapsule(owner, { contact: { email } })
    await providers.turn()
    await get(app.url, 'renewLink', { capsule_id, channel: 'email' }, owner)
    await providers.turn()
    const [, path] = /^<https:\/\/capsule\.test(\/n\/[\w-]+)>$/.exec(
      providers.mail.to(email).at(-1)!.headers['list-unsubscribe']!,
    )!
    expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(200)
    const { contacts } = await get(app.url, 'capsuleContacts', { capsule_id }, owner)
    expect(contacts).toMatchObject([{ state: 'stopped' }])
  })

  it('can be ended by its owner after the opening as well, and nothing is sent then', async () => {
    const owner = await newPerson(app.url)
    const tel = newTel()
    const capsule_id = await dueCapsule(owner, { contact: { tel } })
    await providers.turn()
    const unseal_token = providers.smsTo(tel)[0]!.params.token!
    await get(app.url, 'unseal', { capsule_id }, owner)
    const { jwt } = await get(app.url, 'unsealByToken', { unseal_token })
    await get(app.url, 'capsuleDetail', { capsule_id }, { token: jwt })
    const links = async () =>
      (await get(app.url, 'capsuleContacts', { capsule_id }, owner)).contacts.map(({ link }) => link)
    expect(await links()).toEqual([1])
    await get(app.url, 'renewLink', { capsule_id, channel: 'tel' }, owner)
    expect(await links()).toEqual([0])
    expect(await ask(app.url, 'unsealByToken', { unseal_token })).toMatchObject({ code: 1004 })
    expect(await ask(app.url, 'capsuleDetail', { capsule_id }, { token: jwt })).toMatchObject({ code: 1004 })
    await providers.turn()
    expect(providers.smsTo(tel)).toHaveLength(1)
  })
})

describe('a bad row', () => {
  it('steps aside alone: what another process has planned meanwhile is left as it is', async () => {
    const [a, b] = [await newPerson(app.url), await newPerson(app.url)]
    const [good, bad] = [await dueCapsule(a), await dueCapsule(b)]
    const { db } = app.services
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.capsule_id = ${sql.raw(bad)} then raise exception 'bad row'; end if; return new; end $$`.execute(db)
    await sql`create trigger refuse_one before insert on messages for each row execute function refuse_one()`.execute(
      db,
    )
    await providers.turn()
    await sql`drop trigger refuse_one on messages`.execute(db)
    const next = async (id: string) =>
      (
        await sql<{ minutes: number }>`select extract(epoch from notice_at - now())::float8 / 60 as minutes
          from capsules where id = ${Number(id)}`.execute(db)
      ).rows[0]!.minutes
    expect(await next(good)).toBeGreaterThan(2 * 24 * 60)
    expect(await next(bad)).toBeLessThan(11)
    expect(providers.smsTo(a.tel)).toHaveLength(1)
  })
})

describe('a channel', () => {
  it('whose provider says nothing holds up no other', { timeout: 60_000 }, async () => {
    const sockets: Socket[] = []
    const mute = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
    const owner = await newPerson(app.url)
    const tel = newTel()
    const capsule_id = await seal(
      app.url,
      owner.token,
      textCapsule('<p>x</p>', { contact: { tel, email: 'm@example.com' } }),
    )
    await providers.turn()
    const before = providers.smsTo(tel).length
    const about = { capsuleId: Number(capsule_id), template: 'questions' as const }
    // As many letters as are sent at once come first.
    for (const contact of ['email', 'tel'] as const)
      for (let turn = 0; turn < 20; turn++)
        await queueNotices(app.services.db, [{ ...about, contact, occasion: `questions ${turn}` }])
    let over = false
    const running = providers.turn({ SMTP_PORT: String((mute.address() as { port: number }).port) }).finally(() => {
      over = true
    })
    await expect.poll(() => providers.smsTo(tel).length, { timeout: 9_000 }).toBe(before + 20)
    // The letters were still being waited for.
    expect(over).toBe(false)
    for (const socket of sockets) socket.destroy()
    mute.close()
    await sql`update messages set state = 'dropped', next_at = null
      where capsule_id = ${Number(capsule_id)} and contact = 'email' and state <> 'sent'`.execute(app.services.db)
    await running
  })
})

describe('a text for operators', () => {
  it('is not put back by a process that lost it meanwhile, nor kept of a capsule that was opened', async () => {
    const owner = await newPerson(app.url)
    const services = providers.servicesWith({ WEIBO_NOTICES: 'hand' })
    const desk = await newDesk(app.url, app.services)
    const list = async () => (await get(app.url, 'handNotices', {}, desk)).notices
    const capsule_id = await dueCapsule(owner, { contact: { weibo: '老友' } })
    await planDue(app.services)
    const mine = (await claim(services, 'weibo', 16)).find((one) => one.capsule_id === Number(capsule_id))!
    const said = render(mine, (await aboutCapsule.resolve(services, mine))!)
    await providers.patience(capsule_id)
    await providers.turn({ WEIBO_NOTICES: 'hand' })
    const [one] = await list()
    await get(app.url, 'handNoticeDone', { notice_id: one!.id, done: 1 }, desk)
    await handOver(services, mine, said, 'operator')
    expect(await list()).toEqual([])

    const other = await dueCapsule(owner, { contact: { weibo: '老友' } })
    await planDue(app.services)
    const taken = (await claim(services, 'weibo', 16)).find((one) => one.capsule_id === Number(other))!
    const words = render(taken, (await aboutCapsule.resolve(services, taken))!)
    await get(app.url, 'unseal', { capsule_id: other }, owner)
    await handOver(services, taken, words, 'operator')
    expect(await list()).toEqual([])
  })
})

describe('a name at Weibo', () => {
  it('is made of what names there are made of: nothing else is said by our account', async () => {
    const owner = await newPerson(app.url)
    const sealing = (weibo: string) =>
      ask(app.url, 'createTimeCapsule', textCapsule('<p>x</p>', { contact: { weibo, mention: 1 } }), owner)
    expect(await sealing('官方公告：退款请加微信 evil123')).toMatchObject({
      code: 1001,
      data: { field: 'contact.weibo' },
    })
    expect(await sealing('@老友_2026-x')).toMatchObject({ code: 1000 })
  })
})
