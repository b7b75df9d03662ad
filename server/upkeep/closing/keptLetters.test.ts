import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { ANSWER_WRONG, TOO_EARLY } from '#contract/unseal.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { clearLoose } from '#server/platform/media/clear.ts'
import { addressOf } from '#server/platform/media/permission.ts'
import { scrubAll } from '#server/upkeep/backup/scrub.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, newCode, newPerson, outboxOf, seal, textCapsule, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { approve } from '#test/links.ts'
import { jpeg } from '#test/media.ts'
import { tokenIn } from '#test/sent.ts'
import { rounds } from '#test/thorough.ts'

const app = withApp()
const QUESTION = '您的生肖是？'
const CONTACT = 'friend-of-letters@example.com'

type Person = Awaited<ReturnType<typeof newPerson>>
const person = () => newPerson(app.url)

/** A capsule with a picture that `sender` has sealed for somebody, and what is handed over. */
async function sent(sender: Person, more: Record<string, unknown> = {}) {
  const key = await upload(app.url, sender.token, 'image', await jpeg(), 'jpg')
  const capsule = textCapsule(`<p>给妈妈的信</p><img src="/m/1.x/${key}">`, {
    ...{ long_tag: '给妈妈', send_word: '寄语', to: { name: '妈妈', show_title: 1 } },
    ...more,
  } as never)
  const { capsule_id, waiting_url } = await get(app.url, 'createTimeCapsule', capsule, sender)
  return { capsule_id, token: tokenIn(waiting_url!), key }
}
async function taken(more: Record<string, unknown> = {}) {
  const [sender, receiver] = [await person(), await person()]
  const made = await sent(sender, more)
  await get(app.url, 'receiveCapsule', { token: made.token }, receiver)
  return { sender, receiver, ...made }
}

async function codeToLeave(who: Person) {
  await forgetSends(app.services.db, who.tel)
  return newCode(app.url, who.tel, who)
}
async function leave(who: Person, more: { keep_letters?: 0 | 1 } = {}) {
  await get(app.url, 'cancelAccount', { captcha: await codeToLeave(who), ...more } as never, who)
}
const unseal = (capsule_id: string, who: Person, more: object = {}) =>
  ask(app.url, 'unseal', { capsule_id, ...more }, who)
const detail = (capsule_id: string, who: Person) => ask(app.url, 'capsuleDetail', { capsule_id }, who)
const received = async (who: Person) => (await get(app.url, 'received', {}, who)).capsules.data
const waiting = (token: string, who?: Person) => ask(app.url, 'waitingCapsule', { token }, { token: who?.token })
const outbox = (to: string) => outboxOf(app.url, to)
const isThere = async (capsule_id: string) =>
  (await sql`select from capsules where id = ${Number(capsule_id)}`.execute(app.services.db)).rows.length === 1
const broken = () => app.services.db.selectFrom('broken_invariants').selectAll().execute()

/** The upload is nobody's any more: the next clearing takes it with its bytes. */
async function isCleared(key: string): Promise<boolean> {
  await clearLoose(app.services, new AbortController().signal)
  const rows = await app.services.db.selectFrom('objects').select('key').where('key', '=', key).execute()
  return rows.length === 0 && (await app.services.media.sizeOf(key)) === undefined
}
const picture = async (address: string) => (await fetch(new URL(address, app.url))).status

