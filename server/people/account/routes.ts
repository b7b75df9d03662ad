import type { FastifyInstance } from 'fastify'
import { type OauthPurpose, PROVIDERS, type Provider } from '#contract/oauth.ts'
import { href, type PageName, type PageQuery } from '#contract/pages.ts'
import type { Services } from '#server/platform/context.ts'
import { purposeOf } from './oauth.ts'

/** The page that set out on the trip. */
const SET_OUT_FROM: Record<OauthPurpose, PageName> = {
  login: 'login',
  bind: 'setting',
  prove: 'setting',
  cancel: 'cancelAccount',
}

type Query = { code?: string; state?: string }

/** GET /api/OAuth/{provider}/callback – back from a platform, and on to the page that asked. Proves nothing by itself. */
export function oauthRoutes(app: FastifyInstance, { db }: Services): void {
  for (const provider of PROVIDERS) {
    app.get<{ Querystring: Query }>(`/api/OAuth/${provider}/callback`, async ({ query }, reply) => {
      const state = typeof query.state === 'string' ? query.state : ''
      const purpose = (await purposeOf(db, state)) ?? 'login'
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/${href(SET_OUT_FROM[purpose], { ...returned(provider, state, query.code), ...proves(purpose) })}`)
    })
  }
}

/** The settings tell the return of a proof from that of a binding. */
const proves = (purpose: OauthPurpose): PageQuery => (purpose === 'prove' ? { proves: '1' } : {})

function returned(provider: Provider, state: string, code: unknown): PageQuery {
  if (typeof code !== 'string' || code === '') return { provider, denied: '1' }
  return { provider, code, state }
}
