import type { Provider } from '#contract/oauth.ts'
import { Drawing } from './Drawing.tsx'

/** Two speech bubbles, and an eye over the air: simple drawings of our own. */
const DRAWN: Record<Provider, string[]> = {
  wechat: [
    'M9.4 4.2c-4 0-7.2 2.7-7.2 6 0 1.9 1.1 3.6 2.8 4.7l-.7 2.2 2.6-1.3c.8.2 1.6.4 2.5.4',
    'M15.6 9.4c-3.4 0-6.2 2.3-6.2 5.1s2.8 5.1 6.2 5.1c.7 0 1.4-.1 2.1-.3l2.2 1.1-.6-1.9c1.5-.9 2.5-2.4 2.5-4 0-2.8-2.8-5.1-6.2-5.1Z',
    'M7 8.6v.1M11.6 8.6v.1M13.6 13.4v.1M17.6 13.4v.1',
  ],
  weibo: [
    'M10.2 8.8C6.4 9 2.6 12.2 2.6 15.2c0 2.8 3.3 4.8 7.2 4.8 4.6 0 7.9-2.3 7.9-5 0-1.6-1.2-2.6-2.6-3 .7-1.9-.7-3-3.9-1.7.6-1.1.2-1.6-1-1.5Z',
    'M9.6 12.4c-2.2 0-4 1.2-4 2.8s1.8 2.6 4 2.6 4-1.2 4-2.8-1.8-2.6-4-2.6ZM9 15.2v.1',
    'M15.6 8.2c1.4 0 2.2.9 2.2 2.2M15.4 4.8c3.4 0 5.8 2.2 5.8 5.6',
  ],
}

type Props = { provider: Provider; size?: number }

export const PlatformIcon = ({ provider, size }: Props) => <Drawing lines={DRAWN[provider]} size={size} />
