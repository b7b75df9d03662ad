import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import OSS from 'ali-oss'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import { addressOf, signAddress, signAwsForm, signForm, signHeaders } from './v4.ts'

const key = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret/of the test+' }
const token = 'CAIS+a/token=='
const object = 'image/7/AZaz09_-AZaz09_-AZaz.png'

const requests: IncomingMessage[] = []
const server = createServer((request, response) => {
  requests.push(request)
  response.setHeader('content-type', 'application/xml')
  const list = '<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>'
  response.writeHead(request.method === 'DELETE' ? 204 : 200).end(request.method === 'GET' ? list : '')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://localhost:${(server.address() as AddressInfo).port}`
afterAll(() => void server.close())
beforeEach(() => void requests.splice(0))

const oss = (over: Partial<BucketConfig> = {}): BucketConfig => ({
  ...key,
  kind: 'oss',
  url,
  name: 'capsule',
  region: 'cn-hangzhou',
  roleArn: '',
  stsUrl: url,
  pathStyle: false,
  ...over,
})

/** An IP would get the name of a public host in front of our eyes; `cname` keeps the bucket out of the path. */
const official = (over: object = {}): OSS => {
  const options = { region: 'oss-cn-hangzhou', bucket: 'capsule', endpoint: url, cname: true, authorizationV4: true }
  // Without these it complains of a token that is not renewed.
  const renewal = { refreshSTSToken: async () => ({}) as never, refreshSTSTokenInterval: 1e9 }
  return new OSS({ ...key, ...options, ...renewal, ...over })
}
type WithForms = OSS & { signPostObjectPolicyV4: (policy: string, at: Date) => string }

describe('a form for Aliyun OSS', () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  const form = { prefix: 'image/7/', mostBytes: 52_428_800, until: new Date('2026-01-02T04:04:05Z'), at }

  it('has the signature that the official client makes of its policy', () => {
    for (const stsToken of [undefined, token]) {
      const fields = signForm(oss(), { ...key, ...(stsToken && { token: stsToken }) }, form)
      const policy = Buffer.from(fields.policy!, 'base64').toString()
      expect(fields['x-oss-signature']).toBe((official({ stsToken }) as WithForms).signPostObjectPolicyV4(policy, at))
    }
  })

  it('says in its policy where it may write, how much, until when, and every one of its fields', () => {
    const extra = { 'x-oss-forbid-overwrite': 'true' }
    const { policy, 'x-oss-signature': _, ...fields } = signForm(oss(), { ...key, token }, { ...form, extra })
    expect(JSON.parse(Buffer.from(policy!, 'base64').toString())).toEqual({
      expiration: '2026-01-02T04:04:05.000Z',
      conditions: [
        { bucket: 'capsule' },
        ['starts-with', '$key', 'image/7/'],
        ['content-length-range', 1, 52_428_800],
        { 'x-oss-signature-version': 'OSS4-HMAC-SHA256' },
        { 'x-oss-credential': 'LTAI-test/20260102/cn-hangzhou/oss/aliyun_v4_request' },
        { 'x-oss-date': '20260102T030405Z' },
        { 'x-oss-security-token': token },
        { success_action_status: '200' },
        { 'x-oss-forbid-overwrite': 'true' },
      ],
    })
    expect(fields).toMatchObject({ success_action_status: '200', ...extra })
  })
})

describe('an address for Aliyun OSS', () => {
  const queries = {
    'response-content-type': 'image/png',
    'response-content-disposition': "attachment; filename*=UTF-8''%E6%97%B6%20(1).png",
    'x-oss-process': 'video/snapshot,t_1000,f_jpg,w_0,h_0,m_fast',
  }

  it('is the one that the official client makes', async () => {
    const cases = [
      [oss(), official()],
      [oss({ pathStyle: true }), official({ cname: false, sldEnable: true })],
    ] as const
    for (const [config, client] of cases) {
      const theirs = new URL(await client.signatureUrlV4('GET', 600, { queries }, object))
      const at = dateOf(theirs.searchParams.get('x-oss-date')!)
      expectSame(signAddress(config, key, { method: 'GET', object, query: queries, at, seconds: 600 }), theirs)
    }
  })

  it('is theirs with a temporary key as well', async () => {
    const theirs = new URL(await official({ stsToken: token }).signatureUrlV4('PUT', 60, {}, object))
    const at = dateOf(theirs.searchParams.get('x-oss-date')!)
    expectSame(signAddress(oss(), { ...key, token }, { method: 'PUT', object, at, seconds: 60 }), theirs)
  })
})

describe('a request to Aliyun OSS', () => {
  const asks: [string, (client: OSS) => Promise<unknown>][] = [
    ['looking', (client) => client.head(object)],
    ['reading a part', (client) => client.get(object, { headers: { Range: 'bytes=0-99' } })],
    ['removing', (client) => client.delete(object)],
    ['copying', (client) => client.copy(`written/${object}`, object, { headers: { 'Content-Type': 'text/plain' } })],
    ['listing', (client) => client.listV2({ 'max-keys': '1000', prefix: 'a b/(*)', 'start-after': 'é' } as never)],
  ]

  it.each(asks)('carries the signature that the official client makes, %s', async (_, ask) => {
    for (const stsToken of [undefined, token]) {
      await ask(official({ stsToken }))
      const { authorization, ...ours } = signedAgain(requests.pop()!, stsToken)
      expect(ours.headers.authorization).toBe(authorization)
      expect(ours.url).toBe(`${url}${ours.path}`)
    }
  })

  /** The official client's request, signed again by our signer. */
  function signedAgain({ method = '', url: path = '', headers }: IncomingMessage, stsToken: string | undefined) {
    const { pathname, searchParams } = new URL(path, url)
    const kept = Object.entries(headers).filter(([name]) => /^(x-oss-(?!date|content|security)|content-)/.test(name))
    const signed = signHeaders(
      oss(),
      { ...key, ...(stsToken && { token: stsToken }) },
      {
        method,
        object: decodeURIComponent(pathname.slice(1)),
        query: Object.fromEntries(searchParams),
        headers: Object.fromEntries(kept) as Record<string, string>,
        at: dateOf(String(headers['x-oss-date'])),
      },
    )
    const query = new URL(signed.url).search
    return { ...signed, authorization: headers.authorization, path: `${pathname}${query}` }
  }
})

describe('a request to S3', () => {
  // The key and the signatures of Amazon's own documentation and of its test suite for signers.
  const documented = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    accessKeySecret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const suite = { accessKeyId: 'AKIDEXAMPLE', accessKeySecret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

  it('is signed as Amazon documents it: an address', () => {
    const s3 = oss({ kind: 's3', url: 'https://examplebucket.s3.amazonaws.com', region: 'us-east-1' })
    const at = new Date('2013-05-24T00:00:00Z')
    const address = signAddress(s3, documented, { method: 'GET', object: 'test.txt', at, seconds: 86_400 })
    expect(new URL(address).searchParams.get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    )
    expect(address).toContain('https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&')
  })

  it('is signed as Amazon documents it: a form to another service', () => {
    const { authorization } = signAwsForm(suite, {
      url: 'https://example.amazonaws.com/',
      region: 'us-east-1',
      service: 'service',
      body: 'Param1=value1',
      at: new Date('2015-08-30T12:36:00Z'),
    })
    expect(authorization).toContain('SignedHeaders=content-type;host;x-amz-date, ')
    expect(authorization).toContain('ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a')
  })

  it('goes to the bucket by path or by host', () => {
    const s3 = oss({ kind: 's3', url: 'https://s3.example.com/' })
    expect(addressOf(s3)).toBe('https://s3.example.com/')
    expect(addressOf(s3, 'a/b c')).toBe('https://s3.example.com/a/b%20c')
    expect(addressOf({ ...s3, pathStyle: true })).toBe('https://s3.example.com/capsule')
    expect(addressOf({ ...s3, pathStyle: true }, 'a/b')).toBe('https://s3.example.com/capsule/a/b')
  })
})

const dateOf = (stamp: string): Date =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

function expectSame(address: string, theirs: URL): void {
  const ours = new URL(address)
  expect(ours.origin + ours.pathname).toBe(theirs.origin + theirs.pathname)
  expect(Object.fromEntries(ours.searchParams)).toEqual(Object.fromEntries(theirs.searchParams))
}
