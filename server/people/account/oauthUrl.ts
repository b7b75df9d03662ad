import { randomBytes } from 'node:crypto'
import type { Parsed } from '#contract/calls.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import { type Provider, providerOff } from '#contract/oauth.ts'
import { Fail, refuse } from '#server/core/fail.ts'
import { refuseUnlessProved } from '#server/people/account/proof/refuseUnlessProved.ts'
import type { Context, EitherContext } from '#server/platform/context.ts'
import type { OauthStates } from '#server/platform/db/tables.ts'
import { wechatAuthorizeUrl } from '#server/platform/outside/wechat.ts'
import { weiboAuthorizeUrl } from '#server/platform/outside/weibo.ts'
import { consumeForAddress } from '#server/platform/rateLimit.ts'
import { COOKIE, hashOf, returnAddress, TRIP_MINUTES, TRIPS_PER_ADDRESS } from './oauth.ts'

const SECRET = /^[\w-]{43}$/
const IN_WECHAT = /MicroMessenger/i
const NOT_THE_APP = /wxwork|miniProgram/i

/** Where the browser goes to agree; the way back is bound to this browser by a cookie, and good once. */
export async function oauthUrl(context: EitherContext, { provider, purpose }: Parsed<'oauthUrl'>) {
  const { db, cookies, caller } = context
  if (purpose !== 'login' && !caller) throw new Fail(CODE.noToken, TEXT.signInOver)
  // Nobody comes back from a platform only to be sent there again.
  if (purpose === 'bind') await refuseUnlessProved({ ...context, caller: caller! })
  await consumeForAddress(context, 'oauth', TRIPS_PER_ADDRESS)
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
