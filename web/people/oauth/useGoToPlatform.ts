import { useState } from 'react'
import type { OauthPurpose, Provider } from '#contract/oauth.ts'
import { goToPlatform } from './goToPlatform.ts'

/** The way to a platform, whose address is fetched once; `leavingFor` is the platform while that goes on. */
export function useGoToPlatform(purpose: OauthPurpose) {
  const [leavingFor, setLeavingFor] = useState<Provider>()
  async function leaveFor(provider: Provider): Promise<void> {
    if (leavingFor) return
    setLeavingFor(provider)
    await goToPlatform(provider, purpose)
    setLeavingFor(undefined)
  }
  return { leavingFor, leaveFor }
}
