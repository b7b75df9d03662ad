import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type core from '@alicloud/openapi-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { found, type GreenQuestion, startAliyunGreen } from '#standins/aliyunGreen.ts'
import { signAcs3 } from './acs3.ts'
import { lookAtPicture, lookAtText, saysNothing } from './aliyunGreen.ts'

// An import would give the classes under other names to the tests than to the types.
const official = createRequire(import.meta.url)('@alicloud/openapi-core') as typeof core
const key = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret of the test' }
let answer: (question: GreenQuestion) => object | 'hang' | 'break'
const standin = await startAliyunGreen({ ...key, answer: (question) => answer(question) })
afterAll(standin.close)
beforeEach(() => {
  standin.requests.length = 0
  answer = () => found('none')
})

const settings = { ...key, url: standin.url }
const service = 'comment_detection_pro' as const
const look = (text: string, timeoutMs?: number) => lookAtText(settings, { service, text }, timeoutMs)

/** As the official clients of this service do: both fields as a form, in the body. */
function askOfficially(credential: object, action: string, body: Record<string, string>) {
  const config = { ...credential, endpoint: new URL(standin.url).host, protocol: 'http' }
  const client = new official.default(config as ConstructorParameters<typeof official.default>[0])
  const params = new official.$OpenApiUtil.Params({
    action,
    version: '2022-03-02',
    protocol: 'HTTP',
    pathname: '/',
    method: 'POST',
    authType: 'AK',
    style: 'RPC',
    reqBodyType: 'formData',
    bodyType: 'json',
  })
  const request = new official.$OpenApiUtil.OpenApiRequest({ body })
  return client.callApi(params, request, {} as Parameters<typeof client.callApi>[2])
}

describe('a question to Aliyun', () => {
  const form = { Service: service, ServiceParameters: JSON.stringify({ content: '时光 胶囊 & "a=b" + 100%' }) }

  it('is let in by the same check as one of the official client', async () => {
    const content = "时光 胶囊 (*~!') & + 100%"
    const parameters = JSON.stringify({ content })
    const { body } = await askOfficially(key, 'TextModerationPlus', { Service: service, ServiceParameters: parameters })
    expect(body).toMatchObject({ Code: 200, Data: { RiskLevel: 'none' } })
    expect(await look(content)).toEqual({ risk: 'none', labels: [] })

    const [theirs, ours] = standin.requests
    expect([theirs?.refused, ours?.refused]).toEqual([undefined, undefined])
    expect(ours?.form).toEqual({ Service: service, ServiceParameters: parameters })
    expect(ours?.form).toEqual(theirs?.form)
    for (const name of ['x-acs-action', 'x-acs-version', 'content-type'])
      expect(ours?.headers[name]).toBe(theirs?.headers[name])
  })

  it('carries the signature that the official client makes for the same time and nonce', async () => {
    // Without a provider's name, which the client would sign as one header more.
    const credential = { credential: { getCredential: async () => ({ ...key, type: 'access_key' }) } }
    await askOfficially(credential, 'TextModerationPlus', form)
    const { headers } = standin.requests[0]!
    const ours = signAcs3(key, {
      baseUrl: standin.url,
      action: 'TextModerationPlus',
      version: '2022-03-02',
      form,
      at: new Date(String(headers['x-acs-date'])),
      nonce: String(headers['x-acs-signature-nonce']),
    })
    expect(ours.headers.authorization).toBe(headers.authorization)
  })

  it('is turned away with another body, another secret, or a second time', async () => {
    const call = { baseUrl: standin.url, action: 'TextModerationPlus', version: '2022-03-02', form }
    const { url, headers, body } = signAcs3(key, { ...call, at: new Date(), nonce: 'once' })
    const ask = async (body: string | undefined) => (await fetch(url, { method: 'POST', headers, body })).json()
    expect(await ask(body)).toMatchObject({ Code: 200 })
    expect(await ask(body)).toMatchObject({ Code: 'SignatureNonceUsed' })
    expect(await ask(`${body}&x=1`)).toMatchObject({ Code: 'SignatureDoesNotMatch' })
    const other = { ...settings, accessKeySecret: 'another' }
    expect(await lookAtText(other, { service, text: '早' })).toEqual({
      risk: 'unknown',
      labels: [],
      code: 'SignatureDoesNotMatch',
    })
  })
})

