import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CAPTCHA_WRONG } from '#contract/captcha.ts'
import { CODE } from '#contract/codes.ts'
import { CARDS_A_DAY_OVER, OWN_NUMBER, TAKEN } from '#contract/receiver.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { withApp } from '#test/app.ts'
import {
  ask,
  codeFor,
  forgetSends,
  get,
  newCode,
  newPerson,
  newTel,
  outboxOf,
  textCapsule,
  wrongFor,
} from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { whileHeld } from '#test/links.ts'
import { tokenIn } from '#test/sent.ts'

const app = withApp()
const HIDDEN = '藏起来的标题'
const SECRET = '只给妈妈看的话'
const QUESTION = '您的生肖是？'

type Person = Awaited<ReturnType<typeof newPerson>>
type Ways = { tel?: string; email?: string; tell_now?: 0 | 1 }
let mailboxes = 0
const newEmail = () => `mother${process.pid}.${++mailboxes}@example.com`
const person = () => newPerson(app.url)
const linkIn = (text: string) => /\/u\/([\w-]{43})/.exec(text)![1]!
const stopIn = (text: string) => /\/n\/([\w-]{12})/.exec(text)![1]!
let letters = 0
/** No two alike: equal ones at once are one. */
const letter = (to: object, more: object = {}) =>
  textCapsule(`<p>${SECRET}${++letters}</p>`, {
    long_tag: HIDDEN,
    send_word: '寄语',
    ...more,
    to: { name: '妈妈', ...to },
  } as never)

/** A capsule that `sender` has sealed for somebody at an address. */
async function sentBy(sender: Person, ways: Ways, more: object = {}) {
  const { capsule_id, waiting_url } = await get(app.url, 'createTimeCapsule', letter(ways, more), sender)
  return { sender, capsule_id, token: tokenIn(waiting_url!) }
}
const sent = async (ways: Ways, more: object = {}) => sentBy(await person(), ways, more)
const outbox = (to: string) => outboxOf(app.url, to)
const toldAt = async (to: string, template: string) => (await outbox(to)).filter((told) => told.template === template)
const turn = () => sendNotices(app.services)
const received = async (who: Person) => (await get(app.url, 'received', {}, who)).capsules.data
const due = (capsule_id: string) => comeDue(app.services, capsule_id)
/** As if so many days had gone by since the cards. */
const daysLater = (days: number) =>
  sql`update tries set at = at - make_interval(days => ${days}) where bucket like 'lasting cards of %' or bucket like 'asked %' or bucket like 'cards by %'`.execute(
    app.services.db,
  )
const messagesDue = () => sql`update messages set next_at = now() where state = 'waiting'`.execute(app.services.db)

describe('sealing for somebody at an address', () => {
  it.each([
    ['both ways', { tel: '13812345678', email: 'a@b.cn' }, 'to.email'],
    ['a card to nowhere', { tell_now: 1 }, 'to.tell_now'],
    ['no number', { tel: '12' }, 'to.tel'],
    ['no mailbox', { email: 'a@b' }, 'to.email'],
  ])('%s is refused at its field, and nothing is sealed', async (_what, ways, field) => {
    const sender = await person()
    expect(await ask(app.url, 'createTimeCapsule', letter(ways), sender)).toMatchObject({
      ...{ code: CODE.badRequest, data: { field } },
    })
    expect((await get(app.url, 'myClosedCapsules', {}, sender)).capsules.data).toEqual([])
  })

  it('one’s own number is refused at its field', async () => {
    const sender = await person()
    expect(await ask(app.url, 'createTimeCapsule', letter({ tel: `+86 ${sender.tel}` }), sender)).toMatchObject({
      ...{ code: CODE.refused, message: OWN_NUMBER, data: { field: 'to.tel' } },
    })
  })

  it('keeps the address boxed, and shows its sender a part of it alone', async () => {
    const tel = newTel()
    const { sender, capsule_id } = await sent({ tel })
    const { rows } = await sql<{
      row: string
    }>`select r::text as row from receivers r where capsule_id = ${Number(capsule_id)}`.execute(app.services.db)
    expect(rows[0]!.row).not.toContain(tel)
    const { data, text } = await ask(app.url, 'capsuleReceiver', { capsule_id }, sender)
    expect(data).toMatchObject({ way: 'tel', address: tel.replace(/^(...).{4}/, '$1****'), tell_now: 0 })
    expect(text).not.toContain(tel)
  })

  it('the same address among the contacts is told once, as receiver', async () => {
    const email = newEmail()
    const { sender, capsule_id } = await sent({ email }, { contact: { email, tel: newTel() } })
    const { contacts } = await get(app.url, 'capsuleContacts', { capsule_id }, sender)
    expect(contacts.map(({ channel }) => channel)).toEqual(['tel'])
    await get(app.url, 'capsuleContacts', { capsule_id, contact: { email } }, sender)
    await turn()
    await due(capsule_id)
    await turn()
    expect((await outbox(email)).map(({ template }) => template)).toEqual(['openReceiver'])
  })
})

