import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE, SERVER_TEXT } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, newPerson, post, textCapsule } from '#test/client.ts'
import { newDesk } from '#test/operator.ts'

const app = withApp()
const good = () => textCapsule('<p>好</p>', { open_time: inSeconds(600) })

/** A value that fits for each field there is. */
const fitting = () => ({
  capsule_id: '1',
  ...good(),
  tel: '13000000000',
  password: '0'.repeat(32),
  captcha: '0000',
  pk_id: 'hostile-slider',
  x_value: 7,
  provider: 'wechat',
  purpose: 'bind',
  code: 'x',
  state: 'x',
  type: 0,
  date: '2026-11',
  month: '202611',
  unseal_token: 'x',
  token: 'x',
  channel: 'tel',
  text: 'x',
  name: 'x',
  totp: '000000',
  application_id: '1',
  approve: 1,
  notice_id: '1',
  done: 0,
})

/** Every field a call knows, also those of its variants. */
function fieldsOf(name: CallName): string[] {
  type Shape = { properties?: object; anyOf?: Shape[] }
  const names = ({ properties = {}, anyOf = [] }: Shape): string[] => [
    ...Object.keys(properties),
    ...anyOf.flatMap(names),
  ]
  return [...new Set(names(z.toJSONSchema(calls[name].input, { io: 'input', unrepresentable: 'any' }) as Shape))]
}

const itemsOf = (text: string) => [{ type: 0, content: text, comment: text }]

/** Calls that take their content as JSON within JSON as well. */
const TAKES_TEXT = (Object.keys(calls) as CallName[]).filter((name) => {
  const refuses = (content: unknown) =>
    calls[name].input.safeParse({ ...fitting(), content }).error?.issues.some(({ path }) => path[0] === 'content')
  return refuses('[{') && !refuses(JSON.stringify(itemsOf('x')))
})

const HOSTILE = [
  null,
  true,
  7,
  -1,
  1.5,
  '',
  'x',
  '\u0000',
  [],
  {},
  [[]],
  { $ne: 1 },
  'x'.repeat(5000),
  '9'.repeat(30),
  '😀',
]

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
/** A list that makes so many values together with the field `x` itself. */
const listOf = (values: number): string =>
  `[${Array(values - 1)
    .fill(1)
    .join()}]`

/** A call without input, with this JSON in a field that the call does not have. */
const sendBeside = (x: string) => post(app.url, calls.systemInfo.path, `{"x":${x}}`)

