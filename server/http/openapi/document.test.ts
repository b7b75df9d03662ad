import fastify, { type FastifyInstance, type HTTPMethods } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import type { Services } from '#server/platform/context.ts'
import { withApp } from '#test/app.ts'
import { ask } from '#test/client.ts'
import { openApiProblems } from '#test/openApiProblems.ts'
import { openApiDocument } from './document.ts'
import { viewerRoutes } from './viewer.ts'

const app = withApp()
type Operation = {
  operationId: string
  security: object[]
  responses: object
  requestBody: object
  parameters: object[]
}
type Paths = Record<string, Record<string, Operation>>
const document = openApiDocument() as { paths: Paths }
const table = Object.entries(calls) as [CallName, Call][]
const operationOf = (name: CallName): Operation => document.paths[calls[name].path]!.post!

/** The document with one thing changed in a copy of an operation. */
const planted = (name: CallName, more: object): object => ({
  ...document,
  paths: { ...document.paths, [calls[name].path]: { post: { ...operationOf(name), ...more } } },
})

describe('the OpenAPI document', () => {
  it('is valid with all its examples; a planted false one, a dead reference and a second name are caught', async () => {
    expect(await openApiProblems(document)).toEqual([])
    const body = { content: { 'application/json': { schema: { type: 'object' }, examples: { bad: { value: 7 } } } } }
    const dead = { 200: { $ref: '#/components/responses/None' } }
    for (const [more, rule] of [
      [{ requestBody: body }, 'no-invalid-media-type-examples'],
      [{ responses: dead }, 'no-unresolved-refs'],
      [{ operationId: 'logout' }, 'operation-operationId-unique'],
    ] as const)
      expect((await openApiProblems(planted('userInfo', more)))[0]).toContain(rule)
    // Every example is held against its schema, four times over.
  }, 120_000)

  it('has every call of the table under its name, with who may make it', () => {
    for (const [name, { who, once }] of table) {
      const { operationId, security, parameters } = operationOf(name)
      expect(operationId).toBe(name)
      expect(security.length === 0, name).toBe(who === 'anyone')
      expect(
        security.some((scheme) => Object.keys(scheme).length === 0),
        name,
      ).toBe(who === 'either')
      expect(JSON.stringify(parameters).includes('IdempotencyKey'), name).toBe(once === true)
    }
  })

  it('tells of each call the refusals that it may answer, and of others none', async () => {
    const refusals = (name: CallName) => JSON.stringify(operationOf(name).responses)
    expect(refusals('userInfo')).toContain('SignInOver')
    expect(refusals('systemInfo')).not.toContain('SignInOver')
    expect(refusals('unbind')).toContain('ProofNeeded')
    expect(refusals('deskOrder')).toContain('RoleMissing')
    expect(refusals('deskMe')).not.toContain('RoleMissing')
    expect((await ask(app.url, 'userInfo', {})).code).toBe(CODE.noToken)
  })

  it('names routes that the application has, and no call stands at its own address', () => {
    const { app: site } = app as unknown as { app: FastifyInstance }
    const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => [method, asRoute(path)] as const),
    )
    expect(routes.length).toBeGreaterThan(table.length + 15)
    const absent = routes.filter(
      ([method, url]) => !site.hasRoute({ method: method.toUpperCase() as HTTPMethods, url }),
    )
    expect(absent).toEqual([])
    expect(table.map(([, { path }]) => path)).not.toContain('/api/openapi.json')
  })
})

/** A path of the document as the application has it: media's key is a wildcard, each kind of upload a route. */
const asRoute = (path: string): string =>
  path
    .replace('{key}', '*')
    .replace('{kind}', 'image')
    .replace(/\{(\w+)\}/g, ':$1')

describe('/api/openapi.json', () => {
  it('gives the document, and 304 to a client that has it', async () => {
    const first = await fetch(`${app.url}/api/openapi.json`)
    expect(await first.json()).toEqual(JSON.parse(JSON.stringify(document)))
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('content-security-policy')).toContain("script-src 'self'")
    const again = await fetch(`${app.url}/api/openapi.json`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})

describe('/dev/api', () => {
  const FILES = ['', '/start.js', '/swagger-ui.css', '/swagger-ui-bundle.js']

  it('gives the viewer to this machine, and loads nothing from elsewhere', async () => {
    for (const file of FILES) expect((await fetch(`${app.url}/dev/api${file}`)).status, file).toBe(200)
    const page = await (await fetch(`${app.url}/dev/api`)).text()
    const start = await (await fetch(`${app.url}/dev/api/start.js`)).text()
    expect(`${page}${start}`).not.toMatch(/\/\/\w/)
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
    expect(named.sort()).toEqual(['/dev/api/start.js', '/dev/api/swagger-ui-bundle.js', '/dev/api/swagger-ui.css'])
  })

  it('is not there for a forwarded request, nor in production', async () => {
    const forwarded = { headers: { 'x-forwarded-for': '10.0.0.1' } }
    const inProduction = fastify()
    viewerRoutes(inProduction, { config: { production: true, loopback: true } } as Services, '/api/openapi.json')
    for (const file of FILES) {
      expect((await fetch(`${app.url}/dev/api${file}`, forwarded)).status, file).toBe(404)
      expect((await inProduction.inject(`/dev/api${file}`)).statusCode, file).toBe(404)
    }
  })
})