describe('a card', () => {
  it('by SMS says that a capsule waits and where, and neither who nor title, content or number', async () => {
    const tel = newTel()
    const { sender, token } = await sent({ tel, tell_now: 1 })
    await turn()
    await turn()
    const [card, ...more] = await outbox(tel)
    expect(more).toEqual([])
    expect(card!.template).toBe('card')
    expect(tokenIn(card!.text)).toBe(token)
    for (const word of [HIDDEN, SECRET, '妈妈', sender.tel, sender.tel.slice(-4)])
      expect(card!.text).not.toContain(word)
  })

  it('by letter names its sender, and where one wants no more', async () => {
    const email = newEmail()
    const sender = await person()
    await get(app.url, 'userInfoUpdate', { nickname: '木兰小姐' }, sender)
    await sentBy(sender, { email, tell_now: 1 })
    await turn()
    const [card] = await outbox(email)
    expect(card!.text).toContain('木兰小姐寄给您一枚时光胶囊')
    for (const word of [HIDDEN, SECRET, sender.tel.slice(-4)]) expect(card!.text).not.toContain(word)
    const token = stopIn(card!.text)
    expect(await get(app.url, 'contactAsker', { token })).toEqual({ who: '木兰小姐' })
    await get(app.url, 'stopContact', { token })
    await sentBy(sender, { email, tell_now: 1 })
    await daysLater(2)
    await turn()
    expect(await outbox(email)).toHaveLength(1)
  })

  it('without one nothing is said before the day', async () => {
    const tel = newTel()
    await sent({ tel })
    await turn()
    expect(await outbox(tel)).toEqual([])
  })

  it('of one person five go out a day, and the sixth is refused at its field', async () => {
    const sender = await person()
    for (let at = 0; at < 5; at++) await sentBy(sender, { tel: newTel(), tell_now: 1 })
    expect(await ask(app.url, 'createTimeCapsule', letter({ tel: newTel(), tell_now: 1 }), sender)).toMatchObject({
      ...{ message: CARDS_A_DAY_OVER, data: { field: 'to.tell_now' } },
    })
    await sentBy(sender, { tel: newTel() })
  })

  it('to one address goes once a day and three times in all until it answers', async () => {
    const [tel, sender] = [newTel(), await person()]
    const sentOnes: string[] = []
    for (let at = 0; at < 4; at++) {
      sentOnes.push((await sentBy(sender, { tel, tell_now: 1 })).token)
      await turn()
    }
    expect(await toldAt(tel, 'card')).toHaveLength(1)
    await messagesDue()
    await turn()
    expect(await toldAt(tel, 'card')).toHaveLength(3)
    await get(app.url, 'refuseCapsule', { token: sentOnes[0]! })
    await daysLater(9)
    await sentBy(sender, { tel, tell_now: 1 })
    await turn()
    expect(await toldAt(tel, 'card')).toHaveLength(4)
  })

  it('goes to an address three times a day from everybody', async () => {
    const tel = newTel()
    for (let at = 0; at < 4; at++) await sent({ tel, tell_now: 1 })
    await turn()
    expect(await toldAt(tel, 'card')).toHaveLength(3)
  })

  it('goes to nobody who has blocked the sender or reported them, whom nobody tells', async () => {
    const [blocker, sender] = [await person(), await person()]
    const { user } = await get(app.url, 'userInfo', {}, sender)
    await get(app.url, 'block', { user_id: user.id }, blocker)
    const blocked = await sentBy(sender, { tel: blocker.tel, tell_now: 1 })
    const email = newEmail()
    const first = await sentBy(sender, { email, tell_now: 1 })
    await get(app.url, 'refuseCapsule', { token: first.token, report: 1 })
    const reported = await sentBy(sender, { email, tell_now: 1 })
    for (const { capsule_id } of [blocked, reported]) await due(capsule_id)
    await turn()
    expect(await outbox(blocker.tel)).toEqual(await toldAt(blocker.tel, 'code'))
    expect(await outbox(email)).toEqual([])
    for (const { capsule_id } of [blocked, reported]) {
      const { refused, bounced } = await get(app.url, 'capsuleReceiver', { capsule_id }, sender)
      expect({ refused, bounced }).toEqual({ refused: 0, bounced: 0 })
      const { notices } = await get(app.url, 'noticeLog', { capsule_id }, sender)
      expect(notices.map(({ to }) => to)).toEqual(['owner'])
    }
  })
})

