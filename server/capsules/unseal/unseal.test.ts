import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, later, newPerson, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'

const app = withApp()
const QUESTION = '您的生肖是？'

describe('unsealing', () => {
  it('is refused before the moment and possible from it on, with the content as it was written', async () => {
    const { token } = await newPerson(app.url)
    const html = '<p style="text-align:center"><strong>给未来</strong></p>'
    const capsule_id = await seal(
      app.url,
      token,
      textCapsule(html, { open_time: inSeconds(2), send_word: '别忘了笑', description: '说明' }),
    )
    const unseal = () => ask(app.url, 'unseal', { capsule_id }, { token })
    const early = await unseal()
    expect(early).toMatchObject({ code: 2, message: '还没有到解封时间' })
    // By the real clock here; elsewhere the time is made to come.
    const tries = [early]
    while (tries.at(-1)!.code !== CODE.ok && tries.length < 200) {
      await later(50)
      tries.push(await unseal())
    }
    expect(tries.at(-1)).toMatchObject({ code: CODE.ok, data: { capsule_id } })
    expect(new Set(tries.slice(0, -1).map(({ message }) => message))).toEqual(new Set(['还没有到解封时间']))
    const { capsule, is_mine } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(is_mine).toBe(1)
    expect(capsule).toMatchObject({ status: 2, send_word: '别忘了笑', description: '说明' })
    expect(capsule.capsule_content!.content).toEqual([{ type: 0, content: html, comment: '' }])
    expect((await get(app.url, 'myOpenCapsules', {}, { token })).capsules.data.map(({ id }) => id)).toEqual([
      capsule_id,
    ])
    expect((await get(app.url, 'myClosedCapsules', {}, { token })).capsules.data).toEqual([])
    expect(await ask(app.url, 'unseal', { capsule_id }, { token })).toMatchObject({
      code: 2,
      message: '该胶囊已经解封',
    })
  })

  it('wants every answer right, in whatever width, case and punctuation, and gives no hint', async () => {
    const { token } = await newPerson(app.url)
    const key_answer = { [QUESTION]: 'Rabbit!', '您的学号是？': ' ２０２６ ' }
    const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>', { key_answer }))
    expect((await get(app.url, 'capsuleQlist', { capsule_id }, { token })).questions.sort()).toEqual(
      Object.keys(key_answer).sort(),
    )
    await comeDue(app.services, capsule_id)
    const tell = (answers: Record<string, string>) =>
      ask(app.url, 'unseal', { capsule_id, key_answer: answers }, { token })
    expect(await tell({ [QUESTION]: 'rabbit' })).toMatchObject({ code: 2, message: '请回答全部安全问题' })
    const one = await tell({ [QUESTION]: 'rabbit', '您的学号是？': '1' })
    const other = await tell({ [QUESTION]: 'cat', '您的学号是？': '2026' })
    expect(one).toMatchObject({ code: 2, message: '答案不正确' })
    expect(one.text).toBe(other.text)
    expect(await tell({ [QUESTION]: 'ＲＡＢ ＢＩＴ', '您的学号是？': '2026。' })).toMatchObject({ code: CODE.ok })
  })

  it('takes no answer from what every object inherits', async () => {
    const { token } = await newPerson(app.url)
    const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>', { key_answer: { constructor: 'x' } }))
    await comeDue(app.services, capsule_id)
    expect(await ask(app.url, 'unseal', { capsule_id }, { token })).toMatchObject({
      code: 2,
      message: '请回答全部安全问题',
    })
    expect(await ask(app.url, 'unseal', { capsule_id, key_answer: { constructor: 'x' } }, { token })).toMatchObject({
      code: 1000,
    })
  })

  it('answers 1029 after five wrong answers in 15 minutes, also for the right one', async () => {
    const { token } = await newPerson(app.url)
    const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>', { key_answer: { [QUESTION]: '兔' } }))
    await comeDue(app.services, capsule_id)
    const tell = (answer: string) =>
      ask(app.url, 'unseal', { capsule_id, key_answer: { [QUESTION]: answer } }, { token })
    const guesses = await Promise.all([...Array(7)].map(() => tell('猫')))
    expect(guesses.filter(({ code }) => code === CODE.refused)).toHaveLength(5)
    expect(guesses.filter(({ code }) => code === CODE.tooManyTries)).toHaveLength(2)
    expect(await tell('兔')).toMatchObject({ code: CODE.tooManyTries })
  })

  it("answers for somebody else's capsule exactly as for a missing one", async () => {
    const [owner, other] = [await newPerson(app.url), await newPerson(app.url)]
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>'))
    for (const name of ['unseal', 'capsuleDetail', 'capsuleQlist', 'deleteDraft'] as const) {
      const theirs = await ask(app.url, name, { capsule_id }, { token: other.token })
      const missing = await ask(app.url, name, { capsule_id: '999999999' }, { token: other.token })
      expect(theirs.code).toBe(CODE.missing)
      expect(theirs.text).toBe(missing.text)
    }
  })

  it('can be asked for early with a reason; the capsule waits with status 3 and opens by itself in time', async () => {
    const { token } = await newPerson(app.url)
    const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>', { is_lock: 1 }))
    const request = (reason: string) => ask(app.url, 'unlockRequest', { capsule_id, reason }, { token })
    expect(await request('太短了')).toMatchObject({ code: CODE.badRequest })
    expect(await request('我真的真的非常需要提前看到它')).toMatchObject({ code: CODE.ok })
    expect(await request('我真的真的非常需要提前看到它')).toMatchObject({ code: 2, message: '解封申请正在审核中' })
    const { capsules } = await get(app.url, 'myClosedCapsules', {}, { token })
    expect(capsules.data[0]).toMatchObject({ id: capsule_id, status: 3 })
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token })
    const waiting = app.services.db.selectFrom('applications').select('id').where('closed_at', 'is', null)
    expect(await waiting.where('capsule_id', '=', Number(capsule_id)).execute()).toEqual([])
  })

  it('makes a capsule public only when its owner says so, and only once it is open', async () => {
    const [owner, other] = [await newPerson(app.url), await newPerson(app.url)]
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { send_word: '只给自己' }))
    const publish = (token: string) => ask(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token })
    expect(await publish(owner.token)).toMatchObject({ code: CODE.refused })
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token: owner.token })
    expect(await ask(app.url, 'capsuleDetail', { capsule_id }, { token: other.token })).toMatchObject({
      code: CODE.missing,
    })
    expect(await publish(other.token)).toMatchObject({ code: CODE.missing })
    expect(await publish(owner.token)).toMatchObject({ code: CODE.ok })
    const seen = await get(app.url, 'capsuleDetail', { capsule_id }, { token: other.token })
    expect(seen.is_mine).toBe(0)
    expect(seen.capsule.capsule_content!.content[0]!.content).toBe('<p>x</p>')
    expect(seen.capsule.send_word).toBeUndefined()
    const list = await get(app.url, 'capsuleOpenList', {}, { token: other.token })
    expect(list.capsules.map(({ id }) => id)).toContain(capsule_id)
  })

  it('is final: the database itself refuses to change or delete what was sealed', async () => {
    const { token } = await newPerson(app.url)
    const id = Number(await seal(app.url, token, textCapsule('<p>x</p>')))
    const { db } = app.services
    await expect(db.deleteFrom('capsules').where('id', '=', id).execute()).rejects.toMatchObject({ code: '42501' })
    const earlier = db.updateTable('capsules').set({ open_time: '2026-01-01' }).where('id', '=', id)
    await expect(earlier.execute()).rejects.toMatchObject({ code: '42501' })
    const content = db
      .updateTable('capsule_contents')
      .set({ sealed: Buffer.from('x') })
      .where('capsule_id', '=', id)
    await expect(content.execute()).rejects.toMatchObject({ code: '42501' })
    await expect(db.deleteFrom('capsule_contents').where('capsule_id', '=', id).execute()).rejects.toMatchObject({
      code: '42501',
    })
  })
})
