import { useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { AGREEMENT_VERSION } from '#contract/system.ts'
import { useSend } from '#web/client/api.ts'
import { LOST_WITH_PAGE } from '#web/client/lost.ts'
import { isTokenKept, setToken, takeRoute } from '#web/client/session.ts'
import { type CallError, fieldOf } from '#web/client/transport.ts'
import { focusField } from '#web/ui/focusWrong.ts'
import { history } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { forgetConsent } from './useConsent.ts'

/** The words for a browser that stores nothing: the sign-in lasts as long as the page is open. */
export const SIGN_IN_LOST = `${LOST_WITH_PAGE}，再打开时需要重新登录`

type SignInCall = 'login' | 'register' | 'forgetPwd' | 'wechatLogin' | 'weiboLogin'
/** The input of a sign-in call without the version of the agreements, which is added here. */
type Proof<N extends SignInCall> =
  Input<N> extends infer I ? (I extends unknown ? Omit<I, 'agreement_version'> : never) : never

type Options = {
  /** The form in which the focus goes to the field that was refused. */
  form?: HTMLFormElement
  onError?: () => void
}

/**
 * Signs in by one of the five calls; then the person goes to where they wanted to go, or home. `wrongAt` says what was
 * wrong with a field, until one is changed (`edited`).
 */
export function useSignIn<N extends SignInCall>(name: N) {
  const client = useQueryClient()
  const { mutate, isPending, wrongAt, reset } = useSend<N>(name, {
    fields: ['tel', 'password', 'captcha'],
    onSuccess: ({ token }) => {
      client.clear()
      forgetConsent()
      setToken(token)
      if (!isTokenKept()) toast(SIGN_IN_LOST, { ms: TOAST_ERROR_MS })
      history.replace(takeRoute() ?? PAGES.home)
    },
  })
  function signIn(proof: Proof<N>, { form, onError }: Options = {}) {
    const refused = (error: CallError) => {
      if (form) focusField(form, fieldOf(error))
      onError?.()
    }
    mutate({ ...proof, agreement_version: AGREEMENT_VERSION } as Input<N>, { onError: refused })
  }
  const edited = (set: (value: string) => void) => (value: string) => {
    reset()
    set(value)
  }
  return { signIn, isPending, wrongAt, edited }
}