describe('a sender who leaves', () => {
  it('leaves what is for somebody to them: told on the day, opened with its questions, picture and words, under 该用户已注销', async () => {
    const { sender, receiver, capsule_id, key } = await taken({
      ...{ key_answer: { [QUESTION]: '兔' }, contact: { email: CONTACT }, is_lock: 1 },
    })
    await sendNotices(app.services)
    expect((await outbox(CONTACT)).map(({ template }) => template)).toEqual(['confirm'])
    await get(app.url, 'unlockRequest', { capsule_id, reason: '我想要提前看到它，拜托拜托' }, sender)
    const own = await seal(app.url, sender.token, textCapsule('<p>自己的</p>'))
    expect(await get(app.url, 'sentLetters', {}, sender)).toEqual({ letters: 1, asking: 1 })
    await leave(sender)

    expect([await isThere(capsule_id), await isThere(own)]).toEqual([true, false])
    expect(await received(receiver)).toMatchObject([{ id: capsule_id, from: CANCELLED_NAME, status: 1 }])
    expect(await isCleared(key)).toBe(false)
    await scrubAll(app.services)
    expect(await unseal(capsule_id, receiver, { key_answer: { [QUESTION]: '兔' } })).toMatchObject({
      message: TOO_EARLY,
    })
    await comeDue(app.services, capsule_id)
    await sendNotices(app.services)
    expect((await outbox(receiver.tel)).filter(({ template }) => template === 'received')).toHaveLength(1)
    expect(await outbox(CONTACT)).toEqual([])
    expect((await outbox(sender.tel)).map(({ template }) => template)).not.toContain('openOwner')

    expect((await get(app.url, 'capsuleQlist', { capsule_id }, receiver)).questions).toEqual([QUESTION])
    expect(await unseal(capsule_id, receiver)).toMatchObject({ code: CODE.refused })
    expect(await unseal(capsule_id, receiver, { key_answer: { [QUESTION]: '虎' } })).toMatchObject({
      message: ANSWER_WRONG,
    })
    await get(app.url, 'unseal', { capsule_id, key_answer: { [QUESTION]: '兔' } }, receiver)
    const { capsule } = (await detail(capsule_id, receiver)).data!
    expect(capsule).toMatchObject({
      ...{ status: 2, long_tag: '给妈妈', send_word: '寄语' },
      user: { id: '', nickname: CANCELLED_NAME, cancelled: 1 },
    })
    const [, address] = /src="([^"]+)"/.exec(capsule.capsule_content!.content[0]!.content)!
    expect(await picture(address!)).toBe(200)
    expect(await broken()).toEqual([])
  })

  it('who wishes so takes it with them, with its picture', async () => {
    const { sender, receiver, capsule_id, token, key } = await taken()
    await leave(sender, { keep_letters: 0 })
    expect(await received(receiver)).toEqual([])
    expect((await waiting(token)).code).toBe(CODE.missing)
    expect(await isThere(capsule_id)).toBe(false)
    expect(await isCleared(key)).toBe(true)
  })

  it('leaves what was opened to who opened it, whatever became of it at the sender’s', async () => {
    const { sender, receiver, capsule_id } = await taken()
    const early = await taken()
    await approve(app.services, early.capsule_id)
    await get(app.url, 'unseal', { capsule_id: early.capsule_id }, early.sender)
    await leave(early.sender)
    await comeDue(app.services, capsule_id)
    for (const who of [sender, receiver]) await get(app.url, 'unseal', { capsule_id }, who)
    await get(app.url, 'capsuleReply', { capsule_id, text: '给自己的回信' }, sender)
    await leave(sender)
    expect((await detail(capsule_id, receiver)).text).toContain('给妈妈的信')
    const { rows } = await sql`select from capsule_replies where capsule_id = ${Number(capsule_id)}`.execute(
      app.services.db,
    )
    expect(rows).toEqual([])
    expect(await unseal(early.capsule_id, early.receiver)).toMatchObject({ message: TOO_EARLY })
    expect(await broken()).toEqual([])
  })

  it('leaves what nobody has taken yet: its page says who has left, and the first who comes has it', async () => {
    const sender = await person()
    const { capsule_id, token } = await sent(sender)
    await leave(sender)
    expect((await waiting(token)).data).toMatchObject({ state: 'waiting', from: CANCELLED_NAME, left: 1, name: '妈妈' })
    const mother = await person()
    expect(await get(app.url, 'receiveCapsule', { token }, mother)).toEqual({ capsule_id })
    expect((await waiting(token)).data).toMatchObject({ state: 'taken', left: 0, from: '' })
    await comeDue(app.services, capsule_id)
    expect((await unseal(capsule_id, mother)).code).toBe(CODE.ok)
  })

  it('does not leave what was refused; a no that comes later ends it for good', async () => {
    const sender = await person()
    const [refused, later] = [await sent(sender), await sent(sender)]
    await get(app.url, 'refuseCapsule', { token: refused.token })
    expect(await get(app.url, 'sentLetters', {}, sender)).toEqual({ letters: 1, asking: 0 })
    await leave(sender)
    expect([await isThere(refused.capsule_id), await isThere(later.capsule_id)]).toEqual([false, true])
    await get(app.url, 'refuseCapsule', { token: later.token })
    expect(await isThere(later.capsule_id)).toBe(false)
    expect((await waiting(later.token)).code).toBe(CODE.missing)
    expect(await isCleared(later.key)).toBe(true)
    expect(await broken()).toEqual([])
  })

  it('keeps dropped what they had dropped of the questions; a drop on its way is called off', async () => {
    const sender = await person()
    const locked = { key_answer: { [QUESTION]: '兔' } }
    const [dropped, soon] = [await sent(sender, locked), await sent(sender, locked)]
    for (const [id, days] of [
      [dropped.capsule_id, -1],
      [soon.capsule_id, 1],
    ] as const)
      await sql`insert into question_drops (capsule_id, asked_at, drop_at)
        values (${Number(id)}, now() - interval '8 days', now() + make_interval(days => ${days}))`.execute(
        app.services.db,
      )
    expect(await get(app.url, 'sentLetters', {}, sender)).toEqual({ letters: 2, asking: 1 })
    await leave(sender)
    const mother = await person()
    const questions = async ({ capsule_id, token }: typeof soon) => {
      await get(app.url, 'receiveCapsule', { token }, mother)
      return get(app.url, 'capsuleQlist', { capsule_id }, mother)
    }
    expect(await questions(dropped)).toEqual({ questions: [], drop_at: '' })
    expect(await questions(soon)).toEqual({ questions: [QUESTION], drop_at: '' })
  })
})

