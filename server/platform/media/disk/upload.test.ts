import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import OSS from 'ali-oss'
import { describe, expect, it } from 'vitest'
import type { Grant, MediaKind } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import type { Granted } from '#server/platform/media/grant.ts'
import { withApp } from '#test/app.ts'
import { forgetSends, get, newCode, newPerson, PASSWORD, postForm } from '#test/client.ts'
import { bytesOf, mp4, padded, png } from '#test/media.ts'
import { grant } from './grant.ts'

const app = withApp({ MEDIA_STORE: 'disk' })
const LIMIT = 52_428_800
const SOON = { timeout: 20_000, interval: 100 }
const HOUR_MS = 3_600_000
const SEEDS_CLIENT_HOURS = 60_000

type Fields = Record<string, string>
type Condition = Record<string, string> | unknown[]
type Person = Grant & { token: string }
const newOne = async (): Promise<Person> => {
  const { token } = await newPerson(app.url, { gift: false })
  return { ...(await get(app.url, 'ossToken', {}, { token })), token }
}
let somebody: Promise<Person> | undefined
let another: Promise<Person> | undefined
/** Two people serve all tests: each test uploads under keys of its own. */
const person = () => (somebody ??= newOne())
const stranger = () => (another ??= newOne())
const newKey = (prefix: string, ext = 'bin') => `${prefix}${randomUUID()}.${ext}`

