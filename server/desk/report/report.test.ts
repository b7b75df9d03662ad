import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CASE_CLOSED, CASE_DECIDED_ONCE, CASE_NOTE_MISSING } from '#contract/cases.ts'
import { CODE } from '#contract/codes.ts'
import { BANNED } from '#contract/profile.ts'
import {
  APPEALED_ALREADY,
  BLOCK_SELF,
  GIFT_NOT_TAKEN,
  NOT_FOR_ALL,
  NOTHING_TO_APPEAL,
  REPORT_OWN,
  REPORTED_ALREADY,
  REPORTS_A_DAY_OVER,
  TAKEN_DOWN,
} from '#contract/report.ts'
import { SHARE_AUTHOR_REPORTED, SHARE_REPORTED, sharedPath } from '#contract/share.ts'
import { withApp } from '#test/app.ts'
import { ask, forgetSends, get, newCode, seal, textCapsule } from '#test/client.ts'
import { type Member, newCrowd, openedCapsule } from '#test/crowd.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { linkOf } from '#test/links.ts'
import { newDesk } from '#test/operator.ts'

const app = withApp()
const crowd = (size: number) => newCrowd(app.services, size) as Promise<[Member, Member, ...Member[]]>
type Kind = 'capsule' | 'user'
const report = (kind: Kind, id: string, { token }: Member, text = '') =>
  ask(app.url, 'report', { kind, id, reason: 3, text }, { token })
const inbox = async ({ token }: Member) => (await get(app.url, 'inbox', {}, { token })).messages.data
const desk = async () => (await newDesk(app.url, app.services)).token
const casesOf = async (token: string, { id }: Member) =>
  (await get(app.url, 'caseList', { pageSize: 50 }, { token })).cases.filter(({ user }) => user.id === id)
const caseOf = async (token: string, member: Member) => (await casesOf(token, member))[0]!
type Decision = 'pass' | 'down' | 'ban'
const decide = (token: string, case_id: string, decision: Decision, note = '不合适') =>
  ask(app.url, 'caseDecide', { case_id, decision, note }, { token })
let titles = 0
const newTitle = () => `晚风第${process.pid}${++titles}`

/** Every place where somebody else may come upon a public capsule. */
async function surfaces(capsule: string, title: string, author: Member, { token }: Member): Promise<boolean[]> {
  const has = (list: { id: string }[]) => list.some(({ id }) => id === capsule)
  const search = await get(app.url, 'capsuleSearch', { keyword: title }, { token })
  const home = await get(app.url, 'capsuleOpenList', { pageSize: 50 }, { token })
  const theirs = await ask(app.url, 'userCapsules', { user_id: author.id }, { token })
  const loved = await get(app.url, 'userLoveList', {}, { token })
  const detail = await ask(app.url, 'capsuleDetail', { capsule_id: capsule }, { token })
  return [
    has(search.capsules),
    has(home.capsules),
    has(theirs.data?.capsules.data ?? []),
    has(loved.capsules.data),
    detail.code === CODE.ok,
  ]
}

async function shown(author: Member, ...readers: Member[]) {
  const title = newTitle()
  const capsule = await openedCapsule(app, author, title)
  for (const { token } of readers) await get(app.url, 'like', { capsule_id: capsule }, { token })
  return { capsule, title }
}

