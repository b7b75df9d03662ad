import { useCall } from '#web/client/api.ts'
import { jwtOf } from '#web/client/linkJwt.ts'
import { getToken, useSignedIn } from '#web/client/session.ts'

const LOOK_AGAIN_MS = 5_000
/** A log that stands still for this many looks is told by the operator's alarms, and not by this page. */
const LOOKS = 120

/**
 * 封存凭证 of a capsule, for the people who may see it (`useDetail`). While the log has not taken it up it is asked for again, as
 * long as the page is seen.
 */
export function useReceipt(id: string, token?: string) {
  const signedIn = useSignedIn()
  const jwt = token ? undefined : jwtOf(id)
  return useCall(
    'receipt',
    { capsule_id: id, ...(token && { token }) },
    {
      enabled: id !== '' && (signedIn || Boolean(token || jwt)),
      anonymous: Boolean(token),
      bearer: jwt && (getToken() ?? jwt),
      refetchInterval: ({ state }) =>
        state.data && !state.data.proof && state.dataUpdateCount < LOOKS ? LOOK_AGAIN_MS : false,
    },
  )
}
