import { copyFile, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { MediaKind } from '#contract/media.ts'
import { findReadable } from '#server/platform/media/objects.ts'
import { withApp } from '#test/app.ts'
import { get, newPerson, upload } from '#test/client.ts'
import { bytesOf, mp4, padded, png } from '#test/media.ts'
import { clearParts } from './files.ts'

const app = withApp({ MEDIA_STORE: 'disk', FFMPEG_PATH: 'off', LOG_LEVEL: 'silent' })
const CHUNK = 256 * 1024
const SIZE = 3 * CHUNK + 1000

let somebody: ReturnType<typeof newPerson> | undefined

/** Something uploaded by somebody, and where it is. */
async function stored(kind: MediaKind, bytes: Buffer, ext: string) {
  somebody ??= newPerson(app.url, { gift: false })
  const { token } = await somebody
  const key = await upload(app.url, token, kind, bytes, ext)
  const { hosts } = await get(app.url, 'ossToken', {}, { token })
  return { key, address: app.url + hosts[kind].preview + key, path: join(app.services.config.mediaDir, key) }
}
const ask = async (address: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(address, { method, headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an object', () => {
  it('is read byte for byte in any range, across the borders of its chunks', async () => {
    const bytes = bytesOf(SIZE)
    const { address } = await stored('file', bytes, 'bin')
    const whole = await ask(address)
    expect([whole.response.status, whole.bytes.equals(bytes)]).toEqual([200, true])
    for (const [first, last] of [
      [0, 0],
      [0, SIZE - 1],
      [SIZE - 1, SIZE - 1],
      [0, CHUNK - 1],
      [0, CHUNK],
      [CHUNK - 1, CHUNK],
      [CHUNK, CHUNK],
      [CHUNK, 2 * CHUNK - 1],
      [CHUNK - 3, 3 * CHUNK + 3],
      [3 * CHUNK, SIZE - 1],
      [3 * CHUNK - 1, 3 * CHUNK],
      [100, 199],
      [SIZE - 1000, SIZE + 1000],
    ] as const) {
      const { response, bytes: part } = await ask(address, { range: `bytes=${first}-${last}` })
      expect(response.status).toBe(206)
      const end = Math.min(last, SIZE - 1)
      expect(response.headers.get('content-range')).toBe(`bytes ${first}-${end}/${SIZE}`)
      expect(part.equals(bytes.subarray(first, end + 1)), `${first}-${last}`).toBe(true)
    }
    const open = await ask(address, { range: `bytes=${CHUNK - 1}-` })
    expect(open.bytes.equals(bytes.subarray(CHUNK - 1))).toBe(true)
    const tail = await ask(address, { range: 'bytes=-1500' })
    expect([tail.response.status, tail.bytes.equals(bytes.subarray(-1500))]).toEqual([206, true])
    expect((await ask(address, { range: `bytes=-${SIZE * 2}` })).bytes.equals(bytes)).toBe(true)
  })

  it('answers 416 beyond its end, and ignores ranges that make no sense', async () => {
    const { address } = await stored('file', bytesOf(100), 'bin')
    for (const range of ['bytes=100-', 'bytes=500-600', 'bytes=-0']) {
      const { response } = await ask(address, { range })
      expect([range, response.status, response.headers.get('content-range')]).toEqual([range, 416, 'bytes */100'])
    }
    for (const range of [
      'bytes=5-2',
      'bytes=a-b',
      'bytes=-',
      'lines=1-2',
      'bytes=0-1,4-5',
      'bytes=99999999999999999999-',
    ]) {
      const { response, bytes } = await ask(address, { range })
      expect([range, response.status, bytes.length]).toEqual([range, 200, 100])
    }
  })

  it('is not sent again to anyone who has it, and whole to anyone who has a part of another', async () => {
    const { address } = await stored('file', bytesOf(100), 'bin')
    const etag = (await ask(address)).response.headers.get('etag')!
    expect((await ask(address, { 'if-none-match': etag })).response.status).toBe(304)
    expect((await ask(address, { 'if-none-match': `"x", W/${etag}` })).response.status).toBe(304)
    expect((await ask(address, { 'if-none-match': '"x"' })).response.status).toBe(200)
    const range = 'bytes=0-9'
    expect((await ask(address, { range, 'if-range': etag })).response.status).toBe(206)
    expect((await ask(address, { range, 'if-range': '"x"' })).response.status).toBe(200)
    const head = await ask(address, { range }, 'HEAD')
    expect([head.response.status, head.response.headers.get('content-length'), head.bytes.length]).toEqual([
      200,
      '100',
      0,
    ])
  })

  it('runs nothing and is kept by its own browser alone; a file is a download under its name', async () => {
    const file = await stored('file', Buffer.from('<script>1</script>'), 'html')
    const { response } = await ask(`${file.address}?name=${encodeURIComponent("我的 (信)'*.html")}`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
      'content-disposition': "attachment; filename*=UTF-8''%E6%88%91%E7%9A%84%20%28%E4%BF%A1%29%27%2A.html",
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/octet-stream',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect((await ask(file.address)).response.headers.get('content-disposition')).toContain('attachment')
    const cut = await ask(`${file.address}?name=${'a'.repeat(199)}${encodeURIComponent('😀')}`)
    expect(cut.response.status).toBe(200)
    const picture = await stored('image', await png(), 'png')
    const shown = (await ask(picture.address)).response.headers
    expect([shown.get('content-type'), shown.get('content-disposition')]).toEqual(['image/png', null])
  })
})

describe('a picture', () => {
  const smaller = (address: string, width: number) => ask(`${address}?x-oss-process=image/resize,w_${width}`)

  it('is answered smaller when asked to be, never larger', async () => {
    const { address } = await stored('image', await png({ width: 900, height: 600 }), 'png')
    for (const [width, is] of [
      [400, 400],
      [1600, 900],
    ] as const) {
      const { response, bytes } = await smaller(address, width)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect((await sharp(bytes).metadata()).width).toBe(is)
    }
    const one = (await smaller(address, 400)).response.headers.get('etag')!
    expect(one).not.toBe((await ask(address)).response.headers.get('etag'))
    const again = await ask(`${address}?x-oss-process=image/resize,w_400`, { 'if-none-match': one })
    expect(again.response.status).toBe(304)
  })

  it('that nothing smaller can be made of is answered as it is', async () => {
    const bytes = Buffer.concat([(await png()).subarray(0, 40), bytesOf(500)])
    const { address } = await stored('image', bytes, 'png')
    const answer = await smaller(address, 400)
    expect([answer.response.status, answer.response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.bytes).toEqual(bytes)
  })

  it('of a video is not there without ffmpeg', async () => {
    const { address } = await stored('video', await mp4({ seconds: 2 }), 'mp4')
    const { response } = await ask(`${address}?x-oss-process=video/snapshot,t_1000,f_jpg,w_0,h_0,m_fast`)
    expect(response.status).toBe(404)
    expect([response.headers.get('cache-control'), response.headers.get('etag')]).toEqual(['no-store', null])
  })
})

describe('a file on the disk', () => {
  it('that was changed, cut, lengthened or swapped gives an error, never wrong bytes', async () => {
    const bytes = bytesOf(SIZE)
    const [one, two] = [await stored('file', bytes, 'bin'), await stored('file', bytesOf(SIZE, 2), 'bin')]
    const right = await readFile(one.path)
    const status = async (range?: string) => (await ask(one.address, range ? { range } : {})).response.status
    await copyFile(two.path, one.path)
    expect(await status()).toBe(500)
    await writeFile(one.path, right.subarray(0, 2 * (CHUNK + 16) + 1))
    expect(await status('bytes=0-9')).toBe(500)
    await writeFile(one.path, Buffer.concat([right, Buffer.alloc(20)]))
    expect(await status('bytes=0-9')).toBe(500)
    const bent = Buffer.from(right)
    bent[CHUNK + 100]! ^= 1
    await writeFile(one.path, bent)
    expect(await status(`bytes=${CHUNK}-${CHUNK + 9}`)).toBe(500)
    expect(await status('bytes=0-9')).toBe(206)
    // Found out in the middle: the answer breaks off.
    await expect(ask(one.address)).rejects.toThrow()
    const exchanged = Buffer.concat([
      right.subarray(0, 1),
      right.subarray(CHUNK + 17, 2 * CHUNK + 33),
      right.subarray(1, CHUNK + 17),
      right.subarray(2 * CHUNK + 33),
    ])
    await writeFile(one.path, exchanged)
    expect(await status('bytes=0-9')).toBe(500)
    await truncate(one.path, 0)
    expect(await status()).toBe(500)
    await writeFile(one.path, right)
    expect((await ask(one.address)).bytes.equals(bytes)).toBe(true)
  })

  it('that is gone is a 404, and nobody keeps the answer', async () => {
    const { key, address } = await stored('file', bytesOf(10), 'bin')
    await app.services.media.remove(key)
    await app.services.media.remove(key)
    const { response } = await ask(address)
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(await app.services.media.sizeOf(key)).toBeUndefined()
  })

  it('can be looked at in part', async () => {
    const bytes = padded(await png(), SIZE)
    const { key } = await stored('image', bytes, 'png')
    const object = (await findReadable(app.services, key))!
    expect(await app.services.media.read(object, CHUNK - 5, CHUNK + 5)).toEqual(bytes.subarray(CHUNK - 5, CHUNK + 5))
  })

  it('that an upload left a day ago goes, one of today stays', async () => {
    const { mediaDir } = app.services.config
    const [old, young] = ['old', 'young'].map((name) => join(mediaDir, 'parts', name))
    for (const path of [old!, young!]) await writeFile(path, 'x')
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
    await utimes(old!, twoDaysAgo, twoDaysAgo)
    await clearParts(mediaDir, new Date())
    expect(await readdir(join(mediaDir, 'parts'))).toEqual(['young'])
  })
})
