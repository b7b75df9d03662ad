import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { network } from '#server/platform/rateLimit.ts'

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

/** Limits on time and on waiting connections. Uploads have their own (media/disk/pace.ts), and only so many slots. */
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
    /** The route reads the body itself and minds its time. */
    slowBody?: true
  }
}

/** One connection, for as long as it is open; moments are milliseconds of the process. */
type Connection = {
  socket: Socket
  address: Address
  /** Requests whose answer is not sent yet. */
  underWay: number
  /** The body on its way, and since when: one at a time, since they come one after the other. */
  body: IncomingMessage | undefined
  bodySince: number
  /** Since when it has waited for the other side; undefined while it does not. */
  waitingSince: number | undefined
}
type Address = { name: string; open: number; waiting: number }
type Connections = ReadonlyMap<Socket, Connection>

/**
 * Ends bodies that drip, and keeps connections that wait for the other side – silent, half sent, or idle after an answer –
 * few: the one that has waited longest gives way, so that clients that ask are served, however many only connect.
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
  /** The reader of this body minds its time. */
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

/**
 * Counts the connections that wait, in all and of each address. They are looked through only beyond a bound: a list of them
 * would change twice with every request, and that is a fifth of a call (docs/decisions/calls.md).
 */
function makeWaiting({ most, mostOfOne }: ConnectionLimits, oneForAll: boolean) {
  const connections = new Map<Socket, Connection>()
  const addresses = new Map<string, Address>()
  let inAll = 0

  function remove(connection: Connection): void {
    if (connection.waitingSince === undefined) return
    connection.waitingSince = undefined
    connection.address.waiting -= 1
    inAll -= 1
  }

  function end(connection: Connection): void {
    remove(connection)
    connection.socket.destroy()
  }

  /** Waits from now on, also where it has waited before. */
  function add(connection: Connection): void {
    const { address } = connection
    remove(connection)
    connection.waitingSince = performance.now()
    address.waiting += 1
    inAll += 1
    if (inAll > most) end(longestOf(connections))
    if (!oneForAll && address.waiting > mostOfOne) end(longestOf(connections, address))
  }

  /** A new one waits for its first request. */
  function open(socket: Socket): void {
    // Asked now: an address is gone when its connection is.
    const name = network(socket.remoteAddress ?? '')
    const address = addresses.get(name) ?? { name, open: 0, waiting: 0 }
    addresses.set(name, address)
    address.open += 1
    const connection = { socket, address, underWay: 0, body: undefined, bodySince: 0, waitingSince: undefined }
    connections.set(socket, connection)
    add(connection)
  }

  function close(socket: Socket): void {
    const connection = connections.get(socket)!
    const { address } = connection
    remove(connection)
    connections.delete(socket)
    address.open -= 1
    if (address.open === 0) addresses.delete(address.name)
  }

  return { connections: connections as Connections, add, remove, open, close }
}

/** The connection that has waited longest, of all or of one address; one waits at least. */
function longestOf(connections: Connections, address?: Address): Connection {
  let longest: Connection | undefined
  for (const each of connections.values()) {
    if (each.waitingSince === undefined || (address && each.address !== address)) continue
    if (!longest || each.waitingSince < longest.waitingSince!) longest = each
  }
  return longest!
}
