import { parse, serialize } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Cookies } from '#server/context.ts'

const LIVES_SECONDS = 600
/** Sent to the platforms' calls alone; lax, because the browser comes back from another site. */
const PATH = '/api/OAuth'

/** The browser's cookies, read and set only when somebody asks. */
export const cookiesOf = (config: Config, request: FastifyRequest, reply: FastifyReply): Cookies => ({
  get: (name) => parse(request.headers.cookie ?? '')[name],
  set: (name, value) => {
    const secure = config.publicUrl?.startsWith('https:') ?? false
    reply.header(
      'set-cookie',
      serialize(name, value, { path: PATH, maxAge: LIVES_SECONDS, httpOnly: true, sameSite: 'lax', secure }),
    )
  },
})
