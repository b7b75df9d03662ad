import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IMAGE_TYPES, partsOf, VIDEO_TYPES } from '#contract/media.ts'
import type { Stored, Wish } from '#server/media/store.ts'
import { inPictureTurn, resizeImage } from '#server/media/thumbnail.ts'
import { following } from './chunks.ts'
import type { CutFrame } from './frame.ts'
import { spanOf } from './range.ts'
import { readPart, readSpan, type Span, Vanished } from './reading.ts'

const SHOWN = new Set<string>([...IMAGE_TYPES, ...VIDEO_TYPES])
const UNSHOWN = 'application/octet-stream'
const STANDSTILL_MS = 120_000

type Serving = { root: string; cutFrame: CutFrame }
type Asked = { request: FastifyRequest; reply: FastifyReply; object: Stored; wish: Wish }

/** Answers with the object, a part of it, or a picture of it. Who may see it was decided before. */
export async function serveObject(serving: Serving, asked: Asked): Promise<FastifyReply> {
  const { request, reply, object, wish } = asked
  const etag = etagOf(object, wish)
  setHeaders(asked, etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  try {
    return (await servePicture(serving, asked)) ?? (await serveBytes(serving, asked, etag))
  } catch (error) {
    forgetHeaders(reply)
    if (!(error instanceof Vanished)) throw error
    request.log.error({ err: error }, 'an object is missing')
    return notFound(reply)
  }
}

function setHeaders({ reply, object, wish }: Asked, etag: string): void {
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${wish.seconds}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-type': SHOWN.has(object.mime) ? object.mime : UNSHOWN,
  })
  if (partsOf(object.key).kind === 'file' || wish.name !== undefined || !SHOWN.has(object.mime)) {
    reply.header('content-disposition', attachmentNamed(wish.name ?? object.key.split('/').at(-1)!))
  }
}

/** RFC 8187: what encodeURIComponent leaves and a header does not allow. */
const attachmentNamed = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(wellFormed(name)).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** Half of a surrogate pair, as cutting a name may leave it, cannot be encoded. */
const wellFormed = (name: string): string => Buffer.from(name).toString()

/** A key is written once, so it names its bytes; each picture made of them is another thing. */
function etagOf({ key }: Stored, { process }: Wish): string {
  const name = `${key} ${process ? JSON.stringify(process) : ''}`
  return `"${createHash('sha256').update(name).digest('base64url').slice(0, 24)}"`
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false

/** Undefined when the bytes themselves must do. */
async function servePicture(serving: Serving, asked: Asked): Promise<FastifyReply | undefined> {
  const { object, wish } = asked
  const { kind } = partsOf(object.key)
  if (wish.process?.kind === 'snapshot') return kind === 'video' ? serveFrame(serving, asked) : undefined
  if (wish.process?.kind === 'resize' && kind === 'image') return serveSmaller(serving, asked, wish.process.width)
  return undefined
}

async function serveSmaller({ root }: Serving, { reply, object }: Asked, width: number) {
  const picture = await inPictureTurn(async () => {
    const bytes = await readPart(root, object, { start: 0, end: object.size })
    return resizeImage(bytes, width).catch(() => undefined)
  })
  return picture && reply.type('image/webp').removeHeader('accept-ranges').send(picture)
}

async function serveFrame({ cutFrame }: Serving, { request, reply, object }: Asked): Promise<FastifyReply> {
  const frame = await cutFrame(addressFor(request), object.mime)
  if (!frame) return notFound(reply)
  return reply.type('image/jpeg').removeHeader('accept-ranges').send(frame)
}

/** This very object, as this machine reaches it: its permission stands in the path. */
function addressFor({ raw, url }: FastifyRequest): string {
  const { localAddress = '127.0.0.1', localPort } = raw.socket
  const host = localAddress.replace(/^::ffff:/, '')
  return `http://${host.includes(':') ? `[${host}]` : host}:${localPort}${url.split('?')[0]}`
}

async function serveBytes({ root }: Serving, asked: Asked, etag: string): Promise<FastifyReply> {
  const { request, reply, object } = asked
  const span = spanOf(rangeOf(request, etag), object.size)
  if (span === 'none') return beyond(reply, object)
  const { start, end } = span ?? { start: 0, end: object.size }
  if (span) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${object.size}`)
  reply.header('content-length', end - start)
  if (request.method === 'HEAD') return reply.send()
  // A player that was paused asks for the rest again.
  reply.raw.setTimeout(STANDSTILL_MS, () => reply.raw.destroy())
  return reply.send(whileWanted(reply, await startReading(root, object, { start, end })))
}

/** The browser may leave at any moment, also before the answer has begun. */
function whileWanted({ raw }: FastifyReply, stream: Readable): Readable {
  if (raw.destroyed) stream.destroy()
  else raw.once('close', () => stream.destroy())
  return stream
}

/** If-Range: what the browser has a part of may be another thing by now. */
function rangeOf({ method, headers }: FastifyRequest, etag: string): string | undefined {
  const condition = headers['if-range']
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined
  return headers.range
}

const beyond = (reply: FastifyReply, { size }: Stored): FastifyReply =>
  reply
    .code(416)
    .header('content-range', `bytes */${size}`)
    .header('cache-control', 'no-store')
    .removeHeader('content-disposition')
    .type('text/plain')
    .send('')

/** The first bytes are opened before the answer begins, so that what is damaged is an error and not a short answer. */
async function startReading(root: string, object: Stored, span: Span): Promise<Readable> {
  const bytes = readSpan(root, object, span)
  const first = await bytes.next()
  const stream = Readable.from(first.done ? [] : following(first.value, bytes), { objectMode: false })
  // Nothing cleans up after a generator that never began: the browser may be gone by now.
  stream.once('close', () => void bytes.return())
  return stream
}

function notFound(reply: FastifyReply): FastifyReply {
  forgetHeaders(reply)
  reply.callNotFound()
  return reply
}

/** An answer without the object must not be kept, nor named like it. */
function forgetHeaders(reply: FastifyReply): void {
  for (const name of ['etag', 'accept-ranges', 'content-disposition', 'content-length', 'content-range']) {
    reply.removeHeader(name)
  }
  reply.header('cache-control', 'no-store')
}
