import { type ReactNode, useEffect } from 'react'
import type { Output } from '#contract/calls.ts'
import { CODE, SIGN_IN_OVER } from '#contract/codes.ts'
import { isUnanswered } from '#web/api.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { useDetail } from '#web/useDetail.ts'
import { Nothing } from './Nothing.tsx'
import { forgetPreviewOf } from './previewList.ts'
import type { Refresh } from './useHeld.ts'
import { useRefresh } from './useRefresh.ts'
import { Waiting } from './Waiting.tsx'

const NOTHING_HERE: readonly number[] = [CODE.missing, CODE.badRequest, ...SIGN_IN_OVER]

type Props = {
  title: string
  /** Shown while the server does not answer, if there is something. */
  lastSeen?: ReactNode
  children: (shown: Output<'capsuleDetail'>, refresh: Refresh) => ReactNode
}

/** The capsule of the query's `id`: for whoever is signed in, has the `token` of a shared one, or opened it by its link. */
export function ByQuery({ title, lastSeen, children }: Props) {
  const { id = '', token } = useQueryString()
  const refresh = useRefresh(id)
  const { may, detail } = useDetail(id, token)
  const { data, error } = detail
  const isGone = error !== null && NOTHING_HERE.includes(error.code)
  useEffect(() => {
    if (isGone) forgetPreviewOf(id)
  }, [isGone, id])

  if (!id || !may) return <Nothing title={title} />
  if (data) return children(data, refresh)
  if (lastSeen && isUnanswered(detail)) return lastSeen
  if (!error) return <Waiting title={title} />
  if (isGone) return <Nothing title={title} />
  return (
    <Page title={title} mood="universe" back>
      <LoadFailed failure={error} busy={detail.isFetching} onRetry={detail.refetch} />
    </Page>
  )
}
