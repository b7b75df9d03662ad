import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CODE, SERVER_TEXT } from '#contract/codes.ts'
import { oauthAway, oauthRefused } from '#contract/oauth.ts'
import { PLATFORM_SILENT } from '#contract/pay.ts'
import { type Platform, platformStill } from '#contract/platforms.ts'
import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'
import { makeApp } from '#server/http/app.ts'
import { CONNECTION_LIMITS } from '#server/http/connections.ts'
import { found, startAliyunGreen } from '#standins/aliyunGreen.ts'
import { startAliyunSms } from '#standins/aliyunSms.ts'
import { listen } from '#standins/http.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { type Answer, ask, get, newTel, slide, textCapsule } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { give } from '#test/grants.ts'
import { seriesOf } from '#test/metrics.ts'
import { handsOf } from '#test/payments.ts'
import { makeProxy } from '#test/proxy.ts'
import { SMS_TEMPLATES } from '#test/sms.ts'
import { travel } from '#test/trip.ts'

const KEY = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret of the test' }
const platforms = await startStandins()
const sms = await startAliyunSms(KEY)
const green = await startAliyunGreen({ ...KEY, answer: () => found('none') })
const portOf = (url: string): number => Number(new URL(url).port)
const wayTo = (url: string) => makeProxy(portOf(url))
/** Each platform by a way that can stand still. */
const ways = {
  wechat: await wayTo(platforms.url),
  weibo: await wayTo(platforms.url),
  wxpay: await wayTo(platforms.url),
  alipay: await wayTo(platforms.url),
  apple: await wayTo(platforms.url),
  sms: await wayTo(sms.url),
  green: await wayTo(green.url),
}
const at = (platform: keyof typeof ways): string => `http://127.0.0.1:${ways[platform].port}`
const app = withApp({
  ...platforms.env,
  WECHAT_API_URL: at('wechat'),
  WEIBO_API_URL: at('weibo'),
  WXPAY_URL: at('wxpay'),
  ALIPAY_URL: `${at('alipay')}/gateway.do`,
  APPLE_URL: at('apple'),
  SMS_PROVIDER: 'aliyun',
  ALIYUN_ACCESS_KEY_ID: KEY.accessKeyId,
  ALIYUN_ACCESS_KEY_SECRET: KEY.accessKeySecret,
  ALIYUN_SMS_SIGN_NAME: '时光胶囊',
  ...SMS_TEMPLATES,
  ALIYUN_SMS_URL: at('sms'),
  MODERATION: 'aliyun',
  ALIYUN_GREEN_ACCESS_KEY_ID: KEY.accessKeyId,
  ALIYUN_GREEN_ACCESS_KEY_SECRET: KEY.accessKeySecret,
  ALIYUN_GREEN_URL: at('green'),
  TRUST_PROXY: '1',
})
afterAll(async () => {
  for (const way of Object.values(ways)) await way.close()
  for (const { close } of [platforms, sms, green]) await close()
})

let crowd: Member[]
beforeAll(async () => {
  crowd = await newCrowd(app.services, 60)
})
let taken = 0
const someone = (): Member => crowd[taken++]!

let addresses = 0
/** Headers of a call through a proxy, each time from another address. */
const elsewhere = (): Record<string, string> => {
  addresses += 1
  return { 'x-forwarded-for': `10.9.${addresses >> 8}.${addresses & 255}` }
}

const whoAtAlipay = ({ token }: Member, headers = elsewhere()) =>
  ask(app.url, 'getAlipayUserId', { code: 'of-nobody' }, { token, headers })
const signInAtWeibo = (headers = elsewhere()) =>
  ask(app.url, 'weiboLogin', { access_token: 'of-nobody', wb_uid: '1' }, { headers })
const waiting = async (platform: Platform): Promise<number> =>
  (await seriesOf(app.url)).of('platform_waiting', { platform }) ?? 0
const silent = async (): Promise<Platform[] | undefined> =>
  ((await (await fetch(`${app.url}/health`)).json()) as { silent?: Platform[] }).silent
const waitFor = (platform: Platform, calls: number) =>
  expect.poll(() => waiting(platform), { timeout: 20_000 }).toBe(calls)

/** The answers to these calls as they arrive. */
function asked(calls: Promise<Answer>[]) {
  const answers: Answer[] = []
  const all = Promise.all(calls.map(async (call) => answers.push(await call)))
  return {
    all,
    answers,
    /** When all but so many are answered. */
    butFor: (left: number) =>
      expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(calls.length - left),
  }
}

