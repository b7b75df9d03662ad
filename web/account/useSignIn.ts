import { useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import { PAGES } from '#contract/pages.ts'
import { AGREEMENT_VERSION } from '#contract/system.ts'
import { useSend } from '#web/api.ts'
import { setToken, takeRoute } from '#web/session.ts'
import { history } from '#web/ui/location.ts'
import { forgetConsent } from './useConsent.ts'

type SignInCall = 'login' | 'register' | 'forgetPwd' | 'wechatLogin' | 'weiboLogin'
/** What a person signs in with; the agreements they have read are added here. */
type Proof<N extends SignInCall> =
  Input<N> extends infer I ? (I extends unknown ? Omit<I, 'agreement_version'> : never) : never

/** Signs in by one of the five calls; then the person goes to where they wanted to go, or home. */
export function useSignIn<N extends SignInCall>(name: N) {
  const client = useQueryClient()
  const { mutate, isPending } = useSend<N>(name, {
    onSuccess: ({ token }) => {
      client.clear()
      forgetConsent()
      setToken(token)
      history.replace(takeRoute() ?? PAGES.home)
    },
  })
  const signIn = (proof: Proof<N>, options?: { onError: () => void }) =>
    mutate({ ...proof, agreement_version: AGREEMENT_VERSION } as Input<N>, options)
  return { signIn, isPending }
}
