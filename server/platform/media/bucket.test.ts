import { randomInt } from 'node:crypto'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { readConfig } from '#server/platform/config.ts'
import { copyObject, headObject } from '#server/platform/outside/bucket/requests.ts'
import { type BucketKey, type SignedRequest, signHeaders } from '#server/platform/outside/bucket/v4.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import { startBucket } from '#test/bucket.ts'
import { startCdn } from '#test/cdn.ts'
import { png } from '#test/media.ts'
import { openBucket } from './bucket.ts'
import type { Granted } from './grant.ts'
import type { ObjectStore, Stored, Wish } from './store.ts'

const standin = await startBucket()
const cdn = await startCdn(() => bucketBehind.url)
/** The bucket whose tests run. */
const bucketBehind = { url: '' }
const app = Fastify()
afterAll(async () => {
  cdn.close()
  standin.close()
  await app.close()
})

const silent = { error: () => undefined } as never
const open = (bucket: BucketConfig): ObjectStore =>
  openBucket({ config: { bucket } as never, log: silent, now: () => new Date() })
const stoodIn = (kind: 'oss' | 's3'): BucketConfig => ({
  kind,
  url: standin.url,
  name: 'capsule',
  region: 'cn-hangzhou',
  accessKeyId: 'LTAI-test',
  accessKeySecret: 'a secret of the test',
  roleArn: 'arn:aws:iam::1:role/uploader',
  stsUrl: standin.url,
  pathStyle: true,
})
const real = process.env.MEDIA_STORE === 's3' ? readConfig(process.env).bucket : undefined

/** Ours among whatever other tests keep in the same bucket. */
const user = randomInt(1_000_000, 1_000_000_000)
const keyOf = (name: string, kind = 'image', extension = 'png') =>
  `${kind}/${user}/${name.padEnd(16, '_')}.${extension}`
const stored = (key: string, size: number, mime = 'image/png'): Stored => ({ key, size, mime, secret: undefined })

async function send(bucket: BucketConfig, asked: Omit<SignedRequest, 'at'>, { body, key = bucket }: Sent = {}) {
  const { url, headers } = signHeaders(bucket, key, { ...asked, at: new Date() })
  const response = await fetch(url, { method: asked.method, headers, body: body ? new Uint8Array(body) : null })
  return { status: response.status, text: await response.text() }
}
type Sent = { body?: Buffer | undefined; key?: BucketKey }
/** Into the stand-in without a request: there are many of them. */
async function put(bucket: BucketConfig, object: string, text: string | Buffer, key?: BucketKey) {
  const body = Buffer.from(text)
  if (bucket !== real) standin.objects.set(object, { bytes: body })
  return bucket === real ? send(bucket, { method: 'PUT', object }, { body, ...(key && { key }) }) : undefined
}

let serving: { store: ObjectStore; object: Stored; wish: Wish }
app.route({
  method: ['GET', 'HEAD'],
  url: '/m',
  handler: (request, reply) => serving.store.serve(request, reply, serving.object, serving.wish),
})
const address = `${await app.listen({ port: 0, host: '127.0.0.1' })}/m`

const places: [string, BucketConfig][] = [
  ['OSS', stoodIn('oss')],
  ['S3', stoodIn('s3')],
  ...(real ? [['radosgw', real] as [string, BucketConfig]] : []),
]