const refusedAt = (platform: Platform) => ({ status: 503, code: CODE.fault, message: platformStill(platform) })

/** Five calls get no answer, and that platform is silent from then on. */
async function silence(platform: keyof typeof ways, call: () => Promise<Answer>): Promise<Answer[]> {
  ways[platform].stall()
  const calls = Array.from({ length: 5 }, call)
  await waitFor(platform, 5)
  ways[platform].cut()
  return Promise.all(calls)
}

/** Seconds pass for what measures by the clock that never jumps. */
function pass(seconds: number): void {
  ahead += seconds * 1000
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
}
const real = performance.now.bind(performance)
let ahead = 0
afterAll(() => vi.restoreAllMocks())
afterEach(() => {
  for (const way of Object.values(ways)) way.goOn()
  // Silences of half a minute ago are forgotten.
  pass(31)
})

it('while five platforms hang nobody else waits: a hundred people work as ever', { timeout: 120_000 }, async () => {
  const people = await newCrowd(app.services, 100)
  for (const { id } of people) await give(app.services, Number(id), [{ kind: 'time', amount: 1 }])
  const { token, id } = someone()
  const { apple_account_token: accountToken } = (await get(app.url, 'userInfo', {}, { token })).user
  const { jws: transaction } = await platforms.apple.buy({ productId: 'time_capsuleX6', accountToken, price: 6_000 })
  const trips = await Promise.all(
    Array.from({ length: 10 }, () => travel(app.url, { provider: 'wechat', purpose: 'login', name: `旅人${id}` })),
  )
  const homes = Array.from({ length: 5 }, elsewhere)
  for (const platform of ['wechat', 'weibo', 'wxpay', 'alipay', 'apple'] as const) ways[platform].stall()
  const bought = { product_id: 'time_capsuleX6', transaction }
  const hanging = asked([
    ...Array.from({ length: 60 }, () => whoAtAlipay({ token } as Member)),
    ...homes.flatMap((headers) => Array.from({ length: 40 }, () => signInAtWeibo(headers))),
    ...Array.from({ length: 20 }, () => ask(app.url, 'wxPay', { goods_id: '1', trade_type: 'scan' }, { token })),
    ...Array.from({ length: 6 }, () => ask(app.url, 'applePaySuccess', bought, { token })),
    ...trips.map(({ code, state, cookie }) =>
      ask(app.url, 'wechatLogin', { code, state }, { headers: { cookie, ...elsewhere() } }),
    ),
  ])
  await hanging.butFor(2 + 24 + 2 + 2 + 10)
  const others = await Promise.all(
    people.flatMap(({ token }) => [
      ask(app.url, 'userInfo', {}, { token }),
      ask(app.url, 'createTimeCapsule', textCapsule('<p>照常</p>'), { token }),
    ]),
  )
  expect(new Set(others.map(({ code }) => code))).toEqual(new Set([CODE.ok]))
  for (const way of Object.values(ways)) way.goOn()
  await hanging.all
  const refused = hanging.answers.filter(({ status }) => status === 503).map(({ message }) => message)
  expect(new Set(refused)).toEqual(new Set((['weibo', 'wxpay', 'alipay', 'apple'] as const).map(platformStill)))
})

it('who waits for a platform keeps no place at the door, nor do news that wait for one', async () => {
  const narrow = await makeApp(app.services, CONNECTION_LIMITS, makeSemaphore({ atOnce: 1, waitingMost: 0 }))
  const url = await narrow.listen({ port: 0, host: '127.0.0.1' })
  const { token } = someone()
  const { apple_account_token: accountToken } = (await get(url, 'userInfo', {}, { token })).user
  const { transactionId } = await platforms.apple.buy({ productId: 'time_capsuleX6', accountToken, price: 6_000 })
  const signedPayload = platforms.apple.notification('ONE_TIME_CHARGE', transactionId)
  const userInfo = async () => (await ask(url, 'userInfo', {}, { token })).code
  ways.alipay.stall()
  ways.apple.stall()
  const call = ask(url, 'getAlipayUserId', { code: 'of-nobody' }, { token })
  await waitFor('alipay', 1)
  expect(await userInfo()).toBe(CODE.ok)
  const news = ask(url, 'applePaySuccess', { signedPayload })
  await expect.poll(userInfo).toBe(CODE.ok)
  expect(await waiting('apple')).toBe(0)
  for (const way of [ways.alipay, ways.apple]) way.goOn()
  expect([(await call).message, (await news).code]).toEqual([PLATFORM_SILENT, CODE.ok])
  expect((await get(url, 'userInfo', {}, { token })).user.time_count).toBe(6)
  await narrow.close()
})

