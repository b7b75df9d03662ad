import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import type { Provider } from '#contract/oauth.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newCode, newPerson, newTel, PASSWORD, seal, textCapsule } from '#test/client.ts'
import { type Back, travel } from '#test/trip.ts'

const platforms = await startStandins()
afterAll(() => platforms.close())
const app = withApp(platforms.env)
const withoutWeibo = withApp({ ...platforms.env, WEIBO_API_URL: 'http://127.0.0.1:9' })

const LOGIN = { wechat: 'wechatLogin', weibo: 'weiboLogin' } as const
const BIND = { wechat: 'wechatBind', weibo: 'weiboBind' } as const
const BOTH: Provider[] = ['wechat', 'weibo']
let names = 0
const newName = () => `旅人${names++}号`

const finish = (back: Back, provider: Provider, cookie = back.cookie) =>
  ask(app.url, LOGIN[provider], { code: back.code, state: back.state }, { headers: { cookie } })

async function signIn(provider: Provider, name: string): Promise<string> {
  const answer = await finish(await travel(app.url, { provider, purpose: 'login', name }), provider)
  expect(answer.code, answer.text).toBe(CODE.ok)
  return answer.data!.token
}

async function bindTo(token: string, provider: Provider, name: string) {
  const back = await travel(app.url, { provider, purpose: 'bind', name, token })
  const input = { code: back.code, state: back.state }
  return ask(app.url, BIND[provider], input, { token, headers: back.headersFor(BIND[provider]) })
}

const userOf = async (token: string) => (await get(app.url, 'userInfo', {}, { token })).user

