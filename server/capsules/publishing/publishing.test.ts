import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { BANNED } from '#contract/profile.ts'
import { NOT_FOR_ALL } from '#contract/report.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { withApp } from '#test/app.ts'
import { ask, get, seal, textCapsule } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { newDesk } from '#test/operator.ts'
import { publishOpened } from './publishOpened.ts'

const app = withApp()
const REFUSED = '出售冰毒'
const DOUBTFUL = '赌场'
const one = async () => (await newCrowd(app.services, 1))[0]!
const two = async () => (await newCrowd(app.services, 2)) as [Member, Member]
const show = (capsule_id: string, { token }: Member, is_public: 0 | 1 = 1) =>
  ask(app.url, 'capsuleIsPublic', { capsule_id, is_public }, { token })
const detail = (capsule_id: string, { token }: Member) => ask(app.url, 'capsuleDetail', { capsule_id }, { token })
const own = async (capsule_id: string, member: Member) => (await detail(capsule_id, member)).data!.capsule
const inbox = async ({ token }: Member) => (await get(app.url, 'inbox', {}, { token })).messages.data
const user = async ({ token }: Member) => (await get(app.url, 'userInfo', {}, { token })).user
const caseAbout = async (token: string, capsule: string) => {
  const { cases } = await get(app.url, 'caseList', { pageSize: 50 }, { token })
  return cases.find((one) => one.capsule?.id === capsule)
}

async function sealed(owner: Member, more: Partial<Parameters<typeof textCapsule>[1]> & { html?: string }) {
  const { html = '<p>内容</p>', ...rest } = more
  await give(app.services, Number(owner.id), [{ kind: 'time', amount: 1 }])
  return seal(app.url, owner.token, textCapsule(html, { long_tag: '一颗', ...rest }))
}

async function opened(owner: Member, more: Parameters<typeof sealed>[1] = {}) {
  const capsule_id = await sealed(owner, more)
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, { token: owner.token })
  return capsule_id
}

describe('a capsule that is made public', () => {
  it.each([
    ['title', { long_tag: REFUSED }],
    ['content', { html: `<p>今天 <b>出售</b>冰毒</p>` }],
    ['words', { send_word: REFUSED }],
    ['remark', { description: REFUSED }],
  ])('is looked at: what is refused in its %s stays private, code 2', async (_, more) => {
    const [owner, other] = await two()
    const capsule_id = await opened(owner, more)
    expect(await show(capsule_id, owner)).toMatchObject({ code: CODE.refused, message: NOT_FOR_ALL })
    expect(await own(capsule_id, owner)).toMatchObject({ is_public: 0, review: '' })
    expect(await detail(capsule_id, other)).toMatchObject({ code: CODE.missing })
  })

  it('that is innocent is shown at once, and making it public again changes nothing', async () => {
    const [owner, other] = await two()
    const capsule_id = await opened(owner)
    for (let i = 0; i < 2; i++)
      expect(await show(capsule_id, owner)).toMatchObject({ code: CODE.ok, data: { is_public: 1, review: '' } })
    expect((await detail(capsule_id, other)).data!.capsule).toMatchObject({ is_public: 1, review: '' })
  })

  it('that is doubtful is shown to its owner alone until an operator has decided', async () => {
    const [owner, other] = await two()
    const capsule_id = await opened(owner, { html: `<p>那年路过${DOUBTFUL}</p>` })
    for (let i = 0; i < 2; i++)
      expect(await show(capsule_id, owner)).toMatchObject({ code: CODE.ok, data: { is_public: 1, review: 'waiting' } })
    expect(await own(capsule_id, owner)).toMatchObject({ is_public: 1, review: 'waiting' })
    expect(await detail(capsule_id, other)).toMatchObject({ code: CODE.missing })
    const { token } = await newDesk(app.url, app.services)
    const waiting = (await caseAbout(token, capsule_id))!
    expect(waiting).toMatchObject({ kind: 'capsule', why: 'doubtful', labels: ['gambling'], hidden: 1, mine: 0 })
    expect(waiting.capsule!.content[0]!.content).toContain(DOUBTFUL)
    await get(app.url, 'caseDecide', { case_id: waiting.id, decision: 'pass' }, { token })
    expect((await detail(capsule_id, other)).data!.capsule).toMatchObject({ is_public: 1 })
    expect(await own(capsule_id, owner)).toMatchObject({ is_public: 1, review: '' })
    expect(await inbox(owner)).toMatchObject([
      { kind: 'public', read: 0, appeal: '', to: `/subPages/me/capsuleDetail?id=${capsule_id}` },
    ])
  })

  it('and withdrawn while it waits is nothing that an operator sees', async () => {
    const owner = await one()
    const capsule_id = await opened(owner, { long_tag: DOUBTFUL })
    await show(capsule_id, owner)
    expect(await show(capsule_id, owner, 0)).toMatchObject({ data: { is_public: 0, review: '' } })
    const { token } = await newDesk(app.url, app.services)
    expect(await caseAbout(token, capsule_id)).toBeUndefined()
    const done = await get(app.url, 'caseList', { state: 'done', pageSize: 50 }, { token })
    const withdrawn = done.cases.find(({ outcome, user }) => outcome === 'withdrawn' && user.id === owner.id)!
    expect(withdrawn.capsule).toBeUndefined()
    expect(JSON.stringify(withdrawn)).not.toContain(DOUBTFUL)
  })

  it('twenty times at once is laid before the operators once', async () => {
    const owner = await one()
    const capsule_id = await opened(owner, { long_tag: DOUBTFUL })
    const answers = await Promise.all([...Array(20)].map(() => show(capsule_id, owner)))
    expect(answers.filter(({ data }) => data?.review !== 'waiting')).toEqual([])
    const { token } = await newDesk(app.url, app.services)
    const { cases } = await get(app.url, 'caseList', { pageSize: 50 }, { token })
    expect(cases.filter(({ user }) => user.id === owner.id)).toHaveLength(1)
  })
})

