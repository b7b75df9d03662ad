import { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { later } from '../test/client.ts'
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
  const drained = drain().then(() => 'drained')
  answer()
  expect(await kept).toBe('x')
  expect(await Promise.race([drained, later(SOON_MS)])).toBe('drained')
})
