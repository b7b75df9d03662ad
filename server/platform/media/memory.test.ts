import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { get, newPerson } from '#test/client.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { drill } from '#test/thorough.ts'

const MANY = 6
const MEGABYTE = 1024 * 1024
/** Each has sent this much when all of them stand still: a server that kept files whole would hold 240 MB of them. */
const SENT = 40 * MEGABYTE
const MORE_AT_MOST = 120 * MEGABYTE
const WITHIN = { timeout: 60_000, interval: 200 }

const folder = mkdtemp(join(tmpdir(), 'capsule-memory-'))
let child: ChildProcess | undefined
afterAll(async () => {
  child?.kill('SIGTERM')
  if (child) await ended(child)
  await rm(await folder, { recursive: true, force: true })
})

drill(
  `memory stays flat while ${MANY} uploads of 50 MB are under way at once, and while they are read`,
  {
    timeout: 180_000,
  },
  async () => {
    child = runServer({ DATA_DIR: await folder })
    const url = await addressOf(child)
    const { token } = await newPerson(url)
    const { hosts } = await get(url, 'ossToken', {}, { token })
    const before = await memoryOf(url)
    const settles = (what: string) =>
      expect.poll(() => memoryOf(url), { ...WITHIN, message: what }).toBeLessThan(before + MORE_AT_MOST)

    const uploads = Array.from({ length: MANY }, () => beginUpload(url, hosts.file))
    await Promise.all(uploads.map(({ stands }) => stands))
    await settles('while they arrive')
    for (const { goOn } of uploads) goOn()
    const keys = await Promise.all(uploads.map(({ key }) => key))

    const readings = await Promise.all(keys.map((key) => fetch(url + hosts.file.preview + key)))
    await settles('while they are read')
    expect(await Promise.all(readings.map(sizeOf))).toEqual(keys.map(() => MAX_UPLOAD_BYTES))
  },
)

type Host = Output<'ossToken'>['hosts']['file']

/** A form whose file stands still before its end; `stands` once all before that has left. */
function beginUpload(url: string, host: Host) {
  const key = `${host.prefix}${randomUUID()}.bin`
  const [stands, standStill] = signal()
  const [gone, goOn] = signal()
  const [head, tail] = formAround({ ...host.fields, key })
  async function* body() {
    yield head
    for (let sent = 0; sent < MAX_UPLOAD_BYTES; sent += MEGABYTE) {
      if (sent === SENT) {
        standStill()
        await gone
      }
      yield Buffer.alloc(MEGABYTE, 7)
    }
    yield tail
  }
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const sent = fetch(new URL(host.upload, url), {
    method: 'POST',
    headers,
    body: body(),
    duplex: 'half',
  } as unknown as RequestInit)
  const done = sent.then(async (response) => {
    expect(response.status, await response.text()).toBe(200)
    return key
  })
  return { stands, goOn, key: done }
}

function signal(): [Promise<void>, () => void] {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return [given, give]
}

const BOUNDARY = 'of-the-memory-test'
function formAround(fields: Record<string, string>): [Buffer, Buffer] {
  const part = (name: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`
  const before = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`)
  const file = `${part('file')}; filename="file.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return [Buffer.from(before.join('') + file), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]
}

async function sizeOf(response: Response): Promise<number> {
  let size = 0
  for await (const part of response.body!) size += part.length
  return size
}

/** Objects and buffers that are still held, or not collected yet; asking makes some, so that it is collected in the end. */
async function memoryOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1])
  return figure('nodejs_heap_size_used_bytes') + figure('nodejs_external_memory_bytes')
}
