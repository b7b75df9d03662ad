import { z } from 'zod'
import {
  addressAt,
  cleanNickname,
  conversation,
  type Identity,
  PLATFORM_TIMEOUT_MS,
  PlatformRefused,
} from './platform.ts'
import type { WechatConfig } from './settings/wechat.ts'

type App = 'open' | 'mp'

const PAGE = {
  open: { path: '/connect/qrconnect', scope: 'snsapi_login' },
  mp: { path: '/connect/oauth2/authorize', scope: 'snsapi_userinfo' },
} as const
const SEX: Record<number, Identity['sex']> = { 1: '1', 2: '0' }
/** The system is busy; too many calls today, this minute. */
const BUSY = new Set([-1, 45009, 45011])

const wechatId = z.string().regex(/^[\w-]{1,128}$/)
const unionid = wechatId.or(z.literal('')).optional()
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  openid: wechatId,
  unionid,
  is_snapshotuser: z.number().optional(),
})
const profileAnswer = z.object({ openid: wechatId, unionid, nickname: z.string(), sex: z.number().optional() })

/** Where WeChat asks the person: by QR code, or – inside WeChat, when there is a public account – right there. */
export function wechatAuthorizeUrl(
  config: WechatConfig,
  { state, redirectUri, inWechat }: { state: string; redirectUri: string; inWechat: boolean },
): { url: string; app: App } {
  const app = inWechat && config.mp ? 'mp' : 'open'
  const { path, scope } = PAGE[app]
  const { id } = config[app]!
  const query = { appid: id, redirect_uri: redirectUri, response_type: 'code', scope, state }
  return { url: `${addressAt(config.openUrl, path, query)}#wechat_redirect`, app }
}

/** Throws PlatformRefused, PlatformAway. An openid differs from app to app, so it counts only together with its app. */
export async function identityOfWechatCode(
  config: WechatConfig,
  { code, app }: { code: string; app: App },
  timeoutMs = PLATFORM_TIMEOUT_MS,
): Promise<Identity> {
  const ours = config[app]
  if (!ours) throw new PlatformRefused(`no ${app} app`)
  const ask = conversation({ baseUrl: config.apiUrl, timeoutMs, errorField: 'errcode', busy: BUSY })
  const token = await ask('/sns/oauth2/access_token', {
    query: { appid: ours.id, secret: ours.secret, code, grant_type: 'authorization_code' },
    shape: tokenAnswer,
  })
  // Pages that WeChat shows as a snapshot get a made-up person, another one each time.
  if (token.is_snapshotuser) throw new PlatformRefused('a snapshot, not a person')
  const { access_token, openid } = token
  const profile = await ask('/sns/userinfo', { query: { access_token, openid, lang: 'zh_CN' }, shape: profileAnswer })
  if (profile.openid !== openid) throw new PlatformRefused('the profile is of somebody else')
  return {
    subject: profile.unionid || token.unionid || `${ours.id}:${openid}`,
    nickname: cleanNickname(profile.nickname),
    sex: SEX[profile.sex ?? 0] ?? '',
  }
}
