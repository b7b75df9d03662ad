import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { FORM } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { ITEM } from '#contract/content.ts'
import {
  ANSWER_EMPTY,
  ANSWER_TOO_LONG,
  ANSWERED_ALREADY,
  FEEDBACK_A_DAY_OVER,
  FEEDBACK_EMPTY,
  FEEDBACK_TOO_LONG,
} from '#contract/feedback.ts'
import { UPLOAD } from '#contract/upload.ts'
import { clearLoose } from '#server/platform/media/clear.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, inSeconds, newCode, upload } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { give } from '#test/grants.ts'
import { png } from '#test/media.ts'
import { newDesk } from '#test/operator.ts'

const app = withApp()
const crowd = (size: number) => newCrowd(app.services, size) as Promise<[Member, ...Member[]]>
const say = ({ token }: Member, input: Input<'feedback'>, key?: string) =>
  ask(app.url, 'feedback', input, { token, key })
const desk = async () => (await newDesk(app.url, app.services)).token
const waitingOf = async (token: string, { id }: Member) =>
  (await get(app.url, 'feedbackList', { pageSize: 50 }, { token })).feedback.filter(({ user }) => user.id === id)
const answer = (token: string, feedback_id: string, text: string) =>
  ask(app.url, 'feedbackAnswer', { feedback_id, answer: text }, { token })
const inbox = async ({ token }: Member) => (await get(app.url, 'inbox', {}, { token })).messages.data
const picture = async ({ token }: Member) => upload(app.url, token, 'image', await png({ width: 9, height: 9 }), 'png')
const status = async (address: string) => {
  const response = await fetch(new URL(address, app.url))
  await response.arrayBuffer()
  return response.status
}
const isStored = async (key: string) => (await app.services.media.sizeOf(key)) !== undefined

/** Makes loose objects older than any that is kept, and clears them. */
async function clearOld(key: string): Promise<void> {
  await sql`update objects set loose_since = now() - interval '8 days' where key = ${key}`.execute(app.services.db)
  await clearLoose(app.services, new AbortController().signal)
  await sql`update objects set doomed_at = doomed_at - interval '2 hours' where key = ${key}`.execute(app.services.db)
  await clearLoose(app.services, new AbortController().signal)
}

async function leave({ token, tel }: Member): Promise<void> {
  await forgetSends(app.services.db, tel)
  await get(app.url, 'cancelAccount', { captcha: await newCode(app.url, tel, { token }) }, { token })
}

describe('feedback', () => {
  it('reaches the desk, the oldest first, and its answer the inbox of the person who gave it', async () => {
    const [me, other] = (await crowd(2)) as [Member, Member]
    for (const text of ['  字太小了\n看不清  ', '第二条'])
      expect(await say(me, { text })).toMatchObject({ code: CODE.ok })
    const token = await desk()
    const waiting = await waitingOf(token, me)
    expect(waiting.map(({ text, picture }) => ({ text, picture }))).toEqual([
      { text: '字太小了\n看不清', picture: '' },
      { text: '第二条', picture: '' },
    ])
    expect(await answer(token, waiting[0]!.id, ' 下个版本可以调字号 ')).toMatchObject({ code: CODE.ok })
    expect((await waitingOf(token, me)).map(({ text }) => text)).toEqual(['第二条'])
    expect(await inbox(me)).toMatchObject([
      { kind: 'feedback', text: '你反馈的「字太小了 看不清」有了回复：下个版本可以调字号', read: 0, appeal: '' },
    ])
    expect(await inbox(other)).toEqual([])
  })

  it('is 1 to 500 characters beside blanks, and so is its answer', async () => {
    const [me] = await crowd(1)
    for (const text of ['', ' \n ']) expect(await say(me, { text })).toMatchObject({ message: FEEDBACK_EMPTY })
    expect(await say(me, { text: '字'.repeat(501) })).toMatchObject({ code: CODE.refused, message: FEEDBACK_TOO_LONG })
    expect(await say(me, { text: ` ${'𠀀'.repeat(500)} ` })).toMatchObject({ code: CODE.ok })
    const token = await desk()
    const { id } = (await waitingOf(token, me))[0]!
    expect(await answer(token, id, ' ')).toMatchObject({ code: CODE.refused, message: ANSWER_EMPTY })
    expect(await answer(token, id, '字'.repeat(501))).toMatchObject({ code: CODE.refused, message: ANSWER_TOO_LONG })
    expect(await answer(token, id, '字'.repeat(500))).toMatchObject({ code: CODE.ok })
  })

  it('is answered once, also by two operators at once', async () => {
    const [me] = await crowd(1)
    await say(me, { text: '你好' })
    const [one, two] = [await desk(), await desk()]
    const { id } = (await waitingOf(one, me))[0]!
    const answers = await Promise.all([answer(one, id, '一'), answer(two, id, '二')])
    expect(answers.filter(({ code }) => code === CODE.ok)).toHaveLength(1)
    expect(answers.find(({ code }) => code !== CODE.ok)).toMatchObject({ message: ANSWERED_ALREADY })
    expect(await inbox(me)).toHaveLength(1)
    expect(await answer(one, '999999999', '谁')).toMatchObject({ code: CODE.missing })
  })

  it('is given ten times a day by one person, also at once, and no more', async () => {
    const [me, other] = (await crowd(2)) as [Member, Member]
    const answers = await Promise.all([...Array(12)].map((_, n) => say(me, { text: `第${n}条` })))
    expect(answers.filter(({ code }) => code === CODE.ok)).toHaveLength(10)
    for (const refused of answers.filter(({ code }) => code !== CODE.ok))
      expect(refused).toMatchObject({ code: CODE.refused, message: FEEDBACK_A_DAY_OVER })
    expect(await say(other, { text: '我的' })).toMatchObject({ code: CODE.ok })
    await sql`update feedback set created_at = created_at - interval '1 day' where user_id = ${Number(me.id)}`.execute(
      app.services.db,
    )
    expect(await say(me, { text: '第二天' })).toMatchObject({ code: CODE.ok })
  })

  it('that is sent again under its key is given once', async () => {
    const [me] = await crowd(1)
    const key = randomUUID()
    const sent = await Promise.all([1, 2, 3].map(() => say(me, { text: '只说一次' }, key)))
    expect(sent.map(({ code }) => code)).toEqual([CODE.ok, CODE.ok, CODE.ok])
    expect(await waitingOf(await desk(), me)).toHaveLength(1)
  })

  it('of somebody who closes their account goes with it, with its picture', async () => {
    const [me] = await crowd(1)
    const key = await picture(me)
    await say(me, { text: '再见', key })
    const token = await desk()
    const { id } = (await waitingOf(token, me))[0]!
    await leave(me)
    expect(await waitingOf(token, me)).toEqual([])
    expect(await answer(token, id, '再见')).toMatchObject({ code: CODE.missing })
    const left = await sql`select 1 from feedback where user_id = ${Number(me.id)}`.execute(app.services.db)
    expect(left.rows).toEqual([])
    await clearLoose(app.services, new AbortController().signal)
    expect(await isStored(key)).toBe(false)
  })
})

