import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { type CallName, calls, type Input, type Output } from '#contract/calls.ts'
import { withApp } from '#test/app.ts'
import { type Ask, codeFor, foretold, get, newTel, PASSWORD, textCapsule } from '#test/client.ts'
import { newCrowd, openedCapsule } from '#test/crowd.ts'
import type { Example } from './operation.ts'

const app = withApp()

/** Values that differ from run to run, by the name of their field; the document shows these. */
const SHOWN: Record<string, unknown> = {
  tel: '13800000000',
  telNum: '138****0000',
  captcha: '0420',
  password: '5EC8B7F2D0A94B6E8C1F3A7D9E2B4C60',
  token: 'bX0vQ2hhbmdlLW1lLWV2ZXJ5LXRpbWUtMDEyMzQ1Njc',
  pk_id: '7b1c2f6e-0d4a-4f57-9a55-0c6c1f1c2d3e',
  x_value: 128,
  y: 40,
  colorIndex: 1,
  next: '1764158400000000_1001',
  apple_account_token: '7b1c2f6e-0d4a-4f57-9a55-0c6c1f1c2d3e',
  Expiration: '2026-11-26T13:00:00.000Z',
  AccessKeyId: 'STS.0001',
  AccessKeySecret: 'secret',
  SecurityToken: 'token',
  preview: '/m/1764244800.permission/',
  prefix: 'image/1001/',
  fields: { policy: 'eyJjb25kaXRpb25zIjpbXX0=', success_action_status: '200' },
  url: 'https://capsule.example.com/calendar/feed/bX0vQ2hhbmdlLW1lLWV2ZXJ5LXRpbWUtMDEyMzQ1Njc.ics',
  week: '周四',
  reward: 1,
}
/** Texts that differ, by their form. */
const FORMS: [RegExp, string][] = [
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, '2026-11-26 20:00:00'],
  [/^\d{4}-\d\d-\d\d$/, '2026-11-26'],
  [/^\d\d\/\d\d\/\d\d \d\d:\d\d$/, '26/11/26 20:00'],
  [/^\d{4}-\d\d$/, '2026-11'],
  [/^20\d{4}$/, '202611'],
  [/^时光旅人\d+$/, '时光旅人10183'],
  [/^今天是周.，首篇得2个日记胶囊$/, '首篇得1个日记胶囊，周五、周日得2个'],
]
/** The ids that were met of each kind of thing; the first is shown as 1001. */
const met = new Map<string, string[]>()

/** A value as the document shows it. `name` is its field; `of` the kind of thing around it. */
function shown(value: unknown, name: string, of: string): unknown {
  if (value === '' || value === null) return value
  if (typeof value === typeof SHOWN[name]) return SHOWN[name]
  if (Array.isArray(value)) return value.map((item) => shown(item, name, of))
  if (typeof value === 'object') return shownFields(value, name === 'data' || name === '' ? of : name.replace(/s$/, ''))
  if (typeof value !== 'string') return value
  if (/^\d+$/.test(value) && /(?:^|_)id$/.test(name)) return shownId(value, name === 'id' ? of : name.slice(0, -3))
  return FORMS.reduce((text, [form, as]) => text.replace(form, as), value)
}

const shownFields = (fields: object, of: string) =>
  Object.fromEntries(Object.entries(fields).map(([key, inner]) => [shown(key, '', of), shown(inner, key, of)]))

function shownId(id: string, of: string): string {
  const known = met.get(of) ?? []
  if (!known.includes(id)) met.set(of, [...known, id])
  return String(1001 + met.get(of)!.indexOf(id))
}

const examples: Partial<Record<CallName, Example>> = {}

/** A call that must succeed, kept as the example of its name. */
async function example<N extends CallName>(name: N, input: Input<N>, options: Ask = {}): Promise<Output<N>> {
  const data = await get(app.url, name, input, options)
  examples[name] ??= { input: shown(input, '', name), data: shown(data, '', name) }
  return data
}

