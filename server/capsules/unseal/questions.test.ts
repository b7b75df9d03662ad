import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CAPTCHA_WRONG } from '#contract/captcha.ts'
import { CODE } from '#contract/codes.ts'
import { parseChina } from '#contract/time.ts'
import { ALREADY_OPEN, ANSWER_MISSING, ANSWER_WRONG, LINK_GONE } from '#contract/unseal.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { readConfig } from '#server/platform/config.ts'
import { startWeiboShare } from '#standins/weiboShare.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, newCode, newPerson, seal, textCapsule, wrongFor } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { linkOf } from '#test/links.ts'

const app = withApp()
const QUESTION = '您的生肖是？'
const HOUR_MS = 3_600_000
const CONTACT = { email: 'friend@example.com', weibo: '老同学' }

async function sealed(more: Parameters<typeof textCapsule>[1] = { key_answer: { [QUESTION]: '兔' } }) {
  const owner = await newPerson(app.url)
  const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact: CONTACT, ...more }))
  const own = { token: owner.token }
  return {
    ...owner,
    capsule_id,
    tell: (answer: string) => ask(app.url, 'unseal', { capsule_id, key_answer: { [QUESTION]: answer } }, own),
    plainly: () => ask(app.url, 'unseal', { capsule_id }, own),
    questions: () => get(app.url, 'capsuleQlist', { capsule_id }, own),
    /** With a code of one's own number. */
    async drop() {
      return ask(app.url, 'dropQuestions', { capsule_id, captcha: await codeOf(owner) }, own)
    },
    keep: () => ask(app.url, 'keepQuestions', { capsule_id }, own),
  }
}
async function codeOf({ tel, token }: { tel: string; token: string }): Promise<string> {
  await forgetSends(app.services.db, tel)
  return newCode(app.url, tel, { token })
}
const told = async (capsule_id: string) =>
  app.services.db
    .selectFrom('messages')
    .select(['contact', 'state', 'template'])
    .where('capsule_id', '=', Number(capsule_id))
    .orderBy('id')
    .execute()
const toWeibo = (capsule_id: string) =>
  app.services.db
    .selectFrom('messages')
    .selectAll()
    .where((at) => at.and({ capsule_id: Number(capsule_id), contact: 'weibo' }))
    .orderBy('id')
    .execute()
const age = (capsule_id: string, hours: number) =>
  sql`update question_drops set drop_at = drop_at - make_interval(hours => ${hours}) where capsule_id = ${Number(capsule_id)}`.execute(
    app.services.db,
  )

describe('an SMS to the owner’s number', () => {
  it('lets the owner try again after 20 wrong answers in all, and no link with them', async () => {
    const { capsule_id, tell, ...owner } = await sealed()
    await comeDue(app.services, capsule_id)
    const link = await linkOf(app.services, capsule_id)
    const userId = (await get(app.url, 'userInfo', {}, { token: owner.token })).user.id
    for (const bucket of [`answers of ${capsule_id} by owner ${userId}`, `answers of ${capsule_id} by email 1`]) {
      await sql`insert into tries (bucket, at) select ${bucket}, now() - interval '1 hour' from generate_series(1, 20)`.execute(
        app.services.db,
      )
    }
    const enter = () =>
      ask(app.url, 'unsealByToken', { unseal_token: link, key_answer: { [QUESTION]: '兔' } }).then(({ code }) => code)
    expect(await tell('兔')).toMatchObject({ code: CODE.tooManyTries })
    const captcha = await codeOf(owner)
    const reset = (captcha: string, token = owner.token) =>
      ask(app.url, 'resetAnswers', { capsule_id, captcha }, { token })
    expect(await reset(wrongFor(captcha))).toMatchObject({ code: CODE.refused, message: CAPTCHA_WRONG })
    expect(await reset(captcha, (await newPerson(app.url)).token)).toMatchObject({ code: CODE.missing })
    expect(await tell('兔')).toMatchObject({ code: CODE.tooManyTries })
    expect(await reset(captcha)).toMatchObject({ code: CODE.ok })
    expect(await enter()).toBe(CODE.tooManyTries)
    expect(await tell('猫')).toMatchObject({ code: CODE.refused, message: ANSWER_WRONG })
    expect(await tell('兔')).toMatchObject({ code: CODE.ok })
  })

  it('must be one that was asked for while signed in', async () => {
    const { capsule_id, tel, token } = await sealed()
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel)
    for (const name of ['resetAnswers', 'dropQuestions'] as const)
      expect(await ask(app.url, name, { capsule_id, captcha }, { token })).toMatchObject({ message: CAPTCHA_WRONG })
  })
})

