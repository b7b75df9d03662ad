import type { FastifyReply, FastifyRequest } from 'fastify'
import { IMAGE_TYPES, partsOf, VIDEO_TYPES } from '#contract/media.ts'
import type { Stored, Wish } from '#server/media/store.ts'
import { inPictureTurn, resizeImage } from '#server/media/thumbnail.ts'
import { encode, signAddress } from '#server/outside/bucket/v4.ts'
import type { BucketConfig } from '#server/outside/settings.ts'
import { writtenName } from './written.ts'

/** Whoever follows a redirect that a browser kept still has so long to begin. */
const SPARE_SECONDS = 30
const MOST_SECONDS = 7 * 86_400
const SHOWN = new Set<string>([...IMAGE_TYPES, ...VIDEO_TYPES])

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
    .headers({
      'cache-control': `private, max-age=${wish.seconds}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .type('image/webp')
    .send(picture)
}

/** The bytes as what we found them to be, whatever their uploader said. */
const original = ({ object }: Asked): Record<string, string> => ({ 'response-content-type': typeOf(object) })

function redirect(bucket: BucketConfig, asked: Asked, query: Record<string, string>): FastifyReply {
  const { request, reply, object, wish, now } = asked
  const seconds = Math.min(wish.seconds, MOST_SECONDS)
  const kept = `private, max-age=${Math.max(0, seconds - SPARE_SECONDS)}`
  const address = signAddress(bucket, bucket, {
    method: request.method,
    object: writtenName(object.key),
    query: { ...query, 'response-content-disposition': dispositionOf(asked), 'response-cache-control': kept },
    at: now,
    seconds,
  })
  return reply.header('cache-control', kept).redirect(address, 302)
}

/** Files, and whatever a browser has no business with, are for keeping; a name is what a person asks to keep it by. */
function dispositionOf({ object, wish: { name } }: Asked): string {
  const isShown = partsOf(object.key).kind !== 'file' && typeOf(object) !== UNSHOWN
  if (isShown && name === undefined) return 'inline'
  return `attachment; filename*=UTF-8''${encode(wellFormed(name ?? object.key.split('/').at(-1)!))}`
}

/** Half a character would not be encoded. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

const UNSHOWN = 'application/octet-stream'
const typeOf = ({ mime }: Stored): string => (SHOWN.has(mime) ? mime : UNSHOWN)

export const notThere = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain').send('')
