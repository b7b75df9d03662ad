import type { FastifyInstance } from 'fastify'
import { href } from '#contract/pages.ts'
import { CONFIRM_TOKEN } from '#server/capsules/notice/link.ts'

/** 32 bytes, as links spell them. */
const UNSEAL_TOKEN = /^[\w-]{43}$/

/** As ids are on the wire. */
const ID = /^[1-9]\d{0,15}$/

/** Messages name a path, which phones can lead into an app; the pages behind it stand after the hash. */
const LEADS = {
  '/u/:token': { form: UNSEAL_TOKEN, pageOf: (token: string) => href('unsealLink', { unseal_token: token }) },
  '/n/:token': { form: CONFIRM_TOKEN, pageOf: (token: string) => href('confirmContact', { token }) },
} as const

/**
 * GET /u/{token}, /n/{token} – on to the page of a link; /c/{id} – on to a capsule, for its owner, who signs in if need be.
 * Asks nobody whether there is one.
 */
export function linkRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>('/c/:id', (request, reply) => {
    const { id } = request.params
    return reply.redirect(`/${ID.test(id) ? href('capsuleDetail', { id, isOther: '0' }) : href('notFound')}`)
  })
  for (const [url, { form, pageOf }] of Object.entries(LEADS)) {
    app.get<{ Params: { token: string } }>(url, (request, reply) => {
      const { token } = request.params
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/${form.test(token) ? pageOf(token) : href('notFound')}`)
    })
  }
}
