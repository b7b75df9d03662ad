import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { network } from './tries.ts'

export type ConnectionLimits = {
  /** For the head of a request, for its body, and between two requests. */
  silentMs: number
  /** How often heads are looked at. */
  lookEveryMs: number
  /** Connections that wait for the other side, in all. */
  most: number
  /** And of one address; behind a proxy all have the proxy's. */
  mostOfOne: number
}

/** What the other side may take its time for. Uploads have their own (media/disk/pace.ts), and only so many slots. */
export const CONNECTION_LIMITS: ConnectionLimits = { silentMs: 20_000, lookEveryMs: 2_000, most: 2_000, mostOfOne: 500 }

/** An upload over a slow line takes its time; everything else is held to `silentMs`. */
const REQUEST_TIMEOUT_MS = 16 * 60_000
/** Longer than proxies keep theirs, so that none sends into a connection that is being closed. */
const PROXY_IDLE_MS = 72_000

/** Node's own limits: silence before a request, and a head that drips. */
export const serverOptions = ({ silentMs, lookEveryMs }: ConnectionLimits, { proxies }: Config) => ({
  http: { headersTimeout: silentMs, connectionsCheckingInterval: lookEveryMs },
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: proxies > 0 ? PROXY_IDLE_MS : silentMs,
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The door reads the body itself and minds its time. */
    slowBody?: true
  }
}

/**
 * Ends bodies that drip, and keeps connections that wait for the other side – silent, half sent, or idle after an answer –
 * few: the one that has waited longest gives way, so that whoever comes and asks is served however many only come.
 */
export function boundConnections(app: FastifyInstance, limits: ConnectionLimits, { proxies }: Config): void {
  const waiting = makeCrowds(limits, proxies > 0)
  const hurried = hurryBodies(app, limits.silentMs)
  const open = new WeakMap<Socket, number>()
  const count = (socket: Socket, by: number): number => {
    const now = (open.get(socket) ?? 0) + by
    open.set(socket, now)
    return now
  }
  const server = app.server as Server
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    socket.once('close', () => waiting.remove(socket))
  })
  // Before the application hears of it.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    count(socket, 1)
    waiting.remove(socket)
    response.once('close', () => {
      if (count(socket, -1) === 0 && !socket.destroyed) waiting.add(socket)
    })
    if (!hasBody(request)) return
    waiting.add(socket)
    const arrived = () => {
      hurried.delete(request)
      if (count(socket, 0) > 0) waiting.remove(socket)
    }
    hurried.set(request, performance.now())
    request.once('end', arrived).once('close', () => hurried.delete(request))
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.slowBody) {
      hurried.delete(request.raw)
      waiting.remove(request.raw.socket)
    }
    done()
  })
}

/** Bodies on their way and since when, the oldest first; one look now and then, and no timer for each, ends those that drip. */
function hurryBodies(app: FastifyInstance, silentMs: number): Map<IncomingMessage, number> {
  const underWay = new Map<IncomingMessage, number>()
  const looking = setInterval(() => {
    const late = performance.now() - silentMs
    for (const [request, since] of underWay) {
      if (since > late) return
      underWay.delete(request)
      if (!request.complete) request.socket.destroy()
    }
  }, silentMs / LOOKS_A_LIMIT).unref()
  app.addHook('onClose', async () => clearInterval(looking))
  return underWay
}
const LOOKS_A_LIMIT = 20

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** All that wait and those of each address, the longest first. */
function makeCrowds({ most, mostOfOne }: ConnectionLimits, oneForAll: boolean) {
  const all = new Set<Socket>()
  const ofOne = new Map<string, Set<Socket>>()
  const names = new WeakMap<Socket, string>()

  /** An address is gone when its connection is. */
  function nameOf(socket: Socket): string {
    const name = names.get(socket) ?? network(socket.remoteAddress ?? '')
    names.set(socket, name)
    return name
  }

  function remove(socket: Socket): void {
    all.delete(socket)
    const own = ofOne.get(nameOf(socket))
    own?.delete(socket)
    if (own?.size === 0) ofOne.delete(nameOf(socket))
  }

  function keepTo(bound: number, crowd: Set<Socket>): void {
    for (const socket of crowd) {
      if (crowd.size <= bound) return
      remove(socket)
      socket.destroy()
    }
  }

  function add(socket: Socket): void {
    remove(socket)
    all.add(socket)
    keepTo(most, all)
    if (oneForAll) return
    const own = ofOne.get(nameOf(socket)) ?? new Set()
    ofOne.set(nameOf(socket), own.add(socket))
    keepTo(mostOfOne, own)
  }

  return { add, remove }
}