/** Posts a form of these fields, `file` at its end; the status and the code of a refusal. */
async function send(fields: Fields, bytes: Buffer = bytesOf(10), kind: MediaKind = 'file', type?: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'file.bin')
  const response = await fetch(`${app.url}/oss/${kind}`, { method: 'POST', body: form })
  const text = await response.text()
  return { status: response.status, code: /<Code>(\w+)<\/Code>/.exec(text)?.[1], text }
}
const refused = async (code: string, fields: Fields, ...more: [Buffer?, MediaKind?]) => {
  const before = await filesOnDisk()
  const answer = await send(fields, ...more)
  expect(answer.code, answer.text).toBe(code)
  expect(await filesOnDisk()).toEqual(before)
  return answer
}
const filesOnDisk = async () => {
  const found = await readdir(app.services.config.mediaDir, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}
const bytesAt = async ({ token }: { token: string }, key: string) => {
  const { hosts } = await get(app.url, 'ossToken', {}, { token })
  return Buffer.from(await (await fetch(app.url + hosts.file.preview + key)).arrayBuffer())
}

/** Aliyun's own client, as a developer who knows the specification alone would use it. */
const signerOf = ({ AccessKeyId, AccessKeySecret, SecurityToken }: Granted) =>
  new OSS({
    region: 'oss-cn-hangzhou',
    bucket: 'any',
    accessKeyId: AccessKeyId,
    accessKeySecret: AccessKeySecret,
    stsToken: SecurityToken,
    // Without these it complains at every test.
    refreshSTSToken: async () => ({
      accessKeyId: AccessKeyId,
      accessKeySecret: AccessKeySecret,
      stsToken: SecurityToken,
    }),
    refreshSTSTokenInterval: HOUR_MS,
  }) as OSS & { signPostObjectPolicyV4: (policy: object, date: Date) => string }

type Signing = { conditions?: Condition[]; expiration?: string; date?: Date }
const RANGE: Condition = ['content-length-range', 0, LIMIT]
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

function signV1(
  granted: Granted,
  { conditions = [RANGE], expiration = inHours(SEEDS_CLIENT_HOURS) }: Signing = {},
): Fields {
  const signed = signerOf(granted).calculatePostSignature({ expiration, conditions }) as unknown as Fields
  return {
    OSSAccessKeyId: signed.OSSAccessKeyId!,
    policy: signed.policy!,
    signature: signed.Signature!,
    'x-oss-security-token': granted.SecurityToken,
    success_action_status: '200',
  }
}

function signV4(
  granted: Granted,
  { conditions = [RANGE], expiration = inHours(1), date = new Date() }: Signing = {},
): Fields {
  const moment = date.toISOString().replace(/[-:]|\.\d+/g, '')
  const named = {
    'x-oss-signature-version': 'OSS4-HMAC-SHA256',
    'x-oss-credential': `${granted.AccessKeyId}/${moment.slice(0, 8)}/cn-hangzhou/oss/aliyun_v4_request`,
    'x-oss-date': moment,
    'x-oss-security-token': granted.SecurityToken,
  }
  const policy = {
    expiration,
    conditions: [...conditions, ...Object.entries(named).map(([name, value]) => ({ [name]: value }))],
  }
  return {
    ...named,
    policy: Buffer.from(JSON.stringify(policy)).toString('base64'),
    'x-oss-signature': signerOf(granted).signPostObjectPolicyV4(policy, date),
    success_action_status: '200',
  }
}

describe('a form', () => {
  it('signed by the client itself, 6e4 hours ahead and silent about the prefix, is taken (V1)', async () => {
    const granted = await person()
    const key = newKey(granted.hosts.file.prefix)
    expect(await send({ key, ...signV1(granted) }, bytesOf(1000))).toMatchObject({ status: 200 })
    expect(await bytesAt(granted, key)).toEqual(bytesOf(1000))
  })

  it('signed by the client itself with V4 is taken', async () => {
    const granted = await person()
    const key = newKey(granted.hosts.image.prefix, 'png')
    expect(await send({ key, ...signV4(granted) }, await png(), 'image')).toMatchObject({ status: 200 })
    expect(await bytesAt(granted, key)).toEqual(await png())
  })

  it('signed by the server is taken for each kind, and its bytes say what it is', async () => {
    const granted = await person()
    for (const [kind, bytes, mime] of [
      ['image', await png(), 'image/png'],
      ['video', await mp4({ seconds: 1 }), 'video/mp4'],
      ['file', Buffer.from('<script>'), 'application/octet-stream'],
    ] as const) {
      const { key, response } = await postForm(app.url, granted.hosts[kind], bytes)
      expect(response.status).toBe(200)
      const row = await app.services.db
        .selectFrom('objects')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ mime, size: bytes.length, sealed_in: null, checked_at: null })
      expect(row.loose_since).not.toBeNull()
    }
  })

  it('is answered as OSS does: 200, 201 with XML, or 204', async () => {
    const granted = await person()
    const { prefix } = granted.hosts.file
    const { success_action_status: _, ...silent } = signV1(granted)
    const key = newKey(prefix)
    const made = await send({ key, ...silent, success_action_status: '201' })
    expect([made.status, made.text.includes(`<Key>${key}</Key>`)]).toEqual([201, true])
    expect((await send({ key: newKey(prefix), ...silent })).status).toBe(204)
    expect((await send({ key: newKey(prefix), ...silent, success_action_status: '500' })).status).toBe(204)
  })

  it('is known by its field names in any case', async () => {
    const granted = await person()
    const { OSSAccessKeyId, signature, ...rest } = signV1(granted)
    const fields = {
      ...rest,
      ossAccessKeyId: OSSAccessKeyId!,
      Signature: signature!,
      KEY: newKey(granted.hosts.file.prefix),
    }
    expect((await send(fields)).status).toBe(200)
  })

  it('lies on the disk with nothing of it readable', async () => {
    const granted = await person()
    const key = newKey(granted.hosts.file.prefix)
    const secret = 'the blue letter under the pear tree. '
    await send({ key, ...signV1(granted) }, Buffer.from(secret.repeat(20_000)))
    const file = await readFile(join(app.services.config.mediaDir, key))
    expect(file.includes(secret.slice(0, 8))).toBe(false)
    expect(await app.services.media.sizeOf(key)).toBe(secret.length * 20_000)
  })
})

