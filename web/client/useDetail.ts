import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import type { Detail } from '#contract/capsule.ts'
import { callKey, useCall } from './api.ts'
import { jwtOf } from './linkJwt.ts'
import { getToken, useSignedIn } from './session.ts'

/**
 * A capsule for a person who may see it: anybody with the `token` of one that its owner shared, the signed-in person, or
 * somebody who opened it by its link in this tab. An owner who opened it by the link too sees it as the owner.
 */
export function useDetail(id: string, token?: string) {
  const signedIn = useSignedIn()
  const jwt = token ? undefined : jwtOf(id)
  const may = signedIn || Boolean(token || jwt)
  const own = useCall(
    'capsuleDetail',
    { capsule_id: id, ...(token && { token }) },
    // Where the link lets the person in as well, an expired sign-in does not matter.
    { enabled: id !== '' && (signedIn || Boolean(token)), anonymous: Boolean(token), bearer: jwt && getToken() },
  )
  const isByLink = jwt !== undefined && (!signedIn || own.isError)
  const byLink = useCall('capsuleDetail', { capsule_id: id }, { enabled: isByLink, bearer: jwt })
  return { may, isByLink, detail: isByLink ? byLink : own }
}

type Viewer = Partial<Pick<Output<'capsuleDetail'>, 'is_love'>>

/** Shows a capsule, and the person's relation to it, changed at once; the server's data follows. */
export function useChangeDetail(capsule_id: string): (patch: Partial<Detail>, viewer?: Viewer) => void {
  const queries = useQueryClient()
  const queryKey = callKey('capsuleDetail', { capsule_id })
  return (patch, viewer) =>
    queries.setQueriesData<Output<'capsuleDetail'>>(
      { queryKey },
      (old) => old && { ...old, ...viewer, capsule: { ...old.capsule, ...patch } },
    )
}
