import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { consent } from '#standins/consent.ts'
import { type Standins, startStandins } from '#standins/platforms.ts'
import { type Script, startScripted } from '#standins/scripted.ts'
import { type Identity, PlatformAway, PlatformRefused, PlatformSilent } from './platform.ts'
import { environment, read, type WeiboConfig } from './settings/weibo.ts'
import { identityOfWeiboCode, identityOfWeiboToken, weiboAuthorizeUrl } from './weibo.ts'

const BACK = 'https://capsule.example/api/OAuth/weibo/callback'
const STATE = 'a-b_c'
const TIMEOUT_MS = 300
const PROFILE = { '/2/users/show.json': { screen_name: '小满', gender: 'f' } }

let now = Date.now()
let standins: Standins
let config: WeiboConfig
beforeAll(async () => {
  standins = await startStandins({ now: () => now })
  config = read(z.object(environment).parse(standins.env))!
})
afterAll(() => standins.close())

const authorizeUrl = () => weiboAuthorizeUrl(config, { state: STATE, redirectUri: BACK })
const codeOf = async (name: string) => ({
  code: (await consent(authorizeUrl(), name)).searchParams.get('code')!,
  redirectUri: BACK,
})
const byToken = ({ access_token, uid }: { access_token: string; uid: string }): Promise<Identity> =>
  identityOfWeiboToken(config, { accessToken: access_token, uid })

/** Asks a platform that answers as the script says. */
async function scripted(script: Script): Promise<Identity> {
  const { url, close } = await startScripted(script)
  const asked = identityOfWeiboToken({ ...config, apiUrl: url }, { accessToken: 'secret', uid: '77' }, TIMEOUT_MS)
  return asked.finally(close)
}

test('anyone who agrees at Weibo comes back with a code and the state; anyone who declines, with the error and the state', async () => {
  const agreed = await consent(authorizeUrl(), '小满')
  expect(agreed.searchParams.get('state')).toBe(STATE)
  expect(agreed.searchParams.get('code')).toMatch(/^[\w-]{32}$/)
  const denied = await consent(authorizeUrl(), undefined)
  expect(Object.fromEntries(denied.searchParams)).toMatchObject({
    error: 'access_denied',
    error_code: '21330',
    state: STATE,
  })
  expect(denied.searchParams.has('code')).toBe(false)
})

test('a Weibo code says who it is: the uid, the nickname, the sex', async () => {
  const subject = expect.stringMatching(/^\d{10}$/)
  expect(await identityOfWeiboCode(config, await codeOf('小满'))).toEqual({ subject, nickname: '小满', sex: '0' })
  expect(await identityOfWeiboCode(config, await codeOf('老周'))).toEqual({ subject, nickname: '老周', sex: '1' })
  expect(await identityOfWeiboCode(config, await codeOf('某人'))).toEqual({ subject, nickname: '某人', sex: '' })
})

test('a person is the same by code and by the token of an app on the device', async () => {
  const token = standins.weiboToken({ name: '小满' })
  const identity = await byToken(token)
  expect(identity).toEqual(await identityOfWeiboCode(config, await codeOf('小满')))
  expect(identity.subject).toBe(token.uid)
})

test('a forged uid, another app’s token, an expired token and junk are refused', async () => {
  const { access_token, uid } = standins.weiboToken({ name: '小满' })
  const victim = standins.weiboToken({ name: '老周' }).uid
  await expect(byToken({ access_token, uid: victim })).rejects.toThrow(new PlatformRefused("another person's token"))
  const foreign = standins.weiboToken({ name: '小满', app: 'other' })
  await expect(byToken(foreign)).rejects.toThrow(new PlatformRefused("another app's token"))
  const late = standins.weiboToken({ name: '小满', expired: true })
  await expect(byToken(late)).rejects.toThrow(new PlatformRefused('the token is over'))
  const junk = byToken({ access_token: 'junk', uid })
  await expect(junk).rejects.toThrow(new PlatformRefused('/oauth2/get_token_info: error_code 21332'))
})

test('a token is over when its two hours are', async () => {
  const token = standins.weiboToken({ name: '小满' })
  await byToken(token)
  now += 7200_000
  await expect(byToken(token)).rejects.toBeInstanceOf(PlatformRefused)
})

