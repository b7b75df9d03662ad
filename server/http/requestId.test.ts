import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Services } from '#server/platform/context.ts'
import { withApp } from '#test/app.ts'
import { makeApp } from './app.ts'

const app = withApp()
const OWN = /^[0-9a-f]{12}$/
const lines: { reqId?: string; msg: string }[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })

/** A database whose every use fails like this. */
const failing = (error: object): Services['db'] =>
  new Proxy({} as Services['db'], {
    get: () => () => {
      throw Object.assign(new Error('no'), error)
    },
  })

type Served = { app: FastifyInstance; url: string }
const served: Record<string, Served> = {}
async function serve(name: string, changed: Partial<Services> & { proxies?: number } = {}) {
  const { proxies = 1, ...services } = changed
  const config = { ...app.services.config, proxies }
  const made = await makeApp({ ...app.services, log, config, ...services } as Services)
  served[name] = { app: made, url: await made.listen({ port: 0, host: '127.0.0.1' }) }
}

beforeAll(async () => {
  await serve('well')
  await serve('bare', { proxies: 0 })
  await serve('bug', { db: failing({}) })
  await serve('away', { db: failing({ code: '57P01' }) })
  await serve('still', { whyStill: () => 'it stands still' })
})
afterAll(() => Promise.all(Object.values(served).map(({ app }) => app.close())))

type Asked = { method?: string; body?: string; id?: string }
const ask = (name: string, path: string, { method = 'POST', body = '{}', id }: Asked = {}) =>
  fetch(served[name]!.url + path, {
    method,
    ...(method === 'POST' && { body }),
    headers: { 'content-type': 'application/json', ...(id !== undefined && { 'x-request-id': id }) },
  })
const idOf = (response: Response) => response.headers.get('x-request-id')

describe('the id that the proxy in front wrote', () => {
  it.each([
    ['of nginx', '9f86d081884c7d659a2feaa0c55ad015'],
    ['of HAProxy', '0A000001:D4C2_0A000002:01BB_65F0A1B2_0001:2F'],
    ['a UUID', '0190e6a3-7d1c-7d8e-9d0b-0d7b8a4f5e21'],
  ])('(%s) is answered, and stands in every line of the log about the request', async (_of, id) => {
    for (const [name, status] of [
      ['bug', 500],
      ['away', 503],
    ] as const) {
      lines.length = 0
      const response = await ask(name, calls.userInfo.path, { id })
      const signedIn = await ask(name, calls.register.path, { id, body: REGISTERING })
      expect([response.status, idOf(response)]).toEqual([200, id])
      expect([signedIn.status, idOf(signedIn)]).toEqual([status, id])
      expect(lines.length).toBeGreaterThan(0)
      expect(new Set(lines.map(({ reqId }) => reqId))).toEqual(new Set([id]))
    }
  })

  it.each(['', ' ', 'a b', '"', '<b>', 'x'.repeat(65), 'one, two', '{}'])(
    'counts as none where it is not well-formed (%j)',
    async (id) => {
      expect(idOf(await ask('well', '/health', { method: 'GET', id }))).toMatch(OWN)
    },
  )

  it('is not believed of anybody while no proxy is trusted', async () => {
    expect(idOf(await ask('bare', '/health', { method: 'GET', id: 'mine' }))).toMatch(OWN)
  })
})

it.each([
  ['a call', 'well', calls.systemInfo.path, {}, 200],
  ['a refusal', 'well', calls.userInfo.path, {}, 200],
  ['bad input', 'well', calls.register.path, { body: '[' }, 200],
  ['too much of it', 'well', calls.register.path, { body: `"${'x'.repeat(3_000_000)}"` }, 413],
  ['a wrong address', 'well', '/api/nothing', {}, 404],
  ['an address that cannot be read', 'well', '/%', { method: 'GET' }, 400],
  ['a picture by a forged address', 'well', '/m/1.x/y', { method: 'GET' }, 403],
  ['a form that is refused', 'well', '/oss/image', {}, 400],
  ['the health', 'well', '/health', { method: 'GET' }, 200],
  ['a refusal at the door', 'still', calls.systemInfo.path, {}, 503],
] as const)('%s is answered with an id of its own', async (_what, name, path, asked, status) => {
  const [one, other] = [await ask(name, path, asked), await ask(name, path, asked)]
  expect([one.status, other.status]).toEqual([status, status])
  expect(idOf(one)).toMatch(OWN)
  expect(idOf(other)).toMatch(OWN)
  expect(idOf(one)).not.toBe(idOf(other))
})

const REGISTERING = JSON.stringify({ tel: '13800000001', password: 'A'.repeat(32), captcha: '1234' })