describe('a capsule that was sealed to be public', () => {
  it('is looked at when it is opened, never before, and shown', async () => {
    const [owner, other] = await two()
    const capsule_id = await sealed(owner, { is_public: 1, html: '<p>好天气</p>' })
    expect(await own(capsule_id, owner)).toMatchObject({ is_public: 1, review: '' })
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token: owner.token })
    expect((await detail(capsule_id, other)).data!.capsule).toMatchObject({ is_public: 1, review: '' })
  })

  it('stays private when it is refused: it opens all the same, and its owner is told why', async () => {
    const [owner, other] = await two()
    const capsule_id = await opened(owner, { is_public: 1, long_tag: REFUSED })
    expect(await own(capsule_id, owner)).toMatchObject({ status: 2, is_public: 0, review: '' })
    expect(await detail(capsule_id, other)).toMatchObject({ code: CODE.missing })
    expect(await inbox(owner)).toMatchObject([{ kind: 'public', text: expect.stringContaining(NOT_FOR_ALL) }])
    expect(await user(owner)).toMatchObject({ unread: 1 })
  })

  it('waits when it is doubtful', async () => {
    const owner = await one()
    const capsule_id = await opened(owner, { is_public: 1, long_tag: DOUBTFUL })
    expect(await own(capsule_id, owner)).toMatchObject({ status: 2, is_public: 1, review: 'waiting' })
  })

  it('is shown by the job when the process that opened it was killed before it was looked at', async () => {
    const [owner, other] = await two()
    const capsule_id = await opened(owner)
    await sql`update capsules set review = 'looking' where id = ${Number(capsule_id)}`.execute(app.services.db)
    expect(await own(capsule_id, owner)).toMatchObject({ is_public: 1, review: 'waiting' })
    expect(await detail(capsule_id, other)).toMatchObject({ code: CODE.missing })
    await publishOpened(app.services, new AbortController().signal)
    expect((await detail(capsule_id, other)).data!.capsule).toMatchObject({ is_public: 1, review: '' })
  })
})

describe('private things', () => {
  it('are never looked at: sealed, opened, drafts and diaries take every word', async () => {
    const owner = await one()
    const content = [{ type: 0 as const, content: `<p>${REFUSED}</p>`, comment: '' }]
    const capsule_id = await opened(owner, { long_tag: REFUSED, html: `<p>${REFUSED}</p>` })
    expect(await own(capsule_id, owner)).toMatchObject({ long_tag: REFUSED, status: 2 })
    await get(app.url, 'createTimeDraft', { content }, { token: owner.token })
    await give(app.services, Number(owner.id), [{ kind: 'diary', amount: 1 }])
    await get(app.url, 'createDiaryCapsule', { content }, { token: owner.token })
    const open = await app.services.db
      .selectFrom('cases')
      .select('id')
      .where('user_id', '=', Number(owner.id))
      .execute()
    expect(open).toEqual([])
  })
})

