import type { FastifyInstance } from 'fastify'
import { href } from '#contract/pages.ts'

/** 32 bytes, as links spell them. */
const TOKEN = /^[\w-]{43}$/

/** What messages name is a path, which phones can lead into an app; the pages behind it stand after the hash. */
const LEADS = {
  '/u/:token': (token: string) => href('unsealLink', { unseal_token: token }),
  '/n/:token': (token: string) => href('confirmContact', { token }),
} as const

/** GET /u/{token}, /n/{token} – on to the page of a link. Asks nobody whether there is one. */
export function linkDoor(app: FastifyInstance): void {
  for (const [url, pageOf] of Object.entries(LEADS)) {
    app.get<{ Params: { token: string } }>(url, (request, reply) => {
      const { token } = request.params
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/${TOKEN.test(token) ? pageOf(token) : href('notFound')}`)
    })
  }
}
