import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type dysms from '@alicloud/dysmsapi20170525'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, chinaDay } from '#contract/time.ts'
import { type SmsAnswer, startAliyunSms } from '#standins/aliyunSms.ts'
import { signAcs3 } from './acs3.ts'
import { askAliyunSms, sendAliyunSms } from './aliyunSms.ts'
import type { AliyunSms } from './settings/aliyunSms.ts'

// An import would give the class under another name to the tests than to the types.
const official = createRequire(import.meta.url)('@alicloud/dysmsapi20170525') as typeof dysms
const key = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret of the test' }
let answer: () => SmsAnswer
const standin = await startAliyunSms({ ...key, answer: () => answer() })
afterAll(standin.close)

const OK = { Code: 'OK', Message: 'OK', BizId: '900619746936498440^0', RequestId: 'R' }
beforeEach(() => {
  standin.requests.length = 0
  answer = () => OK
})

const templates = { code: 'SMS_1' } as AliyunSms['templates']
const settings = { ...key, signName: "时光 胶囊(*~!')", templates, url: standin.url }
const sms = { tel: '13800000000', template: 'code' as const, params: { code: '0042' }, outId: '7' }
/** In another order than the signed one. */
const query = {
  TemplateParam: '{"code":"0042"}',
  TemplateCode: templates.code!,
  SignName: settings.signName,
  PhoneNumbers: sms.tel,
  OutId: sms.outId,
}
const send = (over: object = {}, timeoutMs?: number) => sendAliyunSms({ ...settings, ...over }, sms, timeoutMs)

function sendOfficially(credential: object) {
  const config = { ...credential, endpoint: new URL(standin.url).host, protocol: 'http' }
  const client = new official.default(config as ConstructorParameters<typeof official.default>[0])
  return client.sendSms(
    new official.SendSmsRequest({
      outId: query.OutId,
      phoneNumbers: query.PhoneNumbers,
      signName: query.SignName,
      templateCode: query.TemplateCode,
      templateParam: query.TemplateParam,
    }),
  )
}

