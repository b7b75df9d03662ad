import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request as ask } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { get, later, newPerson } from '#test/client.ts'
import { makeApp } from './app.ts'
import type { ConnectionLimits } from './connections.ts'

const running = withApp()

/** As much shorter as tests like it. */
const SHORT: ConnectionLimits = { silentMs: 1_000, lookEveryMs: 100, most: 2_000, mostOfOne: 200 }
const DRIP_EVERY_MS = 200
const SOON = { timeout: 10_000 }
const INFO = '/api/systemInfo'

let apps: FastifyInstance[] = []
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const app of apps) await app.close()
  sockets = []
  apps = []
})

/** The same services behind limits of their own; the port it listens at. */
async function listen(limits: Partial<ConnectionLimits> = {}, proxies = 0): Promise<number> {
  const services = { ...running.services, config: { ...running.services.config, proxies } }
  const app = await makeApp(services, { ...SHORT, ...limits })
  apps.push(app)
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

type Dripping = { ended: () => boolean; heard: () => string; socket: Socket }

/** Says this, and from then on a byte now and then, while it may. */
function drip(port: number, first = '', byte = ''): Dripping {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let ended = false
  let heard = ''
  const dripping = byte ? setInterval(() => socket.write(byte), DRIP_EVERY_MS) : undefined
  socket
    .on('error', () => {})
    .on('data', (bytes) => {
      heard += bytes
    })
    .on('close', () => {
      ended = true
      clearInterval(dripping)
    })
  if (first) socket.write(first)
  return { ended: () => ended, heard: () => heard, socket }
}

const head = (line: string, ...more: string[]): string => [`${line} HTTP/1.1`, 'Host: x', ...more, '', ''].join('\r\n')
const LONG = 'Content-Length: 100000'

const statusOf = async (port: number): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${INFO}`, { method: 'POST', headers: { connection: 'close' } })).status

const opened = (given: Dripping[]): Promise<unknown> =>
  Promise.all(given.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))

describe('a connection', () => {
  it('that is silent, or sends a head or a body byte by byte, is ended in time', async () => {
    const port = await listen()
    const given = {
      silent: drip(port),
      'a head': drip(port, `POST ${INFO} HTTP/1.1\r\nx-a: `, 'a'),
      'a call’s body': drip(port, head(`POST ${INFO}`, LONG), ' '),
      'a body in chunks': drip(port, head(`POST ${INFO}`, 'Transfer-Encoding: chunked'), '1\r\n \r\n'),
      'a body that nobody reads': drip(port, head(`GET /health`, LONG), ' '),
      'a body for nobody': drip(port, head('POST /no/such', LONG), ' '),
      'a body at a bad address': drip(port, head('POST /%', LONG), ' '),
      'a second head': drip(port, `${head('GET /health')}GET /health HTTP/1.1\r\nx-a: `, 'a'),
      'nothing after an answer': drip(port, head('GET /health')),
    }
    for (const [what, { ended }] of Object.entries(given))
      await expect.poll(ended, { ...SOON, message: what }).toBe(true)
    expect(given['nothing after an answer'].heard()).toContain('200 OK')
  })

  it('gives way when too many wait, the longest first, and anyone who asks meanwhile is answered', async () => {
    const port = await listen({ silentMs: 60_000, mostOfOne: 20 })
    const first = drip(port, head('GET /health'))
    await expect.poll(first.heard, SOON).toContain('200 OK')
    const crowd = Array.from({ length: 60 }, (_, i) =>
      drip(port, i % 2 ? head(`POST ${INFO}`, LONG) : `POST ${INFO} HTTP/1.1\r\nx-a: `, 'a'),
    )
    await opened(crowd)
    for (let i = 0; i < 5; i++) expect(await statusOf(port)).toBe(200)
    const left = () => [first, ...crowd].filter(({ ended }) => !ended()).length
    await expect.poll(left, SOON).toBeLessThanOrEqual(20)
    expect(first.ended()).toBe(true)
    expect(left()).toBeGreaterThan(10)
    const last = drip(port)
    await opened([last])
    await later(300)
    expect(last.ended()).toBe(false)
  })

  it('behind a proxy is one of all of them, and not of its address alone', async () => {
    const port = await listen({ silentMs: 60_000, mostOfOne: 5, most: 30 }, 1)
    const few = Array.from({ length: 25 }, () => drip(port))
    await opened(few)
    await later(300)
    expect(few.filter(({ ended }) => ended())).toEqual([])
    const more = Array.from({ length: 25 }, () => drip(port))
    await opened(more)
    await expect.poll(() => [...few, ...more].filter(({ ended }) => !ended()).length, SOON).toBe(30)
    expect(more.filter(({ ended }) => ended())).toEqual([])
  })

  it('that asks one thing after another is kept', async () => {
    // An agent counts off a second of what the server allows.
    const port = await listen({ silentMs: 3_000, mostOfOne: 2 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<unknown>()
    for (let i = 0; i < 8; i++) {
      ports.add(await askBy(agent, port))
      await later(DRIP_EVERY_MS)
    }
    agent.destroy()
    expect(ports.size).toBe(1)
  })
})

/** One call on whatever connection the agent has; which one it was. */
const askBy = (agent: Agent, port: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sent = ask({ agent, port, host: '127.0.0.1', path: INFO, method: 'POST' }, (response) => {
      const { localPort } = response.socket
      response.resume().on('end', () => resolve(localPort))
    })
    sent.on('error', reject).end('{}')
  })

describe('an upload', () => {
  const PIECES = 12

  async function begin(port: number) {
    const { token } = await newPerson(running.url)
    const { hosts } = await get(running.url, 'ossToken', {}, { token })
    const { fields, prefix } = hosts.file
    const parts = Object.entries({ ...fields, key: `${prefix}${randomUUID()}.bin` }).map(
      ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const form = `${parts.join('')}--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`
    const end = '\r\n--edge--\r\n'
    const piece = randomBytes(40_000)
    const length = form.length + PIECES * piece.length + end.length
    const type = 'Content-Type: multipart/form-data; boundary=edge'
    const upload = drip(port, head('POST /oss/file', type, `Content-Length: ${length}`) + form)
    return { upload, piece, end }
  }

  it('that is slow but goes on takes its time, and gives way to nobody', async () => {
    const port = await listen({ mostOfOne: 3 })
    const { upload, piece, end } = await begin(port)
    for (let i = 0; i < PIECES; i++) {
      upload.socket.write(piece)
      drip(port)
      await later(SHORT.silentMs / 5)
    }
    upload.socket.write(end)
    await expect.poll(upload.heard, SOON).toMatch(/^HTTP\/1.1 20[04] /)
  })

  it('whose bytes stop for 20 seconds is ended', async () => {
    const port = await listen()
    const { upload, piece } = await begin(port)
    upload.socket.write(piece)
    await expect.poll(upload.ended, { timeout: 25_000 }).toBe(true)
    expect(upload.heard()).toContain('RequestTimeout')
  }, 40_000)
})
