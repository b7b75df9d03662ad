import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MEDIA_KINDS, type MediaKind } from '#contract/media.ts'
import { isDatabaseAway } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { DISK_CLOSED, DISK_FULL } from './files.ts'
import { drain, keepPace } from './pace.ts'
import { FormRefused, refusalXml, storedXml, unavailable } from './refusal.ts'
import type { Fields } from './signature.ts'
import { type Uploading, upload } from './upload.ts'

const XML = 'application/xml; charset=utf-8'
const RETRY_AFTER_SECONDS = '5'

type Serving = Uploading & Pick<Services, 'metrics' | 'whyStill'>

/** POST /oss/image, /oss/video, /oss/file – a form as OSS takes it (PostObject), streamed to the disk. */
export function formRoutes(app: FastifyInstance, uploading: Serving): void {
  app.register(async (scope) => {
    // The bodies here are streams, not the JSON of calls.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const kind of MEDIA_KINDS) {
      scope.post(`/oss/${kind}`, { config: { slowBody: true } }, (request, reply) =>
        takeForm(uploading, kind, request, reply),
      )
    }
  })
}

async function takeForm(
  uploading: Serving,
  kind: MediaKind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const pace = keepPace(request.raw)
  reply.header('cache-control', 'no-store')
  try {
    if (uploading.whyStill()) throw unavailable('服务繁忙，请稍后再试')
    return answerStored(request, reply, await upload(uploading, kind, request.raw, pace))
  } catch (error) {
    return answerRefused(request, reply, asRefusal(uploading, request, error))
  } finally {
    pace.stop()
  }
}

/** The status that the form asked for; 204 when it did not, as OSS does. */
function answerStored(request: FastifyRequest, reply: FastifyReply, fields: Fields): FastifyReply {
  if (!request.raw.complete) reply.header('connection', 'close')
  const wanted = fields.get('success_action_status')
  if (wanted === '200') return reply.code(200).send()
  if (wanted !== '201') return reply.code(204).send()
  const key = fields.get('key') ?? ''
  reply.code(201).type(XML)
  return reply.send(storedXml(`${request.url}/${key}`, key))
}

/** An error that is no refusal of ours is counted: the disk, or the database, has failed somebody. */
function asRefusal({ metrics }: Serving, { log }: FastifyRequest, error: unknown): FormRefused {
  if (error instanceof FormRefused) return error
  metrics.mediaErrors.inc({ operation: 'upload' })
  const code = String((error as { code?: unknown }).code)
  log.error({ err: { code, stack: (error as Error).stack?.split('\n').slice(1).join('\n') } }, 'an upload failed')
  if (DISK_FULL.has(code)) return unavailable('服务器存储空间不足，请稍后再试')
  if (DISK_CLOSED.has(code)) return unavailable('服务器暂时不能保存文件，请稍后再试')
  if (isDatabaseAway(error)) return unavailable('服务繁忙，请稍后再试')
  return new FormRefused('InternalError', '上传失败，请稍后再试')
}

/** The answer goes out at once and is ended when the rest of the form was taken in; then the connection is closed. */
function answerRefused(request: FastifyRequest, reply: FastifyReply, refusal: FormRefused): FastifyReply {
  const xml = refusalXml(refusal)
  reply.code(refusal.status).type(XML).header('content-length', Buffer.byteLength(xml)).header('connection', 'close')
  if (refusal.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  request.raw.unpipe()
  if (refusal.code === 'RequestTimeout') return reply.send(xml)
  return reply.send(Readable.from(andThen(xml, () => drain(request.raw))))
}

async function* andThen(text: string, work: () => Promise<void>): AsyncGenerator<string> {
  yield text
  await work()
}
