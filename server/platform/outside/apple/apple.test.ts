import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { AppStoreServerAPIClient, Environment, SignedDataVerifier } from '@apple/app-store-server-library'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chinaDay } from '#contract/time.ts'
import { readConfig } from '#server/platform/config.ts'
import { FalseNews } from '#server/platform/outside/payment.ts'
import { PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import type { AppleConfig } from '#server/platform/outside/settings/apple.ts'
import { listen } from '#standins/http.ts'
import { type Standins, startStandins } from '#standins/platforms.ts'
import { makeAppStore } from './apple.ts'
import { bearer } from './bearer.ts'

const DAY_MS = 86_400_000
const TOKEN = '3f2b8c1e-5a77-4d0e-9f31-0c6a2b9d4e58'

let at = Date.now()
let standins: Standins
let config: AppleConfig
beforeAll(async () => {
  standins = await startStandins({ now: () => at })
  config = readConfig({ NODE_ENV: 'test', ...standins.env }).apple!
})
afterAll(() => standins.close())
beforeEach(() => {
  at = Date.now()
})

const ours = (over: Partial<AppleConfig> = {}, timeoutMs?: number) =>
  makeAppStore({ ...config, ...over }, () => new Date(at), timeoutMs)
const history = async (day: string) => Promise.all((await ours().historyOf(day)).map(ours().readNotification))
const bought = (over: object = {}) => standins.apple.buy({ productId: 'time_capsuleX6', accountToken: TOKEN, ...over })
/** Any transaction, signed with the lie. */
type Lie = Parameters<Standins['apple']['signed']>[1]
type Wish = Parameters<Standins['apple']['notification']>[2]
const transaction = (over: object = {}, lie?: Lie) => {
  const { jws } = bought(over)
  return lie ? standins.apple.signed(payloadOf(jws), lie) : jws
}
const payloadOf = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString())
async function whyNot(reading: Promise<unknown>): Promise<unknown> {
  const error = await reading.then(
    () => undefined,
    (error: unknown) => error,
  )
  return error instanceof FalseNews ? error.why : error
}

/** Ways in which a text can be forged, so that it is not Apple's at all. */
const FORGERIES: [string, Lie][] = [
  ['no algorithm', { alg: 'none' }],
  ['a foreign root', { chain: 'foreign root' }],
  ['a foreign leaf below our root', { chain: 'foreign leaf' }],
  ['a leaf without Apple’s mark', { chain: 'unmarked leaf' }],
  ['an intermediate without Apple’s mark', { chain: 'unmarked intermediate' }],
  ['an intermediate that is no authority', { chain: 'no authority' }],
  ['a leaf that had expired when it signed', { chain: 'expired leaf' }],
  ['two certificates instead of three', { chain: 'two certificates' }],
  ['something edited after the signing', { edit: (payload) => ({ ...payload, quantity: 2, version: '2.1' }) }],
]

describe('a transaction from the application', () => {
  it('tells who bought what, for how much and when', async () => {
    const { transactionId, jws } = bought({ accountToken: TOKEN.toUpperCase(), price: 598_000, quantity: 2 })
    expect(await ours().readTransaction(jws)).toEqual({
      transactionId,
      productId: 'time_capsuleX6',
      quantity: 2,
      accountToken: TOKEN,
      price: { milli: 598_000, currency: 'CNY' },
      purchasedAt: new Date(at),
      revokedAt: undefined,
    })
  })

  it('may name no account and, from old systems, no price', async () => {
    const told = payloadOf(transaction({ accountToken: undefined }))
    const jws = standins.apple.signed({ ...told, price: undefined, currency: undefined })
    expect(await ours().readTransaction(jws)).toMatchObject({ accountToken: undefined, price: undefined })
  })

  it('says when its money went back', async () => {
    const purchase = await ours().readTransaction(transaction({ revocationDate: at - 1000 }))
    expect(purchase.revokedAt).toEqual(new Date(at - 1000))
  })

  it.each(FORGERIES)('is not Apple’s with %s', async (_, lie) => {
    expect(await whyNot(ours().readTransaction(transaction({}, {})))).toBeUndefined()
    expect(await whyNot(ours().readTransaction(transaction({}, lie)))).toBe('signature')
  })

  it.each([
    ['nothing', ''],
    ['no JWS', 'a.b.c'],
    ['a number', `${Buffer.from('1').toString('base64url')}.${Buffer.from('1').toString('base64url')}.`],
  ])('is not Apple’s when it is %s', async (_, jws) => {
    expect(await whyNot(ours().readTransaction(jws))).toBe('signature')
  })

  it('of another application or environment is not for us', async () => {
    const read = (jws: string, over: Partial<AppleConfig> = {}) => whyNot(ours(over).readTransaction(jws))
    expect(await read(transaction({ bundleId: 'com.example.other' }))).toBe('application')
    expect(await read(transaction({ environment: 'Sandbox' }))).toBe('environment')
    expect(await read(transaction(), { environment: 'Sandbox' })).toBe('environment')
    expect(await read(transaction({ environment: 'Sandbox' }), { environment: 'Sandbox' })).toBeUndefined()
  })

  it('of the environments that nobody signs for is refused, signed or not', async () => {
    for (const environment of ['Xcode', 'LocalTesting']) {
      expect(await whyNot(ours().readTransaction(transaction({ environment })))).toBe('environment')
      expect(await whyNot(ours().readTransaction(transaction({ environment }, { alg: 'none' })))).toBe('signature')
    }
  })

  it.each([
    { type: 'Non-Consumable' },
    { type: 'Auto-Renewable Subscription' },
    { type: undefined },
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 1.5 },
    { quantity: null },
    { transactionId: '' },
    { productId: undefined },
    { purchaseDate: undefined },
    { appAccountToken: 'user-1' },
    { price: 0.5 },
  ])('has another shape with %j', async (over) => {
    const jws = standins.apple.signed({ ...payloadOf(transaction()), ...over })
    expect(await whyNot(ours().readTransaction(jws))).toBe('shape')
  })
})