describe('for one platform', () => {
  it.each([
    { who: 'one person, by two calls', people: 1, homes: 1, each: 5, most: 2 },
    { who: 'one address, by eight', people: 6, homes: 1, each: 2, most: 8 },
    { who: 'all together, by twenty-four', people: 13, homes: 13, each: 2, most: 24 },
  ])(
    '$who wait at most, and only who asks beyond is refused, with a sentence',
    async ({ people, homes, each, most }) => {
      const members = Array.from({ length: people }, someone)
      const places = Array.from({ length: homes }, elsewhere)
      ways.alipay.stall()
      const calls = asked(
        members.flatMap((member, turn) =>
          Array.from({ length: each }, () => whoAtAlipay(member, places[turn % homes]!)),
        ),
      )
      await calls.butFor(most)
      for (const answer of calls.answers) expect(answer).toMatchObject(refusedAt('alipay'))
      const [{ token }] = members as [Member]
      expect((await ask(app.url, 'userInfo', {}, { token, headers: places[0]! })).code).toBe(CODE.ok)
      ways.alipay.goOn()
      await calls.all
      const said = calls.answers.filter(({ status }) => status === 200)
      expect(said.map(({ message }) => message)).toEqual(Array.from({ length: most }, () => PLATFORM_SILENT))
      expect(await whoAtAlipay(members[0]!, places[0]!)).toMatchObject({ status: 200, message: PLATFORM_SILENT })
      expect(await waiting('alipay')).toBe(0)
    },
  )
})

