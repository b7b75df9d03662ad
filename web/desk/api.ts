import {
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import { CODE, failedText, SIGN_IN_OVER, TEXT } from '#contract/codes.ts'
import { PAGE_SIZE, TOAST_ERROR_MS } from '#contract/limits.ts'
import { CallError, fieldOf, post, wrongIn } from '#web/client/transport.ts'
import { toastFailure } from '#web/ui/toastFailure.ts'
import { getOperator, signOut } from './operator.ts'
import { wire } from './wire.ts'

/** The calls of the desk; the app's own client would bring its sign-in and its pages along. */
type DeskList =
  | ('reviewList' | 'caseList' | 'handNotices' | 'moneyAlarms')
  | ('deskHistory' | 'deskLooks' | 'deskLost' | 'feedbackList')
type DeskAct =
  | (
      | 'reviewDecide'
      | 'caseDecide'
      | 'handNoticeDone'
      | 'moneyAlarmDone'
      | 'deskClockSet'
      | 'deskRefund'
      | 'feedbackAnswer'
    )
  | ('deskPassword' | 'deskTotpNew' | 'deskTotp' | 'deskEndSession')
type DeskOne = 'deskMe' | 'deskClock' | 'deskArchives' | 'deskLog' | 'deskMonthKeys' | 'deskOrder'
type DeskCall = 'reviewLogin' | 'reviewLogout' | DeskList | DeskAct | DeskOne

/** Other operators work at the same list. */
const REFRESH_MS = 60_000

/** Makes one call; an expired sign-in leads back to the sign-in page, with no data kept. */
export async function ask<N extends DeskCall>(name: N, input: Input<N>, signal?: AbortSignal): Promise<Output<N>> {
  const token = getOperator()?.token
  // A call with a signal only reads, and its list shows that it waits.
  const onNoResponse = signal && (() => undefined)
  const envelope = await post(wire[name], input, { token, source: 'pc', signal, onNoResponse })
  const { code, message, data } = envelope
  if (code === CODE.ok) return data as Output<N>
  if (SIGN_IN_OVER.includes(code) && token === getOperator()?.token) signOut(message || TEXT.signInOver)
  throw new CallError(code, message || failedText(name), envelope)
}

type Rows<N extends DeskCall, Row> = (data: Output<N>) => Row[]
/** Rows so far, and the way to more. */
export type DeskRows<Row> = Omit<UseInfiniteQueryResult, 'data' | 'error'> & {
  error: CallError | null
  data: Row[] | undefined
}
type DeskPages<N extends DeskCall, Row> = DeskRows<Row> & { first: Output<N> | undefined }

/** A list of the desk, page by page, kept fresh; `first` is its first page as it came. */
export function useDeskPages<N extends DeskList, Row extends { id: string }>(
  name: N,
  input: Input<N>,
  pick: Rows<N, Row>,
  enabled = true,
): DeskPages<N, Row> {
  const query = useInfiniteQuery({
    queryKey: [name, input],
    queryFn: ({ pageParam, signal }) => ask(name, { ...input, page: pageParam } as Input<N>, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Output<N>, _all, page: number) => (pick(last).length < PAGE_SIZE ? undefined : page + 1),
    refetchInterval: REFRESH_MS,
    enabled,
  })
  const pages = query.data?.pages
  // One that moved up between two pages comes twice.
  const rows = pages && [...new Map(pages.flatMap(pick).map((row) => [row.id, row])).values()]
  return { ...query, error: query.error as CallError | null, data: rows, first: pages?.[0] }
}

/** One thing of the desk. */
export const useDesk = <N extends DeskOne>(name: N, input: Input<N>, { enabled = true } = {}) =>
  useQuery<Output<N>, CallError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => ask(name, input, signal),
    enabled,
  })

/**
 * A call after which the lists are read anew, whatever its outcome: they show other operators' decisions. Refusals of `fields`
 * stand at them (`wrongAt`), and are in no toast.
 */
export function useDeskSend<N extends DeskAct>(
  name: N,
  done: (data: Output<N>) => void,
  fields: readonly (keyof Input<N> & string)[] = [],
) {
  const client = useQueryClient()
  const mutation = useMutation<Output<N>, CallError, Input<N>>({
    mutationFn: (input) => ask(name, input),
    onSuccess: done,
    onError: (error) => {
      const isAtField = (fields as readonly string[]).includes(fieldOf(error) ?? '')
      if (!SIGN_IN_OVER.includes(error.code) && !isAtField) toastFailure(error, TOAST_ERROR_MS)
    },
    onSettled: () => client.invalidateQueries(),
  })
  const { error } = mutation
  return {
    ...mutation,
    wrongAt: (field: keyof Input<N> & string) => wrongIn(error, field),
    edited: () => void (error && mutation.reset()),
  }
}
