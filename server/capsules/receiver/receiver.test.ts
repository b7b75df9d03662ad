import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import {
  ALLOW_EARLY,
  NOT_ALLOWED_YET,
  RECEIVER_MISSING,
  RECEIVER_OPENED,
  TAKEN,
  TO_ONESELF,
} from '#contract/receiver.ts'
import { ALREADY_OPEN, ANSWER_WRONG, CLOCK_HELD, TOO_EARLY } from '#contract/unseal.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, forgetSends, get, newCode, newPerson, outboxOf, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { approve, whileHeld } from '#test/links.ts'
import { tokenIn } from '#test/sent.ts'

const app = withApp()
const QUESTION = '您的生肖是？'
const HIDDEN = '藏起来的标题'
const SECRET = '只给妈妈看的话'

type Person = Awaited<ReturnType<typeof newPerson>>
const person = () => newPerson(app.url)

/** A capsule that somebody new has sealed for another, and what is handed over. */
async function sent(more: Record<string, unknown> = {}, to: object = { name: '妈妈' }) {
  const sender = await person()
  const capsule = textCapsule(`<p>${SECRET}</p>`, { long_tag: HIDDEN, send_word: '寄语', ...more, to } as never)
  const { capsule_id, waiting_url } = await get(app.url, 'createTimeCapsule', capsule, sender)
  return { sender, capsule_id, token: tokenIn(waiting_url!) }
}
async function taken(more: Record<string, unknown> = {}, to?: object) {
  const made = await sent(more, to)
  const receiver = await person()
  await get(app.url, 'receiveCapsule', { token: made.token }, receiver)
  return { ...made, receiver }
}
const waiting = (token: string, who?: Person) => ask(app.url, 'waitingCapsule', { token }, { token: who?.token })
const detail = (capsule_id: string, who: Person) => ask(app.url, 'capsuleDetail', { capsule_id }, who)
const unseal = (capsule_id: string, who: Person, more: object = {}) =>
  ask(app.url, 'unseal', { capsule_id, ...more }, who)
const received = async (who: Person, hidden = 0) =>
  (await get(app.url, 'received', { hidden } as never, who)).capsules.data
const outbox = (to: string) => outboxOf(app.url, to)
const toldTo = async (tel: string) => (await outbox(tel)).filter(({ template }) => template === 'received')
const turn = () => sendNotices(app.services)

describe('sealing for somebody', () => {
  it('answers with an address that is derived anew at every answer and kept nowhere', async () => {
    const sender = await person()
    const input = textCapsule('<p>x</p>', { to: { name: '妈妈' } } as never)
    const first = await get(app.url, 'createTimeCapsule', input, { ...sender, key: 'for-mother' })
    const again = await get(app.url, 'createTimeCapsule', input, { ...sender, key: 'for-mother' })
    expect(again).toEqual(first)
    const { rows } = await sql<{ answer: object }>`select answer from idempotency where key = 'for-mother'`.execute(
      app.services.db,
    )
    expect(rows[0]!.answer).toEqual({ capsule_id: first.capsule_id })
    const { rows: kept } = await sql<{ row: string }>`
      select r::text as row from receivers r where capsule_id = ${Number(first.capsule_id)}`.execute(app.services.db)
    for (const word of [tokenIn(first.waiting_url!), '妈妈']) expect(kept[0]!.row).not.toContain(word)
  })

  it('for oneself has no such address, and stands as it did', async () => {
    const { token } = await person()
    const made = await get(app.url, 'createTimeCapsule', textCapsule('<p>x</p>'), { token })
    expect(made).toEqual({ capsule_id: made.capsule_id })
    expect(await ask(app.url, 'capsuleReceiver', { capsule_id: made.capsule_id }, { token })).toMatchObject({
      code: CODE.missing,
    })
  })

  it.each([
    ['no name', textCapsule('<p>x</p>', { to: { name: ' ' } } as never), CODE.badRequest, 'to.name'],
    ['a long name', textCapsule('<p>x</p>', { to: { name: '妈'.repeat(21) } } as never), CODE.badRequest, 'to.name'],
    [
      'a name that is not said',
      textCapsule('<p>x</p>', { to: { name: '出售冰毒' } } as never),
      CODE.refused,
      'to.name',
    ],
    [
      'a public one',
      textCapsule('<p>x</p>', { is_public: 1, to: { name: '妈妈' } } as never),
      CODE.refused,
      'is_public',
    ],
  ])('%s is refused at its field, and nothing is sealed', async (_what, input, code, field) => {
    const { token } = await person()
    expect(await ask(app.url, 'createTimeCapsule', input, { token })).toMatchObject({ code, data: { field } })
    expect((await get(app.url, 'myClosedCapsules', {}, { token })).capsules.data).toEqual([])
  })

  it('no other type is for somebody: refused with its field', async () => {
    const { token } = await person()
    const to = { name: '妈妈' }
    const { content } = textCapsule('<p>x</p>')
    const diary = await ask(app.url, 'createDiaryCapsule', { content, to } as never, { token })
    const forecast = await ask(app.url, 'createForecastCapsule', { ...foretold('x'), to } as never, { token })
    for (const answer of [diary, forecast])
      expect(answer).toMatchObject({ code: CODE.badRequest, data: { field: 'to' } })
  })

  it('the name field says what is missing', () => expect(RECEIVER_MISSING).toBe('请写下怎么称呼 TA'))
})

