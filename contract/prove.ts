import { z } from 'zod'
import { password } from './account.ts'
import { captcha } from './captcha.ts'
import { code, PROVIDERS, state } from './oauth.ts'

// Who signs in from where, and shows again that it is them (readings 9).

export const SOURCE_NAME: Record<string, string> = {
  h5: '手机网页',
  pc: '电脑网页',
  ios: 'iOS 应用',
  android: 'Android 应用',
  'mp-weixin': '微信小程序',
  'mp-alipay': '支付宝小程序',
}

/** For this long a person who has proved themselves need not do so again. */
export const PROVE_MINUTES = 10
export const PROVE_NEEDED = '请先验证身份'
export const PROVE_WRONG = '请用绑定的手机号、密码或社交账号验证身份'
export const PROVE_TOO_SOON = '刚绑定的账号满24小时后才能用来验证身份'
export const PROVED = '身份已验证，请继续刚才的操作'
/** How a person can show that it is them. */
export const PROOF_WAYS = ['password', 'captcha', ...PROVIDERS] as const
export type ProofWay = (typeof PROOF_WAYS)[number]
/** The password, a code sent to the account's number, or a fresh return from a platform bound to it. */
export const proveInput = z.union(
  [z.object({ password }), z.object({ captcha }), z.object({ provider: z.enum(PROVIDERS), code, state })],
  '需要 password、captcha，或 provider、code 和 state',
)
