import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { consent } from '#standins/consent.ts'
import { type Standins, startStandins } from '#standins/platforms.ts'
import { type Script, startScripted } from '#standins/scripted.ts'
import { cleanNickname, type Identity, PlatformAway, PlatformRefused } from './platform.ts'
import { environment, read, type WechatConfig } from './settings/wechat.ts'
import { identityOfWechatCode, wechatAuthorizeUrl } from './wechat.ts'

const BACK = 'https://capsule.example/api/OAuth/wechat/callback'
const TIMEOUT_MS = 300
const TOKEN = { access_token: 'secret-token', openid: 'o1', unionid: 'u1' }
const PROFILE = { openid: 'o1', unionid: 'u1', nickname: '小满', sex: 2 }

let now = Date.now()
let standins: Standins
let config: WechatConfig
beforeAll(async () => {
  standins = await startStandins({ now: () => now })
  config = read(z.object(environment).parse(standins.env))!
})
afterAll(() => standins.close())

const codeOf = async (name: string, inWechat = false): Promise<{ code: string; app: 'open' | 'mp' }> => {
  const { url, app } = wechatAuthorizeUrl(config, { state: 'abc123', redirectUri: BACK, inWechat })
  return { code: (await consent(url, name)).searchParams.get('code')!, app }
}
const signIn = async (name: string, inWechat = false): Promise<Identity> =>
  identityOfWechatCode(config, await codeOf(name, inWechat))

/** Asks a platform that answers as the script says. */
async function scripted(script: Script): Promise<Identity> {
  const { url, close } = await startScripted(script)
  const asked = identityOfWechatCode({ ...config, apiUrl: url }, { code: 'c', app: 'open' }, TIMEOUT_MS)
  return asked.finally(close)
}

test('anyone who agrees comes back with a code and the state that was sent along', async () => {
  const { url } = wechatAuthorizeUrl(config, { state: 'abc123', redirectUri: `${BACK}?keep=1`, inWechat: false })
  const back = await consent(url, '小满')
  expect(back.origin + back.pathname).toBe(BACK)
  expect(back.searchParams.get('keep')).toBe('1')
  expect(back.searchParams.get('state')).toBe('abc123')
  expect(back.searchParams.get('code')).toMatch(/^[\w-]{32}$/)
})

test('anyone who declines comes back with the state alone', async () => {
  const { url } = wechatAuthorizeUrl(config, { state: 'abc123', redirectUri: BACK, inWechat: false })
  expect((await consent(url, undefined)).href).toBe(`${BACK}?state=abc123`)
})

test('WeChat is asked by QR code, and inside WeChat through the public account', async () => {
  const query = (scope: string, id: string) =>
    `?appid=${id}&redirect_uri=${encodeURIComponent(BACK)}&response_type=code&scope=${scope}&state=s#wechat_redirect`
  const outside = { state: 's', redirectUri: BACK, inWechat: false }
  const inside = { ...outside, inWechat: true }
  expect(wechatAuthorizeUrl(config, outside)).toEqual({
    url: `${standins.url}/connect/qrconnect${query('snsapi_login', config.open.id)}`,
    app: 'open',
  })
  expect(wechatAuthorizeUrl(config, inside)).toEqual({
    url: `${standins.url}/connect/oauth2/authorize${query('snsapi_userinfo', config.mp!.id)}`,
    app: 'mp',
  })
  expect(wechatAuthorizeUrl({ ...config, mp: undefined }, inside).app).toBe('open')
})

test('a WeChat code says who it is: the unionid, the nickname, the sex', async () => {
  const subject = expect.stringMatching(/^o[\w-]{27}$/)
  expect(await signIn('小满')).toEqual({ subject, nickname: '小满', sex: '0' })
  expect(await signIn('老周')).toEqual({ subject, nickname: '老周', sex: '1' })
  expect(await signIn('某人')).toEqual({ subject, nickname: '某人', sex: '' })
})

test('one person is the same by QR code and inside WeChat, and nobody else', async () => {
  const [outside, inside, other] = [await signIn('小满'), await signIn('小满', true), await signIn('老周')]
  expect(inside).toEqual(outside)
  expect(other.subject).not.toBe(outside.subject)
})

