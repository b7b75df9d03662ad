import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { ANSWER_BACK_MAX_CHARS } from '#contract/limits.ts'
import { ANSWER_EARLY, ANSWER_TOLD, ANSWERED, BACK_ARRIVED, BACK_TOLD, SENDER_LEFT, TAKEN } from '#contract/receiver.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, newCode, newPerson, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { linkOf } from '#test/links.ts'
import { openedBy, takenBy, tokenIn, twoPeople } from '#test/sent.ts'

const app = withApp()
const ANSWER = '收到了，那年的雪我也记得'
const SECRET = '等你回来再一起看雪'
const HIDDEN = '回给你的标题'

type Person = Awaited<ReturnType<typeof newPerson>>
const person = () => newPerson(app.url)
const two = () => twoPeople(app)
const answer = (capsule_id: string, who: { token?: string }, text = ANSWER) =>
  ask(app.url, 'answerCapsule', { capsule_id, text }, who)
const detail = async (capsule_id: string, who: Person) =>
  (await get(app.url, 'capsuleDetail', { capsule_id }, who)).capsule
const toldOf = async (who: Person) =>
  (await get(app.url, 'inbox', {}, who)).messages.data.filter(({ kind }) => kind === 'answered')
const received = async (who: Person) => (await get(app.url, 'received', {}, who)).capsules.data
async function close(who: Person, keep_letters: 0 | 1 = 0) {
  await forgetSends(app.services.db, who.tel)
  await get(app.url, 'cancelAccount', { captcha: await newCode(app.url, who.tel, who), keep_letters }, who)
}
const backInput = (back_to: string, to: object = {}, more: Partial<Input<'createTimeCapsule'>> = {}) =>
  textCapsule(`<p>${SECRET}</p>`, { long_tag: HIDDEN, ...more, to: { name: '女儿', back_to, ...to } } as never)
const sendBack = async (back_to: string, who: Person, to: object = {}) =>
  (await get(app.url, 'createTimeCapsule', backInput(back_to, to), who)).capsule_id

describe('one answer', () => {
  it('of the receiver is read by both, by the sender also before they open theirs, who is told once, of neither title nor words', async () => {
    const { sender, receiver, capsule_id } = await two()
    expect((await answer(capsule_id, receiver)).code).toBe(CODE.ok)
    expect((await detail(capsule_id, receiver)).answer).toMatchObject({ text: ANSWER, mine: 1 })
    const own = await detail(capsule_id, sender)
    expect(own).toMatchObject({ status: 1, answer: { text: ANSWER, mine: 0 } })
    expect(own.answer!.written_at).toMatch(/^\d{4}-/)
    expect(await toldOf(sender)).toMatchObject([
      { text: ANSWER_TOLD, to: `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0` },
    ])
    expect(await toldOf(receiver)).toEqual([])
  })

  it('of ten at once one stands, and its sender is told once', async () => {
    const { sender, receiver, capsule_id } = await two()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => answer(capsule_id, receiver, `${ANSWER}${at}`)),
    )
    const first = answers.findIndex(({ code }) => code === CODE.ok)
    expect(answers.map(({ message }, at) => (at === first ? ANSWERED : message))).toEqual(Array(10).fill(ANSWERED))
    expect((await detail(capsule_id, sender)).answer!.text).toBe(`${ANSWER}${first}`)
    expect(await toldOf(sender)).toHaveLength(1)
  })

  it('is the receiver’s alone, once they have opened it: not the sender’s, a stranger’s, a link holder’s, nor of who had it before', async () => {
    const [sender, former, receiver, stranger] = [await person(), await person(), await person(), await person()]
    const { capsule_id } = await takenBy(app, { sender, receiver: former })
    expect(await answer(capsule_id, former)).toMatchObject({ message: ANSWER_EARLY })
    const { waiting_url } = await get(app.url, 'undoReceiver', { capsule_id }, sender)
    await get(app.url, 'receiveCapsule', { token: tokenIn(waiting_url) }, receiver)
    await get(app.url, 'capsuleContacts', { capsule_id, contact: { email: 'aunt@example.com' } } as never, sender)
    await comeDue(app.services, capsule_id)
    const link = await linkOf(app.services, capsule_id)
    const { jwt } = await get(app.url, 'unsealByToken', { unseal_token: link }, {})
    await get(app.url, 'unseal', { capsule_id }, receiver)
    for (const who of [sender, former, stranger])
      expect(await answer(capsule_id, who)).toMatchObject({ code: CODE.missing })
    for (const who of [{}, { token: jwt }]) expect((await answer(capsule_id, who)).code).not.toBe(CODE.ok)
    expect((await detail(capsule_id, receiver)).answer).toBeUndefined()
    expect((await answer(capsule_id, receiver)).code).toBe(CODE.ok)
    const held = await ask(app.url, 'capsuleDetail', { capsule_id }, { token: jwt })
    expect(held.code).toBe(CODE.ok)
    expect(held.text).not.toContain(ANSWER)
  })

  it.each([
    ['an empty one', '  '],
    ['one of nothing that is seen', '\u200b'],
    ['a longer one', '长'.repeat(ANSWER_BACK_MAX_CHARS + 1)],
  ])('%s is refused at its field', async (_what, text) => {
    const { receiver, capsule_id } = await two()
    expect(await answer(capsule_id, receiver, text)).toMatchObject({ code: CODE.badRequest, data: { field: 'text' } })
  })

  it('stands nowhere in the clear in what is kept', async () => {
    const { receiver, capsule_id } = await two()
    await answer(capsule_id, receiver, 'snowdrop-2046')
    const rows = (await dumpOf(app.services.db)).filter(({ row }) => row.includes('snowdrop-2046'))
    expect(rows).toEqual([])
  })

  it('goes with the person who wrote it', async () => {
    const { sender, receiver, capsule_id } = await two()
    await answer(capsule_id, receiver)
    await close(receiver)
    expect((await detail(capsule_id, sender)).answer).toBeUndefined()
    const { rows } = await sql`select 1 from answers where capsule_id = ${Number(capsule_id)}`.execute(app.services.db)
    expect(rows).toEqual([])
  })

  it('goes with the capsule when its sender leaves and takes it along', async () => {
    const { sender, receiver, capsule_id } = await two()
    await answer(capsule_id, receiver)
    await close(sender)
    expect(await answer(capsule_id, receiver)).toMatchObject({ code: CODE.missing })
    const { rows } = await sql`select 1 from answers where capsule_id = ${Number(capsule_id)}`.execute(app.services.db)
    expect(rows).toEqual([])
  })
})

