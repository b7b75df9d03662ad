import { useEffect, useEffectEvent } from 'react'
import { OAUTH_DENIED, PROVIDERS, type Provider } from '#contract/oauth.ts'
import { queryText } from '#contract/pages.ts'
import { history, parseQuery, useQueryString } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'

export type OauthReturn = { provider: Provider; code: string; state: string }
/** `proves`: the person went there to prove who they are, not to bind anything. */
type Return = OauthReturn & { proves?: true }

/**
 * Calls `onReturn` once when the person comes back from a platform. The address is cleaned first: neither a reload nor
 * the back button finds the code again.
 */
export function useOauthReturn(onReturn: (returned: Return) => void): void {
  const { provider } = useQueryString()
  const handleReturn = useEffectEvent(onReturn)
  useEffect(() => {
    if (!isProvider(provider)) return
    const query = parseQuery(history.location.search)
    // The second run of a strict effect finds the address cleaned.
    if (query.provider !== provider) return
    const { provider: _, code, state, denied, proves, ...rest } = query
    history.replace(history.location.pathname + queryText(rest))
    if (denied) toast(OAUTH_DENIED)
    // A mutation begun while a strict effect is run twice would lose its observer.
    else if (code && state)
      queueMicrotask(() => handleReturn({ provider, code, state, ...(proves && { proves: true }) }))
  }, [provider])
}

const isProvider = (name: string | undefined): name is Provider => PROVIDERS.some((provider) => provider === name)
