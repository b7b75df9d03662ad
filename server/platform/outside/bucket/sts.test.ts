import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { PlatformAway } from '#server/platform/outside/platform.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import { startAliyunSms } from '#standins/aliyunSms.ts'
import { makeTemporaryKeys } from './sts.ts'
import { signAwsForm } from './v4.ts'

const key = { accessKeyId: 'LTAI-test', accessKeySecret: 'a secret of the test' }
const MINUTE_MS = 60_000
const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 60 * MINUTE_MS)
const soon = (minutes: number) => new Date(until.getTime() - minutes * MINUTE_MS)

/** It checks what Aliyun checks of any call in this style. */
const aliyun = await startAliyunSms({ ...key, answer: () => answer })
let answer: object
const granted = {
  RequestId: 'R',
  AssumedRoleUser: { Arn: 'acs:ram::1:role/uploader/user-7', AssumedRoleId: '3:user-7' },
  Credentials: {
    AccessKeyId: 'STS.test',
    AccessKeySecret: 'for an hour',
    SecurityToken: 'CAIS+token==',
    Expiration: until.toISOString().replace('.000', ''),
  },
}

const aws: { request: IncomingMessage; body: string }[] = []
let xml: { status: number; text: string }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  aws.push({ request, body })
  response.writeHead(xml.status, { location: aliyun.url }).end(xml.text)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const awsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(async () => {
  server.close()
  await aliyun.close()
})

beforeEach(() => {
  aliyun.requests.length = 0
  aws.length = 0
  answer = granted
  xml = {
    status: 200,
    text: `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIA</AccessKeyId><SecretAccessKey>a&amp;b</SecretAccessKey>\
<SessionToken>token==</SessionToken><Expiration>${until.toISOString()}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
  }
})

const oss: BucketConfig = {
  ...key,
  kind: 'oss',
  url: 'https://capsule.oss-cn-hangzhou.aliyuncs.com',
  name: 'capsule',
  region: 'cn-hangzhou',
  roleArn: 'acs:ram::1:role/uploader',
  stsUrl: aliyun.url,
  pathStyle: false,
}
const s3: BucketConfig = { ...oss, kind: 's3', stsUrl: awsUrl, roleArn: 'arn:aws-cn:iam::1:role/uploader' }

describe('a temporary key', () => {
  it('is asked of Aliyun for one hour and for uploads under the own prefixes alone', async () => {
    expect(await makeTemporaryKeys(oss)(7, soon(60))).toEqual({
      accessKeyId: 'STS.test',
      accessKeySecret: 'for an hour',
      token: 'CAIS+token==',
      until,
    })
    const [request] = aliyun.requests
    expect(request).toMatchObject({ method: 'POST', refused: undefined })
    expect(request?.headers).toMatchObject({ 'x-acs-action': 'AssumeRole', 'x-acs-version': '2015-04-01' })
    const { Policy, ...query } = request!.query
    expect(query).toEqual({ RoleArn: oss.roleArn, RoleSessionName: 'user-7', DurationSeconds: '3600' })
    expect(JSON.parse(Policy!)).toEqual({
      Version: '1',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['oss:PutObject'],
          Resource: ['image', 'video', 'file'].map((kind) => `acs:oss:*:*:capsule/${kind}/7/*`),
        },
      ],
    })
  })

  it('is asked of S3 with the same limits', async () => {
    expect(await makeTemporaryKeys(s3)(7, soon(60))).toEqual({
      accessKeyId: 'ASIA',
      accessKeySecret: 'a&b',
      token: 'token==',
      until,
    })
    const { request, body } = aws[0]!
    const { Policy, ...form } = Object.fromEntries(new URLSearchParams(body))
    expect(form).toEqual({
      Action: 'AssumeRole',
      Version: '2011-06-15',
      RoleArn: s3.roleArn,
      RoleSessionName: 'user-7',
      DurationSeconds: '3600',
    })
    expect(JSON.parse(Policy!)).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:PutObject'],
          Resource: ['image', 'video', 'file'].map((kind) => `arn:aws-cn:s3:::capsule/${kind}/7/*`),
        },
      ],
    })
    const stamp = String(request.headers['x-amz-date']).replace(/(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '-$1-$2T$3:$4:$5Z')
    const signed = { url: awsUrl, region: s3.region, service: 'sts', body, at: new Date(stamp) }
    expect(request.headers.authorization).toBe(signAwsForm(key, signed).authorization)
  })

  it('is the same for a person while it is good for more than a quarter of an hour, and nobody else’s', async () => {
    const temporaryKey = makeTemporaryKeys(oss)
    await temporaryKey(7, soon(60))
    await temporaryKey(7, soon(16))
    expect(aliyun.requests).toHaveLength(1)
    await temporaryKey(8, soon(16))
    expect(aliyun.requests).toHaveLength(2)
    await temporaryKey(7, soon(15))
    expect(aliyun.requests).toHaveLength(3)
  })

  it('is none when the service refuses, answers something else, or sends us elsewhere', async () => {
    const ask = (config: BucketConfig) => makeTemporaryKeys(config, 2_000)(7, soon(60))
    const refused = { ...oss, accessKeySecret: 'another' }
    await expect(ask(refused)).rejects.toThrow(new PlatformAway('AssumeRole: HTTP 400 SignatureDoesNotMatch'))
    for (answer of [{}, { Credentials: { ...granted.Credentials, SecurityToken: '' } }]) {
      await expect(ask(oss)).rejects.toThrow(new PlatformAway('AssumeRole: an answer of another shape'))
    }
    answer = { Credentials: { ...granted.Credentials, Expiration: 'tomorrow' } }
    await expect(ask(oss)).rejects.toThrow(new PlatformAway('AssumeRole: no key'))
    xml = { status: 403, text: '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>' }
    await expect(ask(s3)).rejects.toThrow(new PlatformAway('AssumeRole: HTTP 403 AccessDenied'))
    xml = { status: 200, text: '<html>' }
    await expect(ask(s3)).rejects.toThrow(new PlatformAway('AssumeRole: no key'))
    xml = { status: 307, text: '' }
    await expect(ask(s3)).rejects.toThrow(PlatformAway)
    expect(aliyun.requests.filter(({ path }) => !path.includes('RoleArn'))).toEqual([])
  })
})