describe('a text', () => {
  it('has the risk that Aliyun says, and its labels', async () => {
    for (const risk of ['low', 'medium', 'high'] as const) {
      answer = () => found(risk, 'contraband_gambling', 'pt_to_contact')
      expect(await look('早')).toEqual({ risk, labels: ['contraband_gambling', 'pt_to_contact'] })
    }
    answer = () => found('none')
    expect(await look('早')).toEqual({ risk: 'none', labels: [] })
  })

  it('is asked for as what it is', async () => {
    await lookAtText(settings, { service: 'nickname_detection_pro', text: '小明' })
    expect(standin.requests[0]).toMatchObject({
      action: 'TextModerationPlus',
      service: 'nickname_detection_pro',
      content: '小明',
    })
  })

  it('longer than 600 characters is asked in pieces that overlap, so that all of it is seen', async () => {
    const text = Array.from({ length: 2000 }, (_none, index) => String.fromCharCode(0x4e00 + index)).join('')
    expect(await look(text)).toEqual({ risk: 'none', labels: [] })
    const pieces = standin.requests.map(({ content }) => content).sort((a, b) => text.indexOf(a) - text.indexOf(b))
    expect(pieces).toHaveLength(4)
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(600)
    for (let at = 0; at + 41 <= text.length; at += 1)
      expect(pieces.some((piece) => piece.includes(text.slice(at, at + 41)))).toBe(true)
    standin.requests.length = 0
    await look(text.slice(0, 600))
    expect(standin.requests).toHaveLength(1)
  })

  it('is cut between characters, never within one', async () => {
    await look(`a${'🎉'.repeat(1000)}`)
    expect(standin.requests.length).toBeGreaterThan(3)
    for (const { content } of standin.requests) expect(content).toBe(Buffer.from(content).toString())
  })

  it('is as bad as its worst piece, and not asked further than that', async () => {
    const text = `${'好'.repeat(700)}坏${'好'.repeat(700)}`
    answer = ({ content }) => (content.includes('坏') ? found('medium', 'ad') : found('low', 'nonsense'))
    expect(await look(text)).toEqual({ risk: 'medium', labels: ['nonsense', 'ad'] })
    answer = ({ content }) => (content.includes('坏') ? found('high', 'porn') : 'break')
    expect(await look(text)).toMatchObject({ risk: 'high' })

    standin.requests.length = 0
    answer = () => found('high', 'porn')
    await look('坏'.repeat(10_000))
    expect(standin.requests).toHaveLength(5)
  })

  it('of nothing is not asked about', async () => {
    expect(await look(' \n')).toEqual({ risk: 'none', labels: [] })
    expect(standin.requests).toEqual([])
  })
})

describe('a picture', () => {
  it('is looked at where it lies', async () => {
    answer = () => found('high', 'pornographic_adultContent')
    const address = 'https://capsule.example.com/m/1.a/image/1/a.jpg?x=1&y=2'
    expect(await lookAtPicture(settings, address)).toEqual({ risk: 'high', labels: ['pornographic_adultContent'] })
    expect(standin.requests).toMatchObject([{ action: 'ImageModeration', service: 'baselineCheck', content: address }])
  })
})

describe('without an answer that can be used', () => {
  const unknown = (code: unknown) => ({ risk: 'unknown', labels: [], code })

  it.each([
    [{ Code: 408, Message: 'permission' }, '408'],
    [{ Code: 200, Message: 'OK' }, '200'],
    [{ Code: 200, Data: { Result: [] } }, '200'],
    [{ Code: 200, Data: { RiskLevel: 'severe' } }, '200'],
    [{ Code: 'said 早安 in it' }, 'HTTP 200'],
    [{}, 'HTTP 200'],
  ])('the risk is unknown: %j', async (told, code) => {
    answer = () => told
    expect(await look('早')).toEqual(unknown(code))
  })

  it('the risk is unknown when none comes in time, or the connection breaks', async () => {
    answer = () => 'hang'
    expect(await look('早', 200)).toEqual(unknown('TimeoutError'))
    expect(await lookAtPicture(settings, 'https://a.example/a.jpg', 200)).toEqual(unknown('TimeoutError'))
    answer = () => 'break'
    expect(await look('早')).toEqual(unknown('UND_ERR_SOCKET'))
  })

  it('only what came to nothing is silence: what Aliyun cannot look at was answered', async () => {
    answer = () => 'hang'
    expect(saysNothing(await look('早', 200))).toBe(true)
    answer = () => 'break'
    expect(saysNothing(await look('早'))).toBe(true)
    for (const Code of [592, 'Throttling.User', 'InternalError']) {
      answer = () => ({ Code })
      expect(saysNothing(await look('早'))).toBe(false)
    }
    expect(saysNothing({ risk: 'unknown', labels: [], code: 'HTTP 502' })).toBe(false)
  })

  it('the risk is unknown when something else answers, or nobody', async () => {
    const server = createServer((_request, response) => void response.writeHead(502).end('<html>Bad Gateway</html>'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await lookAtText({ ...settings, url }, { service, text: '早' })).toEqual(unknown('HTTP 502'))
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect((await lookAtText({ ...settings, url }, { service, text: '早' })).risk).toBe('unknown')
  })
})
