import type { ReactNode } from 'react'
import type { OrderChannel } from '#contract/pay.ts'
import { Drawing } from '#web/ui/Drawing.tsx'
import { PlatformIcon } from '#web/ui/PlatformIcon.tsx'

/** The first character of its name, in lines. */
const ALIPAY = ['M12 3.5v7M4.5 6.8h15M6.5 10.8h10.2c-1.5 4.2-5.2 7.6-11.2 9.2M8.4 12.6c2 3.4 5.4 6 10.2 7.4'] as const

/** A sign for each way of paying: simple drawings of our own. */
const SIGNS: Record<OrderChannel, ReactNode> = {
  wechat: <PlatformIcon provider="wechat" />,
  alipay: <Drawing lines={ALIPAY} />,
}

export const ModeIcon = ({ mode }: { mode: OrderChannel }) => SIGNS[mode]
