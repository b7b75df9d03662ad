import { expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, newPerson, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'

const app = withApp()

const hide = (token: string, capsule_id: string, hidden: 0 | 1 = 1) =>
  get(app.url, 'hideCapsule', { capsule_id, hidden }, { token })
const listed = async (token: string, hidden: 0 | 1 = 0) =>
  (await get(app.url, 'myOpenCapsules', { hidden }, { token })).capsules.data.map(({ id }) => id)
const detail = (token: string, capsule_id: string) => get(app.url, 'capsuleDetail', { capsule_id }, { token })

async function opened(token: string, words = '<p>信</p>'): Promise<string> {
  const id = await seal(app.url, token, textCapsule(words))
  await comeDue(app.services, id)
  await get(app.url, 'unseal', { capsule_id: id }, { token })
  return id
}

it('an opened capsule can be hidden from one’s list, found under 已隐藏, and shown again where it was', async () => {
  const { token } = await newPerson(app.url)
  const ids = [await opened(token), await opened(token), await opened(token)]
  for (let turn = 0; turn < 2; turn++) expect(await hide(token, ids[1]!)).toEqual({ hidden: 1 })
  expect(await listed(token)).toEqual([ids[2], ids[0]])
  expect((await get(app.url, 'myOpenCapsules', {}, { token })).capsules.data.map(({ id }) => id)).toEqual([
    ids[2],
    ids[0],
  ])
  expect(await listed(token, 1)).toEqual([ids[1]])
  const shown = await detail(token, ids[1]!)
  expect(shown.capsule).toMatchObject({ hidden: 1 })
  expect(shown.capsule.capsule_content?.content[0]?.content).toBe('<p>信</p>')
  for (let turn = 0; turn < 2; turn++) expect(await hide(token, ids[1]!, 0)).toEqual({ hidden: 0 })
  expect(await listed(token)).toEqual([...ids].reverse())
  expect(await listed(token, 1)).toEqual([])
  expect((await detail(token, ids[1]!)).capsule).toMatchObject({ hidden: 0 })
})

it('a hidden diary that was opened is in none of the diary lists, nor among the memories of its day', async () => {
  const { token } = await newPerson(app.url)
  const content = [{ type: 0 as const, content: '<p>chrysanthemum-3</p>', comment: '' }]
  const sealed = { content, open_time: inSeconds(3600), long_tag: 'chrysanthemum-4' }
  const { capsule_id } = await get(app.url, 'createDiaryCapsule', sealed, { token })
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, { token })
  const month = inSeconds(0).slice(0, 7)
  const texts = async () => {
    const lists = [
      await ask(app.url, 'diaryList', { date: month }, { token }),
      await ask(app.url, 'diaryCalendar', { month: month.replace('-', '') }, { token }),
      await ask(app.url, 'diaryThisDay', {}, { token }),
      await ask(app.url, 'myOpenCapsules', {}, { token }),
    ]
    return lists.map(({ text }) => text).join()
  }
  expect(await texts()).toMatch(/chrysanthemum-3.*chrysanthemum-4/)
  await hide(token, capsule_id)
  expect(await texts()).not.toMatch(/chrysanthemum|\d{4}-\d\d-\d\d/)
  await hide(token, capsule_id, 0)
  expect(await texts()).toContain('chrysanthemum-3')
})

it('hiding is for one’s own eyes: what is public stays public, and others are not told', async () => {
  const [owner, stranger] = [await newPerson(app.url), await newPerson(app.url)]
  const capsule_id = await opened(owner.token)
  await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, owner)
  await hide(owner.token, capsule_id)
  const home = (await get(app.url, 'capsuleOpenList', {}, stranger)).capsules
  expect(home.map(({ id }) => id)).toContain(capsule_id)
  const { capsule } = await detail(stranger.token, capsule_id)
  expect(capsule.hidden).toBeUndefined()
  expect(JSON.stringify(home)).not.toContain('hidden')
})

it('what is sealed, an ordinary diary or a draft is not hidden, and nobody hides what is another’s', async () => {
  const [owner, other] = [await newPerson(app.url), await newPerson(app.url)]
  const content = [{ type: 0 as const, content: '<p>x</p>', comment: '' }]
  const { capsule_id: diary } = await get(app.url, 'createDiaryCapsule', { content }, owner)
  const { capsule_id: draft } = await get(app.url, 'createTimeDraft', { content }, owner)
  for (const capsule_id of [await seal(app.url, owner.token, textCapsule('<p>x</p>')), diary, draft])
    expect(await ask(app.url, 'hideCapsule', { capsule_id, hidden: 1 }, owner)).toMatchObject({
      code: CODE.refused,
      message: '解封之后才能隐藏胶囊',
    })
  const capsule_id = await opened(owner.token)
  expect((await ask(app.url, 'hideCapsule', { capsule_id, hidden: 1 }, other)).code).toBe(CODE.missing)
  expect((await ask(app.url, 'hideCapsule', { capsule_id, hidden: 2 }, owner)).code).toBe(CODE.badRequest)
  expect(await listed(owner.token)).toEqual([capsule_id])
})

it('what is hidden comes in pages of 15, each from where the one before ended', async () => {
  const { token } = await newPerson(app.url)
  const { user } = await get(app.url, 'userInfo', {}, { token })
  await give(app.services, Number(user.id), [{ kind: 'time', amount: 20 }])
  const ids: string[] = []
  for (let turn = 0; turn < 17; turn++) ids.push(await opened(token))
  for (const id of ids) await hide(token, id)
  const first = await get(app.url, 'myOpenCapsules', { hidden: 1 }, { token })
  const next = { hidden: 1 as const, page: 2, after: first.capsules.next }
  const second = await get(app.url, 'myOpenCapsules', next, { token })
  expect([...first.capsules.data, ...second.capsules.data].map(({ id }) => id)).toEqual([...ids].reverse())
  expect(await listed(token)).toEqual([])
})