describe('the waiting page', () => {
  it('says who, for whom, since and until when, and neither content nor a title that is not shown', async () => {
    const { sender, token } = await sent()
    await get(app.url, 'userInfoUpdate', { nickname: '木兰小姐' }, sender)
    const { data, text } = await waiting(token)
    expect(data).toMatchObject({ state: 'waiting', capsule_id: '', from: '木兰小姐', name: '妈妈', title: '' })
    expect(data!.open_time > data!.sealed_at).toBe(true)
    for (const word of [SECRET, HIDDEN, '寄语', sender.tel]) expect(text).not.toContain(word)
    const shown = await sent({}, { name: '妈妈', show_title: 1 })
    expect((await waiting(shown.token)).data!.title).toBe(HIDDEN)
  })

  it('its address outside of the hash leads on to it and says neither who nor when to whatever shows a preview', async () => {
    const { token } = await sent()
    const answer = await fetch(`${app.url}/w/${token}`)
    const html = await answer.text()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('<meta property="og:title" content="有一枚给你的时光胶囊">')
    expect(html).toContain(`/#/pages/waiting?token=${token}`)
    for (const word of ['妈妈', HIDDEN, SECRET]) expect(html).not.toContain(word)
  })

  it('tells its sender that it is their own, who took it that it is theirs, and everybody else nothing but that it was taken', async () => {
    const { sender, receiver, token, capsule_id } = await taken()
    expect((await waiting(token, sender)).data).toMatchObject({ state: 'own', capsule_id })
    expect((await waiting(token, receiver)).data).toMatchObject({ state: 'yours', capsule_id, name: '妈妈' })
    for (const who of [undefined, await person()]) {
      const { data } = await waiting(token, who)
      expect(data).toEqual({
        ...{
          state: 'taken',
          capsule_id: '',
          from: '',
          name: '',
          title: '',
          sealed_at: '',
          open_time: '',
          code_to: '',
          addressed: 0,
          left: 0,
        },
      })
    }
  })

  it('a guessed address is unknown to every call', async () => {
    const { token } = await person()
    for (const call of ['waitingCapsule', 'receiveCapsule', 'refuseCapsule'] as const)
      expect(await ask(app.url, call, { token: 'x'.repeat(43) }, { token }), call).toMatchObject({ code: CODE.missing })
  })
})