describe('is refused', () => {
  it('without a token, with a forged one, somebody else’s, or one whose hour is over', async () => {
    const [granted, other] = [await person(), await stranger()]
    const key = newKey(granted.hosts.file.prefix)
    const { 'x-oss-security-token': token = '', ...bare } = signV1(granted)
    await refused('InvalidAccessKeyId', { key, ...bare })
    await refused('InvalidAccessKeyId', { key, ...bare, 'x-oss-security-token': `${token.slice(0, -2)}AA` })
    await refused('InvalidAccessKeyId', { key, ...bare, 'x-oss-security-token': other.SecurityToken })
    const forged = Buffer.from(JSON.stringify({ user: 1, ak: granted.AccessKeyId, exp: Date.now() + HOUR_MS }))
    const mac = token.split('.')[1]
    await refused('InvalidAccessKeyId', {
      key,
      ...bare,
      'x-oss-security-token': `${forged.toString('base64url')}.${mac}`,
    })
    const userId = Number(granted.hosts.file.prefix.split('/')[1])
    const old = grant(app.services.keys, { userId, sessionId: 1 }, new Date(Date.now() - HOUR_MS - 1000))
    await refused('AccessDenied', { key, ...signV1(old) })
  })

  it('with a signature that is none, or of another policy', async () => {
    const granted = await person()
    const key = newKey(granted.hosts.file.prefix)
    const [one, two] = [signV1(granted), signV4(granted)]
    await refused('SignatureDoesNotMatch', { key, ...one, signature: 'AAAA' })
    await refused('SignatureDoesNotMatch', { key, ...one, policy: signV1(granted, { expiration: inHours(2) }).policy! })
    const { signature: _, ...unsigned } = one
    await refused('SignatureDoesNotMatch', { key, ...unsigned })
    await refused('SignatureDoesNotMatch', { key, ...two, 'x-oss-signature': 'a'.repeat(64) })
    await refused('SignatureDoesNotMatch', { key, ...two, policy: signV4(granted, { conditions: [] }).policy! })
    await refused('SignatureDoesNotMatch', { key, ...two, 'x-oss-signature-version': 'OSS4' })
  })

  it('with a date that was changed, of next hour, or of last week', async () => {
    const granted = await person()
    const key = newKey(granted.hosts.file.prefix)
    const fields = signV4(granted)
    const moved = fields['x-oss-date']!.replace(/T\d\d/, 'T00')
    const changed = await send({
      key,
      ...fields,
      'x-oss-date': moved === fields['x-oss-date'] ? moved.replace('T00', 'T01') : moved,
    })
    expect(changed.status).toBe(403)
    await refused('SignatureDoesNotMatch', { key, ...fields, 'x-oss-date': '20200101T000000Z' })
    await refused('SignatureDoesNotMatch', { key, ...signV4(granted, { date: new Date(Date.now() + 16 * 60_000) }) })
    await refused('SignatureDoesNotMatch', { key, ...signV4(granted, { date: new Date(Date.now() - 169 * HOUR_MS) }) })
  })

  it('under somebody else’s prefix, another kind’s, or by a key that is none – whatever the policy says', async () => {
    const [granted, other] = [await person(), await stranger()]
    const signed = signV1(granted)
    await refused('AccessDenied', { key: newKey(other.hosts.file.prefix), ...signed })
    await refused('AccessDenied', { key: newKey(granted.hosts.image.prefix), ...signed })
    await refused('AccessDenied', { key: newKey(granted.hosts.file.prefix), ...signed }, await png(), 'image')
    const { prefix } = granted.hosts.file
    const name = 'a'.repeat(16)
    for (const key of [
      '',
      'x',
      prefix,
      `${prefix}short.bin`,
      `${prefix}../../${name}.bin`,
      `${prefix}${name}/../${name}.bin`,
      `/${prefix}${name}.bin`,
      `../${prefix}${name}.bin`,
      `${prefix}${name}`,
      `${prefix}\${filename}`,
      `m/9999999999.${'a'.repeat(32)}/${prefix}${name}.bin`,
      `${prefix}${name}.bin?x=1`,
      `${prefix}${name}.bin\n`,
      `${prefix}${name}%00.bin`,
      `parts/${name}`,
      `file//${name}.bin`,
      `file/0${prefix.split('/')[1]}/${name}.bin`,
    ]) {
      await refused('InvalidObjectName', { key, ...signed })
    }
  })

  it('when its policy is over, unreadable, or says of any field what is not so', async () => {
    const granted = await person()
    const key = newKey(granted.hosts.file.prefix)
    await refused('AccessDenied', { key, ...signV1(granted, { expiration: inHours(-0.001) }) })
    const broken: Condition[] = [
      { key: 'file/x' },
      { success_action_status: '201' },
      ['eq', '$key', 'file/x'],
      ['eq', '$x-oss-meta-a', 'b'],
      ['starts-with', '$key', 'video/'],
      ['in', '$success_action_status', ['201', '204']],
      ['not-in', '$success_action_status', ['200']],
    ]
    for (const condition of broken) {
      await refused('AccessDenied', { key, ...signV1(granted, { conditions: [RANGE, condition] }) })
      await refused('AccessDenied', { key, ...signV4(granted, { conditions: [condition, RANGE] }) })
    }
    const senseless: unknown[] = [
      ['is', '$key', 'x'],
      ['eq', '$key'],
      ['content-length-range', 2, 1],
      ['content-length-range', 'x', 1],
      'key',
      null,
    ]
    for (const condition of senseless) {
      await refused('InvalidPolicyDocument', { key, ...signV1(granted, { conditions: [condition as Condition] }) })
    }
    await refused('InvalidPolicyDocument', { key, ...signV1(granted, { expiration: 'tomorrow' }) })
    const kept: Condition[] = [
      { bucket: 'whatever' },
      ['eq', '$Key', key],
      ['starts-with', '$key', granted.hosts.file.prefix],
      ['starts-with', '$content-type', ''],
      ['in', '$success_action_status', ['200', '201']],
      ['not-in', '$success_action_status', ['204']],
      ['content-length-range', 10, 10],
    ]
    expect((await send({ key, ...signV1(granted, { conditions: kept }) })).status).toBe(200)
  })

  it('with V4 when the policy does not name what the signature rests on', async () => {
    const granted = await person()
    const date = new Date()
    const policy = { expiration: inHours(1), conditions: [RANGE] }
    const fields = {
      ...signV4(granted, { date }),
      policy: Buffer.from(JSON.stringify(policy)).toString('base64'),
      'x-oss-signature': signerOf(granted).signPostObjectPolicyV4(policy, date),
    }
    await refused('AccessDenied', { key: newKey(granted.hosts.file.prefix), ...fields })
  })

  it('when it is empty, shorter or longer than its policy says', async () => {
    const granted = await person()
    const key = newKey(granted.hosts.file.prefix)
    await refused('EntityTooSmall', { key, ...signV1(granted) }, Buffer.alloc(0))
    const conditions: Condition[] = [['content-length-range', 5, 9]]
    await refused('EntityTooSmall', { key, ...signV1(granted, { conditions }) }, bytesOf(4))
    await refused('EntityTooLarge', { key, ...signV1(granted, { conditions }) }, bytesOf(10))
    expect((await send({ key, ...signV1(granted, { conditions }) }, bytesOf(9))).status).toBe(200)
  })

  it('beyond 52,428,800 bytes, whatever its policy allows; so many pass', { timeout: 120_000 }, async () => {
    const granted = await person()
    const conditions: Condition[] = [['content-length-range', 0, LIMIT * 2]]
    const bytes = padded(await png(), LIMIT)
    const key = newKey(granted.hosts.image.prefix, 'png')
    const more = Buffer.concat([bytes, Buffer.alloc(1)])
    const answer = await refused('EntityTooLarge', { key, ...signV1(granted, { conditions }) }, more, 'image')
    expect(answer.text).toContain(UPLOAD.tooLarge)
    expect((await send({ key, ...signV1(granted, { conditions }) }, bytes, 'image')).status).toBe(200)
    expect((await bytesAt(granted, key)).equals(bytes)).toBe(true)
  })

  it('when its bytes are of another kind, whatever it calls itself', async () => {
    const granted = await person()
    const html = Buffer.from('<!doctype html><script>parent.ran = 1</script>')
    const key = newKey(granted.hosts.image.prefix, 'png')
    await refused('InvalidArgument', { key, ...signV1(granted), 'content-type': 'image/png' }, html, 'image')
    await refused('InvalidArgument', { key, ...signV1(granted) }, await mp4({ seconds: 1 }), 'image')
    await refused(
      'InvalidArgument',
      { key: newKey(granted.hosts.video.prefix, 'mp4'), ...signV1(granted) },
      await png(),
      'video',
    )
  })

  it('when its key was used before, or is being used at the same moment', async () => {
    const granted = await person()
    const key = newKey(granted.hosts.file.prefix)
    const fields = { key, ...signV1(granted) }
    const both = await Promise.all([send(fields, bytesOf(300_000, 1)), send(fields, bytesOf(300_000, 2))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = both[0]!.status === 200 ? 1 : 2
    await refused('FileAlreadyExists', fields, bytesOf(10, 3))
    expect((await bytesAt(granted, key)).equals(bytesOf(300_000, winner))).toBe(true)
  })

  it('when what it needs stands after the file, twice, or not at all', async () => {
    const granted = await person()
    const key = newKey(granted.hosts.file.prefix)
    const form = new FormData()
    for (const [name, value] of Object.entries(signV1(granted))) form.append(name, value)
    form.append('file', new Blob(['x']), 'x')
    form.append('key', key)
    const late = await fetch(`${app.url}/oss/file`, { method: 'POST', body: form })
    expect([late.status, (await late.text()).includes('InvalidObjectName')]).toEqual([400, true])
    const twice = new FormData()
    for (const value of [key, key]) twice.append('key', value)
    twice.append('file', new Blob(['x']), 'x')
    for (const body of [twice, new FormData(), new URLSearchParams({ key }), 'nothing', undefined]) {
      const answer = await fetch(`${app.url}/oss/file`, { method: 'POST', body })
      expect([answer.status, (await answer.text()).includes('MalformedPOSTRequest')]).toEqual([400, true])
    }
  })

  it('when a part of it has no name, or its fields are more than a form needs', async () => {
    for (const head of ['form-data', 'form-data; name', 'form-data; ="x"', 'form-data; filename="a"']) {
      const body = `--x\r\nContent-Disposition: ${head}\r\n\r\n1\r\n--x--\r\n`
      const response = await fetch(`${app.url}/oss/image`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body,
      })
      expect(response.status, head).toBe(400)
      await response.text()
    }
    const granted = await person()
    const many = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`x-${at}`, 'x'.repeat(20_000)]))
    const key = newKey(granted.hosts.file.prefix)
    expect(await send({ ...many, key, ...signV1(granted) }, bytesOf(10))).toMatchObject({ status: 400 })
    expect((await fetch(`${app.url}/health`)).status).toBe(200)
  })

  it('while six of the same person are under way; others are not held up', async () => {
    const [granted, other] = [await person(), await stranger()]
    const before = (await filesOnDisk()).length
    const slow = Array.from({ length: 6 }, () => begin(granted, 'whole'))
    const underWay = async () => (await filesOnDisk()).length - before
    await expect.poll(underWay, SOON).toBe(6)
    expect((await send({ key: newKey(granted.hosts.file.prefix), ...signV1(granted) })).status).toBe(503)
    expect((await send({ key: newKey(other.hosts.file.prefix), ...signV1(other) })).status).toBe(200)
    for (const { socket } of slow) socket.destroy()
    await expect.poll(underWay, SOON).toBe(1)
    expect((await send({ key: newKey(granted.hosts.file.prefix), ...signV1(granted) })).status).toBe(200)
  })
})