describe('a platform that gave five calls no answer', () => {
  it('is not asked, is named by /health and the figures, and is asked again by one call after five seconds', async () => {
    const first = await silence('weibo', () => signInAtWeibo())
    for (const answer of first) expect(answer).toMatchObject({ code: CODE.refused, message: oauthAway('weibo') })
    expect(await signInAtWeibo()).toMatchObject(refusedAt('weibo'))
    expect(await silent()).toEqual(['weibo'])
    expect((await seriesOf(app.url)).of('platform_silent', { platform: 'weibo' })).toBe(1)
    expect(await whoAtAlipay(someone())).toMatchObject({ status: 200 })
    ways.weibo.stall()
    pass(5)
    const again = signInAtWeibo()
    await waitFor('weibo', 1)
    expect(await signInAtWeibo()).toMatchObject(refusedAt('weibo'))
    ways.weibo.cut()
    expect(await again).toMatchObject({ message: oauthAway('weibo') })
    expect(await signInAtWeibo()).toMatchObject(refusedAt('weibo'))
    ways.weibo.goOn()
    pass(5)
    // A platform's refusal is an answer, so it is not silent.
    expect(await signInAtWeibo()).toMatchObject({ code: CODE.refused, message: oauthRefused('weibo') })
    const all = await Promise.all(Array.from({ length: 5 }, () => signInAtWeibo()))
    expect(new Set(all.map(({ message }) => message))).toEqual(new Set([oauthRefused('weibo')]))
    expect(await silent()).toBeUndefined()
    expect((await seriesOf(app.url)).of('platform_silent', { platform: 'weibo' })).toBe(0)
  })

  it('is still asked again, though somebody comes with what needs no asking', async () => {
    await silence('weibo', () => signInAtWeibo())
    ways.weibo.goOn()
    pass(5)
    const forged = { code: 'x', state: 'of no trip' }
    for (let turn = 0; turn < 3; turn++) {
      const answer = await ask(app.url, 'weiboLogin', forged, { headers: elsewhere() })
      expect(answer).toMatchObject({ status: 200, code: CODE.refused })
      expect(await silent()).toEqual(['weibo'])
    }
    expect(await signInAtWeibo()).toMatchObject({ message: oauthRefused('weibo') })
    expect(await silent()).toBeUndefined()
  })

  it('brings its news all the same, and they are credited', async () => {
    const [buyer, other] = [someone(), someone()]
    const { token } = buyer
    const alipay = handsOf(platforms).alipay
    const order = await get(app.url, 'aliPay', { goods_id: '1', trade_type: 'scan' }, { token })
    await alipay.pay(order, 'lost')
    const { apple_account_token: accountToken } = (await get(app.url, 'userInfo', {}, { token: other.token })).user
    const bought = await platforms.apple.buy({ productId: 'time_capsuleX6', accountToken, price: 6_000 })
    const transaction = { product_id: 'time_capsuleX6', transaction: bought.jws }
    await silence('alipay', () => whoAtAlipay(someone()))
    expect(await whoAtAlipay(buyer)).toMatchObject(refusedAt('alipay'))
    const told = await fetch(`${app.url}/api/notify/alipay`, { method: 'POST', ...alipay.message(order) })
    expect(await told.text()).toBe('success')
    expect((await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(6)

    const handOver = (headers = elsewhere()) =>
      ask(app.url, 'applePaySuccess', transaction, { token: other.token, headers })
    for (let pair = 0; pair < 3; pair++) {
      ways.apple.stall()
      const two = [handOver(), handOver()]
      await waitFor('apple', 2)
      ways.apple.cut()
      await Promise.all(two)
    }
    expect(await handOver()).toMatchObject(refusedAt('apple'))
    ways.apple.goOn()
    const signedPayload = platforms.apple.notification('ONE_TIME_CHARGE', bought.transactionId)
    expect((await ask(app.url, 'applePaySuccess', { signedPayload }, {})).status).toBe(200)
    expect((await get(app.url, 'userInfo', {}, { token: other.token })).user.time_count).toBe(6)
  })

  it('costs nobody a try: a code that could not be asked for is sent as soon as it can be', async () => {
    const signUp = (tel: string) => slide(app.url, tel, { headers: elsewhere() })
    await silence('sms', () => signUp(newTel()))
    const tel = newTel()
    expect(await signUp(tel)).toMatchObject(refusedAt('sms'))
    ways.sms.goOn()
    pass(5)
    expect(await ask(app.url, 'captcha', { tel }, { headers: elsewhere() })).toMatchObject({ code: CODE.ok })
    expect(sms.taken.filter((one) => one.tel === tel)).toHaveLength(1)
  })

  it('keeps nobody from changing their name: it waits for an operator, and nobody for it', async () => {
    const rename = async ({ token }: Member) =>
      ask(app.url, 'userInfoUpdate', { nickname: '看云的人' }, { token, headers: elsewhere() })
    await silence('green', () => rename(someone()))
    const before = green.requests.length
    const { token } = someone()
    const { user } = (await rename({ token } as Member)).data!
    expect(user.waiting).toEqual(['nickname'])
    expect(green.requests).toHaveLength(before)
  })
})

describe('a bucket', async () => {
  const held: ServerResponse[] = []
  const bucket = await listen((request, response) => {
    request.resume()
    // Temporary keys are asked for by POST.
    if (request.method === 'POST') held.push(response)
    else response.writeHead(request.method === 'PUT' ? 200 : 404).end()
  })
  afterAll(bucket.close)
  const stored = withApp({
    MEDIA_STORE: 'oss',
    BUCKET_URL: bucket.url,
    BUCKET_STS_URL: bucket.url,
    BUCKET_PATH_STYLE: '1',
    BUCKET_NAME: 'capsules',
    BUCKET_REGION: 'cn-hangzhou',
    BUCKET_ROLE_ARN: 'acs:ram::1:role/uploads',
    BUCKET_ACCESS_KEY_ID: KEY.accessKeyId,
    BUCKET_ACCESS_KEY_SECRET: KEY.accessKeySecret,
    LOG_LEVEL: 'silent',
  })

  it('that hangs is waited for by eight calls of a person, and is silent like any platform', async () => {
    const { token } = (await newCrowd(stored.services, 1))[0]!
    const uploading = () => ask(stored.url, 'ossToken', {}, { token })
    const calls = asked(Array.from({ length: 10 }, uploading))
    await calls.butFor(8)
    for (const answer of calls.answers) expect(answer).toMatchObject(refusedAt('bucket'))
    await expect.poll(() => held.length).toBe(8)
    for (const response of held) response.destroy()
    await calls.all
    expect(calls.answers.slice(2).map(({ message }) => message)).toEqual(
      Array.from({ length: 8 }, () => SERVER_TEXT.busy),
    )
    expect(await uploading()).toMatchObject(refusedAt('bucket'))
    expect((await ask(stored.url, 'userInfo', {}, { token })).code).toBe(CODE.ok)
  })
})
