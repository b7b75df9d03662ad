import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { spanOf } from '#server/platform/media/disk/range.ts'
import { openMadeObjects } from '#server/platform/media/made.ts'
import { attachmentName } from '#server/platform/media/shown.ts'
import type { KeptPart } from './exportList.ts'
import { readText } from './madeFile.ts'
import { EXPIRES_AT } from './make.ts'
import { noteDamage } from './noteDamage.ts'
import { type DownloadTurn, makeDownloads } from './pace.ts'
import { isPermitted } from './permission.ts'
import { DamagedEntry, type Plan, readPlanned, zipOf } from './plan.ts'

type PartRequest = FastifyRequest<{ Params: { permission: string; file: string } }>

const FILE = /^([1-9]\d{0,14})-([1-9]\d{0,3})\.zip$/
const STANDSTILL_MS = 120_000

/** GET /export/{expiry}.{mac}/{id}-{n}.zip – a part of an archive, with Range; only while the archive lives. */
export function archiveRoutes(app: FastifyInstance, services: Services): void {
  const made = openMadeObjects(services)
  const download = makeDownloads(services.config.archiveMbit)
  const reading = { ...services, made }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/export/:permission/:file',
    handler: (request, reply) => serve(request as PartRequest, reply),
  })

  async function serve(request: PartRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [, id = '', number = ''] = FILE.exec(request.params.file) ?? []
    if (!id || !isPermitted(services, request.params.permission, Number(id), Number(number))) return refused(reply, 403)
    const part = await findPart(services, Number(id), Number(number))
    if (!part) return refused(reply, 404)
    setHeaders(reply, part)
    const span = spanOf(rangeOf(request, part), part.bytes)
    if (span === 'none') return refused(reply.header('content-range', `bytes */${part.bytes}`), 416)
    const { start, end } = span ?? { start: 0, end: part.bytes }
    if (span) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${part.bytes}`)
    reply.header('content-length', end - start)
    if (request.method === 'HEAD') return reply.send()
    const turn = download()
    try {
      const plan = JSON.parse(await readText(made, [part.plan])) as Plan
      const bytes = readPlanned(reading, plan, zipOf(plan), { start, end })
      const lives = () => findPart(services, Number(id), Number(number))
      return send(request, reply, { turn, bytes: noting(Number(id), paced({ bytes, turn, lives })) })
    } catch (error) {
      turn.leave()
      throw error
    }
  }

  /** Before the download breaks off its page can say why. */
  async function* noting(id: number, bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* bytes
    } catch (error) {
      if (error instanceof DamagedEntry) await noteDamage(services.db, id, error.path)
      throw error
    }
  }
}

type Sending = { turn: DownloadTurn; bytes: AsyncGenerator<Buffer> }

/** The turn is given back when the stream is over, also where it never began: the browser may be gone by now. */
function send(request: PartRequest, reply: FastifyReply, { turn, bytes }: Sending): FastifyReply {
  const { raw } = reply
  raw.setTimeout(STANDSTILL_MS, () => raw.destroy())
  const stream = Readable.from(bytes, { objectMode: false })
  stream.once('error', (err) => request.log.error({ err }, 'an archive could not be sent whole'))
  stream.once('close', () => {
    turn.leave()
    void bytes.return(undefined).catch(() => undefined)
  })
  if (raw.destroyed) stream.destroy()
  else raw.once('close', () => stream.destroy())
  return reply.send(stream)
}

/** Every so many bytes the row is asked again: what has ended ends in the middle. */
const ASKED_EVERY_BYTES = 4 * 1024 * 1024

type Paced = { bytes: AsyncGenerator<Buffer>; turn: DownloadTurn; lives: () => Promise<unknown> }

async function* paced({ bytes, turn, lives }: Paced): AsyncGenerator<Buffer> {
  let since = 0
  for await (const piece of bytes) {
    await turn.pass(piece.length)
    since += piece.length
    if (since >= ASKED_EVERY_BYTES) {
      since = 0
      if (!(await lives())) throw new Error('the archive ended while it was downloaded')
    }
    yield piece
  }
}

async function findPart({ db }: Services, id: number, number: number): Promise<KeptPart | undefined> {
  const { rows } = await sql<{ part: KeptPart | null }>`
    select parts -> ${number - 1}::int as part from archives
    where id = ${id} and ready_at is not null and ended_at is null and ${EXPIRES_AT} > now()`.execute(db)
  return rows[0]?.part ?? undefined
}

function setHeaders(reply: FastifyReply, { name, etag }: KeptPart): void {
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': attachmentName(name),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    etag: `"${etag}"`,
  })
}

/** If-Range: what the browser has a part of may be another archive by now. */
function rangeOf({ method, headers }: PartRequest, { etag }: KeptPart): string | undefined {
  const condition = headers['if-range']
  if (method !== 'GET' || (condition !== undefined && condition !== `"${etag}"`)) return undefined
  return headers.range
}

const refused = (reply: FastifyReply, status: 403 | 404 | 416): FastifyReply => {
  for (const name of ['etag', 'accept-ranges', 'content-disposition']) reply.removeHeader(name)
  return reply.code(status).header('cache-control', 'no-store').type('text/plain').send('')
}
