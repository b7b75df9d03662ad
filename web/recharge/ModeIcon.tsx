import type { Channel } from '#contract/pay.ts'
import { PlatformIcon } from '#web/oauth/PlatformIcon.tsx'
import { Drawing } from '#web/ui/Drawing.tsx'

/** The first character of its name, in lines. */
const ALIPAY = ['M12 3.5v7M4.5 6.8h15M6.5 10.8h10.2c-1.5 4.2-5.2 7.6-11.2 9.2M8.4 12.6c2 3.4 5.4 6 10.2 7.4'] as const

/** A sign for each way of paying: simple drawings of our own. */
export const ModeIcon = ({ mode }: { mode: Channel }) =>
  mode === 'wechat' ? <PlatformIcon provider="wechat" /> : <Drawing lines={ALIPAY} />
