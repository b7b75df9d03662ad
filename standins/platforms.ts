import { serve } from './http.ts'
import { makeWechat } from './wechat.ts'
import { makeWeibo, type WeiboTokenWish } from './weibo.ts'

export type Standins = {
  url: string
  /** What makes the server take these for the platforms. */
  env: Record<string, string>
  close: () => Promise<void>
  /** A token as an app on the device would have got it. */
  weiboToken: (wish: WeiboTokenWish) => { access_token: string; uid: string }
}

/** WeChat and Weibo on this machine alone, for development and tests. `now` in milliseconds. */
export async function startStandins({ now = Date.now }: { now?: () => number } = {}): Promise<Standins> {
  const wechat = makeWechat(now)
  const weibo = makeWeibo(now)
  const { url, close } = await serve({ ...wechat.doors, ...weibo.doors })
  const env = {
    ...wechat.env,
    ...weibo.env,
    WECHAT_OPEN_URL: url,
    WECHAT_API_URL: url,
    WEIBO_API_URL: url,
  }
  return { url, env, close, weiboToken: weibo.mintToken }
}