describe('a notification from Apple', () => {
  const notified = (type: string, wish?: Wish) => standins.apple.notification(type, bought().transactionId, wish)
  const why = (signedPayload: string, over: Partial<AppleConfig> = {}) =>
    whyNot(ours(over).readNotification(signedPayload))

  it('tells of a purchase, of its refund, and of the refund taken back', async () => {
    const { transactionId } = bought()
    const news = (type: string) => ours().readNotification(standins.apple.notification(type, transactionId))
    expect(await news('ONE_TIME_CHARGE')).toMatchObject({ is: 'paid', purchase: { transactionId } })
    standins.apple.refund(transactionId)
    const back = { transactionId, revokedAt: new Date(at) }
    expect(await news('REFUND')).toMatchObject({ is: 'refunded', purchase: back })
    standins.apple.reverseRefund(transactionId)
    const again = { transactionId, revokedAt: undefined }
    expect(await news('REFUND_REVERSED')).toMatchObject({ is: 'refund reversed', purchase: again })
  })

  it('of any other kind is nothing for the ledger', async () => {
    for (const type of ['TEST', 'CONSUMPTION_REQUEST', 'REFUND_DECLINED', 'MADE_UP', 'constructor'])
      expect(await ours().readNotification(notified(type)), type).toEqual({ is: 'other' })
    expect(await ours().readNotification(notified('TEST', { data: { signedTransactionInfo: undefined } }))).toEqual({
      is: 'other',
    })
  })

  it.each(FORGERIES)('is not Apple’s with %s, and neither is a forged transaction within', async (_, lie) => {
    expect(await why(notified('ONE_TIME_CHARGE', lie))).toBe('signature')
    const signedTransactionInfo = transaction({}, lie)
    expect(await why(notified('ONE_TIME_CHARGE', { data: { signedTransactionInfo } }))).toBe('signature')
  })

  it('of another application or environment is not for us', async () => {
    const refund = (wish?: Wish) => notified('REFUND', wish)
    expect(await why(refund({ data: { bundleId: 'com.example.other' } }))).toBe('application')
    expect(await why(refund({ data: { appAppleId: 1 } }))).toBe('application')
    expect(await why(refund({ transaction: { bundleId: 'com.example.other' } }))).toBe('application')
    expect(await why(refund({ transaction: { environment: 'Sandbox' } }))).toBe('environment')
    expect(await why(refund(), { environment: 'Sandbox' })).toBe('environment')
    // The sandbox names no number of the application.
    const tried = { environment: 'Sandbox', appAppleId: undefined }
    expect(await why(refund({ data: tried }))).toBe('environment')
    expect(await why(refund({ data: { ...tried, bundleId: 'com.example.other' } }))).toBe('application')
  })

  it('without a transaction, or of one that is not consumable, has another shape', async () => {
    expect(await why(notified('REFUND', { data: { signedTransactionInfo: undefined } }))).toBe('shape')
    expect(await why(notified('REFUND', { transaction: { type: 'Non-Consumable' } }))).toBe('shape')
    expect(await why(notified('REFUND', { over: { notificationType: 7 } }))).toBe('shape')
    expect(await why(notified('REFUND', { over: { data: undefined } }))).toBe('application')
  })
})

