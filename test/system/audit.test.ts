import { describe, expect, it } from 'vitest'
import type { CallName, Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, get, inSeconds, newPerson, textCapsule } from '#test/client.ts'
import { give } from '#test/grants.ts'

// The audit of the specification, run again: a test is named after the row it answers. Rows that pages show are in
// e2e/audit.spec.ts; docs/decisions/specification.md says of every row where it is tested, or why it stays.

const app = withApp()

it('D11 the reason of a top-up is without its 26 digits, of a movement of an earlier version too', async () => {
  const { token } = await newPerson(app.url)
  const { id } = (await get(app.url, 'userInfo', {}, { token })).user
  const reasons = ['充值（订单20261127020223856639520492）', '抵扣已退款的订单20261127020223856639520492']
  for (const reason of reasons) await give(app.services, Number(id), [{ kind: 'time', amount: 6 }], reason)
  const { data } = await get(app.url, 'capsuleRecords', {}, { token })
  expect(data.slice(0, 2).map(({ reason }) => reason)).toEqual(['抵扣已退款的订单', '充值'])
})

it('D14 userInfo has is_follow, as the specification lists it of a user', async () => {
  const { token } = await newPerson(app.url)
  expect((await get(app.url, 'userInfo', {}, { token })).user.is_follow).toBe(0)
})

describe('D16 code 1001', () => {
  const sealed = () => textCapsule('<p>海</p>', { open_time: inSeconds(600) })
  const long = (chars: number) => '长'.repeat(chars)
  const rows: [CallName, () => object, string, string][] = [
    ['createTimeCapsule', () => ({ ...sealed(), long_tag: long(101) }), '已超出100字上限~', 'long_tag'],
    ['createTimeCapsule', () => ({ ...sealed(), open_time: undefined }), '请选择解封日期~', 'open_time'],
    ['createTimeCapsule', () => ({ ...sealed(), content: [] }), '请输入内容~', 'content'],
    ['createTimeCapsule', () => ({ ...sealed(), contact: { tel: '1' } }), '请填写正确格式手机', 'contact.tel'],
    ['createTimeCapsule', () => ({ ...sealed(), key_answer: { 学号: ' ' } }), '请输入答案', 'key_answer.学号'],
    ['createForecastCapsule', () => ({ ...foretold('雪'), content: [] }), '请填写预测的内容与结论~', 'content'],
    ['unlockRequest', () => ({ capsule_id: '7', reason: '太短了' }), '请填写大于十个字的理由', 'reason'],
    ['login', () => ({ password: 'x' }), '请填写手机号', 'tel'],
    ['capsuleSearch', () => ({}), '请输入想查找关键词', 'keyword'],
  ]

  it.each(rows)('of %s is the specification’s sentence alone (%#)', async (name, input, message, field) => {
    const { token } = await newPerson(app.url)
    const answer = await ask(app.url, name, input() as Input<typeof name>, { token })
    expect(answer).toMatchObject({ code: CODE.badRequest, message, data: { field } })
  })

  it.each([
    ['createTimeCapsule', { long_tag: 5 }, 'long_tag'],
    ['createTimeCapsule', { is_lock: 2 }, 'is_lock'],
    ['createTimeCapsule', { content: [{ type: 0, content: 5 }] }, 'content.0.content'],
    ['createTimeCapsule', { content: [{ type: 0, content: 'x', comment: long(2_000) }] }, 'content.0.comment'],
    ['capsuleDetail', { capsule_id: 'none' }, 'capsule_id'],
    ['myClosedCapsules', { pageSize: 51 }, 'pageSize'],
    ['yearReview', { year: 1 }, 'year'],
  ] as [CallName, object, string][])(
    'of %s is one sentence for all rules that the specification has none for (%#)',
    async (name, input, field) => {
      const { token } = await newPerson(app.url)
      const whole = name === 'createTimeCapsule' ? { ...sealed(), ...input } : input
      const answer = await ask(app.url, name, whole as Input<typeof name>, { token })
      expect(answer).toMatchObject({ code: CODE.badRequest, message: '请求内容有误', data: { field } })
    },
  )

  it('is the same sentence for a key of a call that is none', async () => {
    const { token } = await newPerson(app.url)
    expect(await ask(app.url, 'createTimeCapsule', sealed(), { token, key: 'a b' })).toMatchObject({
      code: CODE.badRequest,
      message: '请求内容有误',
      data: { field: 'Idempotency-Key' },
    })
  })
})

it('D22 one’s own data can be taken along: asked for, listed, and cancelled', async () => {
  const { token } = await newPerson(app.url)
  await get(app.url, 'exportCreate', {}, { token })
  const { list } = await get(app.url, 'exportList', {}, { token })
  expect(list).toHaveLength(1)
})
