import { PROVIDERS, type Provider } from '#contract/oauth.ts'
import { useCall } from '#web/api.ts'

/** The platforms one can sign in with here; none while that is not known. */
export function useProviders(): readonly Provider[] {
  const { data } = useCall('systemInfo', {}, { staleTime: Number.POSITIVE_INFINITY })
  const named = data?.find(({ name }) => name === 'providers')?.value.split(',') ?? []
  return PROVIDERS.filter((provider) => named.includes(provider))
}
