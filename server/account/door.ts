import type { FastifyInstance } from 'fastify'
import { type OauthPurpose, PROVIDERS, type Provider } from '#contract/oauth.ts'
import type { Services } from '#server/context.ts'
import { purposeOf } from './oauth.ts'

/** The page that set out on the trip. */
const PAGES: Record<OauthPurpose, string> = {
  login: '/pages/login/login',
  bind: '/subPages/me/setting',
  cancel: '/subPages/me/cancelAccount',
}

type Query = { code?: string; state?: string }

/** GET /api/OAuth/{provider}/callback – back from a platform, and on to the page that asked. Proves nothing by itself. */
export function oauthDoor(app: FastifyInstance, { db }: Services): void {
  for (const provider of PROVIDERS) {
    app.get<{ Querystring: Query }>(`/api/OAuth/${provider}/callback`, async ({ query }, reply) => {
      const state = typeof query.state === 'string' ? query.state : ''
      const purpose = (await purposeOf(db, state)) ?? 'login'
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/#${PAGES[purpose]}?${returned(provider, state, query.code)}`)
    })
  }
}

function returned(provider: Provider, state: string, code: unknown): URLSearchParams {
  if (typeof code !== 'string' || code === '') return new URLSearchParams({ provider, denied: '1' })
  return new URLSearchParams({ provider, code, state })
}
