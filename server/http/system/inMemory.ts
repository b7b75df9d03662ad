import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Form = 'br' | 'gzip' | 'identity'
/** Each form is made once, when it is first requested: the best brotli would take a tenth of a start. */
const MAKE: Record<Form, (text: string) => Promise<Buffer>> = {
  br: promisify<string, Buffer>(brotliCompress),
  gzip: promisify<string, Buffer>(gzip),
  identity: async (text) => Buffer.from(text),
}

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Sends a text from memory, in the form that the client accepts, and 304 to a client that has it. `make` is asked at the first
 * request, once.
 */
export function fromMemory(type: string, make: () => string | Promise<string>): Send {
  let made: Promise<{ text: string; etag: string }> | undefined
  const forms: Partial<Record<Form, Promise<Buffer>>> = {}

  return async (request, reply) => {
    made ??= withTag(make)
    const { text, etag } = await made
    reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    const form = formFor(request.headers['accept-encoding'])
    if (form !== 'identity') reply.header('content-encoding', form)
    forms[form] ??= MAKE[form](text)
    return reply.type(type).send(await forms[form])
  }
}

async function withTag(make: () => string | Promise<string>) {
  const text = await make()
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"` }
}

function formFor(accepted: string | string[] | undefined): Form {
  const text = String(accepted ?? '')
  if (/\bbr\b/.test(text)) return 'br'
  return /\bgzip\b/.test(text) ? 'gzip' : 'identity'
}