describe('a token ends with the sign-in it was given to', () => {
  const ENDS: [how: string, end: (person: { tel: string; token: string }) => Promise<unknown>][] = [
    ['signing out', ({ token }) => get(app.url, 'logout', {}, { token })],
    [
      'the person, from another device',
      async ({ tel }) => {
        const other = await get(app.url, 'login', { tel, password: PASSWORD })
        await get(app.url, 'endSession', {}, other)
      },
    ],
    [
      'a new password',
      async ({ tel }) => {
        await forgetSends(app.services.db, tel)
        await get(app.url, 'forgetPwd', { tel, password: PASSWORD, captcha: await newCode(app.url, tel) })
      },
    ],
  ]
  const signedIn = async () => {
    const person = await newPerson(app.url, { gift: false })
    return { ...person, granted: await get(app.url, 'ossToken', {}, person) }
  }
  const fresh = (granted: Grant): Fields => ({ key: newKey(granted.hosts.file.prefix), ...signV1(granted) })

  it.each(ENDS)('by %s', async (_how, end) => {
    const { granted, ...person } = await signedIn()
    expect((await send(fresh(granted))).status).toBe(200)
    await end(person)
    await refused('AccessDenied', fresh(granted))
  })

  it('also in the midst of a file, of which nothing is left', async () => {
    const { granted, token } = await signedIn()
    const before = await filesOnDisk()
    const sending = new TransformStream<Uint8Array, Uint8Array>()
    const init = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=edge' }, duplex: 'half' }
    const answer = fetch(`${app.url}/oss/file`, { ...init, body: sending.readable } as RequestInit)
    const pen = sending.writable.getWriter()
    await pen.write(Buffer.concat([partsOf(fresh(granted)), bytesOf(700_000)]))
    await expect.poll(async () => (await filesOnDisk()).length, SOON).toBe(before.length + 1)
    await get(app.url, 'logout', {}, { token })
    await pen.write(Buffer.from('\r\n--edge--\r\n'))
    await pen.close()
    expect((await answer).status).toBe(403)
    expect(await filesOnDisk()).toEqual(before)
  })
})