describe('a report of a capsule', () => {
  it('of three different people hides it from every public surface until an operator has looked; of two it does not', async () => {
    const [author, ...others] = await crowd(4)
    const { capsule, title } = await shown(author, others[0]!)
    const seen = () => surfaces(capsule, title, author, others[0]!)
    for (const reporter of others.slice(0, 2)) {
      expect(await report('capsule', capsule, reporter, '太过分了')).toMatchObject({ code: CODE.ok })
      expect(await seen()).toEqual([true, true, true, true, true])
    }
    expect(await report('capsule', capsule, others[2]!)).toMatchObject({ code: CODE.ok })
    expect(await seen()).toEqual([false, false, false, false, false])
    const own = await get(app.url, 'capsuleDetail', { capsule_id: capsule }, { token: author.token })
    expect(own.capsule).toMatchObject({ is_public: 1, review: 'waiting', capsule_content: expect.anything() })

    const token = await desk()
    const waiting = await caseOf(token, author)
    expect(waiting).toMatchObject({
      kind: 'capsule',
      why: 'reported',
      reporters: 3,
      hidden: 1,
      user: { id: author.id },
    })
    expect(waiting.reports).toHaveLength(3)
    expect(waiting.reports[2]).toMatchObject({ reason: 3, text: '太过分了' })
    expect(waiting.capsule).toMatchObject({ id: capsule, long_tag: title })
    expect(await decide(token, waiting.id, 'pass')).toMatchObject({ data: { outcome: 'pass', missing: 0 } })
    expect(await seen()).toEqual([true, true, true, true, true])
  })

  it('counts once a person, also ten times and at once', async () => {
    const [author, reporter] = await crowd(2)
    const { capsule, title } = await shown(author, reporter)
    const answers = await Promise.all([...Array(10)].map(() => report('capsule', capsule, reporter)))
    expect(answers.filter(({ code }) => code === CODE.ok)).toHaveLength(1)
    for (const answer of answers.filter(({ code }) => code !== CODE.ok))
      expect(answer).toMatchObject({ code: CODE.refused, message: REPORTED_ALREADY })
    expect(await surfaces(capsule, title, author, reporter)).toEqual([true, true, true, true, true])
    expect(await caseOf(await desk(), author)).toMatchObject({ reporters: 1, hidden: 0 })
  })

  it('is for what is shown: nothing private, unknown or one’s own', async () => {
    const [author, other] = await crowd(2)
    const hidden = await openedCapsule(app, author, '自己的', 0)
    for (const id of [hidden, '999999999'])
      expect(await report('capsule', id, other)).toMatchObject({ code: CODE.missing })
    const { capsule } = await shown(author)
    expect(await report('capsule', capsule, author)).toMatchObject({ code: CODE.refused, message: REPORT_OWN })
    for (const wrong of [{ reason: 6 }, { reason: 0 }, { kind: 'diary' }, { text: '长'.repeat(201) }])
      expect(
        (await ask(app.url, 'report', { kind: 'capsule', id: capsule, reason: 1, ...wrong }, { token: other.token }))
          .code,
      ).not.toBe(CODE.ok)
    expect(await casesOf(await desk(), author)).toEqual([])
  })

  it('is made ten times a day by one person, and no more', async () => {
    const [reporter, ...authors] = await crowd(12)
    const answers = await Promise.all(authors.map(({ id }) => report('user', id, reporter)))
    expect(answers.filter(({ code }) => code === CODE.ok)).toHaveLength(10)
    expect(answers.find(({ code }) => code !== CODE.ok)).toMatchObject({ message: REPORTS_A_DAY_OVER })
  })

  it('that nobody has decided counts on when its owner withdraws it and shows it again', async () => {
    const [author, ...others] = await crowd(4)
    const { capsule, title } = await shown(author, others[0]!)
    for (const reporter of others) await report('capsule', capsule, reporter)
    const token = await desk()
    for (const is_public of [0, 1] as const)
      await get(app.url, 'capsuleIsPublic', { capsule_id: capsule, is_public }, { token: author.token })
    expect(await surfaces(capsule, title, author, others[0]!)).toEqual([false, false, false, false, false])
    expect(await caseOf(token, author)).toMatchObject({ why: 'reported', reporters: 3 })
  })
})

