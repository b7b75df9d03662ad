import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { callKey } from '#web/client/api.ts'
import type { Refresh } from './useHeld.ts'

/** Fetches fresh addresses of this capsule's media; callers at the same time share one call. */
export function useRefresh(capsuleId: string): Refresh {
  const queries = useQueryClient()
  return useCallback(
    () =>
      queries.refetchQueries(
        { queryKey: callKey('capsuleDetail', { capsule_id: capsuleId }), type: 'active' },
        { cancelRefetch: false },
      ),
    [queries, capsuleId],
  )
}
