import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Output } from '#contract/calls.ts'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import type { Args } from './args.ts'
import { answerTo, call, type Measured } from './calls.ts'
import { type Ask, openClients } from './load.ts'
import { type Engine, inPlace, makePlace } from './place.ts'
import { megabytes } from './report.ts'
import { type Cell, measure } from './rounds.ts'
import { seedWorld } from './seed.ts'
import { startBareMedia, startOurs } from './servers.ts'
import { tokenOf, worldOf } from './world.ts'

const RANGE_BYTES = 1024 * 1024
const AT_ONCE = 4
const BYTES = randomBytes(MAX_UPLOAD_BYTES)

/** Uploads of 50 MB and reads of what was uploaded, four at a time. */
export async function measureMedia({ folder, server }: Engine, args: Args): Promise<Cell[]> {
  const place = await makePlace(join(folder, 'media'), server)
  const keys = await openKeys(place, { make: true })
  await inPlace(place, ({ db }) => seedWorld(db, keys, worldOf(1000)))
  const bareFolder = join(folder, 'bare_media')
  mkdirSync(bareFolder, { recursive: true })
  writeFileSync(join(bareFolder, 'object'), BYTES)
  const ours = await startOurs(place)
  const bare = await startBareMedia(bareFolder)
  const { hosts } = await answerTo<Output<'ossToken'>>(ours.ports[0]!, call('ossToken', {}, 1))
  const { key, ask } = uploadOf(hosts.file)
  const clients = await openClients(ours.ports, 1)
  await clients.run([ask], isFine)
  clients.close()
  const before = ours.memory().rss
  const cells: Cell[] = []
  for (const { calls, ...measured } of whatIsMeasured(hosts.file, hosts.file.preview + key)) {
    process.stderr.write(`  ${measured.name} ……\n`)
    cells.push(await measure(measured, [ours, bare], { runs: args.runs, calls, warmUp: calls, connections: AT_ONCE }))
  }
  console.log(`memory ${megabytes(before)} MB before, ${megabytes(ours.memory().peak)} at most`)
  await Promise.all([ours.stop(), bare.stop()])
  return cells
}

type Form = Output<'ossToken'>['hosts']['file']
const isFine = (head: string): boolean => /^HTTP\/1\.1 20[046]/.test(head)

/** The bare ones: a socket to a synced file, and @fastify/static. `calls`: in a round. */
function whatIsMeasured(form: Form, address: string): (Measured & { calls: number })[] {
  const range = (turn: number) => {
    const from = (turn * 7 * RANGE_BYTES) % (MAX_UPLOAD_BYTES - RANGE_BYTES)
    return { range: `bytes=${from}-${from + RANGE_BYTES - 1}` }
  }
  const isRight = (head: string, body: Buffer) => isFine(head) && (body.length === 0 || body.length >= RANGE_BYTES)
  const get = (path: string, headers = {}): Ask => ({ method: 'GET', path, body: '', headers })
  const bareUpload: Ask = { path: '/', body: [BYTES] }
  return [
    {
      name: 'upload of 50 MB',
      calls: 8,
      isRight: isFine,
      asks: { ours: () => uploadOf(form).ask, bare: () => bareUpload },
    },
    {
      ...{ name: 'range of 1 MB', calls: 400, isRight },
      asks: { ours: (turn) => get(address, range(turn)), bare: (turn) => get('/object', range(turn)) },
    },
    { name: 'whole of 50 MB', calls: 12, isRight, asks: { ours: () => get(address), bare: () => get('/object') } },
  ]
}

/** One upload by the form, under a key of its own. */
function uploadOf(form: Form): { key: string; ask: Ask } {
  const boundary = randomUUID()
  const key = `${form.prefix}${randomUUID()}.bin`
  const fields = Object.entries({ ...form.fields, key })
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.bin"\r\n\r\n`
  const body = [Buffer.from(fields + file), BYTES, Buffer.from(`\r\n--${boundary}--\r\n`)]
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { key, ask: { path: form.upload, body, headers, token: tokenOf(1) } }
}