describe('what was taken down', () => {
  async function takenDown() {
    const [author, reporter] = await crowd(2)
    const { capsule, title } = await shown(author, reporter)
    const { token: link } = await get(app.url, 'capsuleShare', { capsule_id: capsule }, { token: author.token })
    await report('capsule', capsule, reporter)
    const token = await desk()
    const { id } = await caseOf(token, author)
    expect(await decide(token, id, 'down', '')).toMatchObject({ code: CODE.refused, message: CASE_NOTE_MISSING })
    await decide(token, id, 'down', '含有人身攻击')
    return { author, reporter, capsule, title, link, token, id }
  }

  it('goes from every public surface and its link in the same second, and stays its owner’s', async () => {
    const { author, reporter, capsule, title, link, token, id } = await takenDown()
    expect(await surfaces(capsule, title, author, reporter)).toEqual([false, false, false, false, false])
    expect(await ask(app.url, 'capsuleDetail', { capsule_id: capsule, token: link })).toMatchObject({
      code: CODE.missing,
    })
    const asOwner = { token: author.token }
    const own = await get(app.url, 'capsuleDetail', { capsule_id: capsule }, asOwner)
    expect(own.capsule).toMatchObject({ is_public: 0, review: 'down', capsule_content: expect.anything() })
    for (const again of [
      await ask(app.url, 'capsuleIsPublic', { capsule_id: capsule, is_public: 1 }, asOwner),
      await ask(app.url, 'capsuleShare', { capsule_id: capsule }, asOwner),
    ])
      expect(again).toMatchObject({ code: CODE.refused, message: TAKEN_DOWN })
    expect(await decide(token, id, 'pass')).toMatchObject({ code: CODE.refused, message: CASE_CLOSED })
    expect(await inbox(author)).toMatchObject([
      { kind: 'down', text: expect.stringContaining('含有人身攻击'), appeal: 'open' },
    ])
  })

  it('can be appealed against once, which brings it back to the desk; what that came to is told', async () => {
    for (const decision of ['pass', 'down'] as const) {
      const { author, reporter, capsule, title, token } = await takenDown()
      const [message] = await inbox(author)
      const appeal = (text: string, { token }: Member = author) =>
        ask(app.url, 'appeal', { message_id: message!.id, text }, { token })
      for (const wrong of ['', '  ', '字'.repeat(101)])
        expect(await appeal(wrong)).toMatchObject({ code: CODE.refused })
      expect(await appeal('不是我的', reporter)).toMatchObject({ code: CODE.missing })
      const answers = await Promise.all([appeal('这是一首诗'), appeal('这是一首诗')])
      expect(answers.map(({ code }) => code).toSorted()).toEqual([CODE.refused, CODE.ok].toSorted())
      expect(await appeal('再说一次')).toMatchObject({ message: APPEALED_ALREADY })
      const again = await caseOf(token, author)
      expect(again).toMatchObject({ why: 'appeal', plea: '这是一首诗', capsule: { long_tag: title } })
      await decide(token, again.id, decision)
      const back = decision === 'pass'
      expect((await surfaces(capsule, title, author, reporter))[4]).toBe(back)
      const [told] = await inbox(author)
      expect(told).toMatchObject({ kind: back ? 'public' : 'down', appeal: '' })
      expect(await ask(app.url, 'appeal', { message_id: told!.id, text: 'x' }, { token: author.token })).toMatchObject({
        message: NOTHING_TO_APPEAL,
      })
    }
  })
})

describe('a ban', () => {
  it('takes two operators; of the first everything of theirs is out of sight already', async () => {
    const [author, reporter] = await crowd(2)
    const { capsule, title } = await shown(author, reporter)
    const other = await shown(author, reporter)
    await get(app.url, 'userFollow', { user_id: author.id }, { token: reporter.token })
    await report('user', author.id, reporter)
    const [one, two] = [await desk(), await desk()]
    const { id } = await caseOf(one, author)
    expect(await decide(one, id, 'ban')).toMatchObject({ data: { outcome: '', missing: 1 } })
    expect(await decide(one, id, 'ban')).toMatchObject({ code: CODE.refused, message: CASE_DECIDED_ONCE })
    const nowhere = [false, false, false, false, false]
    expect(await surfaces(capsule, title, author, reporter)).toEqual(nowhere)
    expect(await inbox(author)).toEqual([])
    expect(await decide(two, id, 'ban')).toMatchObject({ data: { outcome: 'ban', missing: 0 } })
    for (const each of [{ capsule, title }, other])
      expect(await surfaces(each.capsule, each.title, author, reporter)).toEqual(nowhere)
    const asReader = { token: reporter.token }
    expect(await ask(app.url, 'userDetail', { user_id: author.id }, asReader)).toMatchObject({ code: CODE.missing })
    expect((await get(app.url, 'userFollowList', {}, asReader)).users.data).toEqual([])
    const asAuthor = { token: author.token }
    const own = await get(app.url, 'capsuleDetail', { capsule_id: capsule }, asAuthor)
    expect(own.capsule.capsule_content).toBeDefined()
    const [told] = await inbox(author)
    expect(told).toMatchObject({ kind: 'ban', appeal: 'open' })

    await get(app.url, 'appeal', { message_id: told!.id, text: '我会改的' }, asAuthor)
    const again = await caseOf(one, author)
    expect(again).toMatchObject({ kind: 'user', why: 'appeal', plea: '我会改的' })
    await decide(one, again.id, 'pass')
    expect(await surfaces(capsule, title, author, reporter)).toEqual([true, true, true, true, true])
  })

  it('from a reported capsule takes that down as well, and it stays down when the ban ends', async () => {
    const [author, reporter] = await crowd(2)
    const { capsule, title } = await shown(author, reporter)
    await report('capsule', capsule, reporter)
    const [one, two] = [await desk(), await desk()]
    const { id } = await caseOf(one, author)
    await decide(one, id, 'ban')
    await decide(two, id, 'ban')
    const told = (await inbox(author)).find(({ kind }) => kind === 'ban')!
    await get(app.url, 'appeal', { message_id: told.id, text: '误会' }, { token: author.token })
    await decide(two, (await caseOf(two, author)).id, 'pass')
    expect((await surfaces(capsule, title, author, reporter))[4]).toBe(false)
    expect((await inbox(author)).map(({ kind }) => kind)).toEqual(['public', 'ban', 'down'])
  })
})

