import type { FastifyInstance, FastifyRequest } from 'fastify'

const LOOK_EVERY_MS = 50
/** Admitted calls get this long; the whole stop stays within 30 seconds. */
const FINISH_WITHIN_MS = 17_000

/**
 * How to stop an application: no new calls, those admitted finish, and then connections that never asked anything –
 * browsers open some ahead – are closed, or they would be waited for. Call it before the application listens.
 */
export function makeDrain(app: FastifyInstance): () => Promise<void> {
  const running = new Set<FastifyRequest>()
  app.addHook('onRequest', (request, reply, done) => {
    running.add(request)
    // Also where whoever asked has gone before there was an answer.
    reply.raw.once('close', () => running.delete(request))
    done()
  })
  return async () => {
    const closing = app.close()
    const deadline = performance.now() + FINISH_WITHIN_MS
    while (running.size > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    app.server.closeAllConnections()
    await closing
  }
}
