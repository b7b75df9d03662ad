import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Kept = { until: number; status: number; headers: [string, string][]; body: Buffer }

/**
 * Enough of a CDN before a bucket: it asks with path and query as they came and the bucket's own host, and keeps `public`
 * answers until their `Expires`. `origin` counts the requests to the bucket.
 */
export async function startCdn(bucketUrl: () => string) {
  const kept = new Map<string, Kept>()
  const running = { url: '', origin: 0, clear: () => kept.clear(), close: () => server.close() }
  const server = createServer(async (request, response) => {
    const known = kept.get(request.url!)
    const answer = known && known.until > Date.now() ? known : await fetched(request.url!)
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.body)
  })
  async function fetched(path: string): Promise<Kept> {
    running.origin += 1
    const answer = await fetch(new URL(bucketUrl()).origin + path)
    const headers = [...answer.headers].filter(
      ([name]) => !/^(connection|transfer-encoding|content-encoding)$/.test(name),
    )
    const isPublic = answer.ok && /(^|\W)public(\W|$)/.test(answer.headers.get('cache-control') ?? '')
    const until = isPublic ? Date.parse(answer.headers.get('expires') ?? '') : 0
    const one = { until, status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) }
    if (until > 0) kept.set(path, one)
    return one
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return running
}