describe('taking it', () => {
  it('of 50 who take it at once one has it, and the others hear that it was taken', async () => {
    const { token } = await sent()
    const crowd = await Promise.all(Array.from({ length: 5 }, person))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => ask(app.url, 'receiveCapsule', { token }, crowd[at % 5]!)),
    )
    const winners = new Set(answers.flatMap(({ code }, at) => (code === CODE.ok ? [at % 5] : [])))
    expect(winners.size).toBe(1)
    for (const { code, message } of answers) if (code !== CODE.ok) expect(message).toBe(TAKEN)
  })

  it('of one person who taps ten times at once every tap is answered as done', async () => {
    const { token, capsule_id } = await sent()
    const mother = await person()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(app.url, 'receiveCapsule', { token }, mother)),
    )
    for (const { code, data } of answers) expect([code, data]).toEqual([CODE.ok, { capsule_id }])
    expect(await ask(app.url, 'refuseCapsule', { token })).toMatchObject({ message: TAKEN })
  })

  it('its sender cannot; who has it may ask again', async () => {
    const { sender, token, capsule_id } = await sent()
    expect(await ask(app.url, 'receiveCapsule', { token }, sender)).toMatchObject({ message: TO_ONESELF })
    const mother = await person()
    for (let time = 0; time < 2; time++)
      expect(await get(app.url, 'receiveCapsule', { token }, mother)).toEqual({ capsule_id })
  })

  it('stands in the receiver’s list alone, by the day, without a title that is not shown', async () => {
    const { sender, receiver, capsule_id } = await taken()
    const [row, ...more] = await received(receiver)
    expect(row).toMatchObject({ id: capsule_id, long_tag: '', status: 1, name: '妈妈', hidden: 0 })
    expect(more).toEqual([])
    expect(await received(sender)).toEqual([])
    for (const call of ['myClosedCapsules', 'myOpenCapsules'] as const)
      expect((await get(app.url, call, {}, receiver)).capsules.data).toEqual([])
  })

  it('its sender sees that it was taken, never by whom', async () => {
    const { sender, receiver, capsule_id } = await taken()
    const { data, text } = await ask(app.url, 'capsuleReceiver', { capsule_id }, sender)
    expect(data!.received_at).not.toBe('')
    const { user } = await get(app.url, 'userInfo', {}, receiver)
    for (const word of [user.nickname, receiver.tel, `"${user.id}"`]) expect(text).not.toContain(word)
    expect((await detail(capsule_id, sender)).data!.capsule.to).toBe('妈妈')
  })

  it('不收 is told to the sender on the day alone, and who was handed it may still change their mind', async () => {
    const { sender, capsule_id, token } = await sent()
    await get(app.url, 'refuseCapsule', { token })
    expect((await waiting(token)).data!.state).toBe('refused')
    const told = async () => (await get(app.url, 'capsuleReceiver', { capsule_id }, sender)).refused
    expect(await told()).toBe(0)
    await comeDue(app.services, capsule_id)
    expect(await told()).toBe(1)
    const mother = await person()
    await get(app.url, 'receiveCapsule', { token }, mother)
    expect(await told()).toBe(0)
  })

  it('what is hidden stands in the list of hidden ones, and comes back', async () => {
    const { receiver, capsule_id } = await taken()
    await get(app.url, 'hideCapsule', { capsule_id, hidden: 1 }, receiver)
    expect([await received(receiver), (await received(receiver, 1)).map(({ id }) => id)]).toEqual([[], [capsule_id]])
    await get(app.url, 'hideCapsule', { capsule_id, hidden: 0 }, receiver)
    expect((await received(receiver)).map(({ id }) => id)).toEqual([capsule_id])
  })
})

describe('taking it back', () => {
  it('ends the old address and who had it by it; another leads to it from then on', async () => {
    const { sender, receiver, token, capsule_id } = await taken()
    const { waiting_url, received_at } = await get(app.url, 'undoReceiver', { capsule_id }, sender)
    expect(received_at).toBe('')
    expect((await waiting(token)).code).toBe(CODE.missing)
    expect(await received(receiver)).toEqual([])
    expect((await detail(capsule_id, receiver)).code).toBe(CODE.missing)
    const aunt = await person()
    expect(await get(app.url, 'receiveCapsule', { token: tokenIn(waiting_url) }, aunt)).toEqual({ capsule_id })
    await comeDue(app.services, capsule_id)
    expect((await unseal(capsule_id, receiver)).code).toBe(CODE.missing)
    expect((await unseal(capsule_id, aunt)).code).toBe(CODE.ok)
  })

  it('is nobody’s but the sender’s, and refused once it was opened', async () => {
    const { sender, receiver, capsule_id } = await taken()
    for (const call of ['undoReceiver', 'capsuleReceiver'] as const)
      for (const who of [receiver, await person()])
        expect(await ask(app.url, call, { capsule_id }, who), call).toMatchObject({ code: CODE.missing })
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, receiver)
    expect(await ask(app.url, 'undoReceiver', { capsule_id }, sender)).toMatchObject({ message: RECEIVER_OPENED })
    expect((await get(app.url, 'capsuleReceiver', { capsule_id }, sender)).opened).toBe(1)
  })
})

