import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import type { Detail } from '#contract/capsule.ts'
import { callKey, useCall } from './api.ts'
import { jwtOf } from './linkJwt.ts'
import { getToken, useSignedIn } from './session.ts'

/**
 * A capsule for whoever may see it: anybody with the `token` of one that its owner shared, the person signed in, or who
 * opened it by its link in this tab. Its owner may have done that too, and sees it as the owner.
 */
export function useDetail(id: string, token?: string) {
  const signedIn = useSignedIn()
  const jwt = token ? undefined : jwtOf(id)
  const may = signedIn || Boolean(token || jwt)
  const own = useCall(
    'capsuleDetail',
    { capsule_id: id, ...(token && { token }) },
    // Where the link lets in as well, a sign-in that is over is nobody's concern.
    { enabled: id !== '' && (signedIn || Boolean(token)), anonymous: Boolean(token), bearer: jwt && getToken() },
  )
  const isByLink = jwt !== undefined && (!signedIn || own.isError)
  const byLink = useCall('capsuleDetail', { capsule_id: id }, { enabled: isByLink, bearer: jwt })
  return { may, isByLink, detail: isByLink ? byLink : own }
}

type Asker = Partial<Pick<Output<'capsuleDetail'>, 'is_love'>>

/** Shows a capsule, and what it is to the person, changed at once; what the server holds of it follows. */
export function useChangeDetail(capsule_id: string): (patch: Partial<Detail>, asker?: Asker) => void {
  const queries = useQueryClient()
  const queryKey = callKey('capsuleDetail', { capsule_id })
  return (patch, asker) =>
    queries.setQueriesData<Output<'capsuleDetail'>>(
      { queryKey },
      (old) => old && { ...old, ...asker, capsule: { ...old.capsule, ...patch } },
    )
}