describe.each(places)('a store in a bucket of %s', (_, bucket) => {
  const store = open(bucket)
  const serve = (object: Stored, wish: Partial<Wish> = {}, init: RequestInit = {}) => {
    serving = { store, object, wish: { version: 'whole', seconds: 600, ...wish } }
    return fetch(address, init)
  }
  beforeEach(() => {
    bucketBehind.url = bucket.url
    cdn.clear()
    standin.objects.clear()
    standin.asked.length = 0
    standin.status = undefined
  })

  it('knows what was uploaded, reads parts of it and forgets it', async () => {
    const key = keyOf('AZaz09_-AZaz09_-AZaz09_-AZaz09_-AZaz09_-AZaz09_-AZaz09_-AZaz09_-')
    expect(await store.sizeOf(key)).toBeUndefined()
    await put(bucket, key, '0123456789')
    expect(await store.sizeOf(key)).toBe(10)
    expect(await store.sizeOf(key)).toBe(10)
    expect((await store.read(stored(key, 10), 0, 10)).toString()).toBe('0123456789')
    expect((await store.read(stored(key, 10), 3, 5)).toString()).toBe('34')
    expect((await store.read(stored(key, 10), 8, 4096)).toString()).toBe('89')
    expect(await store.read(stored(key, 10), 10, 20)).toHaveLength(0)
    await store.remove(key)
    await store.remove(key)
    expect(await store.sizeOf(key)).toBeUndefined()
    await expect(store.read(stored(key, 10), 0, 10)).rejects.toMatchObject({ code: 1004 })
  })

  it('keeps what the database last knew beside the uploads, and says when it cannot be asked', async () => {
    const name = `${user}-witness`
    expect(await store.witness.read(name)).toBeUndefined()
    for (const text of ['{"at":1,"releases":0}', '{"at":1795561429066.5,"releases":12}']) {
      await store.witness.keep(name, text)
      expect((await store.witness.read(name))!.trim()).toBe(text)
    }
    if (bucket === real) return
    standin.status = 500
    await expect(store.witness.read(name)).rejects.toThrow()
    await expect(store.witness.keep(name, '{}')).rejects.toThrow()
  })

  it('keeps small texts of any length beside the witness, until they are taken away', async () => {
    const name = `${user}.writings/index`
    expect(await store.beside.read(name)).toBeUndefined()
    for (const text of ['x'.repeat(900_000), '时光', '']) {
      await store.beside.keep(name, text)
      expect(await store.beside.read(name)).toBe(text)
    }
    await store.beside.remove(name)
    await store.beside.remove(name)
    expect(await store.beside.read(name)).toBeUndefined()
    if (bucket === real) return
    standin.status = 500
    await expect(store.beside.read(name)).rejects.toThrow()
    await expect(store.beside.remove(name)).rejects.toThrow()
  })

  it('keeps what was looked at, whatever is uploaded under the same key afterwards', async () => {
    const key = keyOf('written-once')
    await put(bucket, key, 'looked at')
    expect(await store.sizeOf(key)).toBe(9)
    expect(await headObject(bucket, key)).toBeUndefined()
    await put(bucket, key, 'something else')
    expect(await store.sizeOf(key)).toBe(9)
    expect((await store.read(stored(key, 9), 0, 9)).toString()).toBe('looked at')
    expect(await (await serve(stored(key, 9))).text()).toBe('looked at')
    await store.remove(key)
    for (const name of [key, `written/${key}`]) expect(await headObject(bucket, name)).toBeUndefined()
  })

  it('takes over the bytes and nothing else of what their uploader said', async () => {
    const key = keyOf('only-the-bytes')
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip', 'cache-control': 'max-age=31536000' }
    await send(bucket, { method: 'PUT', object: key, headers }, { body: Buffer.from('<script>') })
    expect(await store.sizeOf(key)).toBe(8)
    const { url, headers: signed } = signHeaders(bucket, bucket, {
      method: 'GET',
      object: `written/${key}`,
      at: new Date(),
    })
    const written = await fetch(url, { headers: signed })
    expect(written.headers.get('content-type')).toBe('application/octet-stream')
    expect(written.headers.get('content-encoding')).toBeNull()
    expect(written.headers.get('cache-control')).toBe('private')
    expect(await written.text()).toBe('<script>')
    await store.remove(key)
  })

  it('copies what was looked at to a key of its own, which outlives it', async () => {
    const [key, copy] = [keyOf('copied-from'), keyOf('copied-to')]
    await put(bucket, key, 'looked at')
    expect(await store.sizeOf(key)).toBe(9)
    await store.copy(stored(key, 9), { key: copy, secret: undefined })
    await store.remove(key)
    expect(await store.sizeOf(copy)).toBe(9)
    expect((await store.read(stored(copy, 9), 0, 9)).toString()).toBe('looked at')
    await store.copy(stored(keyOf('never-there'), 9), { key: key, secret: undefined })
    expect(await store.sizeOf(key)).toBeUndefined()
    await store.remove(copy)
  })

  it('leaves what is empty or too large where it is, with its size', async () => {
    const key = keyOf('too-large')
    await put(bucket, key, Buffer.alloc(MAX_UPLOAD_BYTES + 1))
    expect(await store.sizeOf(key)).toBe(MAX_UPLOAD_BYTES + 1)
    expect(await headObject(bucket, `written/${key}`)).toBeUndefined()
    expect((await serve(stored(key, MAX_UPLOAD_BYTES + 1))).status).toBe(404)
    await put(bucket, key, '')
    expect(await store.sizeOf(key)).toBe(0)
    await store.remove(key)
  })

  it('sends a reader to an address that is good for a while, with the type that was found', async () => {
    const key = keyOf('shown', 'video', 'mp4')
    await put(bucket, key, '0123456789')
    const object = stored(key, 10, 'video/mp4')
    const answer = await serve(object, { seconds: 600 }, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=570')
    const query = new URL(answer.headers.get('location')!).searchParams
    expect(query.get('x-oss-expires') ?? query.get('X-Amz-Expires')).toBe('600')
    expect(query.get('response-cache-control')).toBe('private, max-age=570')

    const part = await serve(object, {}, { headers: { range: 'bytes=2-4' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
    expect(part.headers.get('content-type')).toBe('video/mp4')
    expect(part.headers.get('content-disposition')).toBe('inline')
    expect(await part.text()).toBe('234')
    const head = await serve(object, {}, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
    await store.remove(key)
  })

  it('gives files for keeping, under their name, and nothing that a browser would run', async () => {
    const key = keyOf('download', 'file', 'html')
    await put(bucket, key, '<script>alert(1)</script>')
    const object = stored(key, 25, 'text/html')
    const named = await serve(object, { name: '给十年后的我 (1)\'*"; x=\ud83d.html' })
    expect(named.headers.get('content-type')).toBe('application/octet-stream')
    expect(named.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%E7%BB%99%E5%8D%81%E5%B9%B4%E5%90%8E%E7%9A%84%E6%88%91%20%281%29%27%2A%22%3B%20x%3D%EF%BF%BD.html",
    )
    expect(await named.text()).toBe('<script>alert(1)</script>')
    const unnamed = await serve(stored(key, 25, 'image/png'))
    expect(unnamed.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''download________.html")
    await store.remove(key)
  })

  it('answers 404 for what is not there', async () => {
    expect((await serve(stored(keyOf('nothing-there'), 10))).status).toBe(404)
  })

  it('leads everybody to one address of the CDN within a step, which ends with what was permitted', async () => {
    const key = keyOf('public-picture')
    const bytes = await png()
    await put(bucket, key, bytes)
    const fronted = open({ ...bucket, readUrl: cdn.url })
    const lead = async (object: Stored, wish: Partial<Wish>) => {
      serving = { store: fronted, object, wish: { version: 'clean', seconds: 600, isShown: true, ...wish } }
      const answer = await fetch(address, { redirect: 'manual' })
      return { to: answer.headers.get('location')!, cacheControl: answer.headers.get('cache-control') }
    }
    const object = stored(key, bytes.length)
    const end = (Math.floor(Date.now() / 300_000) + 2) * 300
    const left = () => end - Math.floor(Date.now() / 1_000)
    const [one, other] = [await lead(object, { seconds: left() }), await lead(object, { seconds: left() })]
    expect(other.to).toBe(one.to)
    expect(new URL(one.to).origin).toBe(cdn.url)
    expect(one.cacheControl).toMatch(/^public, max-age=\d+$/)
    const query = new URL(one.to).searchParams
    const signed = (query.get('x-oss-date') ?? query.get('X-Amz-Date'))!
    const signedAt = Date.parse(signed.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
    expect(signedAt / 1_000 + Number(query.get('x-oss-expires') ?? query.get('X-Amz-Expires'))).toBe(end)
    expect(Date.parse(query.get('response-expires')!)).toBe(end * 1_000)
    expect(query.get('response-cache-control')).toBe('public')
    expect(Buffer.from(await (await fetch(one.to)).arrayBuffer())).toEqual(bytes)
    // An address for half a day, as of a face, is good for a step all the same.
    const day = new URL((await lead(object, { seconds: 43_200 })).to).searchParams
    expect(Date.parse(day.get('response-expires')!)).toBeLessThanOrEqual(Date.now() + 600_000)

    for (const [what, wish] of [
      [object, { isShown: false }],
      [object, { version: 'whole' }],
      [stored(keyOf('film', 'video', 'mp4'), bytes.length, 'video/mp4'), {}],
    ] as const) {
      await put(bucket, what.key, bytes)
      const { to, cacheControl } = await lead(what, wish)
      expect(new URL(to).origin).toBe(new URL(bucket.url).origin)
      expect(cacheControl).toMatch(/^private/)
    }
    await store.remove(key)
  })
})

describe('a store in a bucket of OSS', () => {
  const bucket = stoodIn('oss')
  const store = open(bucket)
  const location = async (object: Stored, process: NonNullable<Wish['process']>) => {
    serving = { store, object, wish: { version: 'whole', seconds: 60, process } }
    return new URL((await fetch(address, { redirect: 'manual' })).headers.get('location')!)
  }
  beforeEach(() => standin.objects.clear())

  it('has pictures made smaller and frames cut by the bucket', async () => {
    const image = keyOf('smaller')
    const video = keyOf('frame', 'video', 'mp4')
    standin.objects.set(image, { bytes: Buffer.from('x') }).set(video, { bytes: Buffer.from('x') })
    const smaller = await location(stored(image, 1), { kind: 'resize', width: 400 })
    expect(smaller.pathname).toBe(`/capsule/written/${image}`)
    expect(smaller.searchParams.get('x-oss-process')).toBe('image/resize,w_400')
    expect(smaller.searchParams.has('response-content-type')).toBe(false)
    const frame = await location(stored(video, 1, 'video/mp4'), { kind: 'snapshot' })
    expect(frame.searchParams.get('x-oss-process')).toBe('video/snapshot,t_1000,f_jpg,w_0,h_0,m_fast')
  })

  it('takes a link to another’s object for nothing, before it is taken over and after', async () => {
    const key = keyOf('link')
    const link = { bytes: Buffer.from('another’s'), headers: { 'x-oss-object-type': 'Symlink' } }
    standin.objects.set(key, link)
    expect(await store.sizeOf(key)).toBeUndefined()
    expect([...standin.objects.keys()]).toEqual([key])
    standin.objects.set(`written/${key}`, link)
    expect(await store.sizeOf(key)).toBeUndefined()
    expect([...standin.objects.keys()]).toEqual([key])
    standin.objects.set(key, { bytes: Buffer.from('own'), headers: { 'x-oss-object-type': 'Normal' } })
    expect(await store.sizeOf(key)).toBe(3)
  })

  it('asks the bucket never to write a name twice', async () => {
    const key = keyOf('forbidden')
    standin.objects.set(key, { bytes: Buffer.from('first') })
    await store.sizeOf(key)
    standin.objects.set(key, { bytes: Buffer.from('second') })
    await copyObject(bucket, key, `written/${key}`)
    expect(String(standin.objects.get(`written/${key}`)?.bytes)).toBe('first')
  })
})

describe('a store in a bucket of S3', () => {
  const store = open(stoodIn('s3'))
  const ask = (object: Stored, process: NonNullable<Wish['process']>) => {
    serving = { store, object, wish: { version: 'whole', seconds: 60, process } }
    return fetch(address, { redirect: 'manual' })
  }
  beforeEach(() => {
    standin.objects.clear()
    standin.status = undefined
  })

  it('makes pictures smaller itself, and shows one as it is that it cannot read', async () => {
    const key = keyOf('smaller')
    const bytes = await sharp({ create: { width: 64, height: 32, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    standin.objects.set(key, { bytes })
    const answer = await ask(stored(key, bytes.length), { kind: 'resize', width: 16 })
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 16, height: 8 })

    const other = keyOf('unreadable')
    standin.objects.set(other, { bytes: Buffer.from('no picture') })
    expect((await ask(stored(other, 10), { kind: 'resize', width: 16 })).status).toBe(302)
  })

  it('finds an upload that another took over in the middle of its look', async () => {
    const key = keyOf('same-moment')
    standin.objects.set(key, { bytes: Buffer.from('x') })
    let goOn = (): void => undefined
    const late = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const held = new Promise<void>((resolve) => {
      standin.hold = ({ url }) => {
        if (url !== `/capsule/${key}`) return undefined
        standin.hold = undefined
        resolve()
        return late
      }
    })
    const first = store.sizeOf(key)
    await held
    expect(await store.sizeOf(key)).toBe(1)
    goOn()
    expect(await first).toBe(1)
  })

  it('has no frames of videos', async () => {
    const key = keyOf('frame', 'video', 'mp4')
    standin.objects.set(key, { bytes: Buffer.from('x') })
    expect((await ask(stored(key, 1, 'video/mp4'), { kind: 'snapshot' })).status).toBe(404)
  })

  it('is busy when the bucket is away, stumbles, refuses or sends it elsewhere', async () => {
    standin.asked.length = 0
    const key = keyOf('away')
    const busy = { status: 503, message: '服务繁忙，请稍后再试' }
    for (standin.status of [500, 403, 307, 206]) {
      await expect(store.sizeOf(key)).rejects.toMatchObject({ status: busy.status })
      await expect(store.read(stored(key, 10), 0, 10)).rejects.toMatchObject({ status: busy.status })
      await expect(store.grant({ userId: 7, sessionId: 1 })).rejects.toMatchObject({ status: busy.status })
    }
    expect(standin.asked.filter(({ url }) => url === '/elsewhere')).toEqual([])
    standin.status = undefined
    const closed = open({ ...stoodIn('s3'), url: 'http://127.0.0.1:1' })
    await expect(closed.sizeOf(key)).rejects.toMatchObject({ status: busy.status })
  })
})

describe.runIf(real)('a grant of radosgw', () => {
  const bucket = real!
  let store: ObjectStore
  let grant: Granted
  beforeAll(async () => {
    store = open(bucket)
    grant = await store.grant({ userId: user, sessionId: 1 })
  })
  const post = async (key: string, body: Buffer, over: Record<string, string | undefined> = {}) => {
    const form = new FormData()
    const fields = { ...grant.hosts.image.fields, ...over, key }
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(body)]), 'blob')
    const response = await fetch(grant.hosts.image.upload, { method: 'POST', body: form })
    return [response.status, /<Code>(\w+)/.exec(await response.text())?.[1]]
  }
  const temporary = () => ({
    accessKeyId: grant.AccessKeyId,
    accessKeySecret: grant.AccessKeySecret,
    token: grant.SecurityToken,
  })

  it('lets a form upload up to 52,428,800 bytes under the own prefix', async () => {
    const key = keyOf('posted')
    expect(await post(key, Buffer.alloc(MAX_UPLOAD_BYTES, 'x'))).toEqual([200, undefined])
    expect(await store.sizeOf(key)).toBe(MAX_UPLOAD_BYTES)
    await store.remove(key)
  })

  it('refuses one byte more, none at all, and whatever the form was not signed for', async () => {
    const key = keyOf('refused')
    const byte = Buffer.from('x')
    const { fields } = grant.hosts.image
    const policy = JSON.parse(Buffer.from(fields.policy!, 'base64').toString())
    policy.conditions[1] = ['starts-with', '$key', '']
    const forged = Buffer.from(JSON.stringify(policy)).toString('base64')
    expect(await post(key, Buffer.alloc(MAX_UPLOAD_BYTES + 1))).toEqual([400, 'EntityTooLarge'])
    expect(await post(key, Buffer.alloc(0))).toEqual([400, 'EntityTooSmall'])
    expect(await post(keyOf('refused', 'video'), byte)).toEqual([403, 'AccessDenied'])
    expect(await post(`image/${user + 1}/refused_________.png`, byte)).toEqual([403, 'AccessDenied'])
    expect((await post(key, byte, { policy: forged }))[0]).toBe(403)
    expect(await post(key, byte, { policy: undefined })).toEqual([403, 'AccessDenied'])
    expect((await post(key, byte, { acl: 'public-read' }))[0]).toBe(403)
    expect(await headObject(bucket, key)).toBeUndefined()
  })

  it('gives a temporary key that can write under the own prefixes and do nothing else', async () => {
    const key = keyOf('by-key', 'file', 'bin')
    expect(await put(bucket, key, 'x', temporary())).toMatchObject({ status: 200 })
    const ask = async (method: string, object: string, over: Partial<BucketKey> = {}) =>
      (
        await send(
          bucket,
          { method, object },
          { key: { ...temporary(), ...over }, body: method === 'PUT' ? Buffer.from('x') : undefined },
        )
      ).status
    expect(await ask('PUT', `file/${user + 1}/by-key__________.bin`)).toBe(403)
    expect(await ask('PUT', `file/${user}`)).toBe(403)
    expect(await ask('PUT', `written/${key}`)).toBe(403)
    expect(await ask('GET', key)).toBe(403)
    expect(await ask('DELETE', key)).toBe(403)
    expect(await ask('GET', '')).toBe(403)
    const { accessKeyId, accessKeySecret } = temporary()
    const without = await put(bucket, key, 'x', { accessKeyId, accessKeySecret })
    expect(without?.status).toBe(403)
    expect(await store.sizeOf(key)).toBe(1)
    await store.remove(key)
  })

  it('lets pages of another address post and read', async () => {
    const headers = { origin: 'https://capsule.example.com', 'access-control-request-method': 'POST' }
    const answer = await fetch(grant.hosts.image.upload, { method: 'OPTIONS', headers })
    expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/capsule\.example\.com)$/)
    expect(store.origins).toEqual([new URL(bucket.url).origin])
  })
})