describe('a capsule back', () => {
  it('is among what the sender received at once, who is told once; there is nothing to hand over or take back', async () => {
    const { sender, receiver, capsule_id } = await two()
    const sealed = await get(app.url, 'createTimeCapsule', backInput(capsule_id), { ...receiver, key: 'back-once' })
    expect(await get(app.url, 'createTimeCapsule', backInput(capsule_id), { ...receiver, key: 'back-once' })).toEqual(
      sealed,
    )
    expect(sealed).toEqual({ capsule_id: sealed.capsule_id })
    expect(await received(sender)).toMatchObject([{ id: sealed.capsule_id, long_tag: '', status: 1, name: '女儿' }])
    expect(await toldOf(sender)).toMatchObject([{ text: BACK_TOLD, to: '/subPages/me/meCapsule?tab=received' }])
    const shown = await get(app.url, 'capsuleReceiver', { capsule_id: sealed.capsule_id }, receiver)
    expect(shown).toMatchObject({ name: '女儿', waiting_url: '' })
    expect(shown.received_at).not.toBe('')
    const undone = await ask(app.url, 'undoReceiver', { capsule_id: sealed.capsule_id }, receiver)
    expect(undone).toMatchObject({ message: BACK_ARRIVED })
  })

  it('keeps content and hidden title from the one it is for until its day, when they are told and open it', async () => {
    const { sender, receiver, capsule_id } = await two()
    const back = await sendBack(capsule_id, receiver)
    const answers = await Promise.all([
      ask(app.url, 'capsuleDetail', { capsule_id: back }, sender),
      ask(app.url, 'capsuleDetail', { capsule_id }, sender),
      ask(app.url, 'received', {}, sender),
      ask(app.url, 'inbox', {}, sender),
      ask(app.url, 'unseal', { capsule_id: back }, sender),
      ask(app.url, 'receipt', { capsule_id: back }, sender),
    ])
    for (const { text } of answers) for (const word of [SECRET, HIDDEN]) expect(text).not.toContain(word)
    await comeDue(app.services, back)
    await sendNotices(app.services)
    const sent: { template: string }[] = await (await fetch(`${app.url}/dev/outbox?to=${sender.tel}`)).json()
    expect(sent.filter(({ template }) => template === 'received')).toHaveLength(1)
    await get(app.url, 'unseal', { capsule_id: back }, sender)
    expect(JSON.stringify(await detail(back, sender))).toContain(SECRET)
  })

  it('goes back and forth as often as they like, each with an account of its own, and both keep it together', async () => {
    const { sender, receiver, capsule_id } = await two()
    const back = await sendBack(capsule_id, receiver, { show_title: 1 })
    const other = await sendBack(capsule_id, receiver)
    await comeDue(app.services, other)
    await get(app.url, 'unseal', { capsule_id: other }, sender)
    const again = await sendBack(other, sender)
    const expected = [
      { id: capsule_id, mine: 1, long_tag: '那年冬天', status: 1 },
      { id: back, mine: 0, long_tag: HIDDEN, status: 1 },
      { id: other, mine: 0, long_tag: HIDDEN, status: 2 },
      { id: again, mine: 1, long_tag: HIDDEN, status: 1 },
    ]
    for (const id of [capsule_id, back, other, again]) {
      const { letters } = await detail(id, sender)
      expect(
        letters!.sort((one, next) => Number(one.id) - Number(next.id)),
        id,
      ).toMatchObject(expected)
    }
    const theirs = await detail(again, receiver)
    expect(theirs.letters!.map(({ id, mine, long_tag }) => [id, mine, long_tag])).toContainEqual([again, 0, ''])
    const { user } = await get(app.url, 'userInfo', {}, sender)
    for (const word of [sender.tel, `"${user.id}"`]) expect(JSON.stringify(theirs)).not.toContain(word)
  })

  it('is refused of what was not opened, not received, or was taken back; nothing is sealed', async () => {
    const [sender, receiver, stranger] = [await person(), await person(), await person()]
    const { capsule_id, token } = await takenBy(app, { sender, receiver })
    const tried = (who: Person) => ask(app.url, 'createTimeCapsule', backInput(capsule_id), who)
    expect(await tried(receiver)).toMatchObject({ message: ANSWER_EARLY, data: { field: 'to.back_to' } })
    for (const who of [sender, stranger]) expect(await tried(who)).toMatchObject({ code: CODE.missing })
    await get(app.url, 'undoReceiver', { capsule_id }, sender)
    expect(await tried(receiver)).toMatchObject({ code: CODE.missing })
    expect((await ask(app.url, 'receiveCapsule', { token }, receiver)).code).toBe(CODE.missing)
    expect((await get(app.url, 'myClosedCapsules', {}, receiver)).capsules.data).toEqual([])
  })

  it('is nobody else’s: the address that nobody was given leads to nothing that can be taken', async () => {
    const { receiver, capsule_id } = await two()
    const back = await sendBack(capsule_id, receiver)
    const token = app.services.keys.hmac('receive', `${back} 1`).toString('base64url')
    expect(await ask(app.url, 'receiveCapsule', { token }, await person())).toMatchObject({ message: TAKEN })
  })

  it('is not for who has left, and of one who leaves afterwards it can be handed over to another', async () => {
    const { sender, receiver, capsule_id } = await two()
    const back = await sendBack(capsule_id, receiver)
    await close(sender)
    const { waiting_url, received_at } = await get(app.url, 'capsuleReceiver', { capsule_id: back }, receiver)
    expect([tokenIn(waiting_url).length, received_at]).toEqual([43, ''])
    expect((await detail(back, receiver)).letters).toBeUndefined()
    const late = backInput(capsule_id, {}, { send_word: '太晚了' })
    expect((await ask(app.url, 'createTimeCapsule', late, receiver)).code).toBe(CODE.missing)
    const kept = await two()
    await answer(kept.capsule_id, kept.receiver)
    await close(kept.sender, 1)
    const refused = await ask(app.url, 'createTimeCapsule', backInput(kept.capsule_id), kept.receiver)
    expect(refused).toMatchObject({ message: SENDER_LEFT, data: { field: 'to.back_to' } })
    expect(await answer(kept.capsule_id, kept.receiver)).toMatchObject({ message: SENDER_LEFT })
    expect((await detail(kept.capsule_id, kept.receiver)).answer).toMatchObject({ mine: 1 })
  })

  it('its receiver’s leaving at that moment leaves it with nobody', async () => {
    const { sender, receiver, capsule_id } = await two()
    await forgetSends(app.services.db, sender.tel)
    const captcha = await newCode(app.url, sender.tel, sender)
    const [sealed] = await Promise.all([
      ask(app.url, 'createTimeCapsule', backInput(capsule_id), receiver),
      get(app.url, 'cancelAccount', { captcha }, sender),
    ])
    if (sealed.code !== CODE.ok) return expect(sealed.code).toBe(CODE.missing)
    const back = await get(app.url, 'capsuleReceiver', sealed.data!, receiver)
    expect(back.received_at).toBe('')
  })
})

it('another’s answers and capsules do not stand among them', async () => {
  const [sender, receiver, other] = [await person(), await person(), await person()]
  const first = await openedBy(app, { sender, receiver })
  const second = await openedBy(app, { sender, receiver: other })
  await answer(first, receiver)
  await sendBack(first, receiver)
  const shown = await detail(second, sender)
  expect([shown.answer, shown.letters]).toEqual([undefined, undefined])
})
