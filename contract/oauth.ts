import { z } from 'zod'
import { agreement_version } from './system.ts'

export const PROVIDERS = ['wechat', 'weibo'] as const
export type Provider = (typeof PROVIDERS)[number]
export const PROVIDER_NAME: Record<Provider, string> = { wechat: '微信', weibo: '微博' }

/** The purpose of a trip to a platform: to sign in, bind the platform, prove oneself, or prove oneself to close the account. */
export const OAUTH_PURPOSES = ['login', 'bind', 'prove', 'cancel'] as const
export type OauthPurpose = (typeof OAUTH_PURPOSES)[number]

export const BOUND = '关联成功'
export const OAUTH_DENIED = '你取消了授权'
export const OAUTH_OVER = '授权已失效，请重新操作'
export const oauthAway = (provider: Provider): string => `${PROVIDER_NAME[provider]}暂时无法访问，请稍后再试`
export const oauthRefused = (provider: Provider): string => `${PROVIDER_NAME[provider]}授权失败，请重试`
export const boundElsewhere = (provider: Provider): string => `该${PROVIDER_NAME[provider]}已绑定其他账号`
export const boundAlready = (provider: Provider): string => `你已绑定${PROVIDER_NAME[provider]}，请先解绑`
export const providerOff = (provider: Provider): string => `暂不支持${PROVIDER_NAME[provider]}登录`

export const oauthUrlInput = z.object({ provider: z.enum(PROVIDERS), purpose: z.enum(OAUTH_PURPOSES) })
export const oauthUrlOutput = z.object({ url: z.string() })

export const code = z.string().min(1).max(512)
export const state = z.string().min(1).max(128)
/** The parameters of the platform's return: a code, and the state we sent along. */
const returned = z.object({ code, state, agreement_version })
/** The token that an app on the device got from Weibo itself. */
const tokened = z.object({
  access_token: z.string().min(1).max(512),
  wb_uid: z.string().regex(/^\d{1,20}$/, 'wb_uid 不正确'),
  agreement_version,
})
export const wechatInput = returned
export const weiboInput = z.union([returned, tokened], '需要 code 和 state，或 access_token 和 wb_uid')
