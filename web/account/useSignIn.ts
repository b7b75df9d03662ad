import { useQueryClient } from '@tanstack/react-query'
import { useSend } from '#web/api.ts'
import { setToken, takeRoute } from '#web/session.ts'
import { HOME, history } from '#web/ui/location.ts'

/** Signs in by one of the three calls; then the person goes to where they wanted to go, or home. */
export function useSignIn(name: 'login' | 'register' | 'forgetPwd') {
  const client = useQueryClient()
  return useSend(name, {
    onSuccess: ({ token }) => {
      client.clear()
      setToken(token)
      history.replace(takeRoute() ?? HOME)
    },
  })
}
