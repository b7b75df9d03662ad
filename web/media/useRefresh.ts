import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { callKey } from '#web/api.ts'
import type { Refresh } from './useHeld.ts'

/** Fresh addresses of this capsule's media; those who ask at the same time ask together. */
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
