import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { DECIDED_LATE } from '#contract/review.ts'
import { CLOCK_HELD, LINK_GONE } from '#contract/unseal.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, inSeconds, newCode, newPerson, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { approve, linkOf, whileHeld } from '#test/links.ts'
import { newDesk } from '#test/operator.ts'
import { withPauses } from '#test/pause.ts'

const app = withApp({ TRUST_PROXY: '1' })
const startAfter = withPauses(app)
const GUESSES_MOST = 30
const DAY_SECONDS = 86_400
const QUESTION = '您的生肖是？'
const REASON = '想让奶奶早一点看到里面的照片'
const HELD = { code: CODE.refused, message: CLOCK_HELD }

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const read = (unseal_token: string, address: string) => ask(app.url, 'getInfoByToken', { unseal_token }, from(address))
const enter = (unseal_token: string, address: string) => ask(app.url, 'unsealByToken', { unseal_token }, from(address))

async function sealed(more: object = {}, daysAgo?: number) {
  const owner = await newPerson(app.url)
  const body = textCapsule('<p>x</p>', { contact: { email: 'friend@example.com' }, ...more } as never)
  const capsule_id = await seal(app.url, owner.token, body)
  if (daysAgo !== undefined) await comeDue(app.services, capsule_id, { daysAgo })
  return { owner, capsule_id }
}

describe('a contact’s link', () => {
  it('that is too old by no more than a held clock waits for it, and counts as no guess', async () => {
    const { capsule_id } = await sealed({}, 120)
    const link = await linkOf(app.services, capsule_id, 'email', { days: -10 })
    const old = await linkOf(app.services, (await sealed({}, 300)).capsule_id, 'email', { days: -110 })
    const address = '203.0.113.7'
    await startAfter('100 days')
    for (let time = 0; time <= GUESSES_MOST; time++) expect(await read(link, address)).toMatchObject(HELD)
    expect(await enter(link, address)).toMatchObject(HELD)
    expect(await read(old, address)).toMatchObject({ code: CODE.missing, message: LINK_GONE })
    await whileHeld(app.services, async () => expect(await enter(old, address)).toMatchObject(HELD))
    expect(await read('A'.repeat(43), address)).toMatchObject({ code: CODE.missing, message: LINK_GONE })
  })

  it('lets nobody into a capsule that its owner opened early before a held clock is trusted with its day', async () => {
    const { owner, capsule_id } = await sealed({ open_time: inSeconds(DAY_SECONDS) })
    await approve(app.services, capsule_id)
    // As seen by a clock that has run ahead of its day: it was opened before, and the day came in the pause.
    await comeDue(app.services, capsule_id, { daysAgo: 1 })
    await get(app.url, 'unseal', { capsule_id }, owner)
    const link = await linkOf(app.services, capsule_id)
    await sql`update capsules set open_at = now() - interval '36 hours' where id = ${Number(capsule_id)}`.execute(
      app.services.db,
    )
    const { jwt } = (await enter(link, '203.0.113.8')).data!
    const detail = () => ask(app.url, 'capsuleDetail', { capsule_id }, { token: jwt })
    expect(await detail()).toMatchObject({ code: CODE.ok })
    await startAfter('20 days')
    expect(await enter(link, '203.0.113.8')).toMatchObject(HELD)
    expect(await detail()).toMatchObject({ code: CODE.missing })
  })
})

it('an operator decides on an application whose day has come by no more than a held clock', async () => {
  const { owner, capsule_id } = await sealed({ open_time: inSeconds(DAY_SECONDS) })
  await get(app.url, 'unlockRequest', { capsule_id, reason: REASON }, owner)
  const desk = await newDesk(app.url, app.services)
  await comeDue(app.services, capsule_id, { daysAgo: 10 })
  const listed = async () => (await get(app.url, 'reviewList', {}, { token: desk.token })).applications.at(-1)!
  const { id, due } = await listed()
  const decide = () =>
    ask(app.url, 'reviewDecide', { application_id: id, approve: 0, reply: '请等到那一天' }, { token: desk.token })
  expect([due, await decide()]).toMatchObject([1, { code: CODE.refused, message: DECIDED_LATE }])
  await startAfter('20 days')
  expect(await listed()).toMatchObject({ id, due: 0 })
  expect((await get(app.url, 'reviewList', {}, { token: desk.token })).waiting).toBe(1)
  expect(await decide()).toMatchObject({ code: CODE.ok, data: { state: 'rejected' } })
})

describe('security questions in a pause that is held', () => {
  it('are kept by an owner who calls it off, as long as nothing was dropped', async () => {
    const { owner, capsule_id } = await sealed({ key_answer: { [QUESTION]: '兔' } })
    await sql`insert into question_drops (capsule_id, asked_at, drop_at)
      values (${Number(capsule_id)}, now() - interval '13 days', now() - interval '10 days')`.execute(app.services.db)
    await startAfter('20 days')
    expect((await get(app.url, 'capsuleQlist', { capsule_id }, owner)).questions).toEqual([QUESTION])
    await get(app.url, 'keepQuestions', { capsule_id }, owner)
    expect(await get(app.url, 'capsuleQlist', { capsule_id }, owner)).toEqual({ questions: [QUESTION], drop_at: '' })
  })

  it('are not asked to be dropped: nobody knows when three days are over; the code is good afterwards', async () => {
    const { owner, capsule_id } = await sealed({ key_answer: { [QUESTION]: '兔' } })
    await forgetSends(app.services.db, owner.tel)
    const captcha = await newCode(app.url, owner.tel, { token: owner.token })
    const drop = () => ask(app.url, 'dropQuestions', { capsule_id, captcha }, owner)
    const { clock } = app.services
    const trusted = { ...clock }
    await startAfter('20 days')
    expect(await drop()).toMatchObject(HELD)
    Object.assign(clock, trusted)
    await sql`update clock set held = null, last_at = now(), opens_at = null`.execute(app.services.db)
    expect(await drop()).toMatchObject({ code: CODE.ok })
  })
})
