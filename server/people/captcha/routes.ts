import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { slideInput } from '#contract/captcha.ts'
import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'
import type { Services } from '#server/platform/context.ts'
import { isDevelopmentCaller } from '#server/platform/development.ts'
import { consumeForAddress } from '#server/platform/rateLimit.ts'
import { requestContextOf } from '#server/platform/requestContext.ts'
import { drawMaster, drawPiece, placeOf } from './puzzle.ts'
import { findSeed } from './slide.ts'

const PICTURES_PER_ADDRESS = [{ most: 240, seconds: 600 }]
/** A picture takes a core for some milliseconds. */
const inDrawingTurn = makeSemaphore({ atOnce: 2, waitingMost: 100 })

const PICTURES = { createMasterMap: drawMaster, createAuxiliaryChart: drawPiece }

/**
 * GET or POST /api/slideCode/… – the two pictures of a puzzle, drawn when asked for and kept nowhere.
 * GET /dev/captcha?pk_id= – where the gap lies; development only (readings 5).
 */
export function captchaRoutes(app: FastifyInstance, services: Services): void {
  for (const [name, draw] of Object.entries(PICTURES)) {
    app.route({
      method: ['GET', 'POST'],
      url: `/api/slideCode/${name}`,
      async handler(request, reply) {
        reply.header('cache-control', 'no-store')
        await consumeForAddress(requestContextOf(services, request), 'slide picture', PICTURES_PER_ADDRESS)
        const seed = await seedFor(services, request)
        if (!seed) return reply.callNotFound()
        return sendPicture(reply, await inDrawingTurn(() => draw(seed)))
      },
    })
  }
  app.get('/dev/captcha', async (request, reply) => {
    if (!isDevelopmentCaller(services.config, request)) return reply.callNotFound()
    const seed = await seedFor(services, request)
    return seed ? { x: placeOf(seed).x } : reply.callNotFound()
  })
}

const sendPicture = (reply: FastifyReply, png: Buffer): FastifyReply => reply.type('image/png').send(png)

/** The label stands in the address or in a JSON body. */
async function seedFor(services: Services, { query, body }: FastifyRequest): Promise<Buffer | undefined> {
  const input = slideInput.safeParse({ ...Object(body), ...Object(query) })
  return input.success ? findSeed(services, input.data.pk_id) : undefined
}
