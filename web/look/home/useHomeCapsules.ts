import {
  type QueryClient,
  type QueryFunctionContext,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Output } from '#contract/calls.ts'
import { HOME_REFRESH_MS, HOME_SHORT_PAGE } from '#contract/limits.ts'
import { FIRST, OPEN_LIST_KEY as KEY, OPEN_LIST, type Place, type Shown } from '#web/capsule/detail/openList.ts'
import { call, readingFor, toastError } from '#web/client/api.ts'
import type { CallError } from '#web/client/transport.ts'
import { toast } from '#web/ui/toast.tsx'

type Answer = Output<'capsuleOpenList'>
export const NOTHING_NEW = '暂时没有新的胶囊~'

/**
 * One page of public capsules. Every ten minutes, or at once by `another`, the field turns to the page after the one read
 * last, or to the first one when that was short; an empty page leaves the shown one in place (specification 4 and 9).
 */
export function useHomeCapsules() {
  const client = useQueryClient()
  const capsules = useQuery<Shown, CallError>({ queryKey: KEY, queryFn: readAgain })
  const { mutate, isPending, submittedAt } = useMutation<boolean, CallError, { quiet: boolean }>({
    mutationFn: ({ quiet }) => turnPage(client, quiet),
    onSuccess: (isNew, { quiet }) => {
      if (!isNew && !quiet) toast(NOTHING_NEW)
    },
    onError: (error, { quiet }) => {
      if (!quiet) toastError(error)
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page by hand is good for ten minutes as well
  useEffect(() => {
    const timer = setTimeout(() => mutate({ quiet: true }), HOME_REFRESH_MS)
    return () => clearTimeout(timer)
  }, [mutate, submittedAt])

  return { capsules, another: () => mutate({ quiet: false }), turning: isPending }
}

/** Reads the shown page again. */
async function readAgain(asking: QueryFunctionContext): Promise<Shown> {
  const at = asking.client.getQueryData<Shown>(KEY)?.at ?? FIRST
  return shown(await call('capsuleOpenList', { ...OPEN_LIST, ...at }, readingFor(asking)), at)
}

/** Asks for the page that follows; returns whether it brought any capsule that was not shown. */
async function turnPage(client: QueryClient, byItself: boolean): Promise<boolean> {
  const before = client.getQueryData<Shown>(KEY)
  const at = before?.following ?? FIRST
  const answer = await call('capsuleOpenList', { ...OPEN_LIST, ...at }, { reading: true, noRetry: byItself })
  // A re-read of the old page that is still under way would come later and bring that page back.
  await client.cancelQueries({ queryKey: KEY })
  client.setQueryData<Shown>(
    KEY,
    before && answer.capsules.length === 0 ? { ...before, following: FIRST } : shown(answer, at),
  )
  const known = new Set(before?.capsules.map(({ id }) => id))
  return answer.capsules.some(({ id }) => !known.has(id))
}

/** A page of 20 or fewer is followed by the first one. */
function shown({ capsules, next }: Answer, at: Place): Shown {
  const isShort = capsules.length <= HOME_SHORT_PAGE
  return { capsules, at, following: isShort ? FIRST : { page: at.page + 1, ...(next && { after: next }) } }
}
