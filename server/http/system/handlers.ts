import { PROVIDERS } from '#contract/oauth.ts'
import { APP_VERSION, SITE_FACTS } from '#contract/system.ts'
import type { Handlers } from '#server/platform/context.ts'

export const systemHandlers = {
  systemInfo: async ({ config }) => [
    { name: 'version' as const, value: APP_VERSION },
    { name: 'providers' as const, value: PROVIDERS.filter((provider) => config[provider]).join(',') },
    ...SITE_FACTS.map((name) => ({ name, value: config.site[name] ?? '' })).filter(({ value }) => value !== ''),
  ],
} satisfies Partial<Handlers>