describe('before its day', () => {
  it('its receiver gets neither content nor words nor hidden title by any call that names it', async () => {
    const { receiver, capsule_id, token } = await taken({ key_answer: { [QUESTION]: '兔' } })
    const answers = [
      await detail(capsule_id, receiver),
      await unseal(capsule_id, receiver, { key_answer: { [QUESTION]: '兔' } }),
      await ask(app.url, 'receipt', { capsule_id }, receiver),
      await ask(app.url, 'capsuleQlist', { capsule_id }, receiver),
      await ask(app.url, 'received', {}, receiver),
      await ask(app.url, 'inbox', {}, receiver),
      await ask(app.url, 'calendarEvent', { capsule_id }, receiver),
      await ask(app.url, 'capsuleShare', { capsule_id }, receiver),
      await ask(app.url, 'capsuleAgain', { capsule_id }, receiver),
      await ask(app.url, 'noticeLog', { capsule_id }, receiver),
      await ask(app.url, 'capsuleContacts', { capsule_id }, receiver),
      await ask(app.url, 'unlockRequest', { capsule_id, reason: '我想要提前看到它，拜托拜托' }, receiver),
      await ask(app.url, 'ownSearch', { keyword: SECRET }, receiver),
      await ask(app.url, 'getInfoByToken', { unseal_token: token }, receiver),
      await ask(app.url, 'unsealByToken', { unseal_token: token }),
    ]
    for (const { text } of answers) for (const word of [SECRET, HIDDEN, '寄语', '兔']) expect(text).not.toContain(word)
    expect(answers[0]!.data).toMatchObject({ is_mine: 0, capsule: { status: 1, long_tag: '', received_as: '妈妈' } })
    expect(answers[1]).toMatchObject({ message: TOO_EARLY })
  })

  it('an early opening that was granted opens for the sender alone, and the receiver’s day stays', async () => {
    const { sender, receiver, capsule_id } = await taken()
    await approve(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, sender)
    expect(await unseal(capsule_id, receiver)).toMatchObject({ message: TOO_EARLY })
    const { data, text } = await detail(capsule_id, receiver)
    expect(data!.capsule).toMatchObject({ status: 1, open_at: '', long_tag: '' })
    expect(text).not.toContain(SECRET)
    await comeDue(app.services, capsule_id)
    await turn()
    expect(await toldTo(receiver.tel)).toHaveLength(1)
    expect((await unseal(capsule_id, receiver)).code).toBe(CODE.ok)
  })
})

