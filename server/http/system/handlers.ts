import { type Ending, endingValue } from '#contract/ending.ts'
import { PROVIDERS } from '#contract/oauth.ts'
import { APP_VERSION, SITE_FACTS } from '#contract/system.ts'
import type { Handlers } from '#server/platform/context.ts'

export const systemHandlers = {
  systemInfo: async ({ config, ending }) => [
    { name: 'version' as const, value: APP_VERSION },
    { name: 'providers' as const, value: PROVIDERS.filter((provider) => config[provider]).join(',') },
    ...endingRow(await ending.soon()),
    ...SITE_FACTS.map((name) => ({ name, value: config.site[name] ?? '' })).filter(({ value }) => value !== ''),
  ],
} satisfies Partial<Handlers>

const endingRow = (ending: Ending | undefined) =>
  ending ? [{ name: 'ending' as const, value: endingValue(ending) }] : []