test('a Weibo code counts once, five minutes, with our secret and the address it was asked for', async () => {
  const used = await codeOf('小满')
  await identityOfWeiboCode(config, used)
  await expect(identityOfWeiboCode(config, used)).rejects.toThrow(refusal(21325))

  const late = await codeOf('小满')
  now += 5 * 60_000
  await expect(identityOfWeiboCode(config, late)).rejects.toThrow(refusal(21325))

  const elsewhere = { ...(await codeOf('小满')), redirectUri: `${BACK}/2` }
  await expect(identityOfWeiboCode(config, elsewhere)).rejects.toThrow(refusal(21322))
  const guessed = identityOfWeiboCode({ ...config, appSecret: 'guessed' }, await codeOf('小满'))
  await expect(guessed).rejects.toThrow(refusal(21324))
  await expect(identityOfWeiboCode(config, { code: 'junk', redirectUri: BACK })).rejects.toThrow(refusal(21325))
})

test('the owner check holds for a code as well', async () => {
  const owner = { uid: 77, appkey: config.appKey, expire_in: 9 }
  const answers = { '/oauth2/access_token': { access_token: 't', uid: '77' }, ...PROFILE }
  const ask = async (info: object) => {
    const { url, close } = await startScripted({ ...answers, '/oauth2/get_token_info': info })
    return identityOfWeiboCode({ ...config, apiUrl: url }, { code: 'c', redirectUri: BACK }, TIMEOUT_MS).finally(close)
  }
  expect(await ask(owner)).toMatchObject({ subject: '77' })
  await expect(ask({ ...owner, uid: 78 })).rejects.toBeInstanceOf(PlatformRefused)
  await expect(ask({ ...owner, appkey: 'another' })).rejects.toBeInstanceOf(PlatformRefused)
})

test('uid and appkey are read as text and as numbers, the time left by both of its names', async () => {
  const ask = (info: object, appKey = config.appKey) => {
    return startScripted({ '/oauth2/get_token_info': info, ...PROFILE }).then(({ url, close }) =>
      identityOfWeiboToken({ ...config, appKey, apiUrl: url }, { accessToken: 't', uid: '77' }).finally(close),
    )
  }
  expect((await ask({ uid: 77, appkey: 1352222456, expire_in: 9 }, '1352222456')).subject).toBe('77')
  expect((await ask({ uid: '77', appkey: config.appKey, expires_in: 9 })).subject).toBe('77')
  await expect(ask({ uid: '77', appkey: config.appKey, expire_in: 0 })).rejects.toBeInstanceOf(PlatformRefused)
  await expect(ask({ uid: '77', appkey: config.appKey })).rejects.toBeInstanceOf(PlatformRefused)
})

test.each<[string, Script[string]]>([
  ['says nothing', () => {}],
  ['begins an answer and stops', (response) => response.writeHead(200).write('{')],
  ['ends the connection', (response) => response.destroy()],
])('Weibo counts as silent when it %s', async (_how, line) => {
  await expect(scripted({ '/oauth2/get_token_info': line })).rejects.toBeInstanceOf(PlatformSilent)
})

test.each<[string, Script[string]]>([
  ['says nothing', () => {}],
  ['fails', (response) => response.writeHead(503).end('{"error_code":21332}')],
  ['turns us away', (response) => response.writeHead(429).end('{}')],
  ['is busy', (response) => response.writeHead(403).end('{"error":"system is busy","error_code":10009}')],
  ['is asked too often', (response) => response.writeHead(403).end('{"error":"out of limit","error_code":"10023"}')],
  [
    'refuses without a word',
    (response) => response.writeHead(403).end('{"uid":77,"appkey":"sandboxweibo","expire_in":9}'),
  ],
  ['answers a page', 'secret<'],
  ['answers another shape', { uid: 77 }],
  ['sends us elsewhere', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
])('Weibo counts as away when it %s', async (how, line) => {
  const owner = { uid: 77, appkey: config.appKey, expire_in: 9 }
  const error = await scripted({ '/oauth2/get_token_info': line, '/elsewhere': owner, ...PROFILE }).catch(
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(PlatformAway)
  expect(error instanceof PlatformSilent).toBe(how === 'says nothing')
  expect(String(error)).not.toMatch(/secret/)
})

const refusal = (code: number): PlatformRefused => new PlatformRefused(`/oauth2/access_token: error_code ${code}`)
