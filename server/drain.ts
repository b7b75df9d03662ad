import type { FastifyInstance, FastifyReply } from 'fastify'
import { makeLine, placeOf } from './line.ts'

const LOOK_EVERY_MS = 50
/** Admitted calls get this long; the whole stop stays within 30 seconds. */
const FINISH_WITHIN_MS = 17_000

export type Drain = {
  /** From now on /health says 503, and every answer ends its connection; all is still served. */
  begin: () => void
  /** No new calls, those admitted finish; what is left after 17 seconds is cut off. */
  finish: () => Promise<void>
}

/**
 * How to stop an application. Connections that never asked anything – browsers open some ahead – are closed in the end, or
 * they would be waited for. Call it before the application listens.
 */
export function makeDrain(app: FastifyInstance): Drain {
  const running = makeLine<FastifyReply>()
  let stopping = false
  const begin = () => {
    stopping = true
    running.each(({ raw }) => {
      raw.shouldKeepAlive = false
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    const place = placeOf(reply)
    running.join(place)
    // Also where whoever asked has gone before there was an answer.
    const leave = () => running.leave(place)
    reply.raw.once('close', leave)
    // One that waits behind another on its connection has no socket yet, and Node 20 does not tell it when that one closes.
    if (!reply.raw.socket) request.raw.socket.setMaxListeners(0).once('close', leave)
    if (stopping) reply.raw.shouldKeepAlive = false
    if (stopping && request.routeOptions.url === '/health')
      reply.code(503).header('retry-after', '5').send({ status: 'stopping' })
    else done()
  })
  const finish = async () => {
    begin()
    const closing = app.close()
    const deadline = performance.now() + FINISH_WITHIN_MS
    while (running.length() > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    app.server.closeAllConnections()
    await closing
  }
  return { begin, finish }
}
