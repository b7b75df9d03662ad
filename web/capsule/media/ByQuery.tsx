import { type ReactNode, useEffect } from 'react'
import type { Output } from '#contract/calls.ts'
import { CODE, SIGN_IN_OVER } from '#contract/codes.ts'
import { isUnanswered } from '#web/client/api.ts'
import { useCopy } from '#web/client/offline/useCopy.ts'
import { useDetail } from '#web/client/useDetail.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Nothing } from './Nothing.tsx'
import { forgetPreviewOf } from './previewList.ts'
import type { Refresh } from './useHeld.ts'
import { useRefresh } from './useRefresh.ts'
import { Waiting } from './Waiting.tsx'

const NOTHING_HERE: readonly number[] = [CODE.missing, CODE.badRequest, ...SIGN_IN_OVER]

type Props = {
  title: string
  /** Shown, if given, while the server does not answer. */
  lastSeen?: ReactNode
  children: (shown: Output<'capsuleDetail'>, refresh: Refresh) => ReactNode
}

/** The capsule of the query's `id`: for anybody signed in, with the `token` of a shared capsule, or who opened it by its link. */
export function ByQuery({ title, lastSeen, children }: Props) {
  const { id = '', token } = useQueryString()
  const refresh = useRefresh(id)
  const { may, detail: asked } = useDetail(id, token)
  const { query: detail } = useCopy('detail', id, asked)
  const { data, error } = detail
  const isGone = error !== null && NOTHING_HERE.includes(error.code)
  useEffect(() => {
    if (isGone) forgetPreviewOf(id)
  }, [isGone, id])

  if (!id || !may) return <Nothing title={title} />
  if (data) return children(data, refresh)
  if (lastSeen && isUnanswered(asked) && (detail === asked || error)) return lastSeen
  if (!error) return <Waiting title={title} />
  if (isGone) return <Nothing title={title} />
  return (
    <Page title={title} mood="universe" back>
      <LoadFailed failure={error} busy={detail.isFetching} onRetry={detail.refetch} />
    </Page>
  )
}
