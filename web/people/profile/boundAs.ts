import type { Provider } from '#contract/oauth.ts'
import type { User } from '#contract/profile.ts'

/** The person's name at each platform; empty while not bound. */
export const boundAs = (user: User): Record<Provider, string> => ({
  wechat: user.wechat_nickname,
  weibo: user.weibo_nickname,
})
