import { type UseInfiniteQueryResult, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import { CODE, failedText, SIGN_IN_OVER, TEXT } from '#contract/codes.ts'
import { PAGE_SIZE, TOAST_ERROR_MS } from '#contract/limits.ts'
import { CallError, post } from '#web/transport.ts'
import { toast } from '#web/ui/toast.tsx'
import { getOperator, signOut } from './operator.ts'

/** The calls of the desk; the app's own client would bring its sign-in and its pages along. */
type DeskList = 'reviewList' | 'handNotices' | 'moneyAlarms'
type DeskAct = 'reviewDecide' | 'handNoticeDone' | 'moneyAlarmDone'
type DeskCall = 'reviewLogin' | 'reviewLogout' | DeskList | DeskAct

/** Others work at the same list. */
const REFRESH_MS = 60_000

/** Makes one call; a sign-in that is over leads back to the sign-in, with nothing kept. */
export async function ask<N extends DeskCall>(name: N, input: Input<N>, signal?: AbortSignal): Promise<Output<N>> {
  const token = getOperator()?.token
  const { code, message, data } = await post(name, input, { token, source: 'pc', signal })
  if (code === CODE.ok) return data as Output<N>
  if (SIGN_IN_OVER.includes(code) && token === getOperator()?.token) signOut(message || TEXT.signInOver)
  throw new CallError(code, message || failedText(name), data)
}

type Rows<N extends DeskCall, Row> = (data: Output<N>) => Row[]
type DeskPages<N extends DeskCall, Row> = Omit<UseInfiniteQueryResult, 'data' | 'error'> & {
  error: CallError | null
  data: Row[] | undefined
  first: Output<N> | undefined
}

/** A list of the desk, page by page, kept fresh; `first` is its first page as it came. */
export function useDeskPages<N extends DeskList, Row extends { id: string }>(
  name: N,
  input: Input<N>,
  pick: Rows<N, Row>,
): DeskPages<N, Row> {
  const query = useInfiniteQuery({
    queryKey: [name, input],
    queryFn: ({ pageParam, signal }) => ask(name, { ...input, page: pageParam } as Input<N>, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Output<N>, _all, page: number) => (pick(last).length < PAGE_SIZE ? undefined : page + 1),
    refetchInterval: REFRESH_MS,
  })
  const pages = query.data?.pages
  // One that moved up between two pages comes twice.
  const rows = pages && [...new Map(pages.flatMap(pick).map((row) => [row.id, row])).values()]
  return { ...query, error: query.error as CallError | null, data: rows, first: pages?.[0] }
}

/** A call after which the lists are read anew, whatever came of it: who else has decided shows there. */
export function useDeskSend<N extends DeskAct>(name: N, done: (data: Output<N>) => void) {
  const client = useQueryClient()
  return useMutation<Output<N>, CallError, Input<N>>({
    mutationFn: (input) => ask(name, input),
    onSuccess: done,
    onError: ({ code, message }) => {
      if (!SIGN_IN_OVER.includes(code)) toast(message, { ms: TOAST_ERROR_MS })
    },
    onSettled: () => client.invalidateQueries(),
  })
}
