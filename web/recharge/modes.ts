import type { Channel } from '#contract/pay.ts'

/** The ways of paying in a browser; the App Store's is its application's. */
const MODES = ['wechat', 'alipay'] as const
export type PayChannel = (typeof MODES)[number]

export const NO_MODES = '充值暂未开放，请过些时候再来看看'

export const offered = (channels: readonly Channel[]): PayChannel[] => MODES.filter((mode) => channels.includes(mode))