describe('the picture of feedback', () => {
  it('is seen at the desk at an address of its own, and kept until there is an answer', async () => {
    const [me] = await crowd(1)
    const key = await picture(me)
    expect(await say(me, { text: '看这里', key })).toMatchObject({ code: CODE.ok })
    const token = await desk()
    const [waiting] = await waitingOf(token, me)
    expect(waiting!.picture).toMatch(new RegExp(`^/m/\\d+\\.[\\w-]+/${key}$`))
    const secondsLeft = Number(/^\/m\/(\d+)/.exec(waiting!.picture)![1]) - Date.now() / 1000
    expect(secondsLeft).toBeLessThanOrEqual(600)
    expect(await status(waiting!.picture)).toBe(200)
    await clearOld(key)
    expect(await isStored(key)).toBe(true)
    await answer(token, waiting!.id, '看到了')
    await clearOld(key)
    expect(await isStored(key)).toBe(false)
  })

  it('that was about to be cleared is saved by it', async () => {
    const [me] = await crowd(1)
    const key = await picture(me)
    // An object in a bucket becomes known to us when it is first looked at.
    await say(me, { text: '先看一眼', key })
    await sql`delete from feedback where key = ${key}`.execute(app.services.db)
    await sql`update objects set loose_since = now() - interval '8 days', doomed_at = now() - interval '2 hours'
      where key = ${key}`.execute(app.services.db)
    expect(await say(me, { text: '看这里', key })).toMatchObject({ code: CODE.ok })
    const { doomed_at } = await app.services.db
      .selectFrom('objects')
      .select('doomed_at')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    expect(doomed_at).toBeNull()
    await clearLoose(app.services, new AbortController().signal)
    expect(await isStored(key)).toBe(true)
  })

  it('is one that the person has uploaded, and nothing else', async () => {
    const [me, other] = (await crowd(2)) as [Member, Member]
    const foreign = await picture(other)
    expect(await say(me, { text: '看', key: foreign })).toMatchObject({ code: CODE.refused, message: UPLOAD.gone })
    const unknown = `image/${me.id}/${randomUUID()}.png`
    expect(await say(me, { text: '看', key: unknown })).toMatchObject({ code: CODE.refused, message: UPLOAD.gone })
    for (const key of ['x', '/avatars/moon.svg', 'https://x.example/a.png', `file/${me.id}/${randomUUID()}.pdf`])
      expect(await say(me, { text: '看', key }), key).toMatchObject({ code: CODE.badRequest })
    expect(await waitingOf(await desk(), me)).toEqual([])
  })

  it('that was sealed meanwhile is seen by nobody, the desk included', async () => {
    const [me] = await crowd(1)
    const key = await picture(me)
    await say(me, { text: '看这里', key })
    const token = await desk()
    const [before] = await waitingOf(token, me)
    await give(app.services, Number(me.id), [{ kind: 'time', amount: 1 }])
    const content = [{ type: ITEM.image, content: key, comment: '' }]
    const capsule = { content, content_type: FORM.graphic, open_time: inSeconds(3600) }
    await get(app.url, 'createTimeCapsule', capsule, { token: me.token, key: randomUUID() })
    expect((await waitingOf(token, me)).map(({ text, picture }) => ({ text, picture }))).toEqual([
      { text: '看这里', picture: '' },
    ])
    expect(await status(before!.picture)).not.toBe(200)
  })
})
