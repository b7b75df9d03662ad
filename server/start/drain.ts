import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 50
/** Admitted calls get this long; the whole stop stays within 30 seconds. */
const FINISH_WITHIN_MS = 17_000

export type Drain = {
  /** From now on /health says 503, and every answer ends its connection; all is still served. */
  begin: () => void
  /** No new calls, those admitted finish; calls left after 17 seconds are cut off. */
  finish: () => Promise<void>
}

/**
 * How to stop an application. Connections that never asked anything – browsers open some ahead – are closed in the end, or
 * they would be waited for. Call it before the application listens.
 */
export function makeDrain(app: FastifyInstance): Drain {
  const connections = watchConnections(app)
  let stopping = false
  const begin = () => {
    stopping = true
    for (const { newest } of connections.values()) if (newest) newest.shouldKeepAlive = false
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (stopping) reply.raw.shouldKeepAlive = false
    if (stopping && request.routeOptions.url === '/health')
      reply.code(503).header('retry-after', '5').send({ status: 'stopping' })
    else done()
  })
  const finish = async () => {
    begin()
    const closing = app.close()
    const deadline = performance.now() + FINISH_WITHIN_MS
    while (isBusy(connections) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    app.server.closeAllConnections()
    await closing
  }
  return { begin, finish }
}

/** Answers of a connection that are not sent yet, and the one that comes last. */
type Running = { answers: number; newest: ServerResponse | undefined }

/**
 * Counts what runs on each open connection. A connection that closes takes along all that was asked on it: Node 20 does not
 * tell an answer of that while it waits behind another one.
 */
function watchConnections({ server }: FastifyInstance): ReadonlyMap<Socket, Running> {
  const connections = new Map<Socket, Running>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answers: 0, newest: undefined })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const running = connections.get(socket)
    if (!running) return
    running.answers += 1
    running.newest = response
    response.once('close', () => {
      running.answers -= 1
      if (running.answers === 0) running.newest = undefined
    })
  })
  return connections
}

const isBusy = (connections: ReadonlyMap<Socket, Running>): boolean =>
  [...connections.values()].some(({ answers }) => answers > 0)
