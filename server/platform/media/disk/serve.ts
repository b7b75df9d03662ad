import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { partsOf } from '#contract/media.ts'
import { Fail } from '#server/core/fail.ts'
import { overlay } from '#server/platform/media/clean/cut.ts'
import type { Cut } from '#server/platform/media/clean/found.ts'
import { attachmentOf, SAFE_HEADERS, typeOf } from '#server/platform/media/shown.ts'
import type { ObjectStore, Stored, Wish } from '#server/platform/media/store.ts'
import { smallOf } from '#server/platform/media/thumbnail.ts'
import { following } from './chunks.ts'
import type { CutFrame } from './frame.ts'
import { spanOf } from './range.ts'
import { type Bytes, readPart, readSpan, Vanished } from './reading.ts'

const STANDSTILL_MS = 120_000

type Serving = { root: string; cutFrame: CutFrame; findCuts: ObjectStore['findCuts'] }
type ServeRequest = { request: FastifyRequest; reply: FastifyReply; object: Stored; wish: Wish }

/** Answers with the object, a part of it, or a picture of it. Who may see it was decided before. */
export async function serveObject(serving: Serving, asked: ServeRequest): Promise<FastifyReply> {
  const { request, reply, object, wish } = asked
  const etag = etagOf(object, wish)
  setHeaders(asked, etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const answer = await prepare(serving, asked, etag).catch((error: unknown) => {
    forgetHeaders(reply)
    if (!(error instanceof Vanished)) throw error
    request.log.error({ err: error }, 'an object is missing')
    return undefined
  })
  return answer ? answer() : notFound(reply)
}

/** Sends the answer. Code that awaits a reply waits until it is sent, so it is sent last and only here. */
type Answer = () => FastifyReply

/** The answer to be sent; undefined when there is nothing of the kind. */
async function prepare(serving: Serving, asked: ServeRequest, etag: string): Promise<Answer | undefined> {
  const { reply, object, wish } = asked
  const { kind } = partsOf(object.key)
  if (wish.process?.kind === 'snapshot' && kind === 'video') return prepareFrame(serving, asked)
  const width = wish.process?.kind === 'resize' && kind === 'image' ? wish.process.width : 0
  const smaller = width ? await makeSmaller(serving, asked, width) : undefined
  if (smaller) return asPicture(reply, smaller)
  if (wish.version === 'whole') return prepareBytes(serving, asked, { etag, cuts: [] })
  const found = await serving.findCuts(object)
  if (found.container === 'known') return prepareBytes(serving, asked, { etag, cuts: found.cuts })
  return kind === 'image' ? prepareRemade(serving, asked) : undefined
}

const asPicture = (reply: FastifyReply, picture: Buffer): Answer => {
  return () => reply.type('image/webp').removeHeader('accept-ranges').send(picture)
}

async function prepareRemade({ root }: Serving, { reply, object }: ServeRequest): Promise<Answer | undefined> {
  const picture = await smallOf(() => readWhole(root, object))
  return picture && asPicture(reply, picture)
}

function setHeaders({ reply, object, wish }: ServeRequest, etag: string): void {
  reply.headers({
    ...SAFE_HEADERS,
    etag,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${wish.seconds}`,
    'content-type': typeOf(object),
  })
  const attachment = attachmentOf(object, wish)
  if (attachment) reply.header('content-disposition', attachment)
}

/** A key is written once, so it names its bytes; each picture made of them is another thing, and so is what others get. */
function etagOf({ key }: Stored, { process, version }: Wish): string {
  const name = `${key} ${process ? JSON.stringify(process) : ''}${version === 'clean' ? ' clean' : ''}`
  return `"${createHash('sha256').update(name).digest('base64url').slice(0, 24)}"`
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false

/** Undefined when the bytes themselves must do: nothing smaller can be made of them, or – for their owner – too many wait for it. */
async function makeSmaller(
  { root }: Serving,
  { reply, object, wish }: ServeRequest,
  width: number,
): Promise<Buffer | undefined> {
  const read = async () => (reply.raw.destroyed ? undefined : readWhole(root, object))
  return smallOf(read, width).catch((error: unknown) => {
    if (error instanceof Fail && wish.version === 'whole') return undefined
    throw error
  })
}

const readWhole = (root: string, object: Stored): Promise<Buffer> =>
  readPart(root, object, { start: 0, end: object.size })

async function prepareFrame(
  { cutFrame }: Serving,
  { request, reply, object }: ServeRequest,
): Promise<Answer | undefined> {
  const frame = await cutFrame(addressFor(request), object.mime)
  return frame && (() => reply.type('image/jpeg').removeHeader('accept-ranges').send(frame))
}

/** This very object, as this machine reaches it: its permission stands in the path. */
function addressFor({ raw, url }: FastifyRequest): string {
  const { localAddress = '127.0.0.1', localPort } = raw.socket
  const host = localAddress.replace(/^::ffff:/, '')
  return `http://${host.includes(':') ? `[${host}]` : host}:${localPort}${url.split('?')[0]}`
}

type Given = { etag: string; cuts: readonly Cut[] }

async function prepareBytes({ root }: Serving, asked: ServeRequest, { etag, cuts }: Given): Promise<Answer> {
  const { request, reply, object } = asked
  const span = spanOf(rangeOf(request, etag), object.size)
  if (span === 'none') return () => beyond(reply, object)
  const { start, end } = span ?? { start: 0, end: object.size }
  if (span) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${object.size}`)
  reply.header('content-length', end - start)
  if (request.method === 'HEAD') return () => reply.send()
  // A player that was paused asks for the rest again.
  reply.raw.setTimeout(STANDSTILL_MS, () => reply.raw.destroy())
  const bytes = await startReading(cutting(readSpan(root, object, { start, end }), start, cuts))
  return () => reply.send(whileWanted(reply, bytes))
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
async function startReading(bytes: Bytes): Promise<Readable> {
  const first = await bytes.next()
  const stream = Readable.from(first.done ? [] : following(first.value, bytes), { objectMode: false })
  // Nothing cleans up after a generator that never began: the browser may be gone by now.
  stream.once('close', () => void bytes.return().catch(() => {}))
  return stream
}

/** Each piece with what others do not get written over; the pieces follow one another from `start` on. */
async function* cutting(pieces: Bytes, start: number, cuts: readonly Cut[]): Bytes {
  let from = start
  for await (const piece of pieces) {
    yield overlay(piece, from, cuts)
    from += piece.length
  }
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
