import { makeAlipay } from './alipay.ts'
import { makeApple } from './apple.ts'
import { deviceDoors } from './device.ts'
import { serve } from './http.ts'
import { makeWechat } from './wechat.ts'
import { makeWeibo } from './weibo.ts'
import { makeWxpay } from './wxpay.ts'

export type Standins = Awaited<ReturnType<typeof startStandins>>

/** WeChat, WeChat Pay, Weibo, Alipay and the App Store on this machine alone, for development and tests. `now` in milliseconds. */
export async function startStandins({ now = Date.now }: { now?: () => number } = {}) {
  const wechat = makeWechat(now)
  const weibo = makeWeibo(now)
  const wxpay = makeWxpay(now)
  const alipay = makeAlipay(now)
  const apple = makeApple(now)
  const platforms = [wechat, weibo, wxpay, alipay, apple]
  const device = deviceDoors({ apple: apple.hand, alipay: alipay.hand })
  const { url, close } = await serve(Object.assign(device, ...platforms.map(({ doors }) => doors)))
  const env = {
    ...wechat.env,
    ...weibo.env,
    ...wxpay.env,
    ...alipay.env,
    ...apple.env,
    WECHAT_OPEN_URL: url,
    WECHAT_API_URL: url,
    WEIBO_API_URL: url,
    WXPAY_URL: url,
    ALIPAY_URL: `${url}/gateway.do`,
    APPLE_URL: url,
  }
  return {
    url,
    /** Settings that make the server take these for the platforms; those of RSA keys are functions of their text. */
    env,
    close,
    /** A token as an app on the device would have got it. */
    weiboToken: weibo.mintToken,
    wxpay,
    /** The page that a telephone would come to by this code of WeChat Pay. */
    wxpayCashier: (codeUrl: string): string => url + wxpay.cashierOf(codeUrl),
    /** Other events at Alipay. */
    alipay: alipay.hand,
    /** Other events in the App Store. */
    apple: apple.hand,
  }
}
