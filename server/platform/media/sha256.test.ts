import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import type { MediaItem } from '#contract/content.ts'
import { SHA256_WRONG } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import { withApp } from '#test/app.ts'
import { bucketSettings, startBucket } from '#test/bucket.ts'
import { ask, get, inSeconds, later, newPerson, postForm, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { bytesOf, mp4, png } from '#test/media.ts'

const standin = await startBucket()
afterAll(() => standin.close())
const BYTES = bytesOf(300_000)
const HALF = BYTES.subarray(0, 150_000)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const items = (key: string, hash?: string) => [{ type: 3, content: key, name: '照片.bin', sha256: hash }] as const

const ownerOf = (key: string) => key.split('/')[1]

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

const PICTURE = await png({ seed: 5 })
const OTHER = await png({ seed: 6 })
const FILM = await mp4({ seconds: 1 })

describe('the hash of a picture in a text, and of a poster', () => {
  const app = withApp()
  const image = (key: string, hash: string) => `<img alt="海" src="${key}" data-sha256="${hash}">`
  const text = (...pictures: string[]) => [{ type: 0 as const, content: `<p>海</p>${pictures.join('')}`, comment: '' }]
  const film = (content: string, poster: string, poster_sha256?: string): MediaItem[] => [
    { type: 2, content, comment: '', name: '海浪.mp4', poster, poster_sha256 },
  ]
  const sendAs = (token: string) => (bytes: Buffer) => upload(app.url, token, 'image', bytes, 'png')
  const detail = async (capsule_id: string, token?: string, share?: string) =>
    (await get(app.url, 'capsuleDetail', { capsule_id, token: share }, { token })).capsule
  const items = async (...asked: Parameters<typeof detail>) => (await detail(...asked)).capsule_content!.content
  const draft = (token: string, content: ReturnType<typeof text>) =>
    ask(app.url, 'createTimeDraft', { content, content_type: 0 }, { token })

  it.each(['createTimeDraft', 'createTimeCapsule', 'createDiaryCapsule'] as const)(
    'refuses a half or another picture in a text by its place, writes nothing, and takes the right one: %s',
    async (call) => {
      const { token } = await newPerson(app.url)
      const own = sendAs(token)
      const whole = await own(PICTURE)
      const write = (...pictures: string[]) =>
        ask(app.url, call, { content: text(...pictures), open_time: inSeconds(3600) }, { token })
      for (const key of [await own(PICTURE.subarray(0, PICTURE.length / 2)), await own(OTHER)]) {
        expect(await write(image(whole, sha256(PICTURE)), image(key, sha256(PICTURE)))).toMatchObject({
          code: CODE.refused,
          message: UPLOAD.changed,
          data: { field: 'content.0.content', key },
        })
      }
      const { rows } = await sql`select 1 from capsules where owner_id = ${ownerOf(whole)}`.execute(app.services.db)
      expect(rows).toEqual([])
      expect((await write(image(whole, sha256(PICTURE)))).code).toBe(CODE.ok)
    },
  )

  it('refuses the wrong picture of a diary that is changed, and the diary stays', async () => {
    const { token } = await newPerson(app.url)
    const key = await sendAs(token)(PICTURE)
    const { capsule_id } = await get(app.url, 'createDiaryCapsule', { content: text() }, { token })
    const change = (hash: string) =>
      ask(app.url, 'diaryEdit', { capsule_id, content: text(image(key, hash)) }, { token })
    expect(await change(sha256(OTHER))).toMatchObject({ code: CODE.refused, data: { field: 'content.0.content', key } })
    expect(await items(capsule_id, token)).toMatchObject(text())
    expect((await change(sha256(PICTURE))).code).toBe(CODE.ok)
    expect((await items(capsule_id, token))[0]!.content).toContain(`data-sha256="${sha256(PICTURE)}"`)
  })

  it('refuses another picture for a video by its place and the video’s name, and takes the right one', async () => {
    const { token } = await newPerson(app.url)
    const [video, poster] = [await upload(app.url, token, 'video', FILM, 'mp4'), await sendAs(token)(PICTURE)]
    const save = (hash: string) =>
      ask(app.url, 'createTimeDraft', { content: film(video, poster, hash), content_type: 1 }, { token })
    expect(await save(sha256(OTHER))).toMatchObject({
      code: CODE.refused,
      message: `「海浪.mp4」${UPLOAD.changed}`,
      data: { field: 'content.0.poster', key: poster },
    })
    const { data } = await save(sha256(PICTURE))
    expect(await items(data!.capsule_id, token)).toMatchObject([{ poster_sha256: sha256(PICTURE) }])
    expect(await save('none')).toMatchObject({ code: CODE.badRequest, data: { field: 'content.0.poster_sha256' } })
    const bare = { content: film(video, '', sha256(PICTURE)), content_type: 1 as const }
    const { capsule_id } = await get(app.url, 'createTimeDraft', bare, { token })
    expect((await items(capsule_id, token))[0]).not.toHaveProperty('poster_sha256')
  })

  it('that is none is refused by its place, one that is not there is not asked for, and each goes with its picture', async () => {
    const { token } = await newPerson(app.url)
    const own = sendAs(token)
    const [one, other] = [await own(PICTURE), await own(OTHER)]
    for (const wrong of ['none', sha256(PICTURE).toUpperCase(), `${sha256(PICTURE)}&quot;`]) {
      expect(await draft(token, text(image(one, wrong)))).toMatchObject({
        code: CODE.refused,
        message: SHA256_WRONG,
        data: { field: 'content.0.content', key: one },
      })
    }
    const foreign = image('image/1/abcdefghijklmnop.png', sha256(PICTURE))
    const { data } = await draft(token, text(foreign, image(one, ''), image(other, sha256(OTHER))))
    const [{ content } = { content: '' }] = await items(data!.capsule_id, token)
    const pictures = [...content.matchAll(/<img src="[^"]*(image[^"]*)"( data-sha256="[^"]*")? alt="海" \/>/g)]
    expect(pictures.map(([, key, hash]) => [key, hash])).toEqual([
      [one, undefined],
      [other, ` data-sha256="${sha256(OTHER)}"`],
    ])
  })

  it.each(['text', 'video'] as const)(
    'is its owner’s alone: in a draft, in what is sealed of it and in what is begun again, and nowhere unlocked (%s)',
    async (kind) => {
      const { token } = await newPerson(app.url)
      const key = await sendAs(token)(PICTURE)
      const content =
        kind === 'text'
          ? text(image(key, sha256(PICTURE)))
          : film(await upload(app.url, token, 'video', FILM, 'mp4'), key, sha256(PICTURE))
      const input = { content_type: kind === 'text' ? (0 as const) : (1 as const), open_time: inSeconds(3600) }
      const { capsule_id: draft_id } = await get(app.url, 'createTimeDraft', { ...input, content }, { token })
      const loaded = (await items(draft_id, token)) as typeof content
      expect(JSON.stringify(loaded)).toContain(sha256(PICTURE))

      const sealing = { ...input, content: loaded, draft_id }
      const { capsule_id } = await get(app.url, 'createTimeCapsule', sealing, { token })
      expect((await dumpOf(app.services.db)).filter(({ row }) => row.includes(sha256(PICTURE)))).toEqual([])
      await comeDue(app.services, capsule_id)
      await get(app.url, 'unseal', { capsule_id }, { token })
      expect(JSON.stringify(await items(capsule_id, token))).toContain(sha256(PICTURE))
      const { token: share } = await get(app.url, 'capsuleShare', { capsule_id }, { token })
      const shared = JSON.stringify(await items(capsule_id, undefined, share))
      expect(shared).toContain(key)
      expect(shared).not.toMatch(/sha256|[0-9a-f]{64}/)

      const again = await get(app.url, 'capsuleAgain', { capsule_id }, { token })
      expect(JSON.stringify(await items(again.capsule_id, token))).toContain(sha256(PICTURE))
    },
  )
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