describe('a receiver', () => {
  it('who leaves after the sender takes it along, opened or not, with its picture; others of the sender stay', async () => {
    const { sender, receiver, capsule_id, key } = await taken()
    const [opened, others] = [await sent(sender), await sent(sender)]
    await get(app.url, 'receiveCapsule', { token: opened.token }, receiver)
    await comeDue(app.services, opened.capsule_id)
    await get(app.url, 'unseal', { capsule_id: opened.capsule_id }, receiver)
    await leave(sender)
    await leave(receiver)
    const left = await Promise.all([capsule_id, opened.capsule_id, others.capsule_id].map(isThere))
    expect(left).toEqual([false, false, true])
    const cleared = [await isCleared(key), await isCleared(opened.key), await isCleared(others.key)]
    expect(cleared).toEqual([true, true, false])
    expect(await broken()).toEqual([])
  })

  it('who opens it before its sender sees its picture; the sender does not, by no address of theirs', async () => {
    const { sender, receiver, capsule_id, key } = await taken()
    await comeDue(app.services, capsule_id)
    const { preview } = (await get(app.url, 'ossToken', {}, sender)).hosts.image
    const own = [preview + key, addressOf(app.services, key, 'whole')]
    await get(app.url, 'unseal', { capsule_id }, receiver)
    const [, address] = /src="([^"]+)"/.exec((await detail(capsule_id, receiver)).text.replaceAll('\\"', '"'))!
    expect(await picture(address!)).toBe(200)
    for (const one of own) expect(await picture(one)).toBe(404)
    await get(app.url, 'unseal', { capsule_id }, sender)
    for (const one of own) expect(await picture(one)).toBe(200)
  })
})

describe('at once', () => {
  it('leaving, taking, saying no and leaving as its receiver end well for everybody, and leave nothing that nobody can have', async () => {
    for (let round = 0; round < rounds(20, 4); round++) {
      const [sender, receiver, reader] = [await person(), await person(), await person()]
      const [one, other, third] = [await sent(sender), await sent(sender), await sent(sender)]
      await get(app.url, 'receiveCapsule', { token: third.token }, reader)
      const codes = [await codeToLeave(sender), await codeToLeave(reader), await codeToLeave(receiver)]
      const answers = await Promise.all([
        ask(app.url, 'cancelAccount', { captcha: codes[0]!, keep_letters: round % 3 === 2 ? 0 : 1 }, sender),
        ask(app.url, 'receiveCapsule', { token: one.token }, receiver),
        ask(app.url, 'receiveCapsule', { token: other.token }, receiver),
        ask(app.url, 'refuseCapsule', { token: other.token }),
        ask(app.url, 'cancelAccount', { captcha: codes[1]! } as never, reader),
        ...(round % 2 ? [ask(app.url, 'cancelAccount', { captcha: codes[2]! } as never, receiver)] : []),
      ])
      for (const { status, text } of answers) expect(status, text).toBe(200)
      for (const { code, text } of [answers[0]!, answers[4]!]) expect(code, text).toBe(CODE.ok)
      expect(await broken()).toEqual([])
    }
  }, 120_000)
})