describe('on its day', () => {
  it('the receiver is told once, in the product and by SMS, and on the days of the schedule until they open it', async () => {
    const { sender, receiver, capsule_id } = await taken()
    await comeDue(app.services, capsule_id)
    await turn()
    await turn()
    const [message, ...more] = await toldTo(receiver.tel)
    expect(more).toEqual([])
    for (const word of [HIDDEN, SECRET, '妈妈', sender.tel]) expect(message!.text).not.toContain(word)
    const { messages } = await get(app.url, 'inbox', {}, receiver)
    expect(messages.data.filter(({ kind }) => kind === 'received')).toMatchObject([
      { text: '有人寄给你的一枚时光胶囊可以打开了。', to: '/subPages/me/meCapsule?tab=received' },
    ])
    await sql`update receivers set notice_at = now() where capsule_id = ${Number(capsule_id)}`.execute(app.services.db)
    await turn()
    expect(await toldTo(receiver.tel)).toHaveLength(2)
    await get(app.url, 'unseal', { capsule_id }, receiver)
    const row = await app.services.db
      .selectFrom('receivers')
      .selectAll()
      .where('capsule_id', '=', Number(capsule_id))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ notice_at: null, notice_round: 2 })
  })

  it('the receiver opens first: they read all of it, the sender’s stays sealed and is told of as ever', async () => {
    const { sender, receiver, capsule_id } = await taken()
    await comeDue(app.services, capsule_id)
    expect(await unseal(capsule_id, receiver)).toMatchObject({ code: CODE.ok, data: { capsule_id } })
    const read = await detail(capsule_id, receiver)
    expect(read.data!.capsule).toMatchObject({ status: 2, long_tag: HIDDEN, send_word: '寄语', received_as: '妈妈' })
    expect(read.data!.capsule.capsule_content!.content[0]!.content).toBe(`<p>${SECRET}</p>`)
    // Neither side learns the other's account.
    expect(read.data!.capsule.user).toMatchObject({ id: '', avatar: '', sex: '' })
    const own = await detail(capsule_id, sender)
    expect(own.data!.capsule.status).toBe(1)
    expect(own.text).not.toContain(SECRET)
    await turn()
    expect((await outbox(sender.tel)).map(({ template }) => template)).toContain('openOwner')
    expect((await unseal(capsule_id, sender)).code).toBe(CODE.ok)
    expect(await unseal(capsule_id, receiver)).toMatchObject({ message: ALREADY_OPEN })
    expect((await received(receiver))[0]).toMatchObject({ status: 2, long_tag: HIDDEN })
  })

  it('the sender opens first: only their own notices are withdrawn, and the receiver has the opening to themselves', async () => {
    const { sender, receiver, capsule_id } = await taken()
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, sender)
    const shut = await detail(capsule_id, receiver)
    expect(shut.data!.capsule).toMatchObject({ status: 1, long_tag: '' })
    expect(shut.text).not.toContain(SECRET)
    await turn()
    expect(await toldTo(receiver.tel)).toHaveLength(1)
    expect((await unseal(capsule_id, receiver)).code).toBe(CODE.ok)
    expect((await detail(capsule_id, receiver)).text).toContain(SECRET)
  })

  it('asks the receiver the sender’s questions, with tries of their own', async () => {
    const { sender, receiver, capsule_id } = await taken({ key_answer: { [QUESTION]: '兔' } })
    await comeDue(app.services, capsule_id)
    expect((await get(app.url, 'capsuleQlist', { capsule_id }, receiver)).questions).toEqual([QUESTION])
    for (let time = 0; time < 5; time++)
      expect(await unseal(capsule_id, receiver, { key_answer: { [QUESTION]: '虎' } })).toMatchObject({
        message: ANSWER_WRONG,
      })
    expect((await unseal(capsule_id, receiver, { key_answer: { [QUESTION]: '兔' } })).code).toBe(CODE.tooManyTries)
    expect((await unseal(capsule_id, sender, { key_answer: { [QUESTION]: '兔' } })).code).toBe(CODE.ok)
  })

  it('nobody else opens or reads it: not who was never handed it, nor by an address that others took', async () => {
    const { receiver, capsule_id, token } = await taken()
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, receiver)
    const stranger = await person()
    expect((await unseal(capsule_id, stranger)).code).toBe(CODE.missing)
    expect((await detail(capsule_id, stranger)).code).toBe(CODE.missing)
    expect(await ask(app.url, 'receiveCapsule', { token }, stranger)).toMatchObject({ message: TAKEN })
    expect((await ask(app.url, 'capsuleDetail', { capsule_id, token })).code).toBe(CODE.missing)
  })

  it('a clock that is not trusted opens it for nobody', async () => {
    const { receiver, capsule_id } = await taken()
    await comeDue(app.services, capsule_id)
    await whileHeld(app.services, async () =>
      expect(await unseal(capsule_id, receiver)).toMatchObject({ message: CLOCK_HELD }),
    )
    expect((await unseal(capsule_id, receiver)).code).toBe(CODE.ok)
  })

  it('one opens for ten taps at once, once', async () => {
    const { receiver, capsule_id } = await taken()
    await comeDue(app.services, capsule_id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => unseal(capsule_id, receiver)))
    expect(answers.filter(({ code }) => code === CODE.ok)).toHaveLength(1)
    for (const { code, message } of answers) if (code !== CODE.ok) expect(message).toBe(ALREADY_OPEN)
  })

  it('is made public and shared by nobody without the receiver’s yes', async () => {
    const { sender, receiver, capsule_id } = await taken()
    await comeDue(app.services, capsule_id)
    for (const who of [sender, receiver]) await get(app.url, 'unseal', { capsule_id }, who)
    for (const [call, input] of [
      ['capsuleShare', { capsule_id }],
      ['capsuleIsPublic', { capsule_id, is_public: 1 }],
    ] as const) {
      expect(await ask(app.url, call, input, sender), call).toMatchObject({ message: NOT_ALLOWED_YET })
      expect(await ask(app.url, call, input, receiver), call).toMatchObject({ code: CODE.missing })
    }
  })
})