describe('taking one that was sent to an address', () => {
  it('needs nothing more of the account whose proven number it is', async () => {
    const mother = await person()
    const { token, capsule_id } = await sent({ tel: mother.tel })
    expect((await get(app.url, 'waitingCapsule', { token }, mother)).code_to).toBe('')
    expect(await get(app.url, 'receiveCapsule', { token }, mother)).toEqual({ capsule_id })
  })

  it.each(['tel', 'email'] as const)(
    'a forwarded card gives nothing without a code sent by %s, and no digit of it',
    async (way) => {
      const address = way === 'tel' ? newTel() : newEmail()
      const { token, capsule_id } = await sent({ [way]: address })
      const [friend, mother] = [await person(), await person()]
      expect((await get(app.url, 'waitingCapsule', { token })).code_to).toBe('')
      const { code_to } = await get(app.url, 'waitingCapsule', { token }, friend)
      expect(code_to).toMatch(/\*\*\*/)
      for (const captcha of [undefined, '0000'])
        expect(await ask(app.url, 'receiveCapsule', { token, captcha }, friend)).toMatchObject({
          ...{ code: CODE.refused, message: CAPTCHA_WRONG, data: { field: 'captcha' } },
        })
      await get(app.url, 'receiveCode', { token }, mother)
      const code = /(\d{4})/.exec((await toldAt(address, 'code'))[0]!.text.replace(/[^\d]*您的验证码是/, ''))![1]!
      // It is the asker's alone.
      expect((await ask(app.url, 'receiveCapsule', { token, captcha: code }, friend)).message).toBe(CAPTCHA_WRONG)
      expect(await get(app.url, 'receiveCapsule', { token, captcha: code }, mother)).toEqual({ capsule_id })
      expect((await received(mother)).map(({ id }) => id)).toEqual([capsule_id])
      expect(await ask(app.url, 'receiveCode', { token }, friend)).toMatchObject({ message: TAKEN })
    },
  )

  it('a code is worth five tries, is sent once a minute and five times a day', async () => {
    const tel = newTel()
    const { token } = await sent({ tel })
    const mother = await person()
    await get(app.url, 'receiveCode', { token }, mother)
    expect((await ask(app.url, 'receiveCode', { token }, mother)).code).toBe(CODE.tooManyTries)
    const code = await codeFor(app.url, tel)
    const guesses = Array.from({ length: 20 }, () =>
      ask(app.url, 'receiveCapsule', { token, captcha: wrongFor(code) }, mother),
    )
    for (const { message } of await Promise.all(guesses)) expect(message).toBe(CAPTCHA_WRONG)
    expect((await ask(app.url, 'receiveCapsule', { token, captcha: code }, mother)).message).toBe(CAPTCHA_WRONG)
    for (let time = 0; time < 4; time++) {
      await sql`update tries set at = at - interval '2 minutes' where bucket like 'lasting codes of %'`.execute(
        app.services.db,
      )
      await get(app.url, 'receiveCode', { token }, mother)
    }
    await sql`update tries set at = at - interval '2 minutes' where bucket like 'lasting codes of %'`.execute(
      app.services.db,
    )
    expect((await ask(app.url, 'receiveCode', { token }, mother)).code).toBe(CODE.tooManyTries)
  })

  it('asks for a code of an address that wants nothing as of any other, and none goes out', async () => {
    const email = newEmail()
    const one = await sent({ email, tell_now: 1 })
    await turn()
    await get(app.url, 'stopContact', { token: stopIn((await outbox(email))[0]!.text) })
    const stranger = await person()
    expect(await ask(app.url, 'receiveCode', { token: one.token }, stranger)).toMatchObject({ code: CODE.ok, data: {} })
    expect(await toldAt(email, 'code')).toEqual([])
  })

  it('who has said no may think better of it by the same way', async () => {
    const email = newEmail()
    const { token, capsule_id } = await sent({ email })
    await get(app.url, 'refuseCapsule', { token })
    const mother = await person()
    expect(await get(app.url, 'waitingCapsule', { token }, mother)).toMatchObject({
      ...{ state: 'refused', from: '', name: '', open_time: '', addressed: 1 },
      code_to: expect.stringMatching(/^m\*\*\*@example.com$/),
    })
    await get(app.url, 'receiveCode', { token }, mother)
    const captcha = await codeFor(app.url, email)
    expect(await get(app.url, 'receiveCapsule', { token, captcha }, mother)).toEqual({ capsule_id })
  })

  it('a number that was given anew afterwards has nothing of it', async () => {
    const mother = await person()
    const { token, capsule_id } = await sent({ tel: mother.tel })
    await get(app.url, 'receiveCapsule', { token }, mother)
    const moved = newTel()
    await sql`update users set tel = ${moved} where tel = ${mother.tel}`.execute(app.services.db)
    await due(capsule_id)
    await turn()
    expect(await toldAt(mother.tel, 'received')).toEqual([])
    expect(await toldAt(mother.tel, 'openReceiver')).toEqual([])
    expect(await toldAt(moved, 'received')).toHaveLength(1)
    const anew = await person()
    await sql`update users set tel = ${mother.tel} where tel = ${anew.tel}`.execute(app.services.db)
    expect((await get(app.url, 'waitingCapsule', { token }, anew)).state).toBe('taken')
    expect(await ask(app.url, 'receiveCapsule', { token }, anew)).toMatchObject({ message: TAKEN })
    expect((await ask(app.url, 'unseal', { capsule_id }, anew)).code).toBe(CODE.missing)
  })
})

