import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { bucketSettings, startBucket } from '#test/bucket.ts'
import { get, newPerson, postForm } from '#test/client.ts'
import { bytesOf } from '#test/media.ts'

const standin = await startBucket()
afterAll(() => standin.close())
const BYTES = bytesOf(700_000)

/** Somebody whose form was taken, and whose answer was lost: they send it again, and then look at what lies there. */
const STORES = {
  disk: { settings: { MEDIA_STORE: 'disk' }, again: 409 },
  oss: { settings: bucketSettings(standin, 'oss'), again: 409 },
  // This store takes a name twice; an upload that was looked at once stays.
  s3: { settings: bucketSettings(standin, 's3'), again: 200 },
  // `npm run test:s3`.
  ...(process.env.MEDIA_STORE === 's3' && { radosgw: { settings: {}, again: 200 } }),
}

describe.each(Object.entries(STORES))(
  'an upload sent again because its answer was lost (%s)',
  (_kind, { settings, again }) => {
    const app = withApp({ ...settings, MEDIA_QUOTA_MB: '1' })

    it('is refused as there already where a key can be kept from a second writing, though it filled its owner’s room', async () => {
      const { token } = await newPerson(app.url)
      const { file } = (await get(app.url, 'ossToken', {}, { token })).hosts
      const key = `${file.prefix}${randomUUID()}.bin`
      expect((await postForm(app.url, file, BYTES, { key })).response.status).toBe(200)
      const { response } = await postForm(app.url, file, BYTES, { key })
      expect(response.status).toBe(again)
      if (again === 409) expect(await response.text()).toContain('<Code>FileAlreadyExists</Code>')
      const there = await fetch(new URL(file.preview + key, app.url))
      expect([there.status, there.headers.get('content-length')]).toEqual([200, String(BYTES.length)])
      expect(Buffer.from(await there.arrayBuffer()).equals(BYTES)).toBe(true)
    })

    it('is read back by its own person alone', async () => {
      const { token } = await newPerson(app.url)
      const { file } = (await get(app.url, 'ossToken', {}, { token })).hosts
      const { key } = await postForm(app.url, file, BYTES)
      const other = (await get(app.url, 'ossToken', {}, await newPerson(app.url))).hosts.file
      expect((await fetch(new URL(other.preview + key, app.url))).status).toBe(403)
    })

    it('keeps the bytes that were looked at, whatever comes under its key afterwards', async () => {
      const { token } = await newPerson(app.url)
      const { file } = (await get(app.url, 'ossToken', {}, { token })).hosts
      const { key } = await postForm(app.url, file, BYTES)
      const look = async () => Buffer.from(await (await fetch(new URL(file.preview + key, app.url))).arrayBuffer())
      expect((await look()).equals(BYTES)).toBe(true)
      await postForm(app.url, file, bytesOf(700_000, 9), { key })
      expect((await look()).equals(BYTES)).toBe(true)
    })
  },
)