describe('bad input', () => {
  it('gets a clear answer in Chinese and changes nothing', async () => {
    const { token } = await newPerson(app.url)
    const bad: [string, object, number][] = [
      ['a missing field', { open_time: inSeconds(600) }, CODE.badRequest],
      ['a wrong type', { ...good(), content: 5 }, CODE.badRequest],
      ['content that is no list', { ...good(), content: '[{' }, CODE.badRequest],
      ['an item of a kind that is not built', { ...good(), content: [{ type: 9, content: 'x' }] }, CODE.badRequest],
      ['an open time that is no date', { ...good(), open_time: '2031-02-30' }, CODE.badRequest],
      ['an open time in the past', { ...good(), open_time: '2001-01-01' }, CODE.refused],
      ['nothing but blanks', { ...good(), content: [{ type: 0, content: '<p> &nbsp;<br></p>' }] }, CODE.refused],
      [
        'nothing but a script',
        { ...good(), content: [{ type: 0, content: '<script>alert(1)</script>' }] },
        CODE.refused,
      ],
      ['a title of 101', { ...good(), long_tag: '长'.repeat(101) }, CODE.badRequest],
      ['a description of 101', { ...good(), description: '长'.repeat(101) }, CODE.badRequest],
      ['words of 1001', { ...good(), send_word: '长'.repeat(1001) }, CODE.badRequest],
      ['an answer of 101', { ...good(), key_answer: { '您的学号是？': '1'.repeat(101) } }, CODE.badRequest],
      ['a blank answer', { ...good(), key_answer: { '您的学号是？': ' ' } }, CODE.badRequest],
      ['four questions', { ...good(), key_answer: { a: '1', b: '2', c: '3', d: '4' } }, CODE.badRequest],
      ['a telephone number that is none', { ...good(), contact: { tel: '12345' } }, CODE.badRequest],
      ['an e-mail address that is none', { ...good(), contact: { email: 'nobody' } }, CODE.badRequest],
      ['a flag that is no flag', { ...good(), is_lock: 2 }, CODE.badRequest],
    ]
    for (const [what, input, code] of bad) {
      const answer = await ask(app.url, 'createTimeCapsule', input, { token })
      expect(answer, what).toMatchObject({ code, status: 200 })
      expect(answer.message, what).toMatch(/\p{Script=Han}/u)
    }
    expect((await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(6)
    expect((await get(app.url, 'myClosedCapsules', {}, { token })).capsules.data).toEqual([])
  })

  it('is not a flag or a count that another client sends as a string of digits', async () => {
    const { token } = await newPerson(app.url)
    const sent = { ...good(), is_lock: '1', is_public: '0' }
    expect(await ask(app.url, 'createTimeCapsule', sent as never, { token })).toMatchObject({ code: CODE.ok })
    const { capsules } = await get(app.url, 'myClosedCapsules', { page: '1', pageSize: '5' } as never, { token })
    expect(capsules.data).toMatchObject([{ is_lock: 1, is_public: 0 }])
    for (const is_lock of ['2', '01x', '-1', '1.0', ''])
      expect((await ask(app.url, 'createTimeCapsule', { ...good(), is_lock } as never, { token })).code).toBe(
        CODE.badRequest,
      )
    const wrongTel = { ...good(), contact: { tel: '12345' } }
    expect((await ask(app.url, 'createTimeCapsule', wrongTel, { token })).message).toContain('手机')
  })

  it('is 10,001 characters, counted as people count; 10,000 pass', async () => {
    const { token } = await newPerson(app.url)
    const written = (count: number) => textCapsule(`<p>${'😀'.repeat(count)}</p>`)
    const over = await ask(app.url, 'createTimeCapsule', written(10_001), { token })
    expect(over).toMatchObject({ code: CODE.refused, message: '已超出一万字上限' })
    expect(await ask(app.url, 'createTimeCapsule', written(10_000), { token })).toMatchObject({ code: CODE.ok })
  })

  it('names the field that does not fit', async () => {
    const { token } = await newPerson(app.url)
    const answer = await ask(app.url, 'createTimeCapsule', { ...good(), open_time: undefined }, { token })
    expect(answer.data).toEqual({ field: 'open_time' })
  })

  it('may be broken JSON, an empty body or a body too large', async () => {
    const { token } = await newPerson(app.url)
    const path = calls.createTimeCapsule.path
    const headers = { authorization: `Bearer ${token}` }
    expect(await post(app.url, path, '{"content":', headers)).toMatchObject({ code: CODE.badRequest, status: 200 })
    expect(await post(app.url, path, '', headers)).toMatchObject({ code: CODE.badRequest, status: 200 })
    expect(await post(app.url, path, '{"__proto__":{"a":1}}', headers)).toMatchObject({
      code: CODE.badRequest,
      status: 200,
    })
    const large = JSON.stringify({ ...good(), extra: 'x'.repeat(3_000_000) })
    expect(await post(app.url, path, large, headers)).toMatchObject({ status: 413, message: '提交的内容太大了' })
  })

  const FORMS = [
    'text/plain',
    'text/plain;charset=UTF-8',
    'Text/Plain; x=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]
  it.each(FORMS)(
    'is a body declared %s, as any other site may send it: 1001; an empty one needs no type',
    async (type) => {
      const { token } = await newPerson(app.url)
      const declared = (body: string, path = calls.userInfoUpdate.path) =>
        post(app.url, path, body, { authorization: `Bearer ${token}`, 'content-type': type })
      for (const body of ['{"nickname":"别人写的"}', 'nickname=x', ' '])
        expect(await declared(body)).toMatchObject({
          code: CODE.badRequest,
          status: 200,
          message: SERVER_TEXT.badRequest,
        })
      expect(await declared('{}', calls.login.path)).toMatchObject({
        code: CODE.badRequest,
        message: SERVER_TEXT.badRequest,
      })
      expect(await declared('', calls.userInfo.path)).toMatchObject({ code: CODE.ok })
      expect((await get(app.url, 'userInfo', {}, { token })).user.nickname).not.toBe('别人写的')
    },
  )

  it('is no call without a type, nor a platform’s news under any', async () => {
    const { token } = await newPerson(app.url)
    const authorization = `Bearer ${token}`
    const untyped = { method: 'POST', headers: { authorization }, body: new Blob(['{"nickname":"我写的"}']) }
    expect(await (await fetch(app.url + calls.userInfoUpdate.path, untyped)).json()).toMatchObject({ code: CODE.ok })
    for (const body of [undefined, new Blob([])])
      expect(await (await fetch(app.url + calls.userInfo.path, { ...untyped, body })).json()).toMatchObject({
        code: CODE.ok,
        data: { user: { nickname: '我写的' } },
      })
    const news = await post(app.url, calls.applePaySuccess.path, '{"signedPayload":"x"}', { 'content-type': FORMS[0]! })
    expect(news.message).not.toBe(SERVER_TEXT.badRequest)
  })

  it('is a NUL character, while a backslash and digits that only look like one are text', async () => {
    const { token } = await newPerson(app.url)
    const nul = { ...good(), long_tag: 'a\u0000b' }
    expect(await ask(app.url, 'createTimeCapsule', nul, { token })).toMatchObject({ code: CODE.badRequest })
    const text = { ...good(), long_tag: 'a\\u0000b' }
    expect(await ask(app.url, 'createTimeCapsule', text, { token })).toMatchObject({ code: CODE.ok })
  })

  it('is half of a surrogate pair, as a value or as a key, whose field is named', async () => {
    const { token } = await newPerson(app.url)
    const half = { ...good(), long_tag: 'a\ud800b' }
    expect(await ask(app.url, 'createTimeCapsule', half, { token })).toMatchObject({ code: CODE.badRequest })
    const key = { ...good(), key_answer: { '\ud800': 'x' } }
    expect(await ask(app.url, 'createTimeCapsule', key, { token })).toMatchObject({ code: CODE.badRequest })
    const file = { type: 1, content: 'x', comment: '', name: `海\ud83d.jpg` }
    const place = { type: 4, content: JSON.stringify({ name: '海\ud83d' }), comment: '' }
    const named: [string, object][] = [
      ['long_tag', half],
      ['key_answer', key],
      ['contact.email', { ...good(), contact: { email: 'a\ud83d@b.cn' } }],
      ['content.1.name', { ...good(), content: [{ ...file, name: '海.jpg' }, file] }],
      ['content.1.name', { ...good(), content: JSON.stringify([{ ...file, name: '海.jpg' }, file]) }],
      ['content.0.content', { ...good(), content: [place] }],
      ['content.1.0', { ...good(), content: '[11,["\\ud83d"]]' }],
    ]
    for (const [field, input] of named)
      expect(await ask(app.url, 'createTimeDraft', input, { token }), field).toMatchObject({
        status: 200,
        code: CODE.badRequest,
        message: SERVER_TEXT.badRequest,
        data: { field },
      })
    const whole = { ...good(), long_tag: '😀' }
    const body = JSON.stringify(whole).replace('😀', '\\ud83d\\ude00')
    const headers = { authorization: `Bearer ${token}` }
    expect(await post(app.url, calls.createTimeCapsule.path, body, headers)).toMatchObject({ code: CODE.ok })
  })

  it('is nested deeper than 32 or holds more than 10,000 values; 32 and 10,000 pass', async () => {
    // The body itself is one of the 32.
    const fits = [nested(31), listOf(10_000), `"${'[{,'.repeat(100_000)}"`, `"${'\\"['.repeat(100_000)}"`]
    const over = [
      nested(32),
      listOf(10_001),
      nested(500_000),
      `[${'[],'.repeat(9_999)}[]]`,
      `{${'"a":1,'.repeat(9_999)}"a":1}`,
    ]
    for (const x of fits) expect(await sendBeside(x), x.slice(0, 40)).toMatchObject({ status: 200, code: CODE.ok })
    for (const x of over)
      expect(await sendBeside(x), x.slice(0, 40)).toMatchObject({
        status: 200,
        code: CODE.badRequest,
        message: SERVER_TEXT.badRequest,
      })
  })

  it('is not one text of nearly two megabytes', async () => {
    expect(await sendBeside(`"${'[长'.repeat(500_000)}"`)).toMatchObject({ status: 200, code: CODE.ok })
  })

  it('is content given as text that hides NUL, half of a pair, or too much of it', async () => {
    const { token } = await newPerson(app.url)
    const bad: [string, string][] = [
      ['NUL', JSON.stringify(itemsOf('a\u0000b'))],
      ['half of a pair', JSON.stringify(itemsOf('a\ud800b'))],
      ['half of a pair in capitals', JSON.stringify(itemsOf('a\udfffb')).replace('udfff', 'uDFFF')],
      ['a key that is NUL', `[{"type":0,"content":"x","comment":"y","\\u0000":1}]`],
      ['depth', `[{"type":0,"content":"x","comment":"y","z":${nested(31)}}]`],
      ['many values', `[{"type":0,"content":"x","comment":"y","z":${listOf(10_000)}}]`],
    ]
    expect(TAKES_TEXT.length).toBeGreaterThanOrEqual(5)
    for (const name of TAKES_TEXT) {
      const sent = { ...fitting(), open_time: inSeconds(600) }
      for (const [what, content] of bad)
        expect(await ask(app.url, name, { ...sent, content }, { token }), `${name} ${what}`).toMatchObject({
          status: 200,
          code: CODE.badRequest,
          message: SERVER_TEXT.badRequest,
          data: { field: expect.stringMatching(/^content/) },
        })
      const text = JSON.stringify(itemsOf('a\\u0000b 😀')).replace('😀', '\\ud83d\\ude00')
      const { data } = await ask(app.url, name, { ...sent, content: text }, { token })
      expect(JSON.stringify(data ?? {}), name).not.toContain('content')
    }
  })

  it('may name an endpoint that is not there', async () => {
    const answer = await post(app.url, '/api/no/such', '{}')
    expect(answer).toMatchObject({ status: 404, message: '请求的接口不存在' })
    const get = await fetch(app.url + calls.userInfo.path)
    expect(get.status).toBe(404)
  })

  it('drops fields nobody asked for', async () => {
    const { token } = await newPerson(app.url)
    const more = { ...good(), status: 2, owner_id: 1, open_at: '2020-01-01', sealed_at: '2020-01-01', id: 987654321 }
    const { data } = await ask(app.url, 'createTimeCapsule', more, { token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: data!.capsule_id }, { token })
    expect(capsule).toMatchObject({ status: 1, open_at: '' })
    expect(capsule.id).not.toBe('987654321')
  })

  it('never is a 500, whatever is sent in whatever field of whatever call', async () => {
    const [person, desk] = [await newPerson(app.url), await newDesk(app.url, app.services)]
    const over: CallName[] = ['logout', 'reviewLogout']
    for (const name of Object.keys(calls).filter((name) => !over.includes(name as CallName)) as CallName[]) {
      const { token } = calls[name].who === 'operator' ? desk : person
      const asked = HOSTILE.flatMap((value) => [
        value,
        ...fieldsOf(name).map((field) => ({ ...fitting(), [field]: value })),
      ])
      const answers = await Promise.all(asked.map((input) => ask(app.url, name, input, { token })))
      for (const [index, answer] of answers.entries()) {
        expect(answer.status, `${name} ${JSON.stringify(asked[index])?.slice(0, 200)}`).toBeLessThan(500)
        expect(answer.code).toBeTypeOf('number')
      }
    }
  }, 120_000)
})
