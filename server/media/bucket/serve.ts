import type { FastifyReply, FastifyRequest } from 'fastify'
import { partsOf } from '#contract/media.ts'
import { attachmentOf, SAFE_HEADERS, typeOf } from '#server/media/shown.ts'
import type { Stored, Wish } from '#server/media/store.ts'
import { inPictureTurn, resizeImage } from '#server/media/thumbnail.ts'
import { signAddress } from '#server/outside/bucket/v4.ts'
import type { BucketConfig } from '#server/outside/settings/bucket.ts'
import { writtenName } from './written.ts'

/** Whoever follows a redirect that a browser kept still has so long to begin. */
const SPARE_SECONDS = 30
const MOST_SECONDS = 7 * 86_400

type Asked = {
  request: FastifyRequest
  reply: FastifyReply
  object: Stored
  wish: Wish
  readAll: () => Promise<Buffer>
  now: Date
}

/** Sends the reader to the bucket, which answers for a while; what it cannot make of an object we make, or say no. */
export async function serveObject(bucket: BucketConfig, asked: Asked): Promise<FastifyReply> {
  const { kind } = partsOf(asked.object.key)
  const process = asked.wish.process?.kind
  if (process === 'snapshot' && kind === 'video') return SNAPSHOT[bucket.kind](bucket, asked)
  if (process === 'resize' && kind === 'image') return RESIZE[bucket.kind](bucket, asked)
  return redirect(bucket, asked, original(asked))
}

const FRAME = 'video/snapshot,t_1000,f_jpg,w_0,h_0,m_fast'
const SNAPSHOT = {
  oss: async (bucket: BucketConfig, asked: Asked) => redirect(bucket, asked, { 'x-oss-process': FRAME }),
  s3: async (_: BucketConfig, { reply }: Asked) => notThere(reply),
} as const

const RESIZE = {
  oss: async (bucket: BucketConfig, asked: Asked) =>
    redirect(bucket, asked, { 'x-oss-process': `image/resize,w_${widthOf(asked)}` }),
  s3: resizeHere,
} as const

const widthOf = ({ wish }: Asked): number => (wish.process?.kind === 'resize' ? wish.process.width : 0)

/** A picture that nothing smaller can be made of is shown as it is. */
async function resizeHere(bucket: BucketConfig, asked: Asked): Promise<FastifyReply> {
  const { reply, readAll, wish } = asked
  const picture = await inPictureTurn(async () => resizeImage(await readAll(), widthOf(asked)).catch(() => undefined))
  if (!picture) return redirect(bucket, asked, original(asked))
  return reply
    .headers({ ...SAFE_HEADERS, 'cache-control': `private, max-age=${wish.seconds}` })
    .type('image/webp')
    .send(picture)
}

/** The bytes as what we found them to be, whatever their uploader said. */
const original = ({ object }: Asked): Record<string, string> => ({ 'response-content-type': typeOf(object) })

function redirect(bucket: BucketConfig, asked: Asked, query: Record<string, string>): FastifyReply {
  const { request, reply, object, wish, now } = asked
  const seconds = Math.min(wish.seconds, MOST_SECONDS)
  const cacheControl = `private, max-age=${Math.max(0, seconds - SPARE_SECONDS)}`
  const address = signAddress(bucket, bucket, {
    method: request.method,
    object: writtenName(object.key),
    query: {
      ...query,
      'response-content-disposition': attachmentOf(object, wish) ?? 'inline',
      'response-cache-control': cacheControl,
    },
    at: now,
    seconds,
  })
  return reply.header('cache-control', cacheControl).redirect(address, 302)
}

export const notThere = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain').send('')
