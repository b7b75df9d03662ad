import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { addDays } from '#contract/time.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, inSeconds, later, newCode, newPerson, seal, textCapsule } from '#test/client.ts'
import { until } from '#test/engine.ts'
import { newDesk } from '#test/operator.ts'
import { removeOperator } from './operators.ts'
import { warnOverdue } from './overdue.ts'

const app = withApp({ WEIBO_NOTICES: 'hand' })
const REASON = '奶奶病重，想让她看到里面的照片'
const TITLE = '只有我知道的标题'
const CONTENT = '<p>只有我知道的内容</p>'

type More = Partial<Input<'createTimeCapsule'>>

/** Somebody's capsule with an application that waits. */
async function applied(more: More = {}, reason = REASON) {
  const owner = await newPerson(app.url)
  const capsule_id = await seal(app.url, owner.token, textCapsule(CONTENT, { long_tag: TITLE, ...more }))
  await get(app.url, 'unlockRequest', { capsule_id, reason }, { token: owner.token })
  const application = await app.services.db
    .selectFrom('applications')
    .select('id')
    .where('capsule_id', '=', Number(capsule_id))
    .executeTakeFirstOrThrow()
  return { ...owner, capsule_id, application_id: String(application.id) }
}

const desk = () => newDesk(app.url, app.services)
const decide = (token: string, application_id: string, approve: 0 | 1, reply = approve ? '' : '材料不足') =>
  ask(app.url, 'reviewDecide', { application_id, approve, reply }, { token })
const unseal = (token: string, capsule_id: string) => ask(app.url, 'unseal', { capsule_id }, { token })
const statusOf = async ({ token, capsule_id }: { token: string; capsule_id: string }) =>
  (await get(app.url, 'capsuleDetail', { capsule_id }, { token })).capsule.status

async function listed(token: string, id: string, state: 'waiting' | 'done' = 'waiting') {
  const { applications } = await get(app.url, 'reviewList', { state, pageSize: 50 }, { token })
  return applications.find((application) => application.id === id)
}

/** Until a moment of the database's clock has passed. */
const past = (open_time: string) => later(Date.parse(`${open_time.replace(' ', 'T')}+08:00`) - Date.now() + 100)

/** The messages to the owner about the application, as the outbox shows them. */
async function told(tel: string): Promise<string[]> {
  await sendNotices(app.services)
  const messages = (await (await fetch(`${app.url}/dev/outbox?to=${tel}`)).json()) as {
    template: string
    text: string
  }[]
  return messages.filter(({ template }) => ['approved', 'rejected'].includes(template)).map(({ text }) => text)
}

