import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import { PROVIDERS, type Provider } from '#contract/oauth.ts'
import type { SiteFact } from '#contract/system.ts'
import { call, callKey, readingFor } from './api.ts'
import { queryClient } from './queryClient.ts'
import { device } from './storage/storage.ts'

/** Facts about the site that its operator has set. */
export type SiteFacts = Partial<Record<SiteFact, string>>
/** The ways to sign in at this site, its version and its facts. */
export type System = { providers: readonly Provider[]; version?: string } & SiteFacts

/** The answer, of which the browser keeps what every page shows. */
export async function askAbout(options: Parameters<typeof call>[2]): Promise<Output<'systemInfo'>> {
  const rows = await call('systemInfo', {}, options)
  const ending = rows.find(({ name }) => name === 'ending')?.value
  if (ending) device.setItem('ending', ending)
  else device.removeItem('ending')
  return rows
}

const asking = queryOptions({
  queryKey: callKey('systemInfo', {}),
  queryFn: (asking) => askAbout(readingFor(asking)),
  staleTime: Number.POSITIVE_INFINITY,
})

export function systemOf(rows: Output<'systemInfo'>): System {
  const { providers = '', ending: _, ...facts } = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const named = providers.split(',')
  return { ...facts, providers: PROVIDERS.filter((provider) => named.includes(provider)) }
}

/** Empty until the answer is known. */
export function useSystem(): System {
  const { data = [] } = useQuery(asking)
  return systemOf(data)
}

/** Whether the answer is still to come. */
export const useSystemComing = (): boolean => useQuery(asking).isPending

export const askSystem = (): Promise<System> => queryClient.fetchQuery(asking).then(systemOf)
