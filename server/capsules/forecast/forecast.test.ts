import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { JUDGE_AFTER, JUDGE_FORECASTS } from '#contract/judge.ts'
import { withApp } from '#test/app.ts'
import {
  ask,
  foretold,
  forgetSends,
  get,
  inSeconds,
  later,
  newCode,
  newPerson,
  seal,
  textCapsule,
} from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { approve } from '#test/links.ts'

const app = withApp()
const REFUSED = { code: CODE.refused }

type Resolve = Partial<Input<'forecastResolve'>>

/** Somebody with six predictions to make, and what they can do with them. */
async function prophet() {
  const { token, tel } = await newPerson(app.url)
  const detail = async (capsule_id: string, by = token) =>
    (await get(app.url, 'capsuleDetail', { capsule_id }, { token: by })).capsule
  const release = async (confidence?: number, more: Partial<Input<'createForecastCapsule'>> = {}) =>
    (
      await get(app.url, 'createForecastCapsule', foretold('会下雪', { confidence, ...more }), {
        token,
        key: randomUUID(),
      })
    ).capsule_id
  const open = async (capsule_id: string) => {
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token })
    return capsule_id
  }
  /** By an application that was approved, before its day. */
  const openEarly = async (capsule_id: string) => {
    const reason = '我真的真的非常需要提前看到它'
    await get(app.url, 'unlockRequest', { capsule_id, reason }, { token })
    await approve(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token })
    return capsule_id
  }
  const resolve = (capsule_id: string, more: Resolve = {}, by = token) =>
    ask(app.url, 'forecastResolve', { capsule_id, result: 1, ...more }, { token: by })
  const record = () => get(app.url, 'forecastRecord', {}, { token })
  const { user } = await get(app.url, 'userInfo', {}, { token })
  return { token, tel, userId: user.id, detail, release, open, openEarly, resolve, record }
}

