import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import { OAUTH_OVER, type OauthPurpose, oauthAway, oauthRefused, type Provider, providerOff } from '#contract/oauth.ts'
import type { Context, Db, EitherContext } from '#server/context.ts'
import type { OauthStates } from '#server/db/tables.ts'
import { Fail, refuse } from '#server/fail.ts'
import { type Identity, PlatformAway, PlatformRefused } from '#server/outside/platform.ts'
import { identityOfWechatCode, wechatAuthorizeUrl } from '#server/outside/wechat.ts'
import { identityOfWeiboCode, identityOfWeiboToken, weiboAuthorizeUrl } from '#server/outside/weibo.ts'
import { takeAddressTry } from '#server/tries.ts'

const COOKIE = 'oauth_browser'
const SECRET = /^[\w-]{43}$/
const TRIP_MINUTES = 10
const TRIPS_PER_ADDRESS = [{ most: 60, seconds: 600 }]
const IN_WECHAT = /MicroMessenger/i
const NOT_THE_APP = /wxwork|miniProgram/i

/** What a page brings back: from a trip through the browser, or from the platform's own app. */
export type Returned = { code: string; state: string } | { access_token: string; wb_uid: string }
type Trip = { provider: Provider; purpose: OauthPurpose; userId: number | null }

/** Where the browser goes to agree; the way back is bound to this browser by a cookie, and good once. */
export async function oauthUrl(context: EitherContext, { provider, purpose }: Parsed<'oauthUrl'>) {
  const { db, cookies, caller } = context
  if (purpose !== 'login' && !caller) throw new Fail(CODE.noToken, TEXT.signInOver)
  await takeAddressTry(context, 'oauth', TRIPS_PER_ADDRESS)
  // WeChat takes letters and digits only.
  const state = randomBytes(32).toString('hex')
  const { url, app } = addressOf(context, provider, state)
  const known = cookies.get(COOKIE)
  const browser = known && SECRET.test(known) ? known : randomBytes(32).toString('base64url')
  cookies.set(COOKIE, browser, { path: '/api', seconds: TRIP_MINUTES * 60 })
  await db
    .insertInto('oauth_states')
    .values({
      state_hash: hashOf(state),
      browser_hash: hashOf(browser),
      provider,
      purpose,
      app,
      user_id: purpose === 'login' ? null : caller!.userId,
    })
    .execute()
  return { url }
}

/** Whose account at the platform this is, as the platform itself says. Refuses what is forged, foreign, used or late. */
export async function identityOf(context: Context, trip: Trip, returned: Returned): Promise<Identity> {
  const { wechat, weibo } = context.config
  await takeAddressTry(context, 'oauth', TRIPS_PER_ADDRESS)
  return asking(context, trip.provider, async () => {
    if ('access_token' in returned) {
      if (!weibo) throw refuse(providerOff('weibo'))
      return identityOfWeiboToken(weibo, { accessToken: returned.access_token, uid: returned.wb_uid })
    }
    const app = await endTrip(context, trip, returned.state)
    if (trip.provider === 'wechat' && wechat)
      return identityOfWechatCode(wechat, { code: returned.code, app: app || 'open' })
    if (trip.provider === 'weibo' && weibo) {
      return identityOfWeiboCode(weibo, { code: returned.code, redirectUri: returnAddress(context, 'weibo') })
    }
    throw refuse(providerOff(trip.provider))
  })
}

/** The platforms send the browser here, and door.ts on to the page: a fragment is not theirs to keep. */
const returnAddress = ({ origin }: Context, provider: Provider): string => `${origin}/api/OAuth/${provider}/callback`

function addressOf(context: Context, provider: Provider, state: string): { url: string; app: OauthStates['app'] } {
  const { wechat, weibo } = context.config
  const redirectUri = returnAddress(context, provider)
  if (provider === 'wechat' && wechat) {
    const inWechat = IN_WECHAT.test(context.userAgent) && !NOT_THE_APP.test(context.userAgent)
    return wechatAuthorizeUrl(wechat, { state, redirectUri, inWechat })
  }
  if (provider === 'weibo' && weibo) return { url: weiboAuthorizeUrl(weibo, { state, redirectUri }), app: '' }
  throw refuse(providerOff(provider))
}

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

/** What the trip with this state is for; undefined when there is none. */
export async function purposeOf(db: Db, state: string): Promise<OauthPurpose | undefined> {
  const row = await db
    .selectFrom('oauth_states')
    .select('purpose')
    .where('state_hash', '=', hashOf(state))
    .executeTakeFirst()
  return row?.purpose
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
