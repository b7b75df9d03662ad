import { useQueryClient } from '@tanstack/react-query'
import { useSend } from '#web/api.ts'
import { setToken, takeRoute } from '#web/session.ts'
import { HOME, history } from '#web/ui/location.ts'
import { forgetConsent } from './useConsent.ts'

type SignInCall = 'login' | 'register' | 'forgetPwd' | 'wechatLogin' | 'weiboLogin'

/** Signs in by one of the five calls; then the person goes to where they wanted to go, or home. */
export function useSignIn<N extends SignInCall>(name: N) {
  const client = useQueryClient()
  return useSend<N>(name, {
    onSuccess: ({ token }) => {
      client.clear()
      forgetConsent()
      setToken(token)
      history.replace(takeRoute() ?? HOME)
    },
  })
}