describe('a purchase at Apple', () => {
  it('is told as it stands now, and is undefined when Apple does not know it', async () => {
    const { transactionId, jws } = bought()
    expect(await ours().ask(transactionId)).toEqual(await ours().readTransaction(jws))
    standins.apple.refund(transactionId)
    expect((await ours().ask(transactionId))?.revokedAt).toEqual(new Date(at))
    expect((await ours().readTransaction(jws)).revokedAt).toBeUndefined()
    expect(await ours().ask('2000999999999999')).toBeUndefined()
  })

  it('is not told to another key, key id, issuer or application, nor at another time', async () => {
    const { transactionId } = bought()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    for (const wrong of [{ privateKey }, { keyId: 'other' }, { issuerId: 'other' }, { bundleId: 'com.example.other' }])
      await expect(ours(wrong).ask(transactionId), Object.keys(wrong)[0]).rejects.toThrow(
        `/inApps/v1/transactions/${transactionId}: HTTP 401`,
      )
    for (const skew of [-3_600_000, 3_600_000]) {
      const asking = makeAppStore(config, () => new Date(at + skew)).ask(transactionId)
      await expect(asking).rejects.toThrow(PlatformRefused)
    }
  })

  it('is not asked for by what is no number of one', async () => {
    await expect(ours().ask('../notifications/history')).rejects.toThrow('4000006')
  })

  it('is not believed when the answer is about another one, or not for us', async () => {
    const { transactionId } = bought()
    for (const [why, signedTransactionInfo] of [
      ['shape', transaction()],
      ['signature', transaction({ transactionId }, { chain: 'foreign root' })],
      ['environment', transaction({ transactionId, environment: 'Sandbox' })],
    ] as const) {
      const { url, close } = await listen((_request, response) => void response.end(json({ signedTransactionInfo })))
      expect(await whyNot(ours({ url }).ask(transactionId))).toBe(why)
      await close()
    }
  })

  it('has no answer when it never comes, stumbles, leads elsewhere, or is none', async () => {
    const silent = await listen(() => undefined)
    await expect(ours({ url: silent.url }, 200).ask('1')).rejects.toThrow(PlatformAway)
    await silent.close()
    const nobody = await ours({ url: 'http://127.0.0.1:9' })
      .ask('1')
      .catch((error: Error) => error)
    expect(nobody).toBeInstanceOf(PlatformAway)
    expect((nobody as Error).message).toMatch(/^\/inApps\/v1\/transactions\/1: /)
    for (const [status, body] of [
      [302, '{}'],
      [429, json({ errorCode: 4290000 })],
      [500, json({ errorCode: 4040010 })],
      [404, json({ errorCode: 4040004 })],
      [200, '<html>'],
      [200, '{}'],
      [200, json({ signedTransactionInfo: 'x'.repeat(3_000_000) })],
    ] as const) {
      const { url, close } = await listen((_request, response) =>
        response.writeHead(status, { location: standins.url }).end(body),
      )
      await expect(ours({ url }).ask('1'), `${status} ${body.slice(0, 50)}`).rejects.toThrow(PlatformAway)
      await close()
    }
  })

  it('is unknown only when Apple says so by its code: a bare 404 is a refusal', async () => {
    for (const body of ['', '{}', json({ errorCode: 4040001 }), json({ errorCode: '4040010' })]) {
      const { url, close } = await listen((_request, response) => response.writeHead(404).end(body))
      await expect(ours({ url }).ask('1'), body).rejects.toThrow(PlatformRefused)
      await close()
    }
  })
})

const json = (value: object) => JSON.stringify(value)

describe('the history of a day', () => {
  const START = Date.parse('2026-03-01T00:00:00+08:00')

  it('is every notification of that day in China, over several pages', async () => {
    const { transactionId } = bought()
    const sent = (when: number, type = 'ONE_TIME_CHARGE') => {
      at = when
      standins.apple.notification(type, transactionId)
    }
    sent(START - 1)
    for (let minute = 0; minute < 45; minute += 1) sent(START + minute * 60_000)
    sent(START + DAY_MS - 1, 'REFUND')
    sent(START + DAY_MS - 1, 'TEST')
    sent(START + DAY_MS)
    at = START
    standins.apple.notification('REFUND', transactionId, { chain: 'foreign root' })
    const kinds = (await history('2026-03-01')).map(({ is }) => is)
    expect(kinds).toHaveLength(47)
    expect(kinds.filter((is) => is === 'paid')).toHaveLength(45)
    expect(kinds).toEqual(expect.arrayContaining(['refunded', 'other']))
    expect(await ours().historyOf('2026-02-28')).toHaveLength(1)
    expect(await ours().historyOf('2026-02-27')).toEqual([])
  })

  it('is asked for by its first moment and the next day’s', async () => {
    const asked: unknown[] = []
    const { url, close } = await listen(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      asked.push([request.method, request.url, JSON.parse(Buffer.concat(parts).toString())])
      response.end(json(asked.length === 1 ? { hasMore: true, paginationToken: 'a&b' } : { hasMore: false }))
    })
    expect(await ours({ url }).historyOf('2026-03-01')).toEqual([])
    const body = { startDate: START, endDate: START + DAY_MS }
    const path = '/inApps/v1/notifications/history'
    expect(asked).toEqual([
      ['POST', path, body],
      ['POST', `${path}?paginationToken=a%26b`, body],
    ])
    await close()
  })

  it('that names no end ends', async () => {
    const lost = await listen((_request, response) => response.end(json({ hasMore: true })))
    await expect(ours({ url: lost.url }).historyOf('2026-03-01')).rejects.toThrow(PlatformAway)
    await lost.close()
  })

  it('of more than half a year ago is refused', async () => {
    at = START + 200 * DAY_MS
    await expect(ours().historyOf('2026-03-01')).rejects.toThrow('4000012')
  })
})

