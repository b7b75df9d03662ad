import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { calls, type Output } from '#contract/calls.ts'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import { makePlace, openPlace, type Place } from './place.ts'
import { seedWorld } from './seed.ts'
import { type Server, startBareMedia, startOurs } from './servers.ts'
import type { Engines } from './size.ts'
import { tokenOf, worldOf } from './world.ts'

export type MediaCell = { name: string; ceiling: string; ours: number; bare: number; ratio: number }
/** MB/s of either side; memory in bytes. */
export type MediaResult = { cells: MediaCell[]; rssBefore: number; peak: number | undefined }

const MEGABYTE = 1024 * 1024
const RANGE_BYTES = MEGABYTE
const AT_ONCE = 4
const BYTES = randomBytes(MAX_UPLOAD_BYTES)

type Send = (turn: number) => Promise<number>
type Measured = { name: string; ceiling: string; ours: Send; bare: Send; rounds: number }

/** Uploads of 50 MB and reads of what was uploaded, four at a time, ours and the ceiling in turn. */
export async function measureMedia(engines: Engines, turns: number): Promise<MediaResult> {
  const place = await madePlace(engines)
  const bareFolder = join(engines.folder, 'bare_media')
  mkdirSync(bareFolder, { recursive: true })
  writeFileSync(join(bareFolder, 'object'), BYTES)
  const ours = await startOurs(place)
  const bare = await startBareMedia(bareFolder)
  const form = await formOf(ours)
  const address = await uploaded(ours, form)
  const rssBefore = (await ours.figures()).rssBytes
  const cells: MediaCell[] = []
  for (const measured of whatIsMeasured({ ours, bare, form, address })) {
    process.stderr.write(`  ${measured.name} ……\n`)
    cells.push(await measure(measured, turns))
  }
  const peak = await ours.peakBytes()
  await Promise.all([ours.stop(), bare.stop()])
  return { cells, rssBefore, peak }
}

async function madePlace(engines: Engines): Promise<Place> {
  const place = await makePlace(join(engines.folder, 'media'), engines.server, (made) => engines.places.push(made))
  const keys = await openKeys(place, { make: true })
  const { db, close } = await openPlace(place)
  await seedWorld(db, keys, worldOf(1000)).finally(close)
  return place
}

type Form = Output<'ossToken'>['hosts']['file']
type Sides = { ours: Server; bare: Server; form: Form; address: string }

function whatIsMeasured({ ours, bare, form, address }: Sides): Measured[] {
  const ranges = (turn: number) => {
    const from = (turn * 7 * RANGE_BYTES) % (MAX_UPLOAD_BYTES - RANGE_BYTES)
    return { range: `bytes=${from}-${from + RANGE_BYTES - 1}` }
  }
  return [
    {
      name: 'upload of 50 MB',
      ceiling: 'a bare socket to a synced file',
      rounds: 8,
      ours: () => post(ours.port, form.upload, multipart(form)),
      bare: () => post(bare.port, '/', { head: Buffer.alloc(0), tail: Buffer.alloc(0), headers: {} }),
    },
    {
      name: 'range of 1 MB',
      ceiling: '@fastify/static',
      rounds: 400,
      ours: (turn) => get(ours.port, address, ranges(turn)),
      bare: (turn) => get(bare.port, '/object', ranges(turn)),
    },
    {
      name: 'whole of 50 MB',
      ceiling: '@fastify/static',
      rounds: 12,
      ours: () => get(ours.port, address),
      bare: () => get(bare.port, '/object'),
    },
  ]
}

/** A warm-up, then rounds of either side in turn, ABBA. */
async function measure({ name, ceiling, ours, bare, rounds }: Measured, turns: number): Promise<MediaCell> {
  await round(ours, rounds)
  await round(bare, rounds)
  const kept = { ours: [] as number[], bare: [] as number[] }
  for (let turn = 0; turn < Math.max(2, turns); turn++) {
    if (turn % 2) kept.bare.push(await round(bare, rounds))
    kept.ours.push(await round(ours, rounds))
    if (turn % 2 === 0) kept.bare.push(await round(bare, rounds))
  }
  const [mine, theirs] = [median(kept.ours), median(kept.bare)]
  return { name, ceiling, ours: mine, bare: theirs, ratio: mine / theirs }
}

/** MB/s of so many sendings, four at a time. */
async function round(send: Send, rounds: number): Promise<number> {
  const began = performance.now()
  let turn = 0
  let bytes = 0
  const work = async () => {
    while (turn < rounds) bytes += await send(turn++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return bytes / MEGABYTE / ((performance.now() - began) / 1000)
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function formOf(ours: Server): Promise<Form> {
  const response = await fetch(`http://127.0.0.1:${ours.port}${calls.ossToken.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(1)}` },
  })
  const { data } = (await response.json()) as { data: Output<'ossToken'> }
  return data.hosts.file
}

async function uploaded(ours: Server, form: Form): Promise<string> {
  const body = multipart(form)
  await post(ours.port, form.upload, body)
  return form.preview + body.key
}

type Body = { head: Buffer; tail: Buffer; headers: OutgoingHttpHeaders }

function multipart(form: Form): Body & { key: string } {
  const boundary = randomUUID()
  const key = `${form.prefix}${randomUUID()}.bin`
  const fields = Object.entries({ ...form.fields, key })
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.bin"\r\n\r\n`
  return {
    key,
    head: Buffer.from(fields + file),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * 2 })

function post(port: number, path: string, { head, tail, headers }: Body): Promise<number> {
  const length = head.length + BYTES.length + tail.length
  return exchange(port, path, { method: 'POST', headers: { ...headers, 'content-length': length } }, (out) => {
    out.write(head)
    out.write(BYTES)
    out.end(tail)
  }).then(() => BYTES.length)
}

const get = (port: number, path: string, headers: OutgoingHttpHeaders = {}): Promise<number> =>
  exchange(port, path, { method: 'GET', headers }, (out) => out.end())

/** Resolves to how many bytes the answer had. */
function exchange(
  port: number,
  path: string,
  options: { method: string; headers: OutgoingHttpHeaders },
  send: (out: ReturnType<typeof request>) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const out = request({ host: '127.0.0.1', port, path, agent, ...options }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) < 300) resolve(bytes)
        else reject(new Error(`${path} answered ${answer.statusCode}`))
      })
    })
    out.on('error', reject)
    send(out)
  })
}
