import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePages } from '#web/client/api.ts'
import { makeStale } from '#web/client/stale.ts'

/** The results are there again for a person who has read one of them, however long that took. */
const KEPT = { gcTime: 3_600_000 }

/** People with the keyword in their nickname. */
export const useFoundOwners = (keyword: string) => usePages('searchOwner', { keyword }, ({ users }) => users, KEPT)

/** Capsules with the keyword in their title. Asking for them keeps the keyword in one's history. */
export function useFoundCapsules(keyword: string) {
  const client = useQueryClient()
  const found = usePages('capsuleSearch', { keyword }, ({ capsules }) => capsules, KEPT)
  const answeredAt = found.dataUpdatedAt
  useEffect(() => {
    if (answeredAt > 0) makeStale(client, 'capsuleSearch')
  }, [client, answeredAt])
  return found
}

export type FoundOwners = ReturnType<typeof useFoundOwners>
export type FoundCapsules = ReturnType<typeof useFoundCapsules>

/** A group by its name and how many it is known to have, with a plus while there may be more. */
export function groupText(name: string, { data, hasNextPage }: FoundOwners | FoundCapsules): string {
  if (!data) return name
  return `${name} ${data.length}${hasNextPage ? '+' : ''}`
}
