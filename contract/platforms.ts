/** Whom calls wait for, as people call them. `green` looks at what becomes public, `bucket` keeps what is uploaded. */
const PLATFORM_NAME = {
  wechat: '微信',
  weibo: '微博',
  wxpay: '微信支付',
  alipay: '支付宝',
  apple: 'App Store',
  sms: '短信服务',
  green: '内容审核服务',
  bucket: '文件存储服务',
} as const
export type Platform = keyof typeof PLATFORM_NAME
export const PLATFORMS = Object.keys(PLATFORM_NAME) as Platform[]

export const platformStill = (platform: Platform): string => `${PLATFORM_NAME[platform]}暂时没有回应，请稍后再试`