describe('an application for an early unsealing', () => {
  it('of a capsule that may be opened early is approved by one operator: the owner hears of it and may open', async () => {
    const owner = await applied()
    const { token, name } = await desk()
    expect(await unseal(owner.token, owner.capsule_id)).toMatchObject({ code: CODE.refused })
    expect(await decide(token, owner.application_id, 1, '好的')).toMatchObject({
      data: { state: 'approved', missing: 0 },
    })
    expect(await statusOf(owner)).toBe(4)
    const done = await listed(token, owner.application_id, 'done')
    expect(done).toMatchObject({ state: 'approved', decisions: [{ operator: name, approve: 1, reply: '好的' }] })
    expect(done!.decisions[0]!.decided_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(await told(owner.tel)).toEqual([expect.stringContaining('提前解封申请已通过')])
    expect(await told(owner.tel)).toHaveLength(1)
    await get(app.url, 'unseal', { capsule_id: owner.capsule_id }, { token: owner.token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: owner.capsule_id }, { token: owner.token })
    expect(capsule.capsule_content!.content[0]!.content).toBe(CONTENT)
    expect(capsule.open_at < capsule.open_time).toBe(true)
    expect((await listed(token, owner.application_id, 'done'))!.state).toBe('approved')
  })

  it('of a locked capsule needs two different operators', async () => {
    const owner = await applied({ is_lock: 1 })
    const [one, other] = [await desk(), await desk()]
    expect(await listed(one.token, owner.application_id)).toMatchObject({ is_lock: 1, missing: 2, mine: 0 })
    expect(await decide(one.token, owner.application_id, 1, '情况属实')).toMatchObject({
      data: { state: 'waiting', missing: 1 },
    })
    expect(await listed(one.token, owner.application_id)).toMatchObject({ missing: 1, mine: 1 })
    for (const again of [1, 0] as const)
      expect(await decide(one.token, owner.application_id, again)).toMatchObject({
        code: CODE.refused,
        message: '你已同意过这份申请，需要另一位审核员再次同意',
      })
    expect(await unseal(owner.token, owner.capsule_id)).toMatchObject({ code: CODE.refused })
    expect(await told(owner.tel)).toEqual([])
    expect(await decide(other.token, owner.application_id, 1)).toMatchObject({
      data: { state: 'approved', missing: 0 },
    })
    const detail = await get(app.url, 'capsuleDetail', { capsule_id: owner.capsule_id }, { token: owner.token })
    expect(detail.capsule.application).toMatchObject({ state: 'approved', reply: '情况属实' })
    expect(await told(owner.tel)).toHaveLength(1)
    expect(await unseal(owner.token, owner.capsule_id)).toMatchObject({ code: CODE.ok })
  })

  it('of a locked capsule does not count the yes of an operator who was removed before another said theirs', async () => {
    const owner = await applied({ is_lock: 1 })
    const [gone, second, third] = [await desk(), await desk(), await desk()]
    await decide(gone.token, owner.application_id, 1, '移除前写的')
    await removeOperator(app.services, gone.name)
    expect(await listed(second.token, owner.application_id)).toMatchObject({
      missing: 2,
      decisions: [{ operator: gone.name, approve: 1, reply: '移除前写的' }],
    })
    expect(await decide(second.token, owner.application_id, 1)).toMatchObject({
      data: { state: 'waiting', missing: 1 },
    })
    expect(await unseal(owner.token, owner.capsule_id)).toMatchObject({ code: CODE.refused })
    expect(await told(owner.tel)).toEqual([])
    expect(await decide(third.token, owner.application_id, 1)).toMatchObject({
      data: { state: 'approved', missing: 0 },
    })
    const detail = await get(app.url, 'capsuleDetail', { capsule_id: owner.capsule_id }, { token: owner.token })
    expect(detail.capsule.application).toMatchObject({ state: 'approved', reply: '' })
    expect(await unseal(owner.token, owner.capsule_id)).toMatchObject({ code: CODE.ok })
  })

  it('is over with the first no, which says why; the capsule is sealed as before and may be asked for again', async () => {
    const owner = await applied({ is_lock: 1 })
    const [one, other] = [await desk(), await desk()]
    await decide(one.token, owner.application_id, 1)
    expect(await decide(other.token, owner.application_id, 0, ' ')).toMatchObject({ message: '拒绝时请写明答复' })
    expect(await decide(other.token, owner.application_id, 0, '请补充说明')).toMatchObject({
      data: { state: 'rejected' },
    })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: owner.capsule_id }, { token: owner.token })
    expect(capsule).toMatchObject({ status: 1, application: { state: 'rejected', reply: '请补充说明' } })
    expect(await told(owner.tel)).toEqual([expect.stringContaining('提前解封申请未通过')])
    expect(await decide(other.token, owner.application_id, 1)).toMatchObject({ message: '这份申请已经处理过了' })
    expect(await unseal(owner.token, owner.capsule_id)).toMatchObject({ code: CODE.refused })
    await get(app.url, 'unlockRequest', { capsule_id: owner.capsule_id, reason: REASON }, { token: owner.token })
    expect(await statusOf(owner)).toBe(3)
  })

  it('shows an operator is_lock, the dates and the reason as it was typed, never what is sealed or whose it is', async () => {
    const reason = '<img src=x onerror=alert(1)> 我真的需要它'
    const owner = await applied({ contact: { email: 'friend@example.com' } }, reason)
    await get(app.url, 'userInfoUpdate', { nickname: '木兰小姐' }, { token: owner.token })
    const { token } = await desk()
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: owner.capsule_id }, { token: owner.token })
    const { sealed_at, open_time } = capsule
    expect(await listed(token, owner.application_id)).toMatchObject({
      reason,
      is_lock: 0,
      type: 0,
      sealed_at,
      open_time,
    })
    await decide(token, owner.application_id, 1)
    for (const state of ['waiting', 'done']) {
      const { text } = await ask(app.url, 'reviewList', { state, pageSize: 50 }, { token })
      for (const hidden of [TITLE, '只有我知道', '木兰小姐', owner.tel, 'friend@example.com'])
        expect(text, `${state} ${hidden}`).not.toContain(hidden)
    }
  })

  it('is listed the oldest first while it waits, and the newest first when it is done', async () => {
    const { token } = await desk()
    const made = [await applied(), await applied(), await applied()].map(({ application_id }) => application_id)
    const ids = async (state: 'waiting' | 'done', page = 1, pageSize = 50) =>
      (await get(app.url, 'reviewList', { state, page, pageSize }, { token })).applications.map(({ id }) => id)
    const waiting = await ids('waiting')
    expect(waiting.filter((id) => made.includes(id))).toEqual(made)
    expect(await ids('waiting', 2, 2)).toEqual(waiting.slice(2, 4))
    for (const id of made) await decide(token, id, 0)
    const done = await ids('done')
    expect(done.slice(0, 3)).toEqual([...made].reverse())
    expect(await ids('done', 2, 2)).toEqual(done.slice(2, 4))
  })

  it('whose capsule is due is shown as such behind the others, and decided by nobody', async () => {
    const { token } = await desk()
    const open_time = inSeconds(4)
    const owner = await applied({ open_time })
    const other = await applied()
    await past(open_time)
    const { applications, waiting } = await get(app.url, 'reviewList', { pageSize: 50 }, { token })
    expect(applications.at(-1)).toMatchObject({ id: owner.application_id, state: 'waiting', due: 1, overdue: 0 })
    expect(applications.find(({ id }) => id === other.application_id)).toMatchObject({ due: 0 })
    expect(waiting).toBe(applications.filter(({ due }) => due === 0).length)
    for (const approve of [0, 1] as const)
      expect(await decide(token, owner.application_id, approve)).toMatchObject({
        message: '已到解封时间，主人可以直接解封',
      })
    expect(await unseal(owner.token, owner.capsule_id)).toMatchObject({ code: CODE.ok })
    expect(await listed(token, owner.application_id, 'done')).toMatchObject({ state: 'closed', decisions: [] })
    expect(await decide(token, owner.application_id, 1)).toMatchObject({ message: '这份申请已经处理过了' })
  })

  it('that nobody made is missing', async () => {
    const { token } = await desk()
    expect(await decide(token, '999999999', 1)).toMatchObject({ code: CODE.missing })
  })
})

