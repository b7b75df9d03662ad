import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The ways in which the answer to a call is lost: only in the last does the call not reach the application. */
const FATES = ['answer broken off', 'connection broken', '503 in doubt', '504 in doubt', '502 before it'] as const
export type Fate = (typeof FATES)[number]

/**
 * A way to an application on which answers are lost: of each `Idempotency-Key` the first two sendings, each in another way,
 * most of them after the application has done the work. `lost` counts them.
 */
export async function makeLossy(target: string) {
  const lost = Object.fromEntries(FATES.map((fate) => [fate, 0])) as Record<Fate, number>
  const sendings = new Map<string, { nth: number; seen: number }>()

  function fateOf(key: string | undefined): Fate | undefined {
    if (key === undefined) return undefined
    const sending = sendings.get(key) ?? { nth: sendings.size, seen: 0 }
    sendings.set(key, sending)
    sending.seen += 1
    return sending.seen > 2 ? undefined : FATES[(sending.nth + sending.seen * 2) % FATES.length]
  }

  const server = createServer((request, response) => {
    carry(request, response).catch(() => response.destroy())
  })

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
    const fate = fateOf(headers['idempotency-key'])
    if (fate) lost[fate] += 1
    if (fate === '502 before it') return void response.writeHead(502).end('<html>')
    const answer = await fetch(target + request.url, { method: 'POST', headers, body })
    const text = await answer.text()
    if (fate === 'connection broken') return void response.destroy()
    if (fate === '503 in doubt') return void response.writeHead(503).end(JSON.stringify({ code: 5000 }))
    if (fate === '504 in doubt') return void response.writeHead(504).end()
    response.writeHead(answer.status, { 'content-length': Buffer.byteLength(text) })
    if (fate === undefined) return void response.end(text)
    response.write(text.slice(0, -1))
    response.destroy()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