describe('the official library', () => {
  const client = () => {
    class Client extends AppStoreServerAPIClient {
      constructor() {
        const pem = standins.env.APPLE_PRIVATE_KEY!
        super(pem, config.keyId, config.issuerId, config.bundleId, Environment.PRODUCTION)
        Object.assign(this, { urlBase: standins.url })
      }
    }
    return new Client()
  }
  const verifier = () => {
    const roots = config.roots.map(({ raw }) => raw)
    return new SignedDataVerifier(roots, false, Environment.PRODUCTION, config.bundleId, config.appId)
  }

  it('is let in by the same server and told the same', async () => {
    const { transactionId } = bought()
    const { signedTransactionInfo } = await client().getTransactionInfo(transactionId)
    const { productId, appAccountToken } = await verifier().verifyAndDecodeTransaction(signedTransactionInfo!)
    expect(await ours().ask(transactionId)).toMatchObject({ productId, accountToken: appAccountToken })
    await expect(client().getTransactionInfo('2000999999999999')).rejects.toMatchObject({
      httpStatusCode: 404,
      apiError: 4040010,
    })
  })

  it('pages through the same history', async () => {
    // The official client knows the real time alone.
    const day = chinaDay(Date.now() - 3 * DAY_MS)
    const start = Date.parse(`${day}T00:00:00+08:00`)
    at = start
    const { transactionId } = bought()
    for (let count = 0; count < 21; count += 1) standins.apple.notification('ONE_TIME_CHARGE', transactionId)
    const asked = { startDate: start, endDate: start + DAY_MS }
    at = Date.now()
    const first = await client().getNotificationHistory(null, asked)
    expect(first).toMatchObject({ hasMore: true, paginationToken: expect.any(String) })
    const second = await client().getNotificationHistory(first.paginationToken!, asked)
    expect(second.hasMore).toBe(false)
    const all = [...first.notificationHistory!, ...second.notificationHistory!]
    expect(all).toHaveLength(21)
    expect(await ours().historyOf(day)).toHaveLength(21)
    for (const { signedPayload } of all)
      expect(await verifier().verifyAndDecodeNotification(signedPayload!)).toMatchObject({
        notificationType: 'ONE_TIME_CHARGE',
      })
  })

  it.each(FORGERIES)('does not believe a message with %s either', async (_, lie) => {
    const { transactionId } = bought()
    await verifier().verifyAndDecodeNotification(standins.apple.notification('REFUND', transactionId))
    const forged = standins.apple.notification('REFUND', transactionId, lie)
    await expect(verifier().verifyAndDecodeNotification(forged)).rejects.toThrow()
    await expect(verifier().verifyAndDecodeTransaction(transaction({}, lie))).rejects.toThrow()
  })

  it('would believe anybody in the environments that the settings do not allow', async () => {
    const forged = transaction({ environment: 'LocalTesting' }, { alg: 'none' })
    const careless = new SignedDataVerifier([], false, Environment.LOCAL_TESTING, config.bundleId)
    expect(await careless.verifyAndDecodeTransaction(forged)).toMatchObject({ productId: 'time_capsuleX6' })
    expect(() => readConfig({ ...standins.env, APPLE_ENVIRONMENT: 'LocalTesting' })).toThrow('APPLE_ENVIRONMENT 只能是')
  })
})

describe('the token that says who asks', () => {
  it('is one that anybody reads by the standard', async () => {
    const token = bearer(config, new Date(at))
    const { payload, protectedHeader } = await jwtVerify(token, createPublicKey(config.privateKey), {
      algorithms: ['ES256'],
      issuer: config.issuerId,
      audience: 'appstoreconnect-v1',
    })
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: config.keyId, typ: 'JWT' })
    expect(payload).toMatchObject({ bid: config.bundleId, iat: Math.floor(at / 1000) })
    expect(payload.exp! - payload.iat!).toBe(300)
  })
})
