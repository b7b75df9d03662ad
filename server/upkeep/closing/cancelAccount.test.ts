import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import {
  ask,
  forgetSends,
  get,
  inSeconds,
  later,
  newCode,
  newPerson,
  PASSWORD,
  seal,
  textCapsule,
} from '#test/client.ts'
import { dumpOf } from '#test/dump.ts'
import { travel } from '#test/trip.ts'

const platforms = await startStandins()
afterAll(() => platforms.close())
const app = withApp(platforms.env)
const CONTACT = { email: 'friend@example.com' }

async function cancel(tel: string, token: string) {
  await forgetSends(app.services.db, tel)
  return ask(app.url, 'cancelAccount', { captcha: await newCode(app.url, tel, { token }) }, { token })
}

async function openCapsule(token: string, title: string): Promise<string> {
  const input = textCapsule(`<p>${title}</p>`, { long_tag: title, contact: CONTACT, open_time: inSeconds(2) })
  const capsule_id = await seal(app.url, token, input)
  await later(2_100)
  await get(app.url, 'unseal', { capsule_id }, { token })
  return capsule_id
}

describe('closing an account', () => {
  it('takes private capsules with their content, leaves public ones without a name, and keeps the ledger', async () => {
    const [{ tel, token }, stranger] = [await newPerson(app.url), await newPerson(app.url)]
    await get(app.url, 'userInfoUpdate', { nickname: '木兰小姐' }, { token })
    const { id } = (await get(app.url, 'userInfo', {}, { token })).user
    await seal(app.url, token, textCapsule('<p>木兰</p>', { long_tag: '封着的木兰', contact: CONTACT }))
    await get(app.url, 'createTimeDraft', { content: textCapsule('<p>木兰</p>').content }, { token })
    const content = textCapsule('<p>木兰</p>').content
    const entries = [{ source_id: '木兰的旧日记.md', created_at: '2019-01-01 10:00:00', content }]
    await get(app.url, 'importDiaries', { batch_id: '木兰的一批', source: 'markdown', entries }, { token })
    const waiting = await seal(app.url, token, textCapsule('<p>等</p>'))
    await get(app.url, 'unlockRequest', { capsule_id: waiting, reason: '我想要提前看到它，拜托拜托' }, { token })
    const [shown] = await Promise.all([openCapsule(token, '公开的木兰'), openCapsule(token, '自己看的木兰')])
    await get(app.url, 'capsuleIsPublic', { capsule_id: shown, is_public: 1 }, { token })
    const own = await ownCapsules(id)
    const before = await rowsOf(own)
    expect(before.capsule_contents).toHaveLength(own.length)
    expect(before.capsule_contacts).toContain(shown)
    expect(before.applications).toEqual([waiting])

    expect(await cancel(tel, token)).toMatchObject({ code: CODE.ok })

    expect(await rowsOf(own)).toEqual({ capsule_contents: [shown], capsule_contacts: [], applications: [] })
    expect(await ask(app.url, 'userInfo', {}, { token })).toMatchObject({ code: CODE.tokenEnded })
    expect(await ask(app.url, 'login', { tel, password: PASSWORD })).toMatchObject({ code: CODE.refused })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: shown }, { token: stranger.token })
    expect(capsule.user).toMatchObject({ nickname: '该用户已注销', cancelled: 1, avatar: '' })
    const list = await ask(app.url, 'capsuleOpenList', {}, { token: stranger.token })
    expect(list.text).toContain('公开的木兰')
    expect(list.text).not.toContain('木兰小姐')
    const left = await everything()
    for (const gone of [tel, '木兰小姐', '封着的木兰', '自己看的木兰', '旧日记', '木兰的一批'])
      expect(left).not.toContain(gone)
    expect((await ownCapsules(id)).map(String)).toEqual([shown])
    const ledger = app.services.db.selectFrom('transactions').select('reason').where('user_id', '=', Number(id))
    expect((await ledger.execute()).map(({ reason }) => reason)).toContain('封存时光胶囊')
  })

  it('frees the number: who registers with it is somebody new', async () => {
    const { tel, token } = await newPerson(app.url)
    const before = (await get(app.url, 'userInfo', {}, { token })).user.id
    await cancel(tel, token)
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel)
    const again = await get(app.url, 'register', { tel, password: PASSWORD, captcha })
    const { user } = await get(app.url, 'userInfo', {}, { token: again.token })
    expect(user).toMatchObject({ tel, is_first: 1, time_count: 0 })
    expect(user.id).not.toBe(before)
  })

  it('needs a code sent to the own number while signed in', async () => {
    const [{ tel, token }, other] = [await newPerson(app.url), await newPerson(app.url)]
    await forgetSends(app.services.db, tel)
    const outside = await newCode(app.url, tel)
    expect(await ask(app.url, 'cancelAccount', { captcha: outside }, { token })).toMatchObject({ code: CODE.refused })
    await forgetSends(app.services.db, other.tel)
    const elsewhere = await newCode(app.url, other.tel, { token })
    expect(await ask(app.url, 'cancelAccount', { captcha: elsewhere }, { token })).toMatchObject({ code: CODE.refused })
    expect(await ask(app.url, 'cancelAccount', {}, { token })).toMatchObject({ code: CODE.badRequest })
    expect(await ask(app.url, 'userInfo', {}, { token })).toMatchObject({ code: CODE.ok })
  })

  it('of a person without a phone needs a fresh return from their own platform account', async () => {
    const social = async (name: string) => {
      const back = await travel(app.url, { provider: 'wechat', purpose: 'login', name })
      const options = { headers: back.headersFor('wechatLogin') }
      return (await get(app.url, 'wechatLogin', { code: back.code, state: back.state }, options)).token
    }
    const token = await social('要走的人')
    const prove = async (name: string, purpose: 'cancel' | 'bind' = 'cancel') => {
      const back = await travel(app.url, { provider: 'wechat', purpose, name, token })
      const input = { provider: 'wechat' as const, code: back.code, state: back.state }
      return {
        back,
        answer: await ask(app.url, 'cancelAccount', input, { token, headers: back.headersFor('cancelAccount') }),
      }
    }
    expect((await prove('别人')).answer).toMatchObject({ code: 2, message: '请用绑定的手机号或社交账号确认注销' })
    expect((await prove('要走的人', 'bind')).answer).toMatchObject({ code: 2, message: '授权已失效，请重新操作' })
    expect(await ask(app.url, 'cancelAccount', { captcha: '0000' }, { token })).toMatchObject({ code: CODE.refused })
    const { back, answer } = await prove('要走的人')
    expect(back.page).toBe('/subPages/me/cancelAccount')
    expect(answer).toMatchObject({ code: CODE.ok })
    const next = await social('要走的人')
    expect((await get(app.url, 'userInfo', {}, { token: next })).user.is_first).toBe(1)
  })

  it('takes no platform account that was bound less than a day ago to somebody with a number', async () => {
    const { token } = await newPerson(app.url, { gift: false })
    const bound = await travel(app.url, { provider: 'weibo', purpose: 'bind', name: '刚来的', token })
    const returned = { code: bound.code, state: bound.state }
    await get(app.url, 'weiboBind', returned, { token, headers: bound.headersFor('weiboBind') })
    await get(app.url, 'unbind', { type: 0 }, { token })
    const close = async () => {
      const back = await travel(app.url, { provider: 'weibo', purpose: 'cancel', name: '刚来的', token })
      const input = { provider: 'weibo' as const, code: back.code, state: back.state }
      return ask(app.url, 'cancelAccount', input, { token, headers: back.headersFor('cancelAccount') })
    }
    expect(await close()).toMatchObject({ code: 2, message: '刚绑定的账号满24小时后才能用来确认注销' })
    await sql`update identities set created_at = created_at - interval '25 hours' where nickname = '刚来的'`.execute(
      app.services.db,
    )
    expect(await close()).toMatchObject({ code: CODE.ok })
  })

  it('twice at once closes once', async () => {
    const { tel, token } = await newPerson(app.url)
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel, { token })
    const answers = await Promise.all([1, 2, 3].map(() => ask(app.url, 'cancelAccount', { captcha }, { token })))
    expect(answers.filter(({ code }) => code === CODE.ok)).toHaveLength(1)
  })

  it('while capsules are being sealed leaves none behind', async () => {
    const { tel, token } = await newPerson(app.url)
    await forgetSends(app.services.db, tel)
    const captcha = await newCode(app.url, tel, { token })
    const { user } = await get(app.url, 'userInfo', {}, { token })
    const sealing = [...Array(6)].map(async (_, i) => {
      await later(i * 3)
      await ask(app.url, 'createTimeCapsule', textCapsule(`<p>${i}</p>`), { token })
      await ask(app.url, 'createTimeDraft', { content: textCapsule('<p>草稿</p>').content }, { token })
    })
    await later(5)
    expect(await ask(app.url, 'cancelAccount', { captcha }, { token })).toMatchObject({ code: CODE.ok })
    await Promise.all(sealing)
    const left = app.services.db.selectFrom('capsules').select('id').where('owner_id', '=', Number(user.id))
    expect(await left.execute()).toEqual([])
  })

  it('is the only thing that may delete what is sealed', async () => {
    const { token } = await newPerson(app.url)
    const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>'))
    const drop = sql`delete from capsules where id = ${Number(capsule_id)}`.execute(app.services.db)
    await expect(drop).rejects.toMatchObject({ code: '42501' })
  })
})

const ownCapsules = async (userId: string): Promise<number[]> =>
  (await app.services.db.selectFrom('capsules').select('id').where('owner_id', '=', Number(userId)).execute()).map(
    ({ id }) => id,
  )

/** Rows that belong to these capsules: the words are encrypted, so rows are looked for and not texts. */
async function rowsOf(capsules: number[]) {
  const idsIn = async (table: 'capsule_contents' | 'capsule_contacts' | 'applications') =>
    (await app.services.db.selectFrom(table).select('capsule_id').where('capsule_id', 'in', capsules).execute()).map(
      (row) => String(row.capsule_id),
    )
  return {
    capsule_contents: await idsIn('capsule_contents'),
    capsule_contacts: await idsIn('capsule_contacts'),
    applications: await idsIn('applications'),
  }
}

/** Every row of every table, but for the tries that keep a number from being flooded. */
const everything = async (): Promise<string> =>
  (await dumpOf(app.services.db))
    .filter(({ table }) => table !== 'tries')
    .map(({ row }) => row)
    .join('\n')
