import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, get, inSeconds, newPerson } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'

const app = withApp()
const held = async (token: string) => (await get(app.url, 'userInfo', {}, { token })).user.forecast_count
const asForecast = (content: string, comment: string) => ({ content: [{ type: 0 as const, content, comment }] })

describe('a prediction', () => {
  it('is sealed until its day, for one forecast capsule, and then shows both fields to the letter', async () => {
    const { token } = await newPerson(app.url)
    const [content, comment] = ['<b>明天</b> & 后天会下雪吗？\n', ' <img src=x onerror=alert(1)> 会的']
    const made = { ...asForecast(content, comment), long_tag: '勇敢的', open_time: inSeconds(60), send_word: '看看' }
    const { capsule_id } = await get(app.url, 'createForecastCapsule', made, { token })
    expect(await held(token)).toBe(5)
    const before = await ask(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(before.text).not.toContain('下雪')
    expect(before.data?.capsule).toMatchObject({ type: 2, capsule: 1, status: 1, long_tag: '勇敢的' })
    const stored = (await dumpOf(app.services.db)).filter(({ row }) => row.includes('下雪'))
    expect(stored).toEqual([])
    expect(await ask(app.url, 'unseal', { capsule_id }, { token })).toMatchObject({ code: CODE.refused })
    const update = { capsule_id, ...asForecast('改', '改') }
    expect((await ask(app.url, 'capsuleUpdate', update, { token })).code).toBe(CODE.missing)
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule.capsule_content?.content).toEqual([{ type: 0, content, comment }])
    expect(capsule.send_word).toBe('看看')
  })

  it('needs both fields and a day to come; a draft needs one of them', async () => {
    const { token } = await newPerson(app.url)
    const bad: [object, number, string][] = [
      [{ ...foretold('x'), ...asForecast('会吗', ' ') }, CODE.refused, '请填写预测的内容与结论~'],
      [{ ...foretold('x'), ...asForecast('', '会') }, CODE.refused, '请填写预测的内容与结论~'],
      [{ ...foretold('x'), ...asForecast('字'.repeat(301), '会') }, CODE.refused, '已超出300字上限'],
      [{ ...foretold('x'), ...asForecast('会吗', '😀'.repeat(301)) }, CODE.refused, '已超出300字上限'],
      [foretold('x', { open_time: '2001-01-01' }), CODE.refused, '解封日期必须晚于现在'],
      [{ ...foretold('x'), open_time: undefined }, CODE.badRequest, '请选择解封日期~'],
      [{ ...foretold('x'), content: [] }, CODE.badRequest, '请填写预测的内容与结论~'],
    ]
    for (const [input, code, message] of bad) {
      const answer = await ask(app.url, 'createForecastCapsule', input, { token })
      expect(answer).toMatchObject({ code })
      expect(answer.message).toContain(message)
    }
    expect(await held(token)).toBe(6)
    await get(app.url, 'createForecastCapsule', foretold('😀'.repeat(200)), { token })
    const empty = await ask(app.url, 'createForecastDraft', asForecast(' ', '\n'), { token })
    expect(empty).toMatchObject({ code: CODE.refused, message: '请输入要存入草稿箱的内容' })
    await get(app.url, 'createForecastDraft', { ...asForecast('', '只有结论'), long_tag: '勇敢的' }, { token })
  })

  it('begins as a draft by its adjective, whose draft is gone with its release', async () => {
    const { token } = await newPerson(app.url)
    const first = { ...asForecast('会下雪吗', ''), long_tag: '勇敢的' }
    const { capsule_id, revision } = await get(app.url, 'createForecastDraft', first, { token })
    const box = async () => (await get(app.url, 'myDrafts', {}, { token })).capsules.data
    expect(await box()).toMatchObject([{ id: capsule_id, type: 2, long_tag: '勇敢的', thumbnail: '' }])
    const more = { ...asForecast('会下雪吗', '会'), long_tag: '勇敢的', draft_id: capsule_id, revision }
    expect(await get(app.url, 'createForecastDraft', more, { token })).toEqual({ capsule_id, revision: 2 })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule.capsule_content?.content).toEqual([{ type: 0, content: '会下雪吗', comment: '会' }])
    await get(app.url, 'createForecastCapsule', foretold('会下雪吗', { draft_id: capsule_id }), { token })
    expect(await box()).toEqual([])
    const again = await ask(app.url, 'createForecastCapsule', foretold('x', { draft_id: capsule_id }), { token })
    expect(again.code).toBe(CODE.missing)
    expect(await held(token)).toBe(5)
  })

  it('is released once however often it arrives, and refused without a capsule for it', async () => {
    const { token } = await newPerson(app.url)
    const input = foretold('一次')
    const key = randomUUID()
    const made = await Promise.all([1, 2, 3].map(() => get(app.url, 'createForecastCapsule', input, { token, key })))
    expect(new Set(made.map(({ capsule_id }) => capsule_id)).size).toBe(1)
    expect(await held(token)).toBe(5)
    const poor = await newPerson(app.url, { gift: false })
    expect(await ask(app.url, 'createForecastCapsule', foretold('x'), { token: poor.token })).toMatchObject({
      code: CODE.refused,
      message: '预测胶囊不足',
    })
  })

  it('names no upload, whatever its text looks like', async () => {
    const { token } = await newPerson(app.url)
    const text = '<img src="/m/1.x/image/999/0123456789abcdef.jpg">'
    const { capsule_id } = await get(
      app.url,
      'createForecastDraft',
      { ...asForecast(text, text), long_tag: 'x', content_type: 1 },
      { token },
    )
    await get(app.url, 'capsuleUpdate', { capsule_id, content_type: 1 }, { token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule.content_type).toBe(0)
    expect(capsule.capsule_content?.content[0]).toEqual({ type: 0, content: text, comment: text })
    expect((await get(app.url, 'myDrafts', {}, { token })).capsules.data[0]?.thumbnail).toBe('')
  })
})