async function arrive() {
  const tel = newTel()
  const pk_id = randomUUID()
  await example('systemInfo', {})
  await example('createSlideCode', { pk_id })
  const { x } = (await (await fetch(`${app.url}/dev/captcha?pk_id=${pk_id}`)).json()) as { x: number }
  await example('verifySlideCode', { pk_id, tel, x_value: x })
  await example('register', { tel, password: PASSWORD, captcha: await codeFor(app.url, tel) })
  const { token } = await example('login', { tel, password: PASSWORD })
  await example('claimGift', {}, { token })
  const { user } = await example('userInfo', {}, { token })
  await example('userInfoUpdate', { nickname: '小满' }, { token })
  return { id: user.id, token }
}

async function write({ token }: { token: string }) {
  const keyed = { token, key: randomUUID() }
  await example('createTimeDraft', textCapsule('<p>给十年后的自己</p>'), keyed)
  await example('myDrafts', {}, { token })
  const { capsule_id } = await example('createTimeCapsule', textCapsule('<p>别忘了看海</p>', { long_tag: '看海' }), {
    token,
    key: randomUUID(),
  })
  await example('capsuleDetail', { capsule_id }, { token })
  await example('myClosedCapsules', {}, { token })
  await example('closedSummary', {}, { token })
  await example('calendarFeed', {}, { token })
  await example(
    'createForecastCapsule',
    foretold('明年会下雪', { content: [{ type: 0, content: '明年会下雪', comment: '去年就没有下' }] }),
    { token, key: randomUUID() },
  )
  await example('forecastRecord', {}, { token })
}

async function keepADiary({ token }: { token: string }) {
  await example('capsuleRecords', {}, { token })
  const { capsule_id, revision } = await example(
    'createDiaryCapsule',
    { content: [{ type: 0, content: '<p>今天下了第一场雪</p>' }] },
    { token, key: randomUUID() },
  )
  await example('diaryEdit', { capsule_id, content: [{ type: 0, content: '<p>雪停了</p>' }], revision }, { token })
  const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
  const month = capsule.created_at.slice(0, 7)
  await example('diaryList', { date: month }, { token })
  await example('diaryCalendar', { month: month.replace('-', '') }, { token })
  await example('ownSearch', { keyword: '雪' }, { token })
  await example('deleteDiary', { capsule_id }, { token })
  await example('deletedDiaries', {}, { token })
  await example('restoreDiary', { capsule_id }, { token })
}

async function meet({ token }: { token: string }) {
  const [other] = await newCrowd(app.services, 1)
  const capsule_id = await openedCapsule(app, other!, '海边的信')
  await example('capsuleOpenList', {}, { token })
  await example('capsuleSearch', { keyword: '海边', page: 1 }, { token })
  await example('searchList', {}, { token })
  await example('like', { capsule_id }, { token })
  await example('userLoveList', {}, { token })
  await example('userFollow', { user_id: other!.id }, { token })
  await example('userDetail', { user_id: other!.id }, { token })
  await example('report', { kind: 'capsule', id: capsule_id, reason: 5, text: '标题不合适' }, { token })
}

async function leave({ token }: { token: string }) {
  await example('ossToken', {}, { token })
  await example('goodsList', {}, { token })
  await example('taskList', {}, { token })
  await example('inbox', {}, { token })
  await example('sessions', {}, { token })
  await example('logout', {}, { token })
}

it('each example of the document is sent by this test, and answered as the document shows', async () => {
  const person = await arrive()
  await write(person)
  await keepADiary(person)
  await meet(person)
  await leave(person)
  const inOrder = Object.keys(calls).flatMap((name) => (name in examples ? [[name, examples[name as CallName]]] : []))
  expect(inOrder.length).toBeGreaterThan(20)
  // `npx vitest run server/http/openapi -u` writes it anew.
  const text = `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`
  await expect(text).toMatchFileSnapshot('examples.json')
})
