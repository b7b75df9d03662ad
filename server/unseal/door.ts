import type { FastifyInstance } from 'fastify'

/** 32 bytes, as links spell them. */
const TOKEN = /^[\w-]{43}$/

/** What messages name is a path, which phones can lead into an app; the pages behind it stand after the hash. */
const PAGES = {
  '/u/:token': (token: string) => `/unsealLink/${token}`,
  '/n/:token': (token: string) => `/subPages/me/confirmContact?token=${token}`,
} as const

/** GET /u/{token}, /n/{token} – on to the page of a link. Asks nobody whether there is one. */
export function linkDoor(app: FastifyInstance): void {
  for (const [url, pageOf] of Object.entries(PAGES)) {
    app.get<{ Params: { token: string } }>(url, (request, reply) => {
      const { token } = request.params
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/#${TOKEN.test(token) ? pageOf(token) : '/404'}`)
    })
  }
}
