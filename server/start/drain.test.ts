import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDatabase } from '#test/app.ts'
import { later } from '#test/client.ts'
import { dropDatabase } from '#test/databases.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { makeDrain } from './drain.ts'

/** Far from the 17 seconds that admitted calls get. */
const SOON_MS = 8_000

it('a stop waits for admitted calls, and not for those whose asker has gone', async () => {
  const app = fastify()
  const drain = makeDrain(app)
  let answer = () => {}
  const gate = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.get('/slow', async (_request, reply) => {
    await gate
    return reply.send(Readable.from(['x']))
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const gone = Array.from({ length: 5 }, () => fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => undefined))
  const kept = fetch(`${url}/slow`).then((response) => response.text())
  await later(300)
  leaving.abort()
  await Promise.all(gone)
  await later(300)
  const drained = drain.finish().then(() => 'drained')
  answer()
  expect(await kept).toBe('x')
  expect(await Promise.race([drained, later(SOON_MS)])).toBe('drained')
})

it('a stop does not wait for what was asked behind something else on a connection that is gone', async () => {
  const app = fastify()
  const drain = makeDrain(app)
  let asked = 0
  let answer = () => {}
  const gate = new Promise<string>((resolve) => {
    answer = () => resolve('x')
  })
  app.get('/slow', () => {
    asked += 1
    return gate
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
  await expect.poll(() => asked).toBe(3)
  socket.destroy()
  await later(300)
  answer()
  const drained = drain.finish().then(() => 'drained')
  expect(await Promise.race([drained, later(SOON_MS)])).toBe('drained')
})

it('an admitted call that is answered after the signal ends its connection', async () => {
  const app = fastify()
  const drain = makeDrain(app)
  let answer = () => {}
  const gate = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.get('/slow', async () => {
    await gate
    return 'x'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const admitted = ask(`${url}/slow`, agent)
  await later(300)
  drain.begin()
  answer()
  expect(await admitted).toMatchObject({ status: 200, connection: 'close' })
  await drain.finish()
  agent.destroy()
})

/** The process as it is run for real. */
describe('a process that is told to stop', { timeout: 120_000 }, () => {
  const folder = mkdtemp(join(tmpdir(), 'capsule-drain-'))
  const agent = new Agent({ keepAlive: true })
  const children: ChildProcess[] = []
  let databaseUrl: string | undefined
  beforeAll(async () => {
    databaseUrl = await makeDatabase()
  })
  afterAll(async () => {
    agent.destroy()
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map(ended))
    await dropDatabase(databaseUrl)
    await rm(await folder, { recursive: true, force: true })
  })
  const start = async (env: Record<string, string>) => {
    const child = runServer({ DATA_DIR: join(await folder, 'data'), DATABASE_URL: databaseUrl ?? '', ...env })
    children.push(child)
    return { child, url: await addressOf(child) }
  }
  const call = (url: string) => ask(`${url}/api/systemInfo`, agent, 'POST')
  const health = (url: string) => ask(`${url}/health`, agent)

  it('serves on and says at /health that it stops, for DRAIN_SECONDS, then ends by itself with 0', async () => {
    const { child, url } = await start({ DRAIN_SECONDS: '10' })
    expect(await call(url)).toMatchObject({ status: 200, connection: 'keep-alive' })
    expect(await health(url)).toMatchObject({ status: 200 })
    child.kill('SIGTERM')
    await expect
      .poll(() => health(url), { interval: 50, timeout: 9_000 })
      .toMatchObject({
        status: 503,
        connection: 'close',
        text: '{"status":"stopping"}',
      })
    // On a new connection: the listener is open.
    expect(await call(url)).toMatchObject({ status: 200, connection: 'close' })
    expect(await ask(`${url}/live`, agent)).toMatchObject({ status: 200, text: '{"status":"alive"}' })
    expect(await ended(child)).toBe(0)
    await expect(health(url)).rejects.toThrow('ECONNREFUSED')
  })

  it('ends its wait at a second signal, and still with 0', async () => {
    const { child, url } = await start({ DRAIN_SECONDS: '300' })
    child.kill('SIGTERM')
    await expect.poll(() => health(url), { interval: 50, timeout: 9_000 }).toMatchObject({ status: 503 })
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
  })

  it('does not wait where DRAIN_SECONDS is not set', async () => {
    const { child } = await start({})
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
  })
})

type Answered = { status: number | undefined; connection: string | undefined; text: string }

/** With `Connection` as the server says it; `fetch` hides it. */
function ask(url: string, agent: Agent, method = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    request(url, { agent, method }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode, connection: response.headers.connection, text })
    })
      .on('error', reject)
      .end()
  })
}
