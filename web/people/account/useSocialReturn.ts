import { useState } from 'react'
import type { Provider } from '#contract/oauth.ts'
import { useOauthReturn } from '#web/people/oauth/useOauthReturn.ts'
import { useQueryString } from '#web/ui/location.ts'
import type { Consent } from './useConsent.ts'
import { useSignIn } from './useSignIn.ts'

/** Signs in a person who comes back from a platform; returns the platform while that goes on. */
export function useSocialReturn({ whenAgreed }: Consent): Provider | undefined {
  const { provider, code } = useQueryString()
  const [arriving, setArriving] = useState(code === undefined ? undefined : (provider as Provider | undefined))
  const calls = { wechat: useSignIn('wechatLogin'), weibo: useSignIn('weiboLogin') }
  const stay = () => setArriving(undefined)
  useOauthReturn(({ provider, code, state }) => {
    setArriving(provider)
    void whenAgreed(() => calls[provider].signIn({ code, state }, { onError: stay }), stay)
  })
  return arriving
}
