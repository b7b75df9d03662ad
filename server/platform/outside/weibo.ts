import { z } from 'zod'
import {
  addressAt,
  cleanNickname,
  conversation,
  type Identity,
  PLATFORM_TIMEOUT_MS,
  PlatformRefused,
} from './platform.ts'
import type { WeiboConfig } from './settings/weibo.ts'

const SEX: Record<string, Identity['sex']> = { m: '1', f: '0' }
/** Fault, out of service, overloaded; too many calls of our address, of a person, of one call; come back later. */
const BUSY = new Set([10001, 10002, 10003, 10009, 10010, 10011, 10022, 10023, 10024, 21331])

/** Documented as text, shown in the documentation's example as a number. */
const textOrNumber = z.union([z.string().min(1), z.int()]).transform(String)
const tokenAnswer = z.object({ access_token: z.string().min(1), uid: textOrNumber })
/** Older texts call the seconds left `expires_in`. */
const ownerAnswer = z.object({
  uid: textOrNumber,
  appkey: textOrNumber,
  expire_in: z.number().optional(),
  expires_in: z.number().optional(),
})
const profileAnswer = z.object({ screen_name: z.string(), gender: z.string().optional() })

type Token = { accessToken: string; uid: string }

/** Where Weibo asks the person. */
export const weiboAuthorizeUrl = (
  config: WeiboConfig,
  { state, redirectUri }: { state: string; redirectUri: string },
) =>
  addressAt(config.apiUrl, '/oauth2/authorize', {
    client_id: config.appKey,
    response_type: 'code',
    redirect_uri: redirectUri,
    state,
  })

/** `redirectUri` as it was on the way out. Throws PlatformRefused, PlatformAway. */
export async function identityOfWeiboCode(
  config: WeiboConfig,
  { code, redirectUri }: { code: string; redirectUri: string },
  timeoutMs = PLATFORM_TIMEOUT_MS,
): Promise<Identity> {
  const ask = askWeibo(config, timeoutMs)
  const { access_token, uid } = await ask('/oauth2/access_token', {
    form: {
      client_id: config.appKey,
      client_secret: config.appSecret,
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
    },
    shape: tokenAnswer,
  })
  return identityOfOwner(config, ask, { accessToken: access_token, uid })
}

/** For a token that an app on the device brings: believed only as far as Weibo confirms it. */
export const identityOfWeiboToken = (
  config: WeiboConfig,
  token: Token,
  timeoutMs = PLATFORM_TIMEOUT_MS,
): Promise<Identity> => identityOfOwner(config, askWeibo(config, timeoutMs), token)

const askWeibo = ({ apiUrl }: WeiboConfig, timeoutMs: number) =>
  conversation({ baseUrl: apiUrl, timeoutMs, errorField: 'error_code', busy: BUSY })

/** The token must be our app's, of this person, and still live: Weibo demands this check of those who sign people in. */
async function identityOfOwner(
  { appKey }: WeiboConfig,
  ask: ReturnType<typeof askWeibo>,
  { accessToken, uid }: Token,
): Promise<Identity> {
  const owner = await ask('/oauth2/get_token_info', { form: { access_token: accessToken }, shape: ownerAnswer })
  if (owner.appkey !== appKey) throw new PlatformRefused("another app's token")
  if (owner.uid !== uid) throw new PlatformRefused("another person's token")
  if ((owner.expire_in ?? owner.expires_in ?? 0) <= 0) throw new PlatformRefused('the token is over')
  const profile = await ask('/2/users/show.json', { query: { access_token: accessToken, uid }, shape: profileAnswer })
  return { subject: uid, nickname: cleanNickname(profile.screen_name), sex: SEX[profile.gender ?? ''] ?? '' }
}