/** Judged predictions of 80 % as if they had been made: each costs one, and a person begins with six. */
async function plantJudged(userId: string, results: readonly number[]) {
  await app.services.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      insert into forecast_judgements (capsule_id, user_id, result, confidence, counts, text)
      select -row_number() over (), ${Number(userId)}, r, 80, true, '' from unnest(${results}::int[]) r`.execute(db)
  })
}
const forgetPlanted = () => app.services.db.deleteFrom('forecast_judgements').where('capsule_id', '<', 0).execute()

describe('a judgement', () => {
  it('is what its owner says of an opened prediction, with one line, encrypted; the last one holds', async () => {
    const { release, open, resolve, detail } = await prophet()
    const id = await open(await release())
    expect((await detail(id)).judgement).toBeUndefined()
    expect((await resolve(id, { result: 3, text: ' 只下了一点 greengage-23 ' })).code).toBe(CODE.ok)
    const { judgement } = await detail(id)
    expect(judgement).toMatchObject({ result: 3, text: '只下了一点 greengage-23', counts: 1 })
    expect(judgement!.judged_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect((await dumpOf(app.services.db)).filter(({ row }) => row.includes('greengage-23'))).toEqual([])
    expect((await resolve(id, { result: 2 })).code).toBe(CODE.ok)
    expect((await detail(id)).judgement).toMatchObject({ result: 2, text: '' })
  })

  it('waits for the opening, and is for predictions alone', async () => {
    const { token, release, resolve, record } = await prophet()
    const sealed = await release()
    const made = { ...foretold('雨？'), long_tag: 'x' }
    const draft = (await get(app.url, 'createForecastDraft', made, { token })).capsule_id
    for (const id of [sealed, draft]) expect(await resolve(id)).toMatchObject({ ...REFUSED, message: JUDGE_AFTER })
    await comeDue(app.services, sealed)
    expect(await resolve(sealed)).toMatchObject({ ...REFUSED, message: JUDGE_AFTER })
    const other = await seal(app.url, token, textCapsule('<p>x</p>'))
    await comeDue(app.services, other)
    await get(app.url, 'unseal', { capsule_id: other }, { token })
    expect(await resolve(other)).toMatchObject({ ...REFUSED, message: JUDGE_FORECASTS })
    expect((await record()).record).toMatchObject({ sealed: 1, opened: 0, judged: 0 })
    expect(
      await app.services.db
        .selectFrom('forecast_judgements')
        .select('text')
        .where('capsule_id', '=', Number(other))
        .execute(),
    ).toEqual([])
  })

  it('takes one of four results and 300 characters, and says so', async () => {
    const { release, open, resolve, detail } = await prophet()
    const id = await open(await release())
    for (const result of [0, 5, 1.5, null, 'x'])
      expect((await resolve(id, { result: result as 1 })).code).toBe(CODE.badRequest)
    const long = await resolve(id, { text: '😀'.repeat(301) })
    expect([long.code, long.message]).toEqual([CODE.badRequest, expect.stringContaining('已超出300字上限~')])
    expect((await detail(id)).judgement).toBeUndefined()
    expect((await resolve(id, { text: '😀'.repeat(300) })).code).toBe(CODE.ok)
  })

  it('of somebody else’s prediction is refused exactly as of one that is not there, and nobody else sees one', async () => {
    const { token, release, open, resolve, detail } = await prophet()
    const id = await open(await release(80))
    await resolve(id, { text: '我说的' })
    const stranger = await newPerson(app.url)
    const theirs = await resolve(id, { result: 2 }, stranger.token)
    const none = await resolve('999999999', { result: 2 }, stranger.token)
    expect([theirs.code, theirs.text]).toEqual([CODE.missing, none.text])
    expect((await detail(id)).judgement).toMatchObject({ result: 1, text: '我说的' })
    const link = await get(app.url, 'capsuleShare', { capsule_id: id }, { token })
    const shared = { capsule_id: id, token: link.token }
    for (const by of [undefined, stranger.token]) {
      const { capsule } = await get(app.url, 'capsuleDetail', shared, { token: by })
      expect(capsule.capsule_content).toBeDefined()
      expect([capsule.judgement, capsule.confidence]).toEqual([undefined, undefined])
    }
  })
})

describe('a confidence', () => {
  it('is sealed with the prediction: nobody learns it before it opens, its owner does then', async () => {
    const { token, release, open, detail } = await prophet()
    const id = await release(73)
    const before = await ask(app.url, 'capsuleDetail', { capsule_id: id }, { token })
    expect(before.data?.capsule.confidence).toBeUndefined()
    const rows = (await dumpOf(app.services.db)).filter(({ row }) => row.includes('confidence'))
    expect(rows).toEqual([])
    await open(id)
    expect((await detail(id)).confidence).toBe(73)
    expect(await detail(await open(await release()))).not.toHaveProperty('confidence')
  })

  it('is 50 to 99, and goes along with the draft', async () => {
    const { token, detail } = await prophet()
    for (const confidence of [49, 100, 50.5, 'x', null]) {
      const answer = await ask(app.url, 'createForecastCapsule', { ...foretold('x'), confidence }, { token })
      expect(answer.code).toBe(CODE.badRequest)
    }
    const wrong = await ask(app.url, 'createForecastCapsule', foretold('x', { confidence: 100 }), { token })
    expect(wrong).toMatchObject({ code: CODE.badRequest, data: { field: 'confidence' } })
    const made = { ...foretold('雨？'), long_tag: 'x', confidence: 99 }
    const { capsule_id } = await get(app.url, 'createForecastDraft', made, { token })
    expect((await detail(capsule_id)).confidence).toBe(99)
    await get(app.url, 'capsuleUpdate', { capsule_id, long_tag: 'y' }, { token })
    expect((await detail(capsule_id)).confidence).toBe(99)
    await get(app.url, 'createForecastDraft', { ...made, draft_id: capsule_id, confidence: undefined }, { token })
    expect((await detail(capsule_id)).confidence).toBeUndefined()
  })
})

describe('one’s own record', () => {
  it('says sealed, opened, judged and the hit rate, and which is to be judged next', async () => {
    const { release, open, resolve, record } = await prophet()
    const nothing = { sealed: 0, opened: 0, judged: 0, early: 0, hit_rate: null, with_confidence: 0, score: null }
    expect(await record()).toMatchObject({ record: nothing, next_id: '' })
    await release()
    const first = await open(await release(60))
    const second = await open(await release())
    expect(await record()).toMatchObject({ record: { ...nothing, sealed: 3, opened: 2 }, next_id: second })
    await resolve(second, { result: 3 })
    expect(await record()).toMatchObject({ record: { judged: 1, partials: 1, hit_rate: 0.5 }, next_id: first })
    await resolve(first, { result: 1 })
    const judged = { sealed: 3, opened: 2, judged: 2, hits: 1, partials: 1, hit_rate: 0.75, with_confidence: 1 }
    expect(await record()).toMatchObject({ record: judged, next_id: '' })
    await resolve(first, { result: 4 })
    const unknown = { judged: 2, hits: 0, unknowns: 1, hit_rate: 0.5, with_confidence: 0 }
    expect(await record()).toMatchObject({ record: unknown })
  })

  it('never counts what was opened before its day, which can be judged all the same', async () => {
    const { release, openEarly, resolve, record, detail } = await prophet()
    const id = await openEarly(await release(99, { open_time: inSeconds(3) }))
    const early = { sealed: 0, opened: 0, judged: 0, early: 1, hit_rate: null, with_confidence: 0 }
    expect(await record()).toMatchObject({ record: early, next_id: '' })
    expect((await resolve(id)).code).toBe(CODE.ok)
    expect((await detail(id)).judgement).toMatchObject({ result: 1, counts: 0 })
    expect(await record()).toMatchObject({ record: early, next_id: '' })
    await later(3_000)
    await resolve(id, { result: 2 })
    expect((await record()).record).toMatchObject(early)
  })

  it('has the Brier score and the calibration in tenths from ten judged with confidence on', async () => {
    const { userId, release, open, resolve, record } = await prophet()
    const id = await open(await release(90))
    await plantJudged(userId, [1, 1, 1, 1, 1, 2, 2, 3, 4])
    expect((await record()).record).toMatchObject({ with_confidence: 8, score: null })
    await resolve(id, { result: 2 })
    expect((await record()).record).toMatchObject({ with_confidence: 9, score: null })
    const last = await open(await release(55))
    await resolve(last, { result: 1 })
    const { score } = (await record()).record
    const brier = (5 * 0.04 + 2 * 0.64 + 0.09 + 0.81 + 0.2025) / 10
    expect(score).toMatchObject({ count: 10, brier: expect.closeTo(brier, 10) })
    expect(score!.reliability - score!.resolution + score!.uncertainty).toBeCloseTo(brier, 10)
    expect(score!.tenths.map(({ count, hit_rate }) => [count, hit_rate])).toEqual([
      [1, 1],
      [0, null],
      [0, null],
      [8, 5.5 / 8],
      [1, 0],
    ])
    await forgetPlanted()
  })

  it('is one’s own until one shows it, and goes from there when one does not any more', async () => {
    const { token, userId, release, open, resolve } = await prophet()
    await resolve(await open(await release(80)))
    await release()
    const stranger = await newPerson(app.url)
    const seen = async (by = stranger.token) =>
      (await get(app.url, 'userDetail', { user_id: userId }, { token: by })).user
    expect(await seen()).not.toHaveProperty('forecasts')
    const { user } = await get(app.url, 'userInfo', {}, { token })
    expect(user.show_forecasts).toBe(0)
    await get(app.url, 'userInfoUpdate', { show_forecasts: 1 }, { token })
    const shown = { sealed: 2, opened: 1, judged: 1, hit_rate: 1, brier: null }
    expect((await seen()).forecasts).toEqual(shown)
    expect((await seen(token)).forecasts).toEqual(shown)
    await get(app.url, 'block', { user_id: userId }, { token: stranger.token })
    expect(await seen()).not.toHaveProperty('forecasts')
    await get(app.url, 'unblock', { user_id: userId }, { token: stranger.token })
    await get(app.url, 'userInfoUpdate', { show_forecasts: 0 }, { token })
    expect(await seen()).not.toHaveProperty('forecasts')
  })
})

it('closing an account takes judgements and record along', async () => {
  const { token, tel, userId, release, open, resolve } = await prophet()
  await resolve(await open(await release(80)), { text: '说中了' })
  await get(app.url, 'userInfoUpdate', { show_forecasts: 1 }, { token })
  await forgetSends(app.services.db, tel)
  const captcha = await newCode(app.url, tel, { token })
  await get(app.url, 'cancelAccount', { captcha }, { token })
  const stranger = await newPerson(app.url)
  const { user } = await get(app.url, 'userDetail', { user_id: userId }, { token: stranger.token })
  expect(user).toMatchObject({ cancelled: 1 })
  expect(user).not.toHaveProperty('forecasts')
  const person = app.services.db.selectFrom('users').select('show_forecasts').where('id', '=', Number(userId))
  expect(await person.execute()).toEqual([{ show_forecasts: 0 }])
  const left = app.services.db.selectFrom('forecast_judgements').select('capsule_id')
  expect(await left.where('user_id', '=', Number(userId)).execute()).toEqual([])
})

describe('the tables themselves', () => {
  it('refuse a judgement of what is sealed, of another’s, or one that would make an early one count', async () => {
    const { userId, release, open, openEarly } = await prophet()
    const [sealed, early, opened] = [await release(), await openEarly(await release()), await open(await release())]
    const insert = (capsule_id: string, user_id: string, counts: boolean) =>
      app.services.db
        .insertInto('forecast_judgements')
        .values({
          capsule_id: Number(capsule_id),
          user_id: Number(user_id),
          result: 1,
          confidence: null,
          counts,
          text: '',
        })
        .execute()
    const other = await prophet()
    for (const [id, by, counts] of [
      [sealed, userId, true],
      [sealed, userId, false],
      [early, userId, true],
      [opened, userId, false],
      [opened, other.userId, true],
    ] as const)
      await expect(insert(id, by, counts)).rejects.toMatchObject({ code: '42501' })
    await insert(opened, userId, true)
  })
})