describe('dropping the security questions', () => {
  it('takes effect after 72 hours, and owner and contacts are told at once', async () => {
    const { capsule_id, plainly, questions, drop } = await sealed()
    expect(await questions()).toEqual({ questions: [QUESTION], drop_at: '' })
    const { drop_at } = (await drop()).data!
    expect(Math.abs(parseChina(drop_at)!.getTime() - Date.now() - 72 * HOUR_MS)).toBeLessThan(60_000)
    expect(await questions()).toEqual({ questions: [QUESTION], drop_at })
    const waiting = (contact: string, template = 'questions') => ({ contact, state: 'waiting', template })
    expect(await told(capsule_id)).toEqual([waiting('owner', 'questionsOwner'), waiting('email'), waiting('weibo')])

    await comeDue(app.services, capsule_id)
    const link = await linkOf(app.services, capsule_id)
    await age(capsule_id, 71)
    expect(await plainly()).toMatchObject({ code: CODE.refused, message: ANSWER_MISSING })
    expect(await ask(app.url, 'unsealByToken', { unseal_token: link })).toMatchObject({ message: ANSWER_MISSING })
    await age(capsule_id, 1)
    expect(await questions()).toEqual({ questions: [], drop_at: '' })
    expect((await get(app.url, 'getInfoByToken', { unseal_token: link })).questions).toEqual([])
    expect(await plainly()).toMatchObject({ code: CODE.ok })
    expect(await ask(app.url, 'unsealByToken', { unseal_token: link })).toMatchObject({ code: CODE.ok })
  })

  it('lets a link in without answers as well', async () => {
    const { capsule_id, drop } = await sealed()
    await drop()
    await age(capsule_id, 72)
    await comeDue(app.services, capsule_id)
    const link = await linkOf(app.services, capsule_id)
    expect(await ask(app.url, 'unsealByToken', { unseal_token: link })).toMatchObject({ code: CODE.ok })
  })

  it('opens nothing by itself: before the open time the capsule stays sealed', async () => {
    const { capsule_id, plainly, drop } = await sealed()
    await drop()
    await age(capsule_id, 72)
    expect(await plainly()).toMatchObject({ code: CODE.refused, message: '还没有到解封时间' })
  })

  it('ends at once what was posted at Weibo, or laid before operators, while the questions guarded it', async () => {
    const weibo = await startWeiboShare('2.00official', 'capsule.test')
    const env = {
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://capsule.test',
      WEIBO_NOTICES: 'official',
      WEIBO_OFFICIAL_TOKEN: '2.00official',
      WEIBO_OFFICIAL_ADDRESS: '203.0.113.7',
      WEIBO_API_URL: weibo.url,
    }
    const turn = () => sendNotices({ ...app.services, config: readConfig(env) })
    const guarded = async (mention: 0 | 1) => {
      const one = await sealed({ key_answer: { [QUESTION]: '兔' }, contact: { ...CONTACT, mention } })
      await comeDue(app.services, one.capsule_id)
      return one
    }
    const enter = (unseal_token: string) => ask(app.url, 'unsealByToken', { unseal_token })
    const [posted, byHand] = [await guarded(1), await guarded(0)]
    await turn()
    const token = /\/u\/([\w-]{43})/.exec(weibo.shares.map(({ status }) => status).join())![1]!
    const mail = await linkOf(app.services, posted.capsule_id)
    expect(await enter(token)).toMatchObject({ message: ANSWER_MISSING })
    expect(await toWeibo(byHand.capsule_id)).toMatchObject([{ template: 'open', state: 'operator' }])

    for (const one of [posted, byHand]) expect((await one.drop()).code).toBe(CODE.ok)
    expect(await toWeibo(byHand.capsule_id)).toMatchObject([
      { template: 'open', state: 'dropped', address: null, text: null, params: null },
      { template: 'questions', state: 'waiting' },
    ])
    await age(posted.capsule_id, 72)
    expect(await enter(token)).toMatchObject({ code: CODE.missing, message: LINK_GONE })
    // A reminder lets a new link in, which is said to nobody in public.
    await sql`update capsules set notice_at = now() where id = ${Number(posted.capsule_id)}`.execute(app.services.db)
    await turn()
    await weibo.close()
    expect(weibo.shares.at(-1)!.status).toContain('https://capsule.test')
    expect(weibo.shares.filter(({ status }) => status.includes('/u/'))).toHaveLength(1)
    expect(await enter(token)).toMatchObject({ code: CODE.missing, message: LINK_GONE })
    expect((await enter(mail)).code).toBe(CODE.ok)
  })

  it('asked for again changes nothing and tells nobody twice', async () => {
    const { capsule_id, drop } = await sealed()
    const first = (await drop()).data!.drop_at
    await age(capsule_id, 1)
    const { drop_at } = (await drop()).data!
    expect(parseChina(first)!.getTime() - parseChina(drop_at)!.getTime()).toBe(HOUR_MS)
    expect(await told(capsule_id)).toHaveLength(3)
  })

  it('can be called off while it waits, and asked for anew', async () => {
    const { capsule_id, keep, plainly, questions, drop, tell } = await sealed()
    expect((await keep()).code).toBe(CODE.ok)
    await drop()
    expect((await keep()).code).toBe(CODE.ok)
    expect((await keep()).code).toBe(CODE.ok)
    expect(await questions()).toEqual({ questions: [QUESTION], drop_at: '' })
    // People who have not been told of it yet need not hear of it.
    expect((await told(capsule_id)).map(({ state }) => state)).toEqual(['dropped', 'dropped', 'dropped'])
    await age(capsule_id, 100)
    await comeDue(app.services, capsule_id)
    expect(await plainly()).toMatchObject({ code: CODE.refused, message: ANSWER_MISSING })
    await drop()
    expect(await told(capsule_id)).toHaveLength(6)
    await age(capsule_id, 72)
    expect(await keep()).toMatchObject({ code: CODE.refused, message: '安全问题已经取消' })
    expect((await tell('猫')).code).toBe(CODE.ok)
  })

  it('is for a sealed capsule of one’s own that has questions', async () => {
    const [asking, plain, stranger] = [await sealed(), await sealed({}), await newPerson(app.url)]
    const { capsule_id } = asking
    const captcha = await codeOf(stranger)
    const theirs = { token: stranger.token }
    for (const name of ['resetAnswers', 'dropQuestions', 'keepQuestions'] as const) {
      const answer = await ask(app.url, name, { capsule_id, captcha }, theirs)
      const missing = await ask(app.url, name, { capsule_id: '999999999', captcha }, theirs)
      expect([answer.code, answer.text]).toEqual([CODE.missing, missing.text])
    }
    expect(await plain.drop()).toMatchObject({ code: CODE.refused, message: '这枚胶囊没有安全问题' })
    await comeDue(app.services, capsule_id)
    await asking.tell('兔')
    expect(await asking.drop()).toMatchObject({ code: CODE.refused, message: ALREADY_OPEN })
    expect(await told(capsule_id)).toEqual([])
  })
})
