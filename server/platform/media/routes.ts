import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keyOf } from '#contract/media.ts'
import { Fail } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { versionForOthers } from './clean/given.ts'
import { findReadable, findReceived, isKnown, type Readable } from './objects.ts'
import { readPermission } from './permission.ts'
import { registerUpload } from './registerUpload.ts'
import type { Wish } from './store.ts'
import { WIDTHS } from './thumbnail.ts'

type MediaRequest = { Params: { permission: string; '*': string }; Querystring: Record<string, unknown> }

const RESIZE = /^image\/resize,w_(\d{2,4})$/
const SNAPSHOT = /^video\/snapshot,t_1000(,|$)/

/** GET /m/{expiry}.{mac}/{key} – the bytes of an object, for a client with a permission that is still valid. */
export function mediaRoutes(app: FastifyInstance, services: Services): void {
  app.route<MediaRequest>({
    method: ['GET', 'HEAD'],
    url: '/m/:permission/*',
    handler: (request, reply) => serve(services, request, reply),
  })
  services.media.routes?.(app)
}

async function serve(
  services: Services,
  request: FastifyRequest<MediaRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = keyOf(request.params['*'])
  const permission = key && readPermission(services, request.params.permission, key)
  if (!key || !permission) return refused(reply, 403)
  const isOthers = permission.version === 'clean'
  const object =
    (await findReadable(services, key)) ??
    (isOthers ? await findReceived(services, key) : undefined) ??
    (await firstSeen(services, key))
  if (!object) return refused(reply, 404)
  const version = permission.version === 'whole' ? 'whole' : await versionForOthers(services, object)
  const seconds = object.settled ? permission.seconds : Math.min(permission.seconds, UNSEALED_SECONDS)
  const { isShown } = object
  return services.media.serve(request, reply, object, { ...wishOf(request.query), version, seconds, isShown })
}

/** In a bucket an upload has no row until somebody asks for it. */
async function firstSeen(services: Services, key: string): Promise<Readable | undefined> {
  if (services.media.kind === 'disk' || (await isKnown(services.db, key))) return undefined
  const met = await registerUpload(services, key).catch((error: unknown) => {
    if (error instanceof Fail && error.status === 200) return undefined
    throw error
  })
  return met && { ...met, secret: undefined, settled: false, isShown: false, given: null }
}

/** An object that may still be sealed is not kept for long by anybody. */
const UNSEALED_SECONDS = 60

const refused = (reply: FastifyReply, status: 403 | 404): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain').send('')

function wishOf(query: Record<string, unknown>): Pick<Wish, 'process' | 'name'> {
  const process = String(query['x-oss-process'] ?? '')
  const width = Number(RESIZE.exec(process)?.[1])
  const name = typeof query.name === 'string' ? query.name : undefined
  if (width >= WIDTHS.least && width <= WIDTHS.most) return { process: { kind: 'resize', width }, name }
  if (SNAPSHOT.test(process)) return { process: { kind: 'snapshot' }, name }
  return { name }
}