describe('decisions at the same moment', () => {
  const ok = (answers: { code: number }[]) => answers.filter(({ code }) => code === CODE.ok).length

  it('by two operators: one ends it, the other hears so, and the owner is told once', async () => {
    const desks = [await desk(), await desk(), await desk()]
    for (let round = 0; round < 5; round++) {
      const owner = await applied()
      const answers = await Promise.all(
        desks.map(({ token }, index) => decide(token, owner.application_id, index === 2 ? 0 : 1)),
      )
      expect(ok(answers)).toBe(1)
      for (const { code, message } of answers.filter(({ code }) => code !== CODE.ok))
        expect([code, message]).toEqual([CODE.refused, '这份申请已经处理过了'])
      expect(await told(owner.tel)).toHaveLength(1)
    }
  })

  it('on a locked capsule: two different yeses approve it, one operator twice does not', async () => {
    const [one, other] = [await desk(), await desk()]
    const owner = await applied({ is_lock: 1 })
    const twice = await Promise.all([1, 2, 3].map(() => decide(one.token, owner.application_id, 1)))
    expect(ok(twice)).toBe(1)
    expect(await statusOf(owner)).toBe(3)
    const next = await applied({ is_lock: 1 })
    const both = await Promise.all([one, other].map(({ token }) => decide(token, next.application_id, 1)))
    expect(both.map(({ data }) => data!.state).sort()).toEqual(['approved', 'waiting'])
    expect(await statusOf(next)).toBe(4)
    expect(await told(next.tel)).toHaveLength(1)
  })

  it('as the owner unseals at open time leave it open, with the application settled one way', async () => {
    const { token } = await desk()
    const open_time = inSeconds(5)
    const owners = await Promise.all([1, 2, 3, 4].map(() => applied({ open_time })))
    await later(Date.parse(`${open_time.replace(' ', 'T')}+08:00`) - Date.now() - 30)
    const tries = owners.flatMap((owner) => [
      decide(token, owner.application_id, 1),
      unseal(owner.token, owner.capsule_id),
      decide(token, owner.application_id, 0),
    ])
    for (const { status, text } of await Promise.all(tries)) expect(status, text).toBe(200)
    await past(open_time)
    for (const owner of owners) {
      await unseal(owner.token, owner.capsule_id)
      expect(await statusOf(owner)).toBe(2)
      expect(await listed(token, owner.application_id)).toBeUndefined()
    }
  })

  it('as the account is closed leave nothing of it behind', async () => {
    const { token } = await desk()
    for (const approve of [1, 0] as const) {
      const owner = await applied()
      await forgetSends(app.services.db, owner.tel)
      const captcha = await newCode(app.url, owner.tel, { token: owner.token })
      const [decided, closed] = await Promise.all([
        decide(token, owner.application_id, approve),
        ask(app.url, 'cancelAccount', { captcha }, { token: owner.token }),
      ])
      expect([CODE.ok, CODE.missing]).toContain(decided.code)
      expect(closed.code).toBe(CODE.ok)
      const id = Number(owner.application_id)
      for (const table of ['applications', 'application_decisions'] as const) {
        const column = table === 'applications' ? 'id' : 'application_id'
        expect(
          (await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(app.services.db)).rows,
        ).toEqual([])
      }
    }
  })
})