describe('the receiver’s yes', () => {
  const allow = (capsule_id: string, allowed: 0 | 1, who: Person) =>
    ask(app.url, 'allowSharing', { capsule_id, allowed }, who)
  async function opened() {
    const made = await taken()
    await comeDue(app.services, made.capsule_id)
    for (const who of [made.sender, made.receiver]) await get(app.url, 'unseal', { capsule_id: made.capsule_id }, who)
    return made
  }

  it('lets its sender show it to others, without the words, until it is taken back', async () => {
    const { sender, receiver, capsule_id } = await opened()
    await get(app.url, 'allowSharing', { capsule_id, allowed: 1 }, receiver)
    for (const who of [sender, receiver]) expect((await detail(capsule_id, who)).data!.capsule.allowed).toBe(1)
    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, sender)
    const { token } = await get(app.url, 'capsuleShare', { capsule_id }, sender)
    const stranger = await person()
    const seen = await detail(capsule_id, stranger)
    expect(seen.text).toContain(SECRET)
    expect(seen.text).not.toContain('寄语')
    for (const part of ['received_as', '"to"', 'allowed']) expect(seen.text).not.toContain(part)
    expect((await ask(app.url, 'capsuleDetail', { capsule_id, token })).code).toBe(CODE.ok)
    await get(app.url, 'allowSharing', { capsule_id, allowed: 0 }, receiver)
    expect((await detail(capsule_id, stranger)).code).toBe(CODE.missing)
    expect((await ask(app.url, 'capsuleDetail', { capsule_id, token })).code).toBe(CODE.missing)
    expect((await detail(capsule_id, sender)).data!.capsule).toMatchObject({ is_public: 0, allowed: 0, shared: 0 })
    const { rows } = await sql`select * from broken_invariants`.execute(app.services.db)
    expect(rows).toEqual([])
  })

  it('is said by nobody else, and not before it is open to them', async () => {
    const { sender, receiver, capsule_id } = await taken()
    expect(await allow(capsule_id, 1, receiver)).toMatchObject({ message: ALLOW_EARLY })
    for (const who of [sender, await person()]) expect((await allow(capsule_id, 1, who)).code).toBe(CODE.missing)
    expect((await ask(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, receiver)).code).toBe(CODE.missing)
  })

  it('ends with their account', async () => {
    const { sender, receiver, capsule_id } = await opened()
    await get(app.url, 'allowSharing', { capsule_id, allowed: 1 }, receiver)
    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, sender)
    await forgetSends(app.services.db, receiver.tel)
    await get(app.url, 'cancelAccount', { captcha: await newCode(app.url, receiver.tel, receiver) }, receiver)
    expect((await detail(capsule_id, await person())).code).toBe(CODE.missing)
    const { rows } = await sql`select * from broken_invariants`.execute(app.services.db)
    expect(rows).toEqual([])
  })
})

describe('leaving', () => {
  const close = async (who: Person) => {
    await forgetSends(app.services.db, who.tel)
    await get(app.url, 'cancelAccount', { captcha: await newCode(app.url, who.tel, who) }, who)
  }

  it('of the receiver ends it for them; the sender has another address to hand over', async () => {
    const { sender, receiver, capsule_id, token } = await taken()
    await close(receiver)
    const { waiting_url, received_at } = await get(app.url, 'capsuleReceiver', { capsule_id }, sender)
    expect(received_at).toBe('')
    expect(tokenIn(waiting_url)).not.toBe(token)
    expect((await waiting(token)).code).toBe(CODE.missing)
  })
})

it('a list of 12 that were received is walked to its end, what is due before what waits before what is open', async () => {
  const receiver = await person()
  const made: Awaited<ReturnType<typeof sent>>[] = []
  for (let at = 0; at < 12; at++) {
    made.push(await sent())
    await get(app.url, 'receiveCapsule', { token: made.at(-1)!.token }, receiver)
  }
  for (const { capsule_id } of made.slice(0, 6)) await comeDue(app.services, capsule_id)
  for (const { capsule_id } of made.slice(0, 3)) await get(app.url, 'unseal', { capsule_id }, receiver)
  const found: string[] = []
  let [page, after, more] = [1, undefined as string | undefined, true]
  for (; more; page++) {
    const { capsules } = await get(app.url, 'received', { page, pageSize: 5, after }, receiver)
    found.push(...capsules.data.map(({ id }) => id))
    after = capsules.next
    more = after !== ''
  }
  const ids = made.map(({ capsule_id }) => capsule_id)
  expect([...found].sort()).toEqual([...ids].sort())
  expect(found.slice(0, 3).sort()).toEqual(ids.slice(3, 6).sort())
  expect(found.slice(-3).sort()).toEqual(ids.slice(0, 3).sort())
}, 120_000)

it('nothing about the receiver changes past the guard: neither the day they opened it nor whom it was for', async () => {
  const { receiver, capsule_id } = await taken()
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, receiver)
  const change = (set: ReturnType<typeof sql>) =>
    sql`update receivers set ${set} where capsule_id = ${Number(capsule_id)}`.execute(app.services.db)
  await expect(change(sql`opened_at = null, notice_at = now()`)).rejects.toThrow('stays')
  await expect(change(sql`show_title = 1`)).rejects.toThrow('stays')
})
