import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { type Line, makeLine, type Place, placeOf } from './line.ts'
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

/** One connection, for as long as it is open: what is under way on it, and where it stands while it waits. */
type Connection = {
  socket: Socket
  /** Requests whose answer is not sent yet. */
  underWay: number
  /** The body on its way, and since when: one at a time, since they come one after the other. */
  body: IncomingMessage | undefined
  bodySince: number
  inAll: Place<Socket>
  inOwn: Place<Socket>
  own: Crowd
}
/** Of one address. */
type Crowd = { name: string; line: Line<Socket>; open: number }
type Connections = ReadonlyMap<Socket, Connection>

/**
 * Ends bodies that drip, and keeps connections that wait for the other side – silent, half sent, or idle after an answer –
 * few: the one that has waited longest gives way, so that whoever comes and asks is served however many only come.
 */
export function boundConnections(app: FastifyInstance, limits: ConnectionLimits, { proxies }: Config) {
  const waiting = makeWaiting(limits, proxies > 0)
  hurryBodies(app, waiting.connections, limits.silentMs)
  const server = app.server as Server
  server.on('connection', (socket: Socket) => {
    waiting.open(socket)
    socket.once('close', () => waiting.close(socket))
  })
  // Before the application hears of it.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = waiting.connections.get(request.socket)
    if (!connection) return
    connection.underWay += 1
    response.once('close', () => {
      connection.underWay -= 1
      if (connection.underWay === 0 && !connection.socket.destroyed) waiting.add(connection)
    })
    if (!hasBody(request)) return waiting.remove(connection)
    connection.body = request
    connection.bodySince = performance.now()
    waiting.add(connection)
    request.once('end', () => {
      if (connection.body === request) connection.body = undefined
      if (connection.underWay > 0) waiting.remove(connection)
    })
  })
  /** Whoever reads this body minds its time. */
  function letBe(socket: Socket): void {
    const connection = waiting.connections.get(socket)
    if (!connection) return
    connection.body = undefined
    waiting.remove(connection)
  }
  return { letBe }
}

/** One look now and then, and no timer for each, ends bodies that drip. */
function hurryBodies(app: FastifyInstance, connections: Connections, silentMs: number): void {
  const looking = setInterval(() => {
    const late = performance.now() - silentMs
    for (const { socket, body, bodySince } of connections.values())
      if (body && !body.complete && bodySince <= late) socket.destroy()
  }, silentMs / LOOKS_A_LIMIT).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}
const LOOKS_A_LIMIT = 20

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** All that wait and those of each address, the longest first. */
function makeWaiting({ most, mostOfOne }: ConnectionLimits, oneForAll: boolean) {
  const connections = new Map<Socket, Connection>()
  const all = makeLine<Socket>()
  const crowds = new Map<string, Crowd>()

  function remove({ inAll, inOwn, own }: Connection): void {
    all.leave(inAll)
    own.line.leave(inOwn)
  }

  function keepTo(bound: number, line: Line<Socket>): void {
    while (line.length() > bound) {
      const longest = line.first()!
      remove(connections.get(longest)!)
      longest.destroy()
    }
  }

  function add({ inAll, inOwn, own }: Connection): void {
    all.join(inAll)
    keepTo(most, all)
    if (oneForAll) return
    own.line.join(inOwn)
    keepTo(mostOfOne, own.line)
  }

  /** A new one waits for its first request. */
  function open(socket: Socket): void {
    // Asked now: an address is gone when its connection is.
    const name = network(socket.remoteAddress ?? '')
    const own = crowds.get(name) ?? { name, line: makeLine(), open: 0 }
    crowds.set(name, own)
    own.open += 1
    const places = { inAll: placeOf(socket), inOwn: placeOf(socket), own }
    const connection = { socket, underWay: 0, body: undefined, bodySince: 0, ...places }
    connections.set(socket, connection)
    add(connection)
  }

  function close(socket: Socket): void {
    const connection = connections.get(socket)!
    const { own } = connection
    remove(connection)
    connections.delete(socket)
    own.open -= 1
    if (own.open === 0) crowds.delete(own.name)
  }

  return { connections: connections as Connections, add, remove, open, close }
}
