import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { OAUTH_OVER, type OauthPurpose, oauthAway, oauthRefused, type Provider, providerOff } from '#contract/oauth.ts'
import { refuse } from '#server/core/fail.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { OauthStates } from '#server/platform/db/tables.ts'
import { atGate } from '#server/platform/outside/gates.ts'
import { type Identity, PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import { identityOfWechatCode } from '#server/platform/outside/wechat.ts'
import { identityOfWeiboCode, identityOfWeiboToken } from '#server/platform/outside/weibo.ts'
import { consumeForAddress } from '#server/platform/rateLimit.ts'
import type { Sweep } from '#server/platform/sweep.ts'

export const COOKIE = 'oauth_browser'
export const TRIP_MINUTES = 10
export const TRIPS_PER_ADDRESS = [{ most: 60, seconds: 600 }]

/** The proof a page brings back: from a trip through the browser, or from the platform's own app. */
export type Returned = { code: string; state: string } | { access_token: string; wb_uid: string }
type Trip = { provider: Provider; purpose: OauthPurpose; userId: number | null }

/** Whose account at the platform this is, as the platform itself says. Refuses what is forged, foreign, used or late. */
export async function identityOf(context: Context, trip: Trip, returned: Returned): Promise<Identity> {
  const { provider } = trip
  if (!context.config[provider]) throw refuse(providerOff(provider))
  // First of all: a caller who is not let in has lost no try, and may come back with the same trip.
  return asking(context, provider, () => atGate(context, provider, () => identify(context, trip, returned)))
}

async function identify(context: Context, trip: Trip, returned: Returned): Promise<Identity> {
  const { wechat, weibo } = context.config
  await consumeForAddress(context, 'oauth', TRIPS_PER_ADDRESS)
  if ('access_token' in returned)
    return identityOfWeiboToken(weibo!, { accessToken: returned.access_token, uid: returned.wb_uid })
  const app = await endTrip(context, trip, returned.state)
  if (trip.provider === 'wechat') return identityOfWechatCode(wechat!, { code: returned.code, app: app || 'open' })
  return identityOfWeiboCode(weibo!, { code: returned.code, redirectUri: returnAddress(context, 'weibo') })
}

/** The platforms send the browser here, and routes.ts on to the page: a fragment is not theirs to keep. */
export const returnAddress = ({ origin }: Context, provider: Provider): string =>
  `${origin}/api/OAuth/${provider}/callback`

async function endTrip({ db, cookies }: Context, { provider, purpose, userId }: Trip, state: string) {
  const { rows } = await sql<Pick<OauthStates, 'app'>>`
    update oauth_states set used_at = now()
    where state_hash = ${hashOf(state)}::bytea and browser_hash = ${hashOf(cookies.get(COOKIE) ?? '')}::bytea
      and provider = ${provider} and purpose = ${purpose} and user_id is not distinct from ${userId}::bigint
      and used_at is null and created_at > now() - make_interval(mins => ${TRIP_MINUTES})
    returning app`.execute(db)
  if (!rows[0]) throw refuse(OAUTH_OVER)
  return rows[0].app
}

/** The platform's own reason is the operator's: a wrong secret must not pass for a person's mistake. */
async function asking<T>({ log }: Context, provider: Provider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PlatformRefused) && !(error instanceof PlatformAway)) throw error
    log.warn({ provider, reason: error.message }, 'a platform did not say whose account it is')
    throw refuse(error instanceof PlatformAway ? oauthAway(provider) : oauthRefused(provider))
  }
}

/** The purpose of the trip with this state; undefined when there is none. */
export async function purposeOf(db: Db, state: string): Promise<OauthPurpose | undefined> {
  const row = await db
    .selectFrom('oauth_states')
    .select('purpose')
    .where('state_hash', '=', hashOf(state))
    .executeTakeFirst()
  return row?.purpose
}

/** All that is kept of a state, and of the browser it belongs to. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

export const oldTrips: Sweep = { from: 'oauth_states', when: sql`created_at < now() - interval '1 hour'` }
