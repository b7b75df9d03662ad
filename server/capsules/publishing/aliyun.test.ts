import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { NOT_FOR_ALL } from '#contract/report.ts'
import { clearLoose } from '#server/platform/media/clear.ts'
import { found, type GreenQuestion, startAliyunGreen } from '#standins/aliyunGreen.ts'
import { withApp } from '#test/app.ts'
import { ask, get, seal, upload } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { png } from '#test/media.ts'
import { newDesk } from '#test/operator.ts'
import { publishOpened } from './publishOpened.ts'

const key = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret of the test' }
let answer: (question: GreenQuestion) => object | 'hang' | 'break'
const standin = await startAliyunGreen({ ...key, answer: (question) => answer(question) })
afterAll(standin.close)
beforeEach(() => {
  standin.requests.length = 0
  answer = () => found('none')
})
const app = withApp({
  MODERATION: 'aliyun',
  ALIYUN_GREEN_ACCESS_KEY_ID: key.accessKeyId,
  ALIYUN_GREEN_ACCESS_KEY_SECRET: key.accessKeySecret,
  ALIYUN_GREEN_URL: standin.url,
})
const asked = () => standin.requests.map(({ service, content }) => [service, content] as const)
const one = async () => (await newCrowd(app.services, 1))[0]!
const uploaded = async ({ token }: Member) => upload(app.url, token, 'image', await png(), 'png')

/** A picture with a remark that its owner sealed to be public, due now. */
async function duePicture(owner: Member, comment = '') {
  await give(app.services, Number(owner.id), [{ kind: 'time', amount: 1 }])
  const image = await uploaded(owner)
  const content = [{ type: 1 as const, content: image, comment }]
  const open_time = '2046-01-01 00:00:00'
  const input = { content, content_type: 1 as const, long_tag: '湖', is_public: 1 as const, open_time }
  const capsule_id = await seal(app.url, owner.token, input)
  await comeDue(app.services, capsule_id)
  return { capsule_id, image }
}
const review = async (capsule_id: string, { token }: Member) =>
  (await get(app.url, 'capsuleDetail', { capsule_id }, { token })).capsule

it('Aliyun is asked of a new picture at an address it can read, and of a name, each by its service', async () => {
  const owner = await one()
  const avatar = await uploaded(owner)
  await get(app.url, 'userInfoUpdate', { avatar, nickname: '看云的人' }, { token: owner.token })
  const [picture, name] = asked()
  expect(name).toEqual(['nickname_detection_pro', '看云的人'])
  expect(picture![1]).toContain(avatar)
  const address = new URL(picture![1]).pathname
  expect((await fetch(app.url + address)).headers.get('content-type')).toBe('image/png')
})

it('a doubtful avatar leaves the old one in place, and is taken once an operator has passed it', async () => {
  const owner = await one()
  const before = (await get(app.url, 'userInfo', {}, { token: owner.token })).user.avatar
  answer = ({ action }) => found(action === 'ImageModeration' ? 'medium' : 'none', 'pornographic_x')
  const avatar = await uploaded(owner)
  const { user } = await get(app.url, 'userInfoUpdate', { avatar }, { token: owner.token })
  expect(user).toMatchObject({ avatar: before, waiting: ['avatar'] })
  const { token } = await newDesk(app.url, app.services)
  const { cases } = await get(app.url, 'caseList', {}, { token })
  const waiting = cases.find(({ user }) => user.id === owner.id)!
  expect(waiting).toMatchObject({ kind: 'avatar', labels: ['pornographic_x'] })
  await sql`update objects set loose_since = now() - interval '30 days', doomed_at = now() - interval '1 day'
    where key = ${avatar}`.execute(app.services.db)
  await clearLoose(app.services, new AbortController().signal)
  expect((await fetch(app.url + waiting.value)).status).toBe(200)
  await get(app.url, 'caseDecide', { case_id: waiting.id, decision: 'pass' }, { token })
  expect((await get(app.url, 'userInfo', {}, { token: owner.token })).user.avatar).toContain(avatar)
})

it('a refused avatar is answered with code 2, and changes nothing', async () => {
  const owner = await one()
  answer = () => found('high', 'violent_x')
  const input = { avatar: await uploaded(owner), sex: '1' as const }
  expect(await ask(app.url, 'userInfoUpdate', input, { token: owner.token })).toMatchObject({
    code: CODE.refused,
    message: NOT_FOR_ALL,
  })
  expect((await get(app.url, 'userInfo', {}, { token: owner.token })).user.sex).toBe('')
})

it('an opened capsule is looked at within seconds, its pictures too, and nobody who opens waits for that', async () => {
  const owner = await one()
  const { capsule_id, image } = await duePicture(owner, '湖边')
  answer = () => 'hang'
  await get(app.url, 'unseal', { capsule_id }, { token: owner.token })
  expect(standin.requests).toEqual([])
  expect(await review(capsule_id, owner)).toMatchObject({ is_public: 1, review: 'waiting' })
  answer = () => found('none')
  await publishOpened(app.services, new AbortController().signal)
  expect(await review(capsule_id, owner)).toMatchObject({ is_public: 1, review: '' })
  expect(asked().map(([, content]) => content)).toEqual(expect.arrayContaining(['湖', '湖边']))
  expect(asked().some(([, content]) => content.includes(image))).toBe(true)
})

it('what got no answer waits for an operator: it neither passes unseen nor is refused', async () => {
  const owner = await one()
  const { capsule_id } = await duePicture(owner)
  await get(app.url, 'unseal', { capsule_id }, { token: owner.token })
  answer = () => 'break'
  await publishOpened(app.services, new AbortController().signal)
  expect(await review(capsule_id, owner)).toMatchObject({ is_public: 1, review: 'waiting' })
  const { token } = await newDesk(app.url, app.services)
  const { cases } = await get(app.url, 'caseList', {}, { token })
  expect(cases.find(({ user }) => user.id === owner.id)).toMatchObject({ why: 'doubtful', labels: ['unanswered'] })
})