describe('a shared link', () => {
  /** A private capsule that was opened, and its link. */
  async function sharedCapsule(title = newTitle()) {
    const [author, reporter, ...others] = await crowd(4)
    const capsule = await openedCapsule(app, author, title, 0)
    const link = await shareAgain(capsule, author)
    return { author, capsule, link: link.data!.token, reporters: [reporter!, ...others], desk: await desk() }
  }
  type Shared = Awaited<ReturnType<typeof sharedCapsule>>
  const shareAgain = (capsule_id: string, { token }: Member) => ask(app.url, 'capsuleShare', { capsule_id }, { token })
  const makePublic = ({ capsule, author }: Shared, is_public: 0 | 1 = 1) =>
    ask(app.url, 'capsuleIsPublic', { capsule_id: capsule, is_public }, { token: author.token })
  /** At the door, for somebody who has the link and is signed in or not. */
  async function leads({ capsule, link, reporters }: Shared) {
    const read = (token?: string) => ask(app.url, 'capsuleDetail', { capsule_id: capsule, token: link }, { token })
    const door = await fetch(app.url + sharedPath(link))
    return [door.status, (await read()).code, (await read(reporters[0]!.token)).code]
  }
  const OPEN = [200, CODE.ok, CODE.ok]
  const GONE = [404, CODE.missing, CODE.missing]
  async function isGone(shared: Shared, message: string) {
    expect(await leads(shared)).toEqual(GONE)
    expect(await shareAgain(shared.capsule, shared.author)).toMatchObject({ code: CODE.refused, message })
  }
  async function isBack(shared: Shared) {
    expect(await leads(shared)).toEqual(OPEN)
    expect(await shareAgain(shared.capsule, shared.author)).toMatchObject({ data: { token: shared.link } })
  }
  async function appealAgainst(kind: string, { author, desk }: Shared) {
    const told = (await inbox(author)).find((message) => message.kind === kind)!
    await get(app.url, 'appeal', { message_id: told.id, text: '误会' }, { token: author.token })
    await decide(desk, (await caseOf(desk, author)).id, 'pass')
  }

  it('is 404 while its author is hidden, and comes back with them', async () => {
    const shared = await sharedCapsule()
    const { author, reporters, desk } = shared
    for (const reporter of reporters) await report('user', author.id, reporter)
    await isGone(shared, SHARE_AUTHOR_REPORTED)
    await decide(desk, (await caseOf(desk, author)).id, 'pass')
    await isBack(shared)
  })

  it('is 404 while its author is banned, and comes back with the appeal', async () => {
    const shared = await sharedCapsule()
    const { author, reporters } = shared
    await report('user', author.id, reporters[0]!)
    const { id } = await caseOf(shared.desk, author)
    await decide(shared.desk, id, 'ban')
    await isGone(shared, SHARE_AUTHOR_REPORTED)
    await decide(await desk(), id, 'ban')
    await isGone(shared, BANNED)
    await appealAgainst('ban', shared)
    await isBack(shared)
  })

  it('is 404 while its capsule is reported, and comes back when an operator has passed it', async () => {
    const shared = await sharedCapsule()
    const { author, reporters, capsule, desk } = shared
    await makePublic(shared)
    for (const reporter of reporters) await report('capsule', capsule, reporter)
    await isGone(shared, SHARE_REPORTED)
    await decide(desk, (await caseOf(desk, author)).id, 'pass')
    await isBack(shared)
  })

  it('is 404 while its capsule is taken down, can be ended then, and comes back with the appeal unless it was', async () => {
    for (const ends of [false, true]) {
      const shared = await sharedCapsule()
      const { author, reporters, capsule, desk } = shared
      await makePublic(shared)
      await report('capsule', capsule, reporters[0]!)
      await decide(desk, (await caseOf(desk, author)).id, 'down')
      await isGone(shared, TAKEN_DOWN)
      if (ends) await get(app.url, 'capsuleUnshare', { capsule_id: capsule }, { token: author.token })
      await appealAgainst('down', shared)
      if (!ends) await isBack(shared)
      else expect((await leads(shared))[0]).toBe(404)
    }
  })

  it('stays while its capsule is private, was never looked at, is doubtful or was refused for the public', async () => {
    for (const [title, published] of [
      [newTitle(), { code: CODE.ok, data: { review: '' } }],
      [`赌场${newTitle()}`, { code: CODE.ok, data: { review: 'waiting' } }],
      ['出售冰毒', { code: CODE.refused, message: NOT_FOR_ALL }],
    ] as const) {
      const shared = await sharedCapsule(title)
      await isBack(shared)
      expect(await makePublic(shared)).toMatchObject(published)
      await isBack(shared)
      await makePublic(shared, 0)
      await isBack(shared)
    }
    const unseen = await sharedCapsule()
    await sql`update capsules set review = 'looking' where id = ${Number(unseen.capsule)}`.execute(app.services.db)
    await isBack(unseen)
  })

  it('is no contact’s own link, which is a letter and stays', async () => {
    const [author, reporter, ...others] = await crowd(4)
    await give(app.services, Number(author.id), [{ kind: 'time', amount: 1 }])
    const letter = textCapsule('<p>给你</p>', { contact: { email: 'friend@example.com' } })
    const capsule_id = await seal(app.url, author.token, letter)
    await comeDue(app.services, capsule_id)
    const unseal_token = await linkOf(app.services, capsule_id)
    for (const each of [reporter!, ...others]) await report('user', author.id, each)
    const { jwt } = await get(app.url, 'unsealByToken', { unseal_token })
    expect(await ask(app.url, 'capsuleDetail', { capsule_id }, { token: jwt })).toMatchObject({ code: CODE.ok })
  })
})

