import { parse, serialize } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import type { Cookies } from '#server/platform/context.ts'

/** The browser's cookies, read and set only when somebody asks; lax, because people come back from other sites. */
export const cookiesOf = (config: Config, request: FastifyRequest, reply: FastifyReply): Cookies => ({
  get: (name) => parse(request.headers.cookie ?? '')[name],
  set: (name, value, { path, seconds }) => {
    const secure = config.publicUrl?.startsWith('https:') ?? false
    reply.header(
      'set-cookie',
      serialize(name, value, { path, maxAge: seconds, httpOnly: true, sameSite: 'lax', secure }),
    )
  },
})
