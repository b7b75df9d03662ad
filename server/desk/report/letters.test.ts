import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { REPORTED_ALREADY } from '#contract/report.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, outboxOf, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { newDesk } from '#test/operator.ts'
import { SENT_WORDS, takenBy } from '#test/sent.ts'

const app = withApp()
type Person = Awaited<ReturnType<typeof newPerson>>

const people = () => Promise.all([newPerson(app.url), newPerson(app.url)])
const report = (id: string, who: Person) =>
  ask(app.url, 'report', { kind: 'capsule', id, reason: 3, text: '吓到我了' }, who)
const received = async (who: Person) => (await get(app.url, 'received', {}, who)).capsules.data
const cases = async () => {
  const { token } = await newDesk(app.url, app.services)
  return { token, ...(await ask(app.url, 'caseList', { pageSize: 50 }, { token })) }
}

it('before its day a report by its receiver stops that sender to them, and no operator sees the letter', async () => {
  const [sender, receiver] = await people()
  const first = await takenBy(app, { sender, receiver }, { tel: receiver.tel })
  const second = await takenBy(app, { sender, receiver })
  expect(await report(first.capsule_id, receiver)).toMatchObject({ code: CODE.ok })
  expect(await received(receiver)).toEqual([])
  for (const { capsule_id } of [first, second]) await comeDue(app.services, capsule_id)
  const third = textCapsule('<p>再来一封</p>', { to: { name: '小满', tel: receiver.tel, tell_now: 1 } } as never)
  await get(app.url, 'createTimeCapsule', third, sender)
  await sendNotices(app.services)
  const told = await outboxOf(app.url, receiver.tel)
  expect(told.filter(({ template }) => template !== 'code')).toEqual([])
  expect((await ask(app.url, 'unseal', { capsule_id: first.capsule_id }, receiver)).code).toBe(CODE.missing)
  const { data, text } = await cases()
  expect(data!.cases).toEqual([])
  expect(text).not.toContain(SENT_WORDS)
})

it('after opening it one report lays the letter before the operators, hides nothing, and is written down as a look', async () => {
  const [sender, receiver] = await people()
  const { capsule_id } = await takenBy(app, { sender, receiver })
  await comeDue(app.services, capsule_id)
  expect((await cases()).text).not.toContain(SENT_WORDS)
  await get(app.url, 'unseal', { capsule_id }, receiver)
  expect(await report(capsule_id, receiver)).toMatchObject({ code: CODE.ok })
  expect(await report(capsule_id, receiver)).toMatchObject({ message: REPORTED_ALREADY })
  const { token, data } = await cases()
  const [letter, ...more] = data!.cases
  expect(more).toEqual([])
  expect(letter).toMatchObject({ kind: 'letter', why: 'reported', reporters: 1, hidden: 0 })
  expect(JSON.stringify(letter!.capsule)).toContain(SENT_WORDS)
  const { rows } = await sql`select from operator_looks where kind = 'case' and target = ${letter!.id}`.execute(
    app.services.db,
  )
  expect(rows).toHaveLength(1)
  expect((await received(receiver)).map(({ id }) => id)).toEqual([capsule_id])
  expect(
    (await ask(app.url, 'caseDecide', { case_id: letter!.id, decision: 'down', note: '不合适' }, { token })).code,
  ).not.toBe(CODE.ok)
  await get(app.url, 'caseDecide', { case_id: letter!.id, decision: 'pass' }, { token })
  expect((await get(app.url, 'inbox', {}, sender)).messages.data.filter(({ kind }) => kind === 'public')).toEqual([])
  const { rows: broken } = await sql`select * from broken_invariants`.execute(app.services.db)
  expect(broken).toEqual([])
})

it('nobody else reports it: not its sender, nor who was never handed it', async () => {
  const [sender, receiver] = await people()
  const { capsule_id } = await takenBy(app, { sender, receiver })
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, receiver)
  for (const who of [sender, await newPerson(app.url)]) expect((await report(capsule_id, who)).code).toBe(CODE.missing)
})

it('two operators ban its sender’s public side', async () => {
  const [sender, receiver] = await people()
  const { capsule_id } = await takenBy(app, { sender, receiver })
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, receiver)
  await report(capsule_id, receiver)
  const one = await cases()
  const case_id = one.data!.cases[0]!.id
  const ban = (token: string) => get(app.url, 'caseDecide', { case_id, decision: 'ban', note: '骚扰他人' }, { token })
  expect((await ban(one.token)).missing).toBe(1)
  const other = await newDesk(app.url, app.services)
  expect(await ban(other.token)).toEqual({ outcome: 'ban', missing: 0 })
  const told = (await get(app.url, 'inbox', {}, sender)).messages.data
  expect(told.map(({ kind }) => kind)).toContain('ban')
})