describe.each(BOTH)('signing in by %s', (provider) => {
  it('makes an account without a phone the first time, and finds it the second time', async () => {
    const name = newName()
    const first = await userOf(await signIn(provider, name))
    expect(first).toMatchObject({ nickname: name, tel: '', [`${provider}_nickname`]: name, is_first: 1 })
    expect((await userOf(await signIn(provider, name))).id).toBe(first.id)
  })

  it('for the first time twice at once makes one account', async () => {
    const name = newName()
    const trips = await Promise.all([...Array(4)].map(() => travel(app.url, { provider, purpose: 'login', name })))
    const answers = await Promise.all(trips.map((back) => finish(back, provider)))
    const ids = await Promise.all(answers.map(async ({ data }) => (await userOf(data!.token)).id))
    expect(new Set(ids).size).toBe(1)
  })

  it('leads back to the login page with code and state, by a path the platform can keep', async () => {
    const back = await travel(app.url, { provider, purpose: 'login', name: newName() })
    expect(back).toMatchObject({ page: '/pages/login/login', denied: false })
    expect(back.state).toMatch(/^[0-9a-f]{64}$/)
  })

  it('that is denied leads back and says so, without a code', async () => {
    const back = await travel(app.url, { provider, purpose: 'login', name: undefined })
    expect(back).toMatchObject({ page: '/pages/login/login', denied: true, code: '' })
  })

  it('takes a state once, from the browser it was given to, for what it was asked for, for ten minutes', async () => {
    const go = () => travel(app.url, { provider, purpose: 'login', name: newName() })
    const over = { code: CODE.refused, message: '授权已失效，请重新操作' }
    const used = await go()
    expect(await finish(used, provider)).toMatchObject({ code: CODE.ok })
    expect(await finish(used, provider)).toMatchObject(over)
    const [one, two] = [await go(), await go()]
    expect(await finish(one, provider, two.cookie)).toMatchObject(over)
    expect(await finish(one, provider, '')).toMatchObject(over)
    expect(await finish({ ...one, state: two.state }, provider)).toMatchObject(over)
    const { token } = await newPerson(app.url, { gift: false })
    const headers = { cookie: one.cookie }
    const input = { code: one.code, state: one.state }
    expect(await ask(app.url, BIND[provider], input, { token, headers })).toMatchObject(over)
    await sql`update oauth_states set created_at = now() - interval '11 minutes'`.execute(app.services.db)
    expect(await finish(one, provider)).toMatchObject(over)
  })

  it('refuses a code the platform does not know', async () => {
    const back = await travel(app.url, { provider, purpose: 'login', name: newName() })
    const answer = await finish({ ...back, code: 'made-up' }, provider)
    expect(answer).toMatchObject({ code: CODE.refused, message: expect.stringContaining('授权失败') })
  })

  it('keeps no token of the platform and no state that could be used', async () => {
    const back = await travel(app.url, { provider, purpose: 'login', name: newName() })
    const { rows } = await sql<{ dump: string }>`
      select coalesce((select string_agg(o::text, '|') from oauth_states o), '') ||
        coalesce((select string_agg(i::text, '|') from identities i), '') as dump`.execute(app.services.db)
    for (const secret of [back.state, back.code, back.cookie.split('=')[1]!]) {
      expect(rows[0]!.dump).not.toContain(secret)
      expect(rows[0]!.dump).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})

describe('signing in by an app of Weibo', () => {
  it('finds the same person as the browser does', async () => {
    const name = newName()
    const { id } = await userOf(await signIn('weibo', name))
    const { access_token, uid } = platforms.weiboToken({ name })
    const { token } = await get(app.url, 'weiboLogin', { access_token, wb_uid: uid })
    expect((await userOf(token)).id).toBe(id)
  })

  it('refuses a forged wb_uid, the token of a foreign app, an expired token and a made-up one', async () => {
    const ours = platforms.weiboToken({ name: newName() })
    const other = platforms.weiboToken({ name: newName(), app: 'other' })
    const late = platforms.weiboToken({ name: newName(), expired: true })
    const before = await app.services.db.selectFrom('users').select('id').execute()
    for (const { access_token, uid } of [
      { ...ours, uid: other.uid },
      other,
      late,
      { access_token: 'made-up', uid: ours.uid },
    ]) {
      const answer = await ask(app.url, 'weiboLogin', { access_token, wb_uid: uid })
      expect(answer).toMatchObject({ code: CODE.refused, message: '微博授权失败，请重试' })
    }
    expect(await app.services.db.selectFrom('users').select('id').execute()).toHaveLength(before.length)
  })

  it('says that Weibo cannot be reached when it does not answer', async () => {
    const { access_token, uid } = platforms.weiboToken({ name: newName() })
    const answer = await ask(withoutWeibo.url, 'weiboLogin', { access_token, wb_uid: uid })
    expect(answer).toMatchObject({ code: CODE.refused, message: '微博暂时无法访问，请稍后再试' })
  })
})

it('inside WeChat the public account is asked, elsewhere the website application', async () => {
  const inside = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50'
  const back = await travel(app.url, { provider: 'wechat', purpose: 'login', name: '同一个人', userAgent: inside })
  expect(new URL(back.url).pathname).toBe('/connect/oauth2/authorize')
  const outside = await travel(app.url, { provider: 'wechat', purpose: 'login', name: '同一个人' })
  expect(new URL(outside.url).pathname).toBe('/connect/qrconnect')
  const people = await Promise.all(
    [back, outside].map(async (one) => (await userOf((await finish(one, 'wechat')).data!.token)).id),
  )
  expect(people[0]).toBe(people[1])
})

it('what the platforms are asked for beyond signing in needs a sign-in', async () => {
  const answer = await ask(app.url, 'oauthUrl', { provider: 'wechat', purpose: 'bind' })
  expect(answer).toMatchObject({ code: CODE.noToken })
})

describe('binding', () => {
  it.each(BOTH)('%s lets the person sign in by it, and shows its name', async (provider) => {
    const { token } = await newPerson(app.url, { gift: false })
    const name = newName()
    expect(await bindTo(token, provider, name)).toMatchObject({ code: CODE.ok })
    const user = await userOf(token)
    expect(user).toMatchObject({ [`${provider}_nickname`]: name })
    expect((await userOf(await signIn(provider, name))).id).toBe(user.id)
  })

  it('refuses an account somebody else has, and a second one of the same platform', async () => {
    const name = newName()
    await signIn('wechat', name)
    const { token } = await newPerson(app.url, { gift: false })
    expect(await bindTo(token, 'wechat', name)).toMatchObject({ code: 2, message: '该微信已绑定其他账号' })
    await bindTo(token, 'wechat', newName())
    expect(await bindTo(token, 'wechat', newName())).toMatchObject({ code: 2, message: '你已绑定微信，请先解绑' })
  })

  it('cannot be finished by another person in the same browser', async () => {
    const [one, two] = [await newPerson(app.url, { gift: false }), await newPerson(app.url, { gift: false })]
    const back = await travel(app.url, { provider: 'weibo', purpose: 'bind', name: newName(), token: one.token })
    expect(back.page).toBe('/subPages/me/setting')
    const options = { token: two.token, headers: back.headersFor('weiboBind') }
    const answer = await ask(app.url, 'weiboBind', { code: back.code, state: back.state }, options)
    expect(answer).toMatchObject({ code: 2, message: '授权已失效，请重新操作' })
  })
})

describe('unbinding', () => {
  it('is refused for the last way to sign in, whichever it is', async () => {
    const last = { code: CODE.refused, message: '这是你唯一的登录方式，不能解绑' }
    const { token } = await newPerson(app.url, { gift: false })
    expect(await ask(app.url, 'unbind', { type: 0 }, { token })).toMatchObject(last)
    expect(await ask(app.url, 'unbind', { type: 1 }, { token })).toMatchObject({ code: 2, message: '尚未绑定' })
    const social = await signIn('weibo', newName())
    expect(await ask(app.url, 'unbind', { type: 2 }, { token: social })).toMatchObject(last)
  })

  it('takes a way away, and only that one', async () => {
    const { token, tel } = await newPerson(app.url, { gift: false })
    const name = newName()
    await bindTo(token, 'wechat', name)
    await get(app.url, 'unbind', { type: 0 }, { token })
    expect(await ask(app.url, 'login', { tel, password: PASSWORD })).toMatchObject({ code: CODE.refused })
    const again = await signIn('wechat', name)
    expect(await userOf(again)).toMatchObject({ tel: '', wechat_nickname: name })
    expect(await ask(app.url, 'unbind', { type: 1 }, { token: again })).toMatchObject({ code: CODE.refused })
  })

  it('of two ways at once leaves one', async () => {
    const token = await signIn('wechat', newName())
    await bindTo(token, 'weibo', newName())
    const answers = await Promise.all([1, 2].map((type) => ask(app.url, 'unbind', { type }, { token })))
    expect(answers.map(({ code }) => code).sort()).toEqual([CODE.refused, CODE.ok].sort())
  })
})

describe('a person without a phone', () => {
  it('is asked to bind one before anything public, and may do it after', async () => {
    const token = await signIn('wechat', newName())
    await get(app.url, 'claimGift', {}, { token })
    const capsule_id = await seal(app.url, token, textCapsule('<p>好</p>'))
    const needed = { code: CODE.refused, message: '请先绑定手机号' }
    const early = textCapsule('<p>好</p>', { is_public: 1 })
    expect(await ask(app.url, 'createTimeCapsule', early, { token })).toMatchObject(needed)
    expect(await ask(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token })).toMatchObject(needed)
    expect(await ask(app.url, 'userInfoUpdate', { nickname: '新名字' }, { token })).toMatchObject(needed)
    expect(await ask(app.url, 'userInfoUpdate', { sex: '1' }, { token })).toMatchObject({ code: CODE.ok })

    const tel = newTel()
    const captcha = await newCode(app.url, tel, { token })
    await get(app.url, 'telBind', { tel, password: PASSWORD, captcha }, { token })
    expect(await ask(app.url, 'userInfoUpdate', { nickname: '新名字' }, { token })).toMatchObject({ code: CODE.ok })
    const signedIn = await get(app.url, 'login', { tel, password: PASSWORD })
    expect(await userOf(signedIn.token)).toMatchObject({ tel, nickname: '新名字' })
  })
})
