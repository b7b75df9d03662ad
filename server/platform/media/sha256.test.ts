import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { UPLOAD } from '#contract/upload.ts'
import { withApp } from '#test/app.ts'
import { bucketSettings, startBucket } from '#test/bucket.ts'
import { ask, get, inSeconds, later, newPerson, postForm, upload } from '#test/client.ts'
import { bytesOf } from '#test/media.ts'

const standin = await startBucket()
afterAll(() => standin.close())
const BYTES = bytesOf(300_000)
const HALF = BYTES.subarray(0, 150_000)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const items = (key: string, hash?: string) => [{ type: 3, content: key, name: '照片.bin', sha256: hash }] as const

const STORES = {
  disk: { MEDIA_STORE: 'disk' },
  oss: bucketSettings(standin, 'oss'),
  s3: bucketSettings(standin, 's3'),
  // `npm run test:s3`.
  ...(process.env.MEDIA_STORE === 's3' && { radosgw: {} }),
}

describe.each(Object.entries(STORES))('an upload whose hash is named (%s)', (_kind, settings) => {
  const app = withApp(settings)
  const sent = (token: string, bytes: Buffer) => upload(app.url, token, 'file', bytes, 'bin')
  const save = (token: string, content: ReturnType<typeof items>, draft_id?: string) =>
    ask(app.url, 'createTimeDraft', { content: [...content], content_type: 1, draft_id }, { token })

  it('is refused at the first look when half of it came, by its name and place, and nothing is kept', async () => {
    const { token } = await newPerson(app.url)
    const key = await sent(token, HALF)
    expect(await save(token, items(key, sha256(BYTES)))).toMatchObject({
      code: CODE.refused,
      message: `「照片.bin」${UPLOAD.changed}`,
      data: { field: 'content.0.content', key },
    })
    expect((await get(app.url, 'myDrafts', {}, { token })).capsules.data).toEqual([])
    expect(await save(token, items(key, sha256(HALF)))).toMatchObject({ code: CODE.ok })
  })

  it('is compared again whenever a hash is named for it', async () => {
    const { token } = await newPerson(app.url)
    const key = await sent(token, BYTES)
    const { data } = await save(token, items(key))
    const { capsule_id } = data as { capsule_id: string }
    expect(await save(token, items(key, sha256(HALF)), capsule_id)).toMatchObject({ code: CODE.refused })
    expect(await save(token, items(key, sha256(BYTES)), capsule_id)).toMatchObject({ code: CODE.ok })
    expect(await save(token, items(key, sha256(HALF)), capsule_id)).toMatchObject({ code: CODE.refused })
  })

  it('gives its hash back to its owner alone, and leaves none beside the object', async () => {
    const [owner, other] = [await newPerson(app.url), await newPerson(app.url)]
    const key = await sent(owner.token, BYTES)
    const { capsule_id } = await get(
      app.url,
      'createTimeCapsule',
      {
        content: [...items(key, sha256(BYTES))],
        ...{ content_type: 1, long_tag: '公开的', open_time: inSeconds(2), is_public: 1 },
      },
      owner,
    )
    await later(2_100)
    await get(app.url, 'unseal', { capsule_id }, owner)
    const shown = async ({ token }: { token: string }) =>
      (await get(app.url, 'capsuleDetail', { capsule_id }, { token })).capsule.capsule_content!.content[0]
    expect(await shown(owner)).toMatchObject({ sha256: sha256(BYTES) })
    expect(await shown(other)).not.toHaveProperty('sha256')
    const { rows } = await sql<{ row: string }>`select o::text as row from objects o where key = ${key}`.execute(
      app.services.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(sha256(BYTES))
  })
})

describe.skipIf(process.env.MEDIA_STORE === 's3')('a form that names the hash of its file', () => {
  const app = withApp({ MEDIA_STORE: 'disk' })

  it('is refused when the file is another, and nothing is kept of it', async () => {
    const { token } = await newPerson(app.url)
    const { file } = (await get(app.url, 'ossToken', {}, { token })).hosts
    const named = (bytes: Buffer, hash: string) =>
      postForm(app.url, { ...file, fields: { ...file.fields, sha256: hash } }, bytes)
    const { key, response } = await named(HALF, sha256(BYTES))
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('InvalidDigest')])
    expect((await fetch(new URL(file.preview + key, app.url))).status).toBe(404)
    expect((await named(HALF, 'none')).response.status).toBe(400)
    expect((await named(BYTES, sha256(BYTES))).response.status).toBe(200)
  })
})
