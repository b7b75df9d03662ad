import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { ALIKE_SECONDS } from '#contract/limits.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, get, later, newPerson, textCapsule } from '#test/client.ts'

const app = withApp()
const text = (html: string) => ({ content: [{ type: 0 as const, content: html, comment: '' }] })

describe('something else under the same Idempotency-Key', () => {
  it.each([
    ['createTimeCapsule', textCapsule('<p>雨</p>'), textCapsule('<p>雪</p>'), 'time_count'],
    ['createDiaryCapsule', text('<p>雨</p>'), text('<p>雪</p>'), 'diary_count'],
    ['createForecastCapsule', foretold('雨'), foretold('雪'), 'forecast_count'],
    ['createTimeDraft', text('<p>雨</p>'), text('<p>雪</p>'), undefined],
  ] as const)(
    '%s is refused with the first answer, and nothing is done or paid twice',
    async (name, first, changed, count) => {
      const { token } = await newPerson(app.url)
      const asking = { token, key: randomUUID() }
      const balance = async () => count && (await get(app.url, 'userInfo', {}, { token })).user[count]
      const answer = await get(app.url, name, first, asking)
      const before = await balance()
      expect(await ask(app.url, name, changed, asking)).toMatchObject({
        code: CODE.refused,
        message: '已经提交过一次了，请刷新后查看',
        data: { first: answer },
      })
      expect(await balance()).toBe(before)
    },
  )

  it('a changed diary is refused with the revision the first change came to', async () => {
    const { token } = await newPerson(app.url)
    const { capsule_id, revision } = await get(app.url, 'createDiaryCapsule', text('<p>雨</p>'), { token })
    const asking = { token, key: randomUUID() }
    const first = await get(app.url, 'diaryEdit', { capsule_id, revision, ...text('<p>雪</p>') }, asking)
    const again = await ask(app.url, 'diaryEdit', { capsule_id, revision, ...text('<p>风</p>') }, asking)
    expect(again).toMatchObject({ code: CODE.refused, data: { first: { revision: first.revision } } })
  })

  it('at the same moment: one is done, the other learns which', async () => {
    const { token } = await newPerson(app.url)
    const asking = { token, key: randomUUID() }
    const both = await Promise.all(
      ['雨', '雪', '风'].map((words) => ask(app.url, 'createTimeCapsule', textCapsule(`<p>${words}</p>`), asking)),
    )
    const [done, ...more] = both.filter(({ code }) => code === CODE.ok)
    expect(more).toEqual([])
    for (const other of both.filter((one) => one !== done)) expect(other.data).toEqual({ first: done!.data })
    expect((await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(5)
  })

  it('of another call tells nothing of the first', async () => {
    const { token } = await newPerson(app.url)
    const asking = { token, key: randomUUID() }
    await get(app.url, 'createTimeCapsule', textCapsule('<p>雨</p>'), asking)
    const other = await ask(app.url, 'createDiaryCapsule', text('<p>雨</p>'), asking)
    expect(other).toMatchObject({ code: CODE.refused })
    expect(other.data).toBeUndefined()
  })

  it('of somebody else is a key of their own', async () => {
    const [one, other] = [await newPerson(app.url), await newPerson(app.url)]
    const key = randomUUID()
    const mine = await get(app.url, 'createTimeCapsule', textCapsule('<p>雨</p>'), { token: one.token, key })
    const theirs = await get(app.url, 'createTimeCapsule', textCapsule('<p>雪</p>'), { token: other.token, key })
    expect(theirs.capsule_id).not.toBe(mine.capsule_id)
  })
})

describe('two equal sealings without a key', () => {
  const SEALINGS = [
    ['createTimeCapsule', textCapsule('<p>雨</p>'), 'time_count'],
    ['createDiaryCapsule', text('<p>雨</p>'), 'diary_count'],
    ['createForecastCapsule', foretold('雨'), 'forecast_count'],
  ] as const

  it.each(SEALINGS)(
    '%s: within 3 seconds they are one, at the same moment too, and one is paid',
    async (name, input, count) => {
      const { token } = await newPerson(app.url)
      const balance = async () => (await get(app.url, 'userInfo', {}, { token })).user[count]
      const before = (await balance()) ?? 0
      const both = await Promise.all([1, 2, 3].map(() => get(app.url, name, input, { token })))
      const again = await get(app.url, name, input, { token })
      expect(new Set([...both, again].map(({ capsule_id }) => capsule_id)).size).toBe(1)
      const { reward = 0 } = again as { reward?: number }
      expect(await balance()).toBe(before - 1 + reward)
    },
  )

  it('are two after 3 seconds, and where anything in them differs, or somebody else sealed the other', async () => {
    const [one, other] = [await newPerson(app.url), await newPerson(app.url)]
    const input = textCapsule('<p>雨</p>')
    const sealed = async (who: typeof one, more = {}) =>
      (await get(app.url, 'createTimeCapsule', { ...input, ...more }, { token: who.token })).capsule_id
    const ids = [await sealed(one), await sealed(one, { long_tag: '雪' }), await sealed(other)]
    await later(ALIKE_SECONDS * 1000 + 100)
    ids.push(await sealed(one))
    expect(new Set(ids).size).toBe(4)
  })
})

describe('two equal gifts or exchanges without a key', () => {
  /** Somebody with the welcome gift, and how to give of it and to exchange it. */
  async function holder() {
    const [{ token }, friend] = [await newPerson(app.url), await newPerson(app.url)]
    const { id: user_id } = (await get(app.url, 'userInfo', {}, { token: friend.token })).user
    const acts = {
      giveGift: (time = 1, key?: string) => ask(app.url, 'giveGift', { user_id, gift: { time } }, { token, key }),
      changeCapsule: (price = 1, key?: string) => ask(app.url, 'changeCapsule', { type: 1, price }, { token, key }),
    }
    const held = async () => (await get(app.url, 'userInfo', {}, { token })).user.time_count!
    return { acts, held }
  }

  it.each(['giveGift', 'changeCapsule'] as const)(
    '%s: within 3 seconds they are one, at the same moment too; another, or one under a key, is another',
    async (name) => {
      const { acts, held } = await holder()
      const before = await held()
      const answers = [...(await Promise.all([1, 2, 3].map(() => acts[name]()))), await acts[name]()]
      expect(answers.map(({ code }) => code)).toEqual(Array(4).fill(CODE.ok))
      expect(await held()).toBe(before - 1)
      await acts[name](2)
      await acts[name](1, randomUUID())
      expect(await held()).toBe(before - 4)
    },
  )

  it('are two after 3 seconds', async () => {
    const { acts, held } = await holder()
    const before = await held()
    for (let times = 0; times < 2; times++) {
      for (const act of Object.values(acts)) expect(await act()).toMatchObject({ code: CODE.ok })
      await sql`update idempotency set created_at = created_at - make_interval(secs => ${ALIKE_SECONDS})`.execute(
        app.services.db,
      )
    }
    expect(await held()).toBe(before - 4)
  })
})

it('what took the key and is gone again, with its person or by the sweep, holds nobody up', async () => {
  const { token } = await newPerson(app.url)
  // As the database says it of a row that is there; nobody will find one.
  await sql`create sequence tries_here; create function taken_once() returns trigger language plpgsql as $$ begin
      if nextval('tries_here') = 1 then
        raise unique_violation using constraint = 'idempotency_pkey';
      end if;
      return new;
    end $$;
    create trigger taken_once before insert on idempotency for each row execute function taken_once()`.execute(
    app.services.db,
  )
  const answer = await ask(app.url, 'createTimeCapsule', textCapsule('<p>雨</p>'), { token, key: randomUUID() })
  await sql`drop trigger taken_once on idempotency; drop function taken_once; drop sequence tries_here`.execute(
    app.services.db,
  )
  expect(answer.code, answer.text).toBe(CODE.ok)
  expect((await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(5)
})
