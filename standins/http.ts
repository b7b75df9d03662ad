import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

const MOST_BODY_BYTES = 64 * 1024
const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

export type StandinRequest = {
  path: string
  query: URLSearchParams
  form: URLSearchParams
  headers: IncomingHttpHeaders
  /** As it came, for signatures. */
  body: Buffer
  /** Path and query as they came. */
  target: string
}
/** `text` goes out as it stands, under its own headers: signed text must not be serialised anew. */
export type Answer = { status?: number } & (
  | { json: object }
  | { html: string }
  | { location: URL }
  | { text: string | Buffer; headers: Record<string, string> }
)
/** By method and path: 'GET /sns/auth'; a path that ends with a star stands for all that begin like it. */
export type Doors = Record<string, (asked: StandinRequest) => Answer | Promise<Answer>>

export type Served = { url: string; close: () => Promise<void> }

export const serve = (doors: Doors): Promise<Served> =>
  listen((request, response) => {
    answer(doors, request)
      .then((result) => send(response, result))
      .catch(() => send(response, { status: 500, json: { error: 'internal error' } }))
  })

/** On this machine alone, at a port the system chooses. */
export async function listen(listener: RequestListener): Promise<Served> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      // Clients keep their connections for the next question; there is none.
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, close }
}

async function answer(doors: Doors, request: IncomingMessage): Promise<Answer> {
  const target = request.url ?? '/'
  const { pathname, searchParams } = new URL(target, 'http://standin')
  const door = doorAt(doors, `${request.method} ${pathname}`)
  if (!door) return { status: 404, json: { error: 'not found' } }
  const body = await readBody(request)
  const form = new URLSearchParams(body.toString())
  return door({ path: pathname, query: searchParams, form, headers: request.headers, body, target })
}

const doorAt = (doors: Doors, place: string) =>
  doors[place] ?? Object.entries(doors).find(([at]) => at.endsWith('*') && place.startsWith(at.slice(0, -1)))?.[1]

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MOST_BODY_BYTES) throw new Error('body too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function send(response: ServerResponse, result: Answer): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  // 303: the browser asks for the next page with GET, whatever brought it here.
  if ('location' in result) return void response.writeHead(303, { location: result.location.href }).end()
  const status = result.status ?? 200
  if ('text' in result) return void response.writeHead(status, result.headers).end(result.text)
  if ('html' in result) return void response.writeHead(status, HTML_HEADERS).end(result.html)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(result.json))
}