describe('an SMS by Aliyun', () => {
  it('is let in by the same check as one of the official client', async () => {
    const { body } = await sendOfficially(key)
    expect(body).toMatchObject({ code: 'OK', bizId: OK.BizId })
    expect(await send()).toEqual({ outcome: 'sent', code: 'OK', id: OK.BizId })

    const [theirs, ours] = standin.requests
    expect([theirs?.refused, ours?.refused]).toEqual([undefined, undefined])
    expect(ours?.query).toEqual(query)
    expect(ours?.query).toEqual(theirs?.query)
    expect(ours?.headers['x-acs-action']).toBe(theirs?.headers['x-acs-action'])
    expect(ours?.headers['x-acs-version']).toBe(theirs?.headers['x-acs-version'])
  })

  it('carries the signature that the official client makes for the same time and nonce', async () => {
    // Without a provider's name, which the client would sign as one header more.
    await sendOfficially({ credential: { getCredential: async () => ({ ...key, type: 'access_key' }) } })
    const { headers } = standin.requests[0]!
    const ours = signAcs3(key, {
      baseUrl: standin.url,
      action: 'SendSms',
      version: '2017-05-25',
      query,
      at: new Date(String(headers['x-acs-date'])),
      nonce: String(headers['x-acs-signature-nonce']),
    })
    expect(ours.headers.authorization).toBe(headers.authorization)
  })

  it('is turned away when it was tampered with, sent again or signed with another secret', async () => {
    const signed = signAcs3(key, {
      baseUrl: standin.url,
      action: 'SendSms',
      version: '2017-05-25',
      query,
      at: new Date(),
      nonce: 'once',
    })
    const ask = async (url: string, headers = signed.headers) => (await fetch(url, { method: 'POST', headers })).json()
    expect(await ask(signed.url)).toMatchObject({ Code: 'OK' })
    expect(await ask(signed.url)).toMatchObject({ Code: 'SignatureNonceUsed' })
    const other = { ...signed.headers, 'x-acs-signature-nonce': 'another' }
    expect(await ask(signed.url, other)).toMatchObject({ Code: 'SignatureDoesNotMatch' })
    const tampered = signed.url.replace('13800000000', '13800000001')
    expect(await ask(tampered)).toMatchObject({ Code: 'SignatureDoesNotMatch' })
    expect(await send({ accessKeySecret: 'another' })).toEqual({ outcome: 'failed', code: 'SignatureDoesNotMatch' })
  })

  it('has failed when Aliyun says anything but OK', async () => {
    answer = () => ({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发分钟级流控Permits:1', RequestId: 'R' })
    expect(await send()).toEqual({ outcome: 'failed', code: 'isv.BUSINESS_LIMIT_CONTROL' })
  })

  it('has failed when nobody is there to take it', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await send({ url: `http://127.0.0.1:${port}` })).toEqual({ outcome: 'failed', code: 'ECONNREFUSED' })
  })

  it('keeps nothing of a refusal in which a number or a code could stand', async () => {
    answer = () => ({ Code: 'refused 13800000000 0042', Message: '', RequestId: 'R' })
    expect(await send()).toEqual({ outcome: 'failed', code: undefined })
  })

  it('reads no answer without end', async () => {
    let sent = 0
    const server = createServer((_request, response) => {
      const more = () => {
        sent += 1
        if (response.write('x'.repeat(16_384))) setImmediate(more)
        else response.once('drain', more)
      }
      response.on('error', () => undefined)
      more()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await send({ url }, 5_000)).toMatchObject({ outcome: 'unknown', code: 'Error' })
    expect(sent).toBeLessThan(1_000)
    server.closeAllConnections()
    server.close()
  })

  it('may have gone out when the answer never comes', async () => {
    answer = () => 'hang'
    expect(await send({}, 200)).toEqual({ outcome: 'unknown', code: 'TimeoutError' })
    expect(standin.requests).toHaveLength(1)
  })

  it('may have gone out when the connection breaks or something on the way stumbles', async () => {
    answer = () => 'break'
    expect(await send()).toEqual({ outcome: 'unknown', code: 'UND_ERR_SOCKET' })

    const replies = [
      { status: 502, text: '<html>Bad Gateway</html>' },
      { status: 200, text: '{"Code' },
      { status: 200, text: 'null' },
    ]
    let reply = replies[0]!
    const server = createServer((_request, response) => void response.writeHead(reply.status).end(reply.text))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (reply of replies) expect(await send({ url })).toMatchObject({ outcome: 'unknown' })
    reply = { status: 403, text: 'who are you' }
    expect(await send({ url })).toEqual({ outcome: 'failed', code: 'HTTP 403' })
    server.closeAllConnections()
    server.close()
  })
})

describe('what became of an SMS', () => {
  it('is asked as the official client asks, and known by the name it was sent under', async () => {
    const config = { ...key, endpoint: new URL(standin.url).host, protocol: 'http' }
    const client = new official.default(config as ConstructorParameters<typeof official.default>[0])
    await sendAliyunSms(settings, { ...sms, tel: '13800000077', outId: '77' })
    const asked = {
      phoneNumber: '13800000077',
      sendDate: chinaDay(new Date()).replaceAll('-', ''),
      pageSize: 50,
      currentPage: 1,
    }
    const { body } = await client.querySendDetails(new official.QuerySendDetailsRequest(asked))
    expect(body?.smsSendDetailDTOs?.smsSendDetailDTO).toMatchObject([{ outId: '77', sendStatus: 3 }])
    const days = [chinaDay(new Date())]
    expect(await askAliyunSms(settings, { tel: '13800000077', outId: '77', days })).toBe('arrived')
    expect(await askAliyunSms(settings, { tel: '13800000077', outId: '78', days })).toBe('none')
    const another = [chinaDay(addDays(new Date(), -1))]
    expect(await askAliyunSms(settings, { tel: '13800000077', outId: '77', days: another })).toBe('none')
  })

  it('is known by its template and its text where nobody knows its name, and never by a part of a word', async () => {
    const days = [chinaDay(new Date())]
    const tel = '13800000078'
    await sendAliyunSms(settings, { ...sms, tel, params: { code: '0042-x' }, outId: '79' })
    const ask = (code: string, template = 'code') =>
      askAliyunSms(settings, { tel, outId: '80', days, like: { template, params: { code } } })
    expect(await ask('0042')).toBe('none')
    await sendAliyunSms(settings, { ...sms, tel, outId: '81' })
    expect([await ask('0042'), await ask('042'), await ask('0042', 'open')]).toEqual(['arrived', 'none', 'none'])
  })

  it('is unknown when all its days take longer than one question may', async () => {
    const slow = createServer((_, response) => {
      setTimeout(() => response.end(JSON.stringify({ Code: 'OK' })), 60)
    }).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const days = Array.from({ length: 30 }, (_, ago) => chinaDay(addDays(new Date(), -ago)))
    const ask = (days: string[]) =>
      askAliyunSms({ ...settings, url }, { tel: '13800000079', outId: '82', days }, 500, 600)
    expect([await ask(days.slice(0, 1)), await ask(days)]).toEqual(['none', undefined])
    slow.close()
  })

  it('is unknown while Aliyun cannot be asked', async () => {
    const days = [chinaDay(new Date())]
    const wrong = { ...settings, accessKeySecret: 'another' }
    expect(await askAliyunSms(wrong, { tel: '13800000077', outId: '77', days })).toBeUndefined()
    const nobody = { ...settings, url: 'http://127.0.0.1:9' }
    expect(await askAliyunSms(nobody, { tel: '13800000077', outId: '77', days }, 500)).toBeUndefined()
  })

  it('that a number is none will never change', async () => {
    answer = () => ({ Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: 'x', RequestId: 'R' })
    expect(await send()).toEqual({ outcome: 'failed', code: 'isv.MOBILE_NUMBER_ILLEGAL', bounced: true })
  })
})