describe('an application that waits for more than five working days', () => {
  it('is marked, counted at /metrics and told in the log', async () => {
    const open_time = inSeconds(4)
    const [old, due] = [await applied(), await applied({ open_time })]
    await sql`update applications set created_at = ${addDays(new Date(), -9)}
      where id in (${Number(old.application_id)}, ${Number(due.application_id)})`.execute(app.services.db)
    await past(open_time)
    const { token } = await desk()
    expect(await listed(token, old.application_id)).toMatchObject({ overdue: 1 })
    const { waiting, overdue } = await get(app.url, 'reviewList', {}, { token })
    expect(overdue).toBe(1)
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    expect(metrics).toContain('\napplications_overdue 1\n')
    expect(metrics).toContain(`\napplications_waiting ${waiting}\n`)
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    await warnOverdue({ ...app.services, log })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, overdue: 1, waiting }])
    await decide(token, old.application_id, 1)
    await warnOverdue({ ...app.services, log })
    expect(lines).toHaveLength(1)
  })
})

describe('a Weibo notice that a person has to send', () => {
  async function handNotice(nickname: string) {
    const { token } = await newPerson(app.url)
    const open_time = inSeconds(3)
    const more = { long_tag: TITLE, contact: { weibo: nickname }, open_time }
    const capsule_id = await seal(app.url, token, textCapsule(CONTENT, more))
    await past(open_time)
    await sendNotices(app.services)
    return { token, capsule_id }
  }
  const notices = async (token: string) => (await get(app.url, 'handNotices', { pageSize: 50 }, { token })).notices
  const messageOf = (id: string) =>
    app.services.db.selectFrom('messages').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()

  it('stands on the list with its name and text, without title or content, until an operator has done it', async () => {
    await handNotice('小满的微博')
    const { token } = await desk()
    const notice = (await notices(token)).find(({ to }) => to === '小满的微博')!
    expect(notice.text).toContain('时光胶囊')
    expect(JSON.stringify(notice)).not.toMatch(/只有我知道/)
    const done = (yes: 0 | 1) => ask(app.url, 'handNoticeDone', { notice_id: notice.id, done: yes }, { token })
    const answers = await Promise.all([done(1), done(1), done(0)])
    expect(answers.filter(({ code }) => code === CODE.ok)).toHaveLength(1)
    for (const { code, message } of answers.filter(({ code }) => code !== CODE.ok))
      expect([code, message]).toEqual([CODE.refused, '这条私信已经处理过了'])
    expect(await notices(token)).toEqual([])
    const attempts = app.services.db.selectFrom('attempts').selectAll().where('message_id', '=', Number(notice.id))
    expect(await attempts.execute()).toMatchObject([
      { provider: 'operator', provider_id: expect.stringMatching(/^\d+$/) },
    ])
    expect(await messageOf(notice.id)).toMatchObject({ text: null, params: null, address: null, next_at: null })
  })

  it('counts as sent when the operator says so, and as failed when it cannot be', async () => {
    const { token } = await desk()
    for (const [nickname, yes, state] of [
      ['会收到的', 1, 'sent'],
      ['收不到的', 0, 'failed'],
    ] as const) {
      const owner = await handNotice(nickname)
      const { id } = (await notices(token)).find(({ to }) => to === nickname)!
      await get(app.url, 'handNoticeDone', { notice_id: id, done: yes }, { token })
      const row = await messageOf(id)
      expect(row.state).toBe(state)
      expect(row.sent_at === null).toBe(state === 'failed')
      const log = await get(app.url, 'noticeLog', { capsule_id: owner.capsule_id }, { token: owner.token })
      expect(log.notices.find((one) => one.id === id)).toMatchObject({ to: 'weibo', state, tries: 1 })
    }
  })

  it('that cannot be sent is told to the owner, or stays on the list', async () => {
    const owner = await handNotice('说到一半的')
    const { token } = await desk()
    const { id } = (await notices(token)).find(({ to }) => to === '说到一半的')!
    const fail = () => ask(app.url, 'handNoticeDone', { notice_id: id, done: 0 }, { token })
    const { db } = app.services
    await sql`create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'ended'; end $$`.execute(
      db,
    )
    await sql`create trigger fail_here before update on capsule_contacts for each row execute function fail_here()`.execute(
      db,
    )
    expect((await fail()).code).toBe(CODE.fault)
    await sql`drop function fail_here cascade`.execute(db)
    expect((await notices(token)).map((one) => one.id)).toContain(id)
    expect(await fail()).toMatchObject({ code: CODE.ok })
    const log = await get(app.url, 'noticeLog', { capsule_id: owner.capsule_id }, { token: owner.token })
    expect(log.notices.filter(({ about }) => about === '联系方式无法送达')).toHaveLength(1)
  })

  it.skipIf(!process.env.DATABASE_URL)(
    'waits for a transaction that has its capsule, holding nothing it needs',
    async () => {
      const { capsule_id } = await handNotice('等一等的')
      const { token } = await desk()
      const { id } = (await notices(token)).find(({ to }) => to === '等一等的')!
      const { db } = app.services
      const done = await db.transaction().execute(async (held) => {
        await sql`select from capsules where id = ${Number(capsule_id)} for update`.execute(held)
        const asked = ask(app.url, 'handNoticeDone', { notice_id: id, done: 0 }, { token })
        await until(async () => {
          const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          return (await waiting.execute(db)).rows.length > 0
        })
        await sql`update capsule_contacts set mention = mention where capsule_id = ${Number(capsule_id)}`.execute(held)
        await sql`update messages set params = params where capsule_id = ${Number(capsule_id)}`.execute(held)
        return { asked }
      })
      expect((await done.asked).code).toBe(CODE.ok)
    },
  )
})

it('what became of an application is told in the inbox, with the answer', async () => {
  const [yes, no, waits] = [await applied(), await applied(), await applied({ is_lock: 1 })]
  const { token } = await desk()
  await decide(token, yes.application_id, 1)
  await decide(token, no.application_id, 0, '材料不足')
  await decide(token, waits.application_id, 1)
  const inbox = async ({ token }: { token: string }) => (await get(app.url, 'inbox', {}, { token })).messages.data
  const to = `/subPages/me/capsuleDetail?id=${yes.capsule_id}`
  expect(await inbox(yes)).toMatchObject([{ kind: 'application', to, text: expect.stringContaining('已通过') }])
  expect(await inbox(no)).toMatchObject([{ text: `胶囊「${TITLE}」的提前解封申请未通过。答复：材料不足` }])
  expect(await inbox(waits)).toEqual([])
})
