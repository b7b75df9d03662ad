import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { startApp, stopApp, withApp } from '#test/app.ts'
import { ask, get, inSeconds, newPerson, PASSWORD, seal, textCapsule } from '#test/client.ts'
import { give } from '#test/grants.ts'

const app = withApp()
const timeCount = async (token: string) => (await get(app.url, 'userInfo', {}, { token })).user.time_count

describe('sealing a time capsule', () => {
  it('spends one time capsule and lists it under 未解封', async () => {
    const { token } = await newPerson(app.url)
    const id = await seal(app.url, token, textCapsule('<p>你好</p>', { long_tag: '夏天', open_time: '2036-06-01' }))
    expect(await timeCount(token)).toBe(5)
    const { capsules } = await get(app.url, 'myClosedCapsules', {}, { token })
    expect(capsules).toMatchObject({ current_page: 1, per_page: 15 })
    expect(capsules.data).toHaveLength(1)
    expect(capsules.data[0]).toMatchObject({
      id,
      status: 1,
      long_tag: '夏天',
      open_time: '2036-06-01 23:59:59',
      colorIndex: Number(id) % 5,
    })
  })

  it('calls an untitled capsule 你是年少的喜欢', async () => {
    const { token } = await newPerson(app.url)
    await seal(app.url, token, textCapsule('<p>a</p>', { long_tag: '  ' }))
    const { capsules } = await get(app.url, 'myClosedCapsules', {}, { token })
    expect(capsules.data[0]!.long_tag).toBe('你是年少的喜欢')
  })

  it('takes content as a list or as that list in a JSON string', async () => {
    const { token } = await newPerson(app.url)
    const content = JSON.stringify([{ type: 0, content: '<p>字符串</p>', comment: '' }])
    expect(await ask(app.url, 'createTimeCapsule', { content, open_time: inSeconds(60) }, { token })).toMatchObject({
      code: 1000,
    })
  })

  it('does nothing twice for the same Idempotency-Key, also when both come at once', async () => {
    const { token } = await newPerson(app.url)
    const key = randomUUID()
    const input = textCapsule('<p>once</p>')
    const both = await Promise.all([1, 2, 3].map(() => get(app.url, 'createTimeCapsule', input, { token, key })))
    expect(new Set(both.map(({ capsule_id }) => capsule_id)).size).toBe(1)
    expect(await timeCount(token)).toBe(5)
    const other = await ask(app.url, 'createTimeCapsule', textCapsule('<p>other</p>'), { token, key })
    expect(other).toMatchObject({ code: CODE.refused })
  })

  it('gives the first answer again even when the last capsule was spent by it', async () => {
    const { token } = await newPerson(app.url)
    for (let i = 0; i < 5; i++) await seal(app.url, token, textCapsule('<p>x</p>'))
    const key = randomUUID()
    const input = textCapsule('<p>last</p>')
    const first = await get(app.url, 'createTimeCapsule', input, { token, key })
    expect(await get(app.url, 'createTimeCapsule', input, { token, key })).toEqual(first)
    expect(await ask(app.url, 'createTimeCapsule', input, { token })).toMatchObject({
      code: 2,
      message: '时光胶囊不足',
    })
    expect(await timeCount(token)).toBe(0)
  })

  it('drops the draft it was made from in the same breath', async () => {
    const { token } = await newPerson(app.url)
    const draft = { content: textCapsule('<p>d</p>').content, long_tag: '草稿' }
    const { capsule_id } = await get(app.url, 'createTimeDraft', draft, { token })
    await seal(app.url, token, textCapsule('<p>d</p>', { draft_id: capsule_id }))
    expect((await get(app.url, 'myDrafts', {}, { token })).capsules.data).toEqual([])
  })

  it("does not touch somebody else's draft", async () => {
    const [owner, other] = [await newPerson(app.url), await newPerson(app.url)]
    const draft = { content: textCapsule('<p>mine</p>').content, long_tag: '我的' }
    const { capsule_id } = await get(app.url, 'createTimeDraft', draft, { token: owner.token })
    const taken = await ask(app.url, 'createTimeCapsule', textCapsule('<p>x</p>', { draft_id: capsule_id }), other)
    expect(taken).toMatchObject({ code: CODE.missing })
    expect(await timeCount(other.token)).toBe(6)
    expect((await get(app.url, 'myDrafts', {}, { token: owner.token })).capsules.data).toHaveLength(1)
  })

  it('is paid for once by a draft, however many ask for it at once', async () => {
    const { token } = await newPerson(app.url)
    const draft = { content: textCapsule('<p>d</p>').content, long_tag: '草稿' }
    const { capsule_id } = await get(app.url, 'createTimeDraft', draft, { token })
    const input = textCapsule('<p>d</p>', { draft_id: capsule_id })
    const seal = () => ask(app.url, 'createTimeCapsule', input, { token, key: randomUUID() })
    const codes = (await Promise.all([1, 2, 3, 4].map(seal))).map(({ code }) => code)
    expect(codes.sort()).toEqual([CODE.ok, CODE.missing, CODE.missing, CODE.missing].sort())
    expect(await timeCount(token)).toBe(5)
  })

  it('keeps nothing of a request that answers could be tried against', async () => {
    const { token } = await newPerson(app.url)
    const input = textCapsule('<p>x</p>', { key_answer: { '您的生肖是？': '兔' } })
    const key = randomUUID()
    await get(app.url, 'createTimeCapsule', input, { token, key })
    const kept = app.services.db.selectFrom('idempotency').select('request_hash').where('key', '=', key)
    const { request_hash } = await kept.executeTakeFirstOrThrow()
    const plain = createHash('sha256').update(JSON.stringify(input)).digest()
    expect(request_hash.equals(plain)).toBe(false)
    expect(request_hash).toHaveLength(32)
  })

  it('with answers, forty at once by one person, keeps nobody else from signing in', async () => {
    const [crowd, other] = [await newPerson(app.url), await newPerson(app.url)]
    const { user } = await get(app.url, 'userInfo', {}, { token: crowd.token })
    const amounts = [{ kind: 'time' as const, amount: 94 }]
    await give(app.services, Number(user.id), amounts)
    const input = textCapsule('<p>x</p>', { key_answer: { '您的生肖是？': '兔' } })
    const seal = () => ask(app.url, 'createTimeCapsule', input, { token: crowd.token, key: randomUUID() })
    const asked = [...Array(40)].map(seal)
    const signedIn = await ask(app.url, 'login', { tel: other.tel, password: PASSWORD })
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(signedIn).toMatchObject({ code: CODE.ok })
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    const sealed = statuses.filter((status) => status === 200).length
    expect(await timeCount(crowd.token)).toBe(100 - sealed)
  })

  it('refuses an open time that is not later than now, and stores nothing', async () => {
    const { token } = await newPerson(app.url)
    for (const open_time of ['2020-01-01', inSeconds(-1), inSeconds(0)]) {
      const answer = await ask(app.url, 'createTimeCapsule', textCapsule('<p>x</p>', { open_time }), { token })
      expect(answer).toMatchObject({ code: CODE.refused, message: '解封日期必须晚于现在' })
    }
    expect(await timeCount(token)).toBe(6)
  })

  it('works up to the end of 2120 and not beyond', async () => {
    const { token } = await newPerson(app.url)
    const last = textCapsule('<p>x</p>', { open_time: '2120-12-31' })
    const id = await seal(app.url, token, last)
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: id }, { token })
    expect(capsule.open_time).toBe('2120-12-31 23:59:59')
    const beyond = await ask(app.url, 'createTimeCapsule', textCapsule('<p>x</p>', { open_time: '2121-01-01' }), {
      token,
    })
    expect(beyond).toMatchObject({ code: CODE.refused })
  })

  it('seals exactly 50 when 200 come at once with 50 left, over two processes on a server', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    const { user } = await get(app.url, 'userInfo', {}, { token })
    const amounts = [{ kind: 'time' as const, amount: 50 }]
    await give(app.services, Number(user.id), amounts)
    const second = app.databaseUrl ? await startApp(app) : undefined
    const urls = second ? [app.url, second.url] : [app.url]
    const asked = [...Array(200)].map((_, i) =>
      ask(urls[i % urls.length]!, 'createTimeCapsule', textCapsule(`<p>${i}</p>`), { token }),
    )
    const codes = (await Promise.all(asked)).map(({ code }) => code)
    if (second) await stopApp(second)
    expect(codes.filter((code) => code === CODE.ok)).toHaveLength(50)
    expect(codes.filter((code) => code === CODE.refused)).toHaveLength(150)
    expect(await timeCount(token)).toBe(0)
    const { rows } = await app.services.db
      .selectFrom('capsules')
      .select('id')
      .where('owner_id', '=', Number(user.id))
      .execute()
      .then((rows) => ({ rows }))
    expect(rows).toHaveLength(50)
  })
})