describe('a form that breaks off', () => {
  it('in its fields or in its file leaves nothing', async () => {
    const granted = await person()
    const before = await filesOnDisk()
    for (const until of ['fields', 'file'] as const) {
      const { sent, socket } = begin(granted, until)
      await sent
      socket.destroy()
    }
    const { socket } = begin(granted, 'whole')
    await expect.poll(async () => (await filesOnDisk()).length, SOON).toBe(before.length + 1)
    socket.destroy()
    await expect.poll(filesOnDisk, SOON).toEqual(before)
  })

  it('although it claims to be whole is refused and leaves nothing', async () => {
    const granted = await person()
    const before = await filesOnDisk()
    const fields = { key: newKey(granted.hosts.file.prefix), ...signV1(granted) }
    for (const body of [partsOf(fields), Buffer.concat([partsOf(fields), bytesOf(700_000)])]) {
      const answer = await fetch(`${app.url}/oss/file`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=edge' },
        body: new Uint8Array(body),
      })
      expect([answer.status, (await answer.text()).includes('MalformedPOSTRequest')]).toEqual([400, true])
    }
    expect(await filesOnDisk()).toEqual(before)
  })
})

const partsOf = (fields: Fields): Buffer =>
  Buffer.from(
    [
      ...Object.entries(fields).map(
        ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
      ),
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n',
    ].join('\r\n'),
  )

/** The beginning of a form over a bare connection, as a line that breaks leaves it. */
function begin(granted: Grant, until: 'fields' | 'file' | 'whole') {
  const { port, hostname } = new URL(app.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const fields = partsOf({ key: newKey(granted.hosts.file.prefix), ...signV1(granted) })
  const body = { fields: fields.subarray(0, 300), file: fields, whole: Buffer.concat([fields, bytesOf(700_000)]) }[
    until
  ]
  const head = `POST /oss/file HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: 2000000\r\n\r\n`
  const sent = new Promise<void>((resolve) => socket.write(Buffer.concat([Buffer.from(head), body]), () => resolve()))
  return { socket, sent }
}
