import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ARCHIVE_STATE, type Archive } from '#contract/archive.ts'
import { putObject } from '#server/platform/outside/bucket/requests.ts'
import { scrubSome } from '#server/upkeep/backup/scrub.ts'
import { withApp } from '#test/app.ts'
import { archiveOf, bytesOfParts, download, keepParts, type Listed, newestArchive } from '#test/archives.ts'
import { bucketSettings, startBucket } from '#test/bucket.ts'
import { get, newPerson, upload } from '#test/client.ts'
import { command } from '#test/command.ts'
import { flipUpload } from '#test/damage.ts'
import { bytesOf } from '#test/media.ts'
import { unzip } from '#test/zip.ts'

/** Several chunks of the disk. */
const FILE_BYTES = 700_000
const bucket = await startBucket()
const folder = mkdtemp(join(tmpdir(), 'capsule-damage-'))
afterAll(async () => {
  bucket.close()
  await rm(await folder, { recursive: true, force: true })
})

/** `npm run test:s3` has a real bucket in the disk's place. */
describe.each([
  ['on the disk', {}],
  ['in a bucket', bucketSettings(bucket)],
])('an upload %s', (place, env) => {
  const app = withApp(env)

  /** A person with a diary of two files, which were looked at when they were whole. */
  async function writer() {
    const { token } = await newPerson(app.url)
    const [first, second] = [await file(token, 1), await file(token, 2)]
    const content = [named(first, '甲.bin'), named(second, '乙.bin')]
    await get(app.url, 'createDiaryCapsule', { content, content_type: 1, long_tag: '两个文件' }, { token })
    await scrubSome(app.services)
    return { token, key: second }
  }
  const file = (token: string, seed: number) => upload(app.url, token, 'file', bytesOf(FILE_BYTES, seed), 'bin')
  const named = (content: string, name: string) => ({ type: 3 as const, content, comment: '', name })

  const damage = (key: string) => flipUpload(app.services, key, FILE_BYTES)

  const verified = async (archive: Pick<Archive, 'parts'>, bytes: Buffer[]) =>
    command({}, 'verify', ...(await keepParts(await folder, archive, bytes)))

  it('with a byte flipped before the making is named on the page and inside, and the rest is whole', async () => {
    const { token, key } = await writer()
    await damage(key)
    const archive = await archiveOf(app, { token })
    expect(archive.missing).toEqual([{ name: '两个文件 · 乙.bin', why: '原件已损坏' }])
    const bytes = await bytesOfParts(app.url, archive)
    const files = await unzip(bytes[0]!)
    const json = (name: string) => JSON.parse(String(files.get(`data/json/${name}.json`)))
    expect(json('archive').missing).toEqual(archive.missing)
    const [item] = json(String(json('archive').years[0].year)).items
    expect(item.parts).toMatchObject([{ missing: '' }, { path: '', missing: '原件已损坏' }])
    expect([...files.keys()].filter((name) => name.startsWith('data/originals/'))).toEqual([item.parts[0].path])
    expect(await verified(archive, bytes)).toMatchObject({ code: 0, out: expect.stringContaining('归档完好') })
  })

  it('that is shorter than it was is named, and holds nothing up', async () => {
    const { token, key } = await writer()
    const { config } = app.services
    if (!config.bucket) await truncate(join(config.mediaDir, key), FILE_BYTES / 2)
    else await putObject(config.bucket, `written/${key}`, bytesOf(FILE_BYTES / 2))
    expect((await archiveOf(app, { token })).missing).toEqual([{ name: '两个文件 · 乙.bin', why: '原件已损坏' }])
  })

  it('with a byte flipped after the making breaks the download off, is named on the page once, and a new archive names it', async () => {
    const { token, key } = await writer()
    const archive = await archiveOf(app, { token })
    expect(archive.missing).toEqual([])
    const whole = await bytesOfParts(app.url, archive)
    expect((await verified(archive, whole)).code).toBe(0)
    await damage(key)
    for (const _ of ['first', 'again']) {
      await expect(bytesOfParts(app.url, archive)).rejects.toThrow()
      const { state, missing } = await newestArchive(app, token)
      expect([state, missing]).toEqual([
        ARCHIVE_STATE.ready,
        [{ name: expect.stringMatching(/^data\/originals\/.*-2-乙\.bin$/), why: expect.stringMatching(/请重新导出$/) }],
      ])
    }
    const again = await archiveOf(app, { token })
    expect(again.missing).toEqual([{ name: '两个文件 · 乙.bin', why: '原件已损坏' }])
  })

  it.runIf(place === 'in a bucket')(
    'that was flipped between two halves of a download fails its verifying',
    async () => {
      const { token, key } = await writer()
      const archive = await archiveOf(app, { token })
      const [{ bytes, url }] = archive.parts as [Listed['parts'][number]]
      const whole = (await bytesOfParts(app.url, archive))[0]!
      const from = whole.indexOf(bytesOf(FILE_BYTES, 2).subarray(0, 64)) + 1
      await damage(key)
      const rest = await download(app.url, url, `bytes=${from}-`)
      const joined = Buffer.concat([whole.subarray(0, from), rest.bytes])
      expect(joined.length).toBe(bytes)
      const { code, err } = await verified(archive, [joined])
      expect([code, err.trim()]).toEqual([
        1,
        expect.stringMatching(/^data\/originals\/.*-2-乙\.bin 已损坏：SHA-256 不符$/),
      ])
    },
  )
})