describe('on the day', () => {
  it('who has no account reads by the link of their message, and has it open once they take it', async () => {
    const tel = newTel()
    const { sender, capsule_id, token } = await sent({ tel }, { key_answer: { [QUESTION]: '兔' } })
    await due(capsule_id)
    await turn()
    const [told, ...more] = await outbox(tel)
    expect([told!.template, more]).toEqual(['openReceiver', []])
    for (const word of [HIDDEN, SECRET, '妈妈', sender.tel]) expect(told!.text).not.toContain(word)
    const unseal_token = linkIn(told!.text)
    const info = await ask(app.url, 'getInfoByToken', { unseal_token })
    expect(info.data).toMatchObject({ capsule: { long_tag: '', status: 1 }, questions: [QUESTION], is_mine: 0 })
    expect((await ask(app.url, 'unsealByToken', { unseal_token, key_answer: { [QUESTION]: '虎' } })).code).toBe(
      CODE.refused,
    )
    await whileHeld(app.services, async () =>
      expect((await ask(app.url, 'unsealByToken', { unseal_token, key_answer: { [QUESTION]: '兔' } })).code).not.toBe(
        CODE.ok,
      ),
    )
    const { jwt } = await get(app.url, 'unsealByToken', { unseal_token, key_answer: { [QUESTION]: '兔' } })
    const read = await ask(app.url, 'capsuleDetail', { capsule_id }, { token: jwt })
    expect(read.data!.capsule).toMatchObject({ status: 2, long_tag: HIDDEN, send_word: '寄语', received_as: '妈妈' })
    expect(read.text).toContain(SECRET)
    expect(read.text).not.toContain(sender.tel)
    // The sender's stays sealed and is told of as ever.
    const own = await ask(app.url, 'capsuleDetail', { capsule_id }, sender)
    expect(own.data!.capsule.status).toBe(1)
    expect(own.text).not.toContain(SECRET)
    const mother = await person()
    await get(app.url, 'receiveCode', { token }, mother)
    await get(app.url, 'receiveCapsule', { token, captcha: await codeFor(app.url, tel) }, mother)
    expect((await received(mother))[0]).toMatchObject({ id: capsule_id, status: 2, long_tag: HIDDEN })
    const { rows } = await sql`select * from broken_invariants`.execute(app.services.db)
    expect(rows).toEqual([])
  })

  it('the sender opening theirs takes nothing of it away, nor does an early opening let a link in', async () => {
    const tel = newTel()
    const { sender, capsule_id } = await sent({ tel })
    await due(capsule_id)
    await get(app.url, 'unseal', { capsule_id }, sender)
    await turn()
    const unseal_token = linkIn((await toldAt(tel, 'openReceiver'))[0]!.text)
    expect((await get(app.url, 'getInfoByToken', { unseal_token })).capsule.status).toBe(1)
    await get(app.url, 'unsealByToken', { unseal_token })
  })

  it('who took it is told by their account, and their address nothing more', async () => {
    const tel = newTel()
    const { token, capsule_id } = await sent({ tel, tell_now: 1 })
    await turn()
    const mother = await person()
    await get(app.url, 'receiveCode', { token }, mother)
    await get(app.url, 'receiveCapsule', { token, captcha: await codeFor(app.url, tel) }, mother)
    await due(capsule_id)
    await turn()
    expect(await toldAt(tel, 'openReceiver')).toEqual([])
    expect(await toldAt(mother.tel, 'received')).toHaveLength(1)
  })

  it('who has said no is told nothing more of it', async () => {
    const tel = newTel()
    const { token, capsule_id } = await sent({ tel, tell_now: 1 })
    await get(app.url, 'refuseCapsule', { token })
    await due(capsule_id)
    await turn()
    expect(await outbox(tel)).toEqual([])
  })

  it('is told again on the days of the schedule until they open it', async () => {
    const email = newEmail()
    const { capsule_id } = await sent({ email })
    await due(capsule_id)
    await turn()
    await sql`update receivers set notice_at = now() where capsule_id = ${Number(capsule_id)}`.execute(app.services.db)
    await turn()
    const told = await toldAt(email, 'openReceiver')
    expect(told).toHaveLength(2)
    expect(linkIn(told[1]!.text)).toBe(linkIn(told[0]!.text))
    await get(app.url, 'unsealByToken', { unseal_token: linkIn(told[0]!.text) })
    await sql`update messages set next_at = now() where state = 'waiting'`.execute(app.services.db)
    await turn()
    expect(await toldAt(email, 'openReceiver')).toHaveLength(2)
  })
})

