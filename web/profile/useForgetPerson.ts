import { useQueryClient } from '@tanstack/react-query'
import { clearToken, forgetRoute } from '#web/session.ts'

/** Signs out in this browser: token, remembered route and all server data are gone. */
export function useForgetPerson(): () => void {
  const client = useQueryClient()
  return () => {
    clearToken()
    forgetRoute()
    client.clear()
  }
}
