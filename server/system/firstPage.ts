import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/** An address of ours in a tag that others read, who know no address it would be relative to. */
const IN_A_TAG = /(<meta property="og:(?:image|url)" content=")(\/[^"]*)"/g

type Form = 'br' | 'gzip' | 'identity'
/** Each is made once, when somebody first takes it: the best brotli there is would take a tenth of a start. */
const MAKE: Record<Form, (html: string) => Promise<Buffer>> = {
  br: promisify<string, Buffer>(brotliCompress),
  gzip: promisify<string, Buffer>(gzip),
  identity: async (html) => Buffer.from(html),
}

/**
 * The page of HTML that everything begins with, from memory. Where the site knows its own address (`PUBLIC_URL`), what
 * others show of a link to it names its picture in full.
 */
export function firstPageDoor(app: FastifyInstance, { webDir, publicUrl = '' }: Config): void {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8').replace(IN_A_TAG, `$1${publicUrl}$2"`)
  const forms: Partial<Record<Form, Promise<Buffer>>> = {}
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 20)}"`

  async function send(request: FastifyRequest, reply: FastifyReply) {
    reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    const form = formFor(request.headers['accept-encoding'])
    if (form !== 'identity') reply.header('content-encoding', form)
    forms[form] ??= MAKE[form](html)
    return reply.type('text/html; charset=utf-8').send(await forms[form])
  }
  for (const path of ['/', '/index.html']) app.get(path, send)
}

function formFor(accepted: string | string[] | undefined): Form {
  const text = String(accepted ?? '')
  if (/\bbr\b/.test(text)) return 'br'
  return /\bgzip\b/.test(text) ? 'gzip' : 'identity'
}
