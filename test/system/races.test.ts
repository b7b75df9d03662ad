import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIGN_IN_WRONG } from '#contract/account.ts'
import type { CallName, Input, Output } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { ANSWER_WRONG } from '#contract/unseal.ts'
import { withApp } from '#test/app.ts'
import {
  type Answer,
  ask,
  foretold,
  get,
  md5,
  newCode,
  newPerson,
  newTel,
  PASSWORD,
  seal,
  textCapsule,
} from '#test/client.ts'
import { newCrowd, openedCapsule } from '#test/crowd.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { addressOf, ended, runServer } from '#test/process.ts'

const AT_ONCE = 50
const GIFT = 6

/** Races in short: one call fifty times at the same moment, over two processes where there is a server. */
describe(`the same ${AT_ONCE} times at once`, { timeout: 120_000 }, () => {
  const app = withApp()
  const urls: string[] = []
  let second: ChildProcess | undefined

  beforeAll(async () => {
    urls.push(app.url)
    if (!app.databaseUrl) return
    second = runServer({ DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl })
    urls.push(await addressOf(second))
  })
  afterAll(async () => {
    second?.kill('SIGTERM')
    if (second) await ended(second)
  })

  /** Sends the calls at once, each with its own key unless one is given, every second one to the other process. */
  const atOnce = <N extends CallName>(
    name: N,
    { token, input, key }: { token?: string; input: (turn: number) => Input<N>; key?: string },
  ): Promise<Answer<Output<N>>[]> =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, turn) =>
        ask(urls[turn % urls.length]!, name, input(turn), { token, key: key ?? randomUUID() }),
      ),
    )
  const done = <T>(answers: Answer<T>[]) => answers.filter(({ code }) => code === CODE.ok)
  const held = async (token: string) => (await get(app.url, 'userInfo', {}, { token })).user

  it('the welcome gift is given once', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    await atOnce('claimGift', { token, input: () => ({}) })
    expect(await held(token)).toMatchObject({ time_count: GIFT, diary_count: GIFT, forecast_count: GIFT })
  })

  it('no more is sealed, written, foretold, given or exchanged than there is', async () => {
    const acts = [
      ['createTimeCapsule', (turn) => textCapsule(`<p>${turn}</p>`), 'time_count'],
      ['createForecastCapsule', (turn) => foretold(`第${turn}场雪`), 'forecast_count'],
    ] as const satisfies [CallName, (turn: number) => object, string][]
    for (const [name, input, count] of acts) {
      const { token } = await newPerson(app.url)
      expect(done(await atOnce(name, { token, input: input as never })), name).toHaveLength(GIFT)
      expect((await held(token))[count], name).toBe(0)
    }
    const { token: diarist } = await newPerson(app.url)
    const diaries = done(await atOnce('createDiaryCapsule', { token: diarist, input: (turn) => diary(turn) }))
    const rewards = diaries.reduce((sum, { data }) => sum + data!.reward, 0)
    expect([diaries.length + (await held(diarist)).diary_count!, rewards > 0]).toEqual([GIFT + rewards, true])

    const [giver, friend] = [await newPerson(app.url), await newPerson(app.url)]
    const user_id = (await held(friend.token)).id
    const gift = { time: 1, diary: 0, forecast: 0 }
    const given = done(await atOnce('giveGift', { token: giver.token, input: () => ({ user_id, gift }) }))
    expect(given).toHaveLength(GIFT)
    expect([(await held(giver.token)).time_count, (await held(friend.token)).time_count]).toEqual([0, 2 * GIFT])

    const { token: changer } = await newPerson(app.url)
    expect(done(await atOnce('changeCapsule', { token: changer, input: () => ({ type: 1, price: 1 }) }))).toHaveLength(
      GIFT,
    )
    expect(await held(changer)).toMatchObject({ time_count: 0, diary_count: 3 * GIFT })
  })

  it('under one key, by one draft or by a double tap one capsule is sealed and paid', async () => {
    const ids = (answers: Answer<{ capsule_id: string }>[]) =>
      new Set(done(answers).map(({ data }) => data!.capsule_id))
    const { token } = await newPerson(app.url)
    const input = () => textCapsule('<p>一次</p>', { open_time: '2040-01-01' })
    expect(ids(await atOnce('createTimeCapsule', { token, input, key: randomUUID() })).size).toBe(1)
    const { capsule_id: draft_id } = await get(app.url, 'createTimeDraft', input(), { token })
    expect(ids(await atOnce('createTimeCapsule', { token, input: () => ({ ...input(), draft_id }) })).size).toBe(1)
    const tapped = Array.from({ length: AT_ONCE }, (_, turn) =>
      ask(urls[turn % urls.length]!, 'createTimeCapsule', input(), { token }),
    )
    expect(ids(await Promise.all(tapped)).size).toBe(1)
    expect((await held(token)).time_count).toBe(GIFT - 3)
  })

  it('a capsule opens once, and is lost on nobody who asks twice', async () => {
    const { token } = await newPerson(app.url)
    const capsule_id = await seal(app.url, token, textCapsule('<p>开</p>'))
    await comeDue(app.services, capsule_id)
    expect(done(await atOnce('unseal', { token, input: () => ({ capsule_id }) }))).toHaveLength(1)
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule.capsule_content!.content[0]!.content).toBe('<p>开</p>')
  })

  it('answers, passwords and codes are guessed no more often than is allowed', async () => {
    const { token, tel } = await newPerson(app.url)
    const question = '您的生肖是？'
    const capsule_id = await seal(app.url, token, textCapsule('<p>猜</p>', { key_answer: { [question]: '兔' } }))
    await comeDue(app.services, capsule_id)
    const expectGuessed = (answers: Answer[], wrong: string, most: number) => {
      expect(done(answers)).toEqual([])
      const looked = answers.filter(({ message }) => message === wrong).length
      expect(looked).toBeGreaterThan(0)
      expect(looked).toBeLessThanOrEqual(most)
    }
    const key_answer = (turn: number) => ({ [question]: `猜${turn}` })
    const answered = await atOnce('unseal', { token, input: (turn) => ({ capsule_id, key_answer: key_answer(turn) }) })
    expectGuessed(answered, ANSWER_WRONG, 5)

    const guessed = await atOnce('login', { input: (turn) => ({ tel, password: md5(`猜${turn}`) }) })
    expectGuessed(guessed, SIGN_IN_WRONG, 10)

    const unknown = newTel()
    const right = await newCode(app.url, unknown)
    const codes = Array.from({ length: AT_ONCE }, (_, turn) =>
      String((Number(right) + 1 + turn) % 10_000).padStart(4, '0'),
    )
    const tried = await atOnce('register', {
      input: (turn) => ({ tel: unknown, password: PASSWORD, captcha: codes[turn]! }),
    })
    expect(done(tried)).toEqual([])
    expect(await ask(app.url, 'register', { tel: unknown, password: PASSWORD, captcha: right })).not.toMatchObject({
      code: CODE.ok,
    })
  })

  it('one code makes one account', async () => {
    const tel = newTel()
    const captcha = await newCode(app.url, tel)
    const answers = await atOnce('register', { input: () => ({ tel, password: PASSWORD, captcha }) })
    expect(done(answers)).toHaveLength(1)
    const made = app.services.db.selectFrom('users').select('id').where('tel', '=', tel)
    expect(await made.execute()).toHaveLength(1)
  })

  it('likes, follows and the public switch end as one of those who asked wanted, and counts agree', async () => {
    const [owner, ...people] = await newCrowd(app.services, AT_ONCE + 1)
    const id = await openedCapsule(app, owner!, '大家喜欢')
    const flip = (name: 'like' | 'unlike', token: string, turn: number) =>
      ask(urls[turn % urls.length]!, name, { capsule_id: id }, { token })
    await Promise.all(people.flatMap(({ token }, turn) => [flip('like', token, turn), flip('like', token, turn + 1)]))
    await Promise.all(people.slice(0, 20).map(({ token }, turn) => flip('unlike', token, turn)))
    const detail = () => get(app.url, 'capsuleDetail', { capsule_id: id }, { token: owner!.token })
    expect((await detail()).capsule.love_count).toBe(AT_ONCE - 20)

    await give(app.services, Number(owner!.id), [{ kind: 'time', amount: 1 }])
    const flips = await atOnce('capsuleIsPublic', {
      token: owner!.token,
      input: (turn) => ({ capsule_id: id, is_public: (turn % 2) as 0 | 1 }),
    })
    expect(done(flips)).toHaveLength(AT_ONCE)
    const followed = await Promise.all(
      people.map(({ token }, turn) => ask(urls[turn % urls.length]!, 'userFollow', { user_id: owner!.id }, { token })),
    )
    expect(done(followed)).toHaveLength(AT_ONCE)
  })
})

const diary = (turn: number): Input<'createDiaryCapsule'> => ({
  content: [{ type: 0, content: `<p>第${turn}篇</p>`, comment: '' }],
})
