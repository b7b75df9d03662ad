import { afterAll, beforeAll, expect, test } from 'vitest'
import { consent } from './consent.ts'
import { type Standins, startStandins } from './platforms.ts'

const BACK = 'https://capsule.example/back'

let now = Date.now()
let standins: Standins
beforeAll(async () => {
  standins = await startStandins({ now: () => now })
})
afterAll(() => standins.close())

type Params = Record<string, string | undefined>
const address = (path: string, params: Params) =>
  `${standins.url}${path}?${new URLSearchParams(Object.entries(params).filter((one): one is [string, string] => one[1] !== undefined))}`
const get = async (path: string, params: Params) =>
  (await (await fetch(address(path, params))).json()) as Record<string, string | number>
const post = async (path: string, params: Record<string, string>) => {
  const answer = await fetch(standins.url + path, { method: 'POST', body: new URLSearchParams(params) })
  return { status: answer.status, ...((await answer.json()) as object) }
}

const qr = (): Params => ({
  appid: standins.env.WECHAT_APP_ID,
  redirect_uri: BACK,
  response_type: 'code',
  scope: 'snsapi_login',
  state: 'a-b',
})
const inside = (): Params => ({ ...qr(), appid: standins.env.WECHAT_MP_APP_ID, scope: 'snsapi_userinfo', state: 'ab' })
const weibo = (): Params => ({ client_id: standins.env.WEIBO_APP_KEY, redirect_uri: BACK })
const codeOf = async (path: string, params: Params, name = '小满') =>
  (await consent(address(path, params), name)).searchParams.get('code')!
const wechatToken = async () => ({
  appid: standins.env.WECHAT_APP_ID,
  secret: standins.env.WECHAT_APP_SECRET,
  code: await codeOf('/connect/qrconnect', qr()),
  grant_type: 'authorization_code',
})
type Grant = { access_token: string; openid: string; unionid: string }
const wechatGrant = async (params: Params = {}) =>
  (await get('/sns/oauth2/access_token', { ...(await wechatToken()), ...params })) as Grant

test('the authorize pages say 「沙箱」, offer persons and a free name, and run no script', async () => {
  for (const url of [
    address('/connect/qrconnect', qr()),
    address('/connect/oauth2/authorize', inside()),
    address('/oauth2/authorize', weibo()),
  ]) {
    const page = await fetch(url)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const text of ['「沙箱」', '小满', '老周', '同意授权', '取消', '<form method="post">'])
      expect(html).toContain(text)
    expect(html).not.toMatch(/<script|\son\w+=/)
  }
})

test.each<[string, () => Params, Params]>([
  ['/connect/qrconnect', qr, { appid: 'wx1' }],
  ['/connect/qrconnect', qr, { redirect_uri: 'javascript:alert(1)' }],
  ['/connect/qrconnect', qr, { redirect_uri: undefined }],
  ['/connect/qrconnect', qr, { response_type: 'token' }],
  ['/connect/qrconnect', qr, { scope: 'snsapi_userinfo' }],
  ['/connect/oauth2/authorize', inside, { state: 'a-b' }],
  ['/connect/oauth2/authorize', inside, { scope: 'snsapi_login' }],
  ['/oauth2/authorize', weibo, { client_id: '1' }],
  ['/oauth2/authorize', weibo, { redirect_uri: 'capsule://back' }],
  ['/oauth2/authorize', weibo, { response_type: 'token' }],
])('%s asks nobody when the address is wrong (%#)', async (path, right, wrong) => {
  expect((await consent(address(path, right()), '小满')).searchParams.has('code')).toBe(true)
  const url = address(path, { ...right(), ...wrong })
  await expect(consent(url, '小满')).rejects.toThrow('the authorize page answers 400')
  const posted = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'agree', name: '小满' }),
  })
  expect(posted.status).toBe(400)
})

test('inside WeChat the parameters have one order', async () => {
  const { appid, ...rest } = inside()
  await expect(consent(address('/connect/oauth2/authorize', { ...rest, appid }), '小满')).rejects.toThrow(
    '参数顺序错误',
  )
})

test('a typed name counts before a picked one, and nobody is no person', async () => {
  const decide = (form: Record<string, string>) =>
    fetch(address('/connect/qrconnect', qr()), { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })
  const both = await decide({ decision: 'agree', person: '小满', name: ' 老周 ' })
  const code = new URL(both.headers.get('location')!).searchParams.get('code')!
  const { access_token, openid } = await wechatGrant({ code })
  expect(await get('/sns/userinfo', { access_token, openid })).toMatchObject({ nickname: '老周', sex: 1 })
  expect((await decide({ decision: 'agree', name: ' ' })).status).toBe(400)
  expect((await decide({ person: '小满' })).status).toBe(400)
})