describe('somebody who was reported by three', () => {
  it('is found by nobody, with all they show, until an operator has looked', async () => {
    const [author, ...others] = await crowd(4)
    const { capsule, title } = await shown(author, others[0]!)
    await get(app.url, 'userInfoUpdate', { nickname: title }, { token: author.token })
    const found = async () =>
      (await get(app.url, 'searchOwner', { keyword: title }, { token: others[0]!.token })).users.length
    expect(await found()).toBe(1)
    for (const reporter of others) expect(await report('user', author.id, reporter)).toMatchObject({ code: CODE.ok })
    expect(await found()).toBe(0)
    expect(await surfaces(capsule, title, author, others[0]!)).toEqual([false, false, false, false, false])
    const token = await desk()
    await decide(token, (await caseOf(token, author)).id, 'down', '昵称不合适')
    expect(await surfaces(capsule, title, author, others[0]!)).toEqual([true, true, true, true, true])
    const { user } = await get(app.url, 'userInfo', {}, { token: author.token })
    expect(user.nickname).toMatch(/^时光旅人\d+$/)
  })

  it('and who leaves is nothing that waits', async () => {
    const [author, ...others] = await crowd(4)
    await shown(author)
    for (const reporter of others) await report('user', author.id, reporter)
    await forgetSends(app.services.db, author.tel)
    const captcha = await newCode(app.url, author.tel, { token: author.token })
    await get(app.url, 'cancelAccount', { captcha }, { token: author.token })
    expect(await casesOf(await desk(), author)).toEqual([])
  })
})