describe('another address', () => {
  it('before it was taken ends what was handed over, and is told in place of the wrong one', async () => {
    const [wrong, right] = [newTel(), newEmail()]
    const { sender, capsule_id, token } = await sent({ tel: wrong, tell_now: 1 })
    await turn()
    const now = await get(app.url, 'changeReceiver', { capsule_id, email: right, tell_now: 1 }, sender)
    expect(now).toMatchObject({ way: 'email', tell_now: 1 })
    expect((await ask(app.url, 'waitingCapsule', { token })).code).toBe(CODE.missing)
    await turn()
    await due(capsule_id)
    await turn()
    expect((await outbox(wrong)).map(({ template }) => template)).toEqual(['card'])
    expect((await outbox(right)).map(({ template }) => template).sort()).toEqual(['card', 'openReceiver'])
  })

  it('after it was taken is refused, as is one’s own number', async () => {
    const mother = await person()
    const { sender, capsule_id, token } = await sent({ tel: mother.tel })
    expect(await ask(app.url, 'changeReceiver', { capsule_id, tel: sender.tel }, sender)).toMatchObject({
      ...{ message: OWN_NUMBER, data: { field: 'tel' } },
    })
    await get(app.url, 'receiveCapsule', { token }, mother)
    expect(await ask(app.url, 'changeReceiver', { capsule_id, tel: newTel() }, sender)).toMatchObject({
      message: '已经被收下，不能再修改',
    })
    expect((await ask(app.url, 'changeReceiver', { capsule_id, tel: newTel() }, mother)).code).toBe(CODE.missing)
    expect((await received(mother)).map(({ id }) => id)).toEqual([capsule_id])
  })

  it('none makes it a link to hand over again', async () => {
    const { sender, capsule_id } = await sent({ tel: newTel() })
    const { way, waiting_url } = await get(app.url, 'changeReceiver', { capsule_id }, sender)
    expect(way).toBe('')
    const anybody = await person()
    expect(await get(app.url, 'receiveCapsule', { token: tokenIn(waiting_url) }, anybody)).toEqual({ capsule_id })
  })

  it('the receiver’s leaving forgets it', async () => {
    const mother = await person()
    const { sender, capsule_id, token } = await sent({ tel: mother.tel })
    await get(app.url, 'receiveCapsule', { token }, mother)
    await forgetSends(app.services.db, mother.tel)
    await get(app.url, 'cancelAccount', { captcha: await newCode(app.url, mother.tel, mother) }, mother)
    expect(await get(app.url, 'capsuleReceiver', { capsule_id }, sender)).toMatchObject({
      way: '',
      address: '',
      received_at: '',
    })
    await due(capsule_id)
    await turn()
    expect(await toldAt(mother.tel, 'openReceiver')).toEqual([])
  })
})
