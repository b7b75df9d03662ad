import type { FastifyReply, FastifyRequest } from 'fastify'
import { type MediaKind, partsOf } from '#contract/media.ts'
import { busy, Fail } from '#server/core/fail.ts'
import { attachmentOf, SAFE_HEADERS, typeOf } from '#server/platform/media/shown.ts'
import type { Stored, Wish } from '#server/platform/media/store.ts'
import { smallOf, WIDTHS } from '#server/platform/media/thumbnail.ts'
import { signAddress } from '#server/platform/outside/bucket/v4.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import { type Clean, cleanName } from './clean.ts'
import { writtenName } from './written.ts'

/** The time to begin that is left to a client following a redirect that its browser kept. */
const SPARE_SECONDS = 30
const MOST_SECONDS = 7 * 86_400
/** Half of the longest life of an address for everybody, during which a picture that was taken back may still be seen. */
const STEP_SECONDS = 300

type ServeRequest = {
  request: FastifyRequest
  reply: FastifyReply
  object: Stored
  wish: Wish
  /** Whether what others get lies there; makes it where it does not. */
  hasClean: () => Promise<Clean>
  readAll: () => Promise<Buffer>
  now: Date
}

/** Sends the reader to the bucket, which answers for a while; what it cannot make of an object we make, or say no. */
export async function serveObject(bucket: BucketConfig, asked: ServeRequest): Promise<FastifyReply> {
  const kind = kindOf(asked)
  const process = asked.wish.process?.kind
  if (process === 'snapshot' && kind === 'video') return SNAPSHOT[bucket.kind](bucket, asked)
  if (process === 'resize' && kind === 'image') return RESIZE[bucket.kind](bucket, asked)
  return lead(bucket, asked, original(asked))
}

const FRAME = 'video/snapshot,t_1000,f_jpg,w_0,h_0,m_fast'
const SNAPSHOT = {
  oss: async (bucket: BucketConfig, asked: ServeRequest) => lead(bucket, asked, { 'x-oss-process': FRAME }),
  s3: async (_: BucketConfig, { reply }: ServeRequest) => notThere(reply),
} as const

const RESIZE = {
  oss: async (bucket: BucketConfig, asked: ServeRequest) =>
    lead(bucket, asked, { 'x-oss-process': `image/resize,w_${widthOf(asked)}` }),
  s3: resizeHere,
} as const

const kindOf = ({ object }: ServeRequest): MediaKind => partsOf(object.key).kind

/** How wide a picture is asked for, or may be at most. */
const widthOf = ({ wish }: ServeRequest): number => (wish.process?.kind === 'resize' ? wish.process.width : WIDTHS.most)

/** A picture that nothing smaller can be made of is shown as its asker may have it. */
async function resizeHere(bucket: BucketConfig, asked: ServeRequest): Promise<FastifyReply> {
  const picture = await smallOf(asked.readAll, widthOf(asked))
  return picture ? sendPicture(asked, picture) : lead(bucket, asked, original(asked))
}

/**
 * To the bytes themselves for their owner. Others are led to the clean copy alone; until it is there they get a picture made
 * anew, or are told to come again.
 */
async function lead(bucket: BucketConfig, asked: ServeRequest, query: Record<string, string>): Promise<FastifyReply> {
  const { object, wish, reply } = asked
  if (wish.version === 'whole') return redirect(bucket, asked, { name: writtenName(object.key), query })
  const clean = await asked.hasClean().catch(laterIfBusy)
  if (clean === 'there') return redirect(bucket, asked, { name: cleanName(object.key), query })
  const picture = kindOf(asked) === 'image' ? await smallOf(asked.readAll, widthOf(asked)) : undefined
  if (picture) return sendPicture(asked, picture)
  if (clean === 'later') throw busy()
  return notThere(reply)
}

function laterIfBusy(error: unknown): Clean {
  if (error instanceof Fail && error.status === 503) return 'later'
  throw error
}

function sendPicture({ reply, wish }: ServeRequest, picture: Buffer): FastifyReply {
  return reply
    .headers({ ...SAFE_HEADERS, 'cache-control': `private, max-age=${wish.seconds}` })
    .type('image/webp')
    .send(picture)
}

/** The bytes as what we found them to be, whatever their uploader said. */
const original = ({ object }: ServeRequest): Record<string, string> => ({ 'response-content-type': typeOf(object) })

type Where = { name: string; query: Record<string, string> }

/** Through the CDN goes nothing but what everybody may have: its owner's whole one comes from the bucket itself. */
function redirect(bucket: BucketConfig, asked: ServeRequest, { name, query }: Where): FastifyReply {
  const { request, reply, object, wish, now } = asked
  const shared = bucket.readUrl && wish.isShown && wish.version === 'clean' && kindOf(asked) === 'image'
  const terms = shared ? termsOfStep(wish, now) : termsOfOne(wish, now)
  const address = signAddress(bucket, bucket, {
    method: request.method,
    object: name,
    query: {
      ...query,
      'response-content-disposition': attachmentOf(object, wish) ?? 'inline',
      ...terms.answerHeaders,
    },
    at: terms.at,
    seconds: terms.seconds,
  })
  return reply
    .header('cache-control', terms.redirectCacheControl)
    .redirect(shared ? through(bucket.readUrl!, address) : address, 302)
}

/** From when, for how long an address is good, and how its answer and the redirect to it may be cached. */
type Terms = { at: Date; seconds: number; answerHeaders: Record<string, string>; redirectCacheControl: string }

/** Signed for this caller alone, at this moment. */
function termsOfOne(wish: Wish, at: Date): Terms {
  const seconds = Math.min(wish.seconds, MOST_SECONDS)
  const cacheControl = `private, max-age=${Math.max(0, seconds - SPARE_SECONDS)}`
  return { at, seconds, answerHeaders: { 'response-cache-control': cacheControl }, redirectCacheControl: cacheControl }
}

/**
 * Terms that are the same for everybody within a step, so that a CDN keeps one answer. The answer ends with the address at the
 * latest – not by a `max-age`, which would count from whenever the CDN asked –, and the address not after what was permitted.
 */
function termsOfStep(wish: Wish, now: Date): Terms {
  const second = Math.floor(now.getTime() / 1_000)
  const last = Math.min(second + wish.seconds, (Math.floor(second / STEP_SECONDS) + 2) * STEP_SECONDS)
  const end = Math.floor(last / STEP_SECONDS) * STEP_SECONDS
  const answerHeaders = { 'response-cache-control': 'public', 'response-expires': new Date(end * 1_000).toUTCString() }
  const redirectCacheControl = `public, max-age=${Math.max(0, end - second - SPARE_SECONDS)}`
  return {
    at: new Date((end - 2 * STEP_SECONDS) * 1_000),
    seconds: 2 * STEP_SECONDS,
    answerHeaders,
    redirectCacheControl,
  }
}

/** The CDN asks the bucket with path and query as they are; the signature does not cover it. */
function through(readUrl: string, address: string): string {
  const { pathname, search } = new URL(address)
  return new URL(readUrl).origin + pathname + search
}

export const notThere = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain').send('')
