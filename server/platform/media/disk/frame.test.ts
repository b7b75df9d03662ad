import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startApp, stopApp, withApp } from '#test/app.ts'
import { get, newPerson, upload } from '#test/client.ts'
import { mp4 } from '#test/media.ts'

const folder = await mkdtemp(join(tmpdir(), 'capsule-ffmpeg-'))
const standIn = join(folder, 'ffmpeg.mjs')
const told = join(folder, 'told.json')
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Reads the first and some later bytes of what it is given, as ffmpeg would, and prints a frame only from the start. */
await writeFile(
  standIn,
  `#!${process.execPath}
import { readFileSync, writeFileSync } from 'node:fs'
const given = process.argv.slice(2)
const address = given[given.indexOf('-i') + 1]
const part = async (range) => {
  const response = await fetch(address, { headers: { range } })
  return [response.status, Buffer.from(await response.arrayBuffer()).toString('base64')]
}
const before = JSON.parse(readFileSync('${told}', 'utf8'))
writeFileSync('${told}', JSON.stringify([...before, { given, environment: Object.keys(process.env), parts: [await part('bytes=4-11'), await part('bytes=-8')] }]))
if (given[given.indexOf('-ss') + 1] === '0') process.stdout.write('a frame')
`,
)
await writeFile(told, '[]')
await chmod(standIn, 0o755)

const app = withApp({ MEDIA_STORE: 'disk', FFMPEG_PATH: standIn })
const SNAPSHOT = '?x-oss-process=video/snapshot,t_1000,f_jpg,w_0,h_0,m_fast'

async function film(url: string, bytes: Buffer) {
  const { token } = await newPerson(url, { gift: false })
  const key = await upload(url, token, 'video', bytes, 'mp4')
  return url + (await get(url, 'ossToken', {}, { token })).hosts.video.preview + key
}

describe('the frame of a video at one second', () => {
  it('is cut from our own address by Range, by the reader its bytes name; the first one of a shorter film', async () => {
    const bytes = await mp4({ seconds: 1 })
    const address = await film(app.url, bytes)
    const response = await fetch(address + SNAPSHOT)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'image/jpeg',
      'a frame',
    ])
    const runs = JSON.parse(await readFile(told, 'utf8')) as {
      given: string[]
      environment: string[]
      parts: unknown[]
    }[]
    expect(runs.map(({ given }) => given[given.indexOf('-ss') + 1])).toEqual(['1', '0'])
    const { given, environment, parts } = runs[0]!
    expect(given[given.indexOf('-i') + 1]).toBe(address)
    expect(given.join(' ')).toContain('-protocol_whitelist http,tcp -f mp4 ')
    expect(environment.filter((name) => !name.startsWith('__'))).toEqual(['PATH'])
    expect(parts).toEqual([
      [206, bytes.subarray(4, 12).toString('base64')],
      [206, bytes.subarray(-8).toString('base64')],
    ])
  })
})

const REAL = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg', '/opt/homebrew/bin/ffmpeg'].find((path) => existsSync(path))
if (!REAL) console.warn('\n*** FRAMES ARE NOT TESTED WITH THE REAL FFMPEG: it is not on this machine ***\n')

describe.runIf(REAL)('with the real ffmpeg', () => {
  it('a film gives a JPEG, and what is no film gives nothing', { timeout: 120_000 }, async () => {
    // A folder has one owner on the embedded engine.
    const place = app.databaseUrl ? app : { dataDir: await mkdtemp(join(folder, 'data-')), databaseUrl: undefined }
    const running = await startApp(place, { MEDIA_STORE: 'disk', FFMPEG_PATH: REAL! })
    try {
      const real = await fetch((await film(running.url, await madeBy(REAL!))) + SNAPSHOT)
      const bytes = Buffer.from(await real.arrayBuffer())
      expect([real.status, bytes.subarray(0, 2).toString('hex')]).toEqual([200, 'ffd8'])
      expect((await fetch((await film(running.url, await mp4({ seconds: 2 }))) + SNAPSHOT)).status).toBe(404)
    } finally {
      await stopApp(running)
    }
  })
})

async function madeBy(ffmpeg: string): Promise<Buffer> {
  const { execFileSync } = await import('node:child_process')
  const path = join(folder, 'film.mp4')
  execFileSync(ffmpeg, [
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x240:rate=10:duration=3',
    '-c:v',
    'mpeg4',
    '-y',
    path,
  ])
  return readFile(path)
}
