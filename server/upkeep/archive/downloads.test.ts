import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { archiveOf, bytesOfParts, keepParts, newestArchive } from '#test/archives.ts'
import { bucketSettings, startBucket } from '#test/bucket.ts'
import { get, newPerson, textCapsule, upload } from '#test/client.ts'
import { give } from '#test/grants.ts'
import { bytesOf } from '#test/media.ts'
import { verifyArchive } from './verifyArchive.ts'

describe('those who download', () => {
  /** So slow that a small archive takes a while. */
  const app = withApp({ ARCHIVE_MBIT: '1' })

  it('are four at once; the fifth is told to come later, and gets the place of one who leaves', async () => {
    const { token } = await newPerson(app.url)
    const { content } = textCapsule(`<p>${'很长的日记。'.repeat(1_000)}</p>`)
    await get(app.url, 'createDiaryCapsule', { content }, { token })
    const address = app.url + (await archiveOf(app, { token })).parts[0]!.url
    const leaving = Array.from({ length: 4 }, () => new AbortController())
    const held = await Promise.all(leaving.map(({ signal }) => fetch(address, { signal })))
    expect(held.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const fifth = await fetch(address)
    expect([fifth.status, fifth.headers.has('retry-after')]).toEqual([503, true])
    for (const one of leaving) one.abort()
    await expect.poll(async () => (await fetch(address, { method: 'GET' })).status, { timeout: 10_000 }).toBe(200)
  })
})

const bucket = await startBucket()
afterAll(() => bucket.close())

/** `npm run test:s3` has a real bucket in the disk's place. */
describe.each([
  ['from the disk', {}],
  ['from a bucket', bucketSettings(bucket)],
])('a download %s', (place, env) => {
  const app = withApp({ ARCHIVE_MBIT: '10000', ...env })
  const CUTS = 20

  /** A person whose archive has so many files of so many bytes. */
  async function writer(files: number, bytes: number): Promise<string> {
    const { token } = await newPerson(app.url)
    const content = []
    for (let at = 1; at <= files; at++) {
      const key = await upload(app.url, token, 'file', bytesOf(bytes, at), 'bin')
      content.push({ type: 3 as const, content: key, comment: '', name: `${at}.bin` })
    }
    await get(app.url, 'createDiaryCapsule', { content, content_type: 1 }, { token })
    return token
  }

  /** The answer from this byte on, as a browser asks for the rest; the place of one that was cut is free a moment later. */
  async function restOf(url: string, from: number, etag: string, signal?: AbortSignal): Promise<Response> {
    const headers = { range: `bytes=${from}-`, 'if-range': etag }
    const answer = await fetch(app.url + url, { headers, ...(signal && { signal }) })
    return answer.status === 503 ? restOf(url, from, etag, signal) : answer
  }

  /** Reads up to so many bytes and cuts the connection. */
  async function readSome(url: string, from: number, most: number, etag: string): Promise<Buffer> {
    const cut = new AbortController()
    const answer = await restOf(url, from, etag, cut.signal)
    expect([answer.status, answer.headers.get('etag')]).toEqual([206, etag])
    const pieces: Uint8Array[] = []
    const reader = answer.body!.getReader()
    for (let length = 0; length < most; ) {
      const { value, done } = await reader.read()
      if (done) break
      pieces.push(value.subarray(0, most - length))
      length += value.length
    }
    cut.abort()
    return Buffer.concat(pieces)
  }

  it(`that is cut at ${CUTS} random places and goes on, at times under a new address, is whole`, async () => {
    const token = await writer(2, 5_000_000)
    const archive = await archiveOf(app, { token })
    const [part] = archive.parts
    const whole = (await bytesOfParts(app.url, archive))[0]!
    const etag = (await fetch(app.url + part!.url, { method: 'HEAD' })).headers.get('etag')!
    const cuts = Array.from({ length: CUTS }, () => 1 + Math.floor(Math.random() * (part!.bytes - 1)))
    cuts.sort((one, other) => one - other)
    let got = Buffer.alloc(0)
    for (const [turn, cut] of cuts.entries()) {
      const url = turn % 2 === 0 ? part!.url : (await newestArchive(app, token)).parts[0]!.url
      got = Buffer.concat([got, await readSome(url, got.length, cut - got.length, etag)])
      expect(got.length, `${cuts}`).toBe(cut)
    }
    const rest = await restOf(part!.url, got.length, etag)
    got = Buffer.concat([got, Buffer.from(await rest.arrayBuffer())])
    expect(got.equals(whole), `${cuts}`).toBe(true)
    const folder = await mkdtemp(join(tmpdir(), 'archive-'))
    expect(await verifyArchive(await keepParts(folder, archive, [got]))).toContain('归档完好')
    await rm(folder, { recursive: true })
  })

  it('of another archive by now begins again; beyond its end there is nothing', async () => {
    const token = await writer(1, 1_000)
    const [before, after] = [await archiveOf(app, { token }), await archiveOf(app, { token })]
    const { url, bytes } = after.parts[0]!
    const stale = await restOf(url, 100, '"of the one before"')
    expect([stale.status, (await stale.arrayBuffer()).byteLength]).toEqual([200, bytes])
    const beyond = await fetch(app.url + url, { headers: { range: `bytes=${bytes}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`])
    expect((await fetch(app.url + before.parts[0]!.url)).status).toBe(404)
  })

  it.runIf(place === 'from a bucket')('takes a request for megabytes, not for each text or chunk', async () => {
    const token = await writer(1, 9_000_000)
    const { user } = await get(app.url, 'userInfo', {}, { token })
    await give(app.services, Number(user.id), [{ kind: 'diary', amount: 60 }])
    for (let day = 0; day < 60; day++) {
      const { content } = textCapsule(`<p>第${day}天</p>`)
      await get(app.url, 'createDiaryCapsule', { content }, { token })
    }
    const archive = await archiveOf(app, { token })
    bucket.asked.length = 0
    await bytesOfParts(app.url, archive)
    const asked = (folder: string) => bucket.asked.filter(({ url }) => url!.includes(`/${folder}/`)).length
    expect(asked('written')).toBe(3)
    expect(asked('made')).toBeLessThan(10)
  })

  it('ends in the middle when its archive does', async () => {
    const token = await writer(2, 15_000_000)
    const archive = await archiveOf(app, { token })
    const answer = await fetch(app.url + archive.parts[0]!.url)
    const reader = answer.body!.getReader()
    await reader.read()
    await get(app.url, 'exportCancel', { id: archive.id }, { token })
    const toTheEnd = async () => {
      while (!(await reader.read()).done);
    }
    await expect(toTheEnd()).rejects.toThrow()
  })
})
