import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { TEL_NEEDED } from '#contract/profile.ts'
import { ALREADY_OPEN, REQUEST_APPROVED, REQUEST_DUE, REQUEST_WAITING, TOO_EARLY } from '#contract/unseal.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { approve } from '#test/links.ts'

const app = withApp()
const reason = '我真的真的非常需要提前看到它'
const REFUSED = { code: CODE.refused }

async function sealed(more: Parameters<typeof textCapsule>[1] = {}) {
  const { token } = await newPerson(app.url)
  const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>', more))
  const request = () => ask(app.url, 'unlockRequest', { capsule_id, reason }, { token })
  const unseal = () => ask(app.url, 'unseal', { capsule_id }, { token })
  const applied = () =>
    app.services.db
      .selectFrom('applications')
      .select(['state', 'closed_at'])
      .where('capsule_id', '=', Number(capsule_id))
      .orderBy('id')
      .execute()
  return { token, capsule_id, request, unseal, applied }
}
/** As an operator's no would. */
async function reject(capsule_id: string) {
  const { db } = app.services
  const id = Number(capsule_id)
  await db
    .updateTable('applications')
    .set({ state: 'rejected', closed_at: new Date(), reply: '请再等等' })
    .where('capsule_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await db.updateTable('capsules').set({ status: 1 }).where('id', '=', id).execute()
}

describe('an application for an early unsealing', () => {
  it.each([0, 1] as const)('with is_lock %i waits, and until it is answered nothing opens', async (is_lock) => {
    const { request, unseal, applied } = await sealed({ is_lock })
    expect(await unseal()).toMatchObject({ ...REFUSED, message: TOO_EARLY })
    expect((await request()).code).toBe(CODE.ok)
    expect(await applied()).toEqual([{ state: 'waiting', closed_at: null }])
    expect(await request()).toMatchObject({ ...REFUSED, message: REQUEST_WAITING })
    expect(await unseal()).toMatchObject({ ...REFUSED, message: TOO_EARLY })
  })

  it('is there once, however many are sent at once', async () => {
    const { request, applied } = await sealed()
    const codes = (await Promise.all([request(), request(), request()])).map(({ code }) => code)
    expect(codes.sort()).toEqual([CODE.refused, CODE.refused, CODE.ok].sort())
    expect(await applied()).toHaveLength(1)
  })

  it('closes itself when the open time comes and the capsule is opened', async () => {
    const { capsule_id, request, unseal, applied } = await sealed()
    await request()
    await comeDue(app.services, capsule_id)
    expect(await request()).toMatchObject({ ...REFUSED, message: REQUEST_DUE })
    expect((await unseal()).code).toBe(CODE.ok)
    expect(await applied()).toMatchObject([{ state: 'closed' }])
    expect(await request()).toMatchObject({ ...REFUSED, message: ALREADY_OPEN })
  })

  it('that was approved lets the owner unseal now, and needs no other', async () => {
    const { capsule_id, request, unseal } = await sealed()
    await approve(app.services, capsule_id)
    expect(await request()).toMatchObject({ ...REFUSED, message: REQUEST_APPROVED })
    expect((await unseal()).code).toBe(CODE.ok)
  })

  it('is answered by SMS, so its owner needs a number', async () => {
    const { token, request, applied } = await sealed()
    const { id } = (await get(app.url, 'userInfo', {}, { token })).user
    const { db } = app.services
    const identity = { user_id: Number(id), provider: 'wechat', subject: `links ${id}`, nickname: '' } as const
    await db.insertInto('identities').values(identity).execute()
    await db.updateTable('users').set({ tel: null }).where('id', '=', Number(id)).execute()
    expect(await request()).toMatchObject({ ...REFUSED, message: TEL_NEEDED })
    expect(await applied()).toEqual([])
  })

  it('can be made three times a week for one capsule, then answers 1029', async () => {
    const [one, other] = [await sealed(), await sealed()]
    for (let time = 0; time < 3; time++) {
      expect((await one.request()).code).toBe(CODE.ok)
      // One that is refused by a rule does not count.
      expect(await one.request()).toMatchObject({ ...REFUSED, message: REQUEST_WAITING })
      await reject(one.capsule_id)
    }
    const refused = await one.request()
    expect(refused).toMatchObject({ code: CODE.tooManyTries, status: 200 })
    expect((refused.data as unknown as { retry_after: number }).retry_after).toBeGreaterThan(6 * 86_400)
    expect((await other.request()).code).toBe(CODE.ok)
    expect(await one.applied()).toHaveLength(3)
  })

  it('is told to the owner with its answer, and to nobody else', async () => {
    const { token, capsule_id, request } = await sealed()
    const detail = async () => (await get(app.url, 'capsuleDetail', { capsule_id }, { token })).capsule
    expect((await detail()).application).toBeUndefined()
    await request()
    expect((await detail()).application).toMatchObject({ state: 'waiting', closed_at: '', reply: '' })
    await reject(capsule_id)
    const { application } = await detail()
    expect(application).toMatchObject({ state: 'rejected', reply: '请再等等' })
    expect(application!.closed_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    await request()
    expect((await detail()).application).toMatchObject({ state: 'waiting', reply: '' })
    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token })
    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token })
    const stranger = await newPerson(app.url)
    const theirs = await get(app.url, 'capsuleDetail', { capsule_id }, { token: stranger.token })
    expect(theirs.capsule.application).toBeUndefined()
    expect(theirs.capsule.shared).toBeUndefined()
    expect((await detail()).application).toMatchObject({ state: 'closed' })
  })
})

it('unsealing drops what was still to be said of it, and leaves what was said', async () => {
  const { token, capsule_id } = await sealed()
  const { db } = app.services
  const message = (template: string, state: 'waiting' | 'sent') => ({
    channel: 'sms' as const,
    recipient: '',
    template,
    params: null,
    text: null,
    state,
    capsule_id: Number(capsule_id),
    contact: 'owner' as const,
    occasion: `${template} ${state}`,
    next_at: state === 'waiting' ? new Date() : null,
  })
  await db
    .insertInto('messages')
    .values([
      message('open', 'waiting'),
      message('openOwner', 'waiting'),
      message('rejected', 'waiting'),
      message('open', 'sent'),
    ])
    .execute()
  const states = async () => {
    const of = db.selectFrom('messages').select(['occasion', 'state', 'next_at'])
    const rows = await of.where('capsule_id', '=', Number(capsule_id)).orderBy('id').execute()
    return rows.map(({ occasion, state, next_at }) => [occasion, state, next_at !== null])
  }
  const before = await states()
  await ask(app.url, 'unseal', { capsule_id }, { token })
  expect(await states()).toEqual(before)
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, { token })
  expect(await states()).toEqual([
    ['open waiting', 'dropped', false],
    ['openOwner waiting', 'dropped', false],
    ['rejected waiting', 'waiting', true],
    ['open sent', 'sent', false],
  ])
  await db.deleteFrom('messages').where('capsule_id', '=', Number(capsule_id)).execute()
})