describe('a nickname', () => {
  const rename = (nickname: string, { token }: Member) => ask(app.url, 'userInfoUpdate', { nickname }, { token })

  it('that is refused changes nothing', async () => {
    const owner = await one()
    const { nickname } = await user(owner)
    expect(await rename(REFUSED, owner)).toMatchObject({ code: CODE.refused, message: NOT_FOR_ALL })
    expect(await user(owner)).toMatchObject({ nickname, waiting: [] })
  })

  it('that is doubtful leaves the old one in place until an operator has decided', async () => {
    const owner = await one()
    const { nickname } = await user(owner)
    const { token } = await newDesk(app.url, app.services)
    const ofOwner = async () =>
      (await get(app.url, 'caseList', { pageSize: 50 }, { token })).cases.find((one) => one.user.id === owner.id)
    for (const decision of ['down', 'pass'] as const) {
      expect(await rename(`${DOUBTFUL}常客`, owner)).toMatchObject({
        data: { user: { nickname, waiting: ['nickname'] } },
      })
      const waiting = (await ofOwner())!
      expect(waiting).toMatchObject({ kind: 'nickname', value: `${DOUBTFUL}常客`, labels: ['gambling'] })
      expect(
        await ask(app.url, 'caseDecide', { case_id: waiting.id, decision: 'ban', note: 'x' }, { token }),
      ).toMatchObject({
        code: CODE.refused,
      })
      await get(app.url, 'caseDecide', { case_id: waiting.id, decision, note: '不合适' }, { token })
      expect(await user(owner)).toMatchObject({
        nickname: decision === 'pass' ? `${DOUBTFUL}常客` : nickname,
        waiting: [],
      })
    }
    expect((await inbox(owner)).map(({ text }) => text)).toEqual(['新昵称已通过审核。', '新昵称没有通过审核：不合适'])
  })

  it('that is innocent takes the place of one that waits', async () => {
    const owner = await one()
    await rename(DOUBTFUL, owner)
    expect(await rename('看云的人', owner)).toMatchObject({ data: { user: { nickname: '看云的人', waiting: [] } } })
    const { token } = await newDesk(app.url, app.services)
    const { cases } = await get(app.url, 'caseList', { pageSize: 50 }, { token })
    expect(cases.filter(({ user }) => user.id === owner.id)).toEqual([])
  })
})

it('somebody who was banned seals nothing for everybody, and opens what is theirs', async () => {
  const owner = await one()
  const capsule_id = await sealed(owner, {})
  await app.services.db.updateTable('users').set({ hidden: 'banned' }).where('id', '=', Number(owner.id)).execute()
  await give(app.services, Number(owner.id), [{ kind: 'time', amount: 1 }])
  const early = textCapsule('<p>好</p>', { is_public: 1 })
  expect(await ask(app.url, 'createTimeCapsule', early, { token: owner.token })).toMatchObject({ message: BANNED })
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, { token: owner.token })
  expect(await show(capsule_id, owner)).toMatchObject({ code: CODE.refused, message: BANNED })
  await app.services.db.updateTable('users').set({ hidden: null }).where('id', '=', Number(owner.id)).execute()
})

it('what waits for an operator its owner reads as before', async () => {
  const owner = await one()
  const capsule_id = await opened(owner, { html: `<p>${DOUBTFUL}</p>` })
  await show(capsule_id, owner)
  const { review, capsule_content } = await own(capsule_id, owner)
  expect([review, capsule_content!.content[0]!.content]).toEqual(['waiting', `<p>${DOUBTFUL}</p>`])
})

it('words that only meet where one paragraph ends are not refused unseen', async () => {
  const owner = await one()
  const capsule_id = await opened(owner, { html: '<p>旧书出售</p><p>冰毒的危害，课上讲过</p>' })
  expect(await show(capsule_id, owner)).toMatchObject({ code: CODE.ok, data: { review: 'waiting' } })
})

it('a capsule that cannot be looked at keeps no other waiting', async () => {
  const [owner, other] = await two()
  const [broken, whole] = [await opened(owner), await opened(owner)]
  await inTransaction(app.services.db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`update capsules set review = 'looking' where id in (${Number(broken)}, ${Number(whole)})`.execute(db)
    await sql`update capsule_contents set sealed = '\\x00' where capsule_id = ${Number(broken)}`.execute(db)
  })
  await publishOpened(app.services, new AbortController().signal)
  expect((await detail(whole, other)).data!.capsule).toMatchObject({ is_public: 1 })
  expect(await detail(broken, other)).toMatchObject({ code: CODE.missing })
})