describe('a block', () => {
  it('lets somebody vanish from my field, search and lists, for me only', async () => {
    const [author, me, other] = (await crowd(3)) as [Member, Member, Member]
    const { capsule, title } = await shown(author, me, other)
    for (const { token } of [me, other]) await get(app.url, 'userFollow', { user_id: author.id }, { token })
    const { user } = await get(app.url, 'userInfo', {}, { token: author.token })
    const followed = async ({ token }: Member) =>
      (await get(app.url, 'userFollowList', {}, { token })).users.data.length
    const found = async ({ token }: Member) =>
      (await get(app.url, 'searchOwner', { keyword: user.nickname }, { token })).users.some(
        ({ id }) => id === author.id,
      )
    const block = (name: 'block' | 'unblock') => ask(app.url, name, { user_id: author.id }, { token: me.token })
    for (let i = 0; i < 2; i++) expect(await block('block')).toMatchObject({ code: CODE.ok })
    expect(await surfaces(capsule, title, author, me)).toEqual([false, false, true, false, true])
    expect([await found(me), await followed(me)]).toEqual([false, 0])
    expect(await surfaces(capsule, title, author, other)).toEqual([true, true, true, true, true])
    expect([await found(other), await followed(other)]).toEqual([true, 1])
    const theirs = await get(app.url, 'userDetail', { user_id: author.id }, { token: me.token })
    expect(theirs.user.is_blocked).toBe(1)
    const list = await get(app.url, 'blockedUsers', {}, { token: me.token })
    expect(list.users.data.map(({ id }) => id)).toEqual([author.id])

    await give(app.services, Number(author.id), [{ kind: 'time', amount: 1 }])
    const gift = () => ask(app.url, 'giveGift', { user_id: me.id, gift: { time: 1 } }, { token: author.token })
    expect(await gift()).toMatchObject({ code: CODE.refused, message: GIFT_NOT_TAKEN })
    for (let i = 0; i < 2; i++) expect(await block('unblock')).toMatchObject({ code: CODE.ok })
    expect(await surfaces(capsule, title, author, me)).toEqual([true, true, true, true, true])
    expect([await found(me), await followed(me)]).toEqual([true, 1])
    expect(await gift()).toMatchObject({ code: CODE.ok })
    expect(await inbox(me)).toMatchObject([{ kind: 'gift', text: `${user.nickname}送给你1个时光胶囊` }])
  })

  it('is of somebody else who is there', async () => {
    const [me] = await crowd(2)
    const block = (user_id: string) => ask(app.url, 'block', { user_id }, { token: me.token })
    expect(await block(me.id)).toMatchObject({ code: CODE.refused, message: BLOCK_SELF })
    expect(await block('999999999')).toMatchObject({ code: CODE.missing })
  })
})

describe('the inbox', () => {
  it('is told newest first in pages, read up to what was seen, and nobody else’s', async () => {
    const [giver, me] = await crowd(2)
    await give(app.services, Number(giver.id), [{ kind: 'time', amount: 3 }])
    for (const key of ['first', 'second', 'third'])
      await get(app.url, 'giveGift', { user_id: me.id, gift: { time: 1 } }, { token: giver.token, key })
    const asMe = { token: me.token }
    const { messages } = await get(app.url, 'inbox', { pageSize: 2 }, asMe)
    expect(messages.data.map(({ read }) => read)).toEqual([0, 0])
    const rest = await get(app.url, 'inbox', { pageSize: 2, page: 2 }, asMe)
    expect(rest.messages.data).toHaveLength(1)
    const unread = async () => (await get(app.url, 'userInfo', {}, asMe)).user.unread
    expect(await unread()).toBe(3)
    await get(app.url, 'readInbox', { newest: messages.data[1]!.id }, asMe)
    expect(await unread()).toBe(1)
    await get(app.url, 'readInbox', {}, { token: giver.token })
    expect(await unread()).toBe(1)
    await get(app.url, 'readInbox', {}, asMe)
    expect(await unread()).toBe(0)
  })
})