test.each<[Params, number]>([
  [{ appid: undefined }, 41002],
  [{ appid: 'wx1' }, 40013],
  [{ secret: undefined }, 41004],
  [{ secret: 'guessed' }, 40125],
  [{ grant_type: 'refresh_token' }, 40002],
  [{ code: undefined }, 41008],
  [{ code: 'junk' }, 40029],
])('WeChat’s access_token refuses %j with %i and HTTP 200', async (wrong, errcode) => {
  const answer = await fetch(address('/sns/oauth2/access_token', { ...(await wechatToken()), ...wrong }))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ errcode, errmsg: expect.any(String) })
})

test('a WeChat code is for one use within five minutes', async () => {
  const asked = await wechatToken()
  expect(await get('/sns/oauth2/access_token', asked)).toMatchObject({ expires_in: 7200, scope: 'snsapi_login' })
  expect(await get('/sns/oauth2/access_token', asked)).toMatchObject({ errcode: 40163 })
  const late = await wechatToken()
  now += 300_000
  expect(await get('/sns/oauth2/access_token', late)).toMatchObject({ errcode: 42003 })
})

test('a WeChat token is for its openid and two hours', async () => {
  const { access_token, openid } = await wechatGrant()
  expect(await get('/sns/auth', { access_token, openid })).toEqual({ errcode: 0, errmsg: 'ok' })
  expect(await get('/sns/auth', { access_token, openid: 'o1' })).toMatchObject({ errcode: 40003 })
  expect(await get('/sns/userinfo', { access_token: 'junk', openid })).toMatchObject({ errcode: 40001 })
  now += 7200_000
  expect(await get('/sns/userinfo', { access_token, openid })).toMatchObject({ errcode: 42001 })
})

test('an openid differs between the two apps, the unionid does not', async () => {
  const outside = await wechatGrant()
  const within = await wechatGrant({
    appid: standins.env.WECHAT_MP_APP_ID,
    secret: standins.env.WECHAT_MP_APP_SECRET,
    code: await codeOf('/connect/oauth2/authorize', inside()),
  })
  expect(within.unionid).toBe(outside.unionid)
  expect(within.openid).not.toBe(outside.openid)
})

test.each<[Record<string, string>, number]>([
  [{ client_id: '1' }, 21324],
  [{ client_secret: 'guessed' }, 21324],
  [{ grant_type: 'password' }, 21328],
  [{ code: '' }, 21323],
  [{ code: 'junk' }, 21325],
  [{ redirect_uri: `${BACK}2` }, 21322],
])('Weibo’s access_token refuses %j with %i', async (wrong, error_code) => {
  const right = {
    client_id: standins.env.WEIBO_APP_KEY!,
    client_secret: standins.env.WEIBO_APP_SECRET!,
    grant_type: 'authorization_code',
    code: await codeOf('/oauth2/authorize', weibo()),
    redirect_uri: BACK,
  }
  const refused = await post('/oauth2/access_token', { ...right, ...wrong })
  expect(refused).toMatchObject({ status: 400, error_code, request: '/oauth2/access_token' })
  expect(await fetch(address('/oauth2/access_token', right))).toMatchObject({ status: 404 })
})

test('Weibo tells of a token whose it is, of which app, and how long it lasts', async () => {
  const { access_token, uid } = standins.weiboToken({ name: '小满' })
  expect(await post('/oauth2/get_token_info', { access_token })).toEqual({
    status: 200,
    uid: Number(uid),
    appkey: standins.env.WEIBO_APP_KEY,
    scope: null,
    create_at: Math.floor(now / 1000),
    expire_in: 7200,
  })
  const other = standins.weiboToken({ name: '小满', app: 'other', expired: true })
  const info = (await post('/oauth2/get_token_info', other)) as unknown as { appkey: string; expire_in: number }
  expect(info.appkey).not.toBe(standins.env.WEIBO_APP_KEY)
  expect(info.expire_in).toBeLessThanOrEqual(0)
  expect(await post('/oauth2/get_token_info', { access_token: 'junk' })).toMatchObject({ error_code: 21332 })
})

test('Weibo shows a person to their own live token alone', async () => {
  const { access_token, uid } = standins.weiboToken({ name: '小满' })
  const show = (params: Params) => get('/2/users/show.json', { access_token, uid, ...params })
  expect(await show({})).toMatchObject({ idstr: uid, screen_name: '小满', gender: 'f' })
  expect(await show({ uid: '1' })).toMatchObject({ error_code: 10008 })
  expect(await show({ access_token: 'junk' })).toMatchObject({ error_code: 21332 })
  const expired = standins.weiboToken({ name: '小满', expired: true })
  expect(await show(expired)).toMatchObject({ error_code: 21327 })
})

test('the same name is the same person after a restart', async () => {
  const again = await startStandins()
  expect(again.weiboToken({ name: '小满' }).uid).toBe(standins.weiboToken({ name: '小满' }).uid)
  expect(again.env.WECHAT_APP_SECRET).not.toBe(standins.env.WECHAT_APP_SECRET)
  await again.close()
})