test('without a unionid it is the openid together with the app, never the openid alone', async () => {
  const { subject } = await scripted({
    '/sns/oauth2/access_token': { ...TOKEN, unionid: '' },
    '/sns/userinfo': { ...PROFILE, unionid: undefined },
  })
  expect(subject).toBe(`${config.open.id}:o1`)
})

test('a code counts once, five minutes, and at its own app', async () => {
  const used = await codeOf('小满')
  await identityOfWechatCode(config, used)
  await expect(identityOfWechatCode(config, used)).rejects.toThrow(new PlatformRefused(why(40163)))

  const late = await codeOf('小满')
  now += 5 * 60_000
  await expect(identityOfWechatCode(config, late)).rejects.toThrow(new PlatformRefused(why(42003)))

  const foreign = await codeOf('小满', true)
  await expect(identityOfWechatCode(config, { ...foreign, app: 'open' })).rejects.toThrow(
    new PlatformRefused(why(40029)),
  )
  await expect(identityOfWechatCode(config, { code: 'junk', app: 'open' })).rejects.toThrow(
    new PlatformRefused(why(40029)),
  )
})

test('a wrong secret is refused, and a public account that is not there', async () => {
  const wrong = { ...config, open: { ...config.open, secret: 'guessed' } }
  await expect(identityOfWechatCode(wrong, await codeOf('小满'))).rejects.toThrow(new PlatformRefused(why(40125)))
  const without = identityOfWechatCode({ ...config, mp: undefined }, await codeOf('小满', true))
  await expect(without).rejects.toBeInstanceOf(PlatformRefused)
})

test('a made-up person of a page snapshot and a profile of somebody else are refused', async () => {
  const profile = { '/sns/userinfo': PROFILE }
  expect(await scripted({ '/sns/oauth2/access_token': TOKEN, ...profile })).toMatchObject({ subject: 'u1' })
  const snapshot = scripted({ '/sns/oauth2/access_token': { ...TOKEN, is_snapshotuser: 1 }, ...profile })
  await expect(snapshot).rejects.toBeInstanceOf(PlatformRefused)
  const foreign = scripted({ '/sns/oauth2/access_token': { ...TOKEN, openid: 'o2' }, ...profile })
  await expect(foreign).rejects.toBeInstanceOf(PlatformRefused)
})

test.each<[string, Script[string]]>([
  ['says nothing', () => {}],
  ['stops in the middle', (response) => response.write('{"access_token":')],
  ['breaks off', (response) => response.destroy()],
  ['fails', (response) => response.writeHead(502).end('{"errcode":40029}')],
  ['is busy', { errcode: -1, errmsg: 'system error' }],
  ['was asked too often', { errcode: 45009, errmsg: 'reach max api daily quota limit' }],
  ['answers a page', 'secret-token<'],
  ['answers nothing', ''],
  ['answers another shape', { access_token: 1 }],
  ['answers null', 'null'],
  ['answers without end', { ...TOKEN, more: 'x'.repeat(70_000) }],
  ['sends us elsewhere', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
])('WeChat counts as away when it %s', async (_how, line) => {
  const script = { '/sns/oauth2/access_token': line, '/sns/userinfo': PROFILE, '/elsewhere': TOKEN }
  const error = await scripted(script).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(PlatformAway)
  expect(String(error)).not.toMatch(/secret/)
})

test('WeChat counts as away when nobody listens there', async () => {
  const { url, close } = await startScripted({})
  await close()
  const asked = identityOfWechatCode({ ...config, apiUrl: url }, { code: 'c', app: 'open' }, TIMEOUT_MS)
  await expect(asked).rejects.toThrow(new PlatformAway('/sns/oauth2/access_token: ECONNREFUSED'))
})

test.each([
  [' 小满 ', '小满'],
  ['小\u0000满\u202e\u200b\n', '小满'],
  ['\u3164\u2800 \u200d', ''],
  ['', ''],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  ['\ud800小', '小'],
  ['🌙'.repeat(30), '🌙'.repeat(20)],
])('the platform’s nickname %j becomes %j', (theirs, ours) => {
  expect(cleanNickname(theirs)).toBe(ours)
})

const why = (errcode: number): string => `/sns/oauth2/access_token: errcode ${errcode}`
