import {
  type QueryFunctionContext,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { AppCall, Input, Output } from '#contract/calls.ts'
import { CODE, failedText, SIGN_IN_OVER, TEXT } from '#contract/codes.ts'
import { PAGE_SIZE, SIGN_IN_OVER_MS, TOAST_ERROR_MS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { go, here } from '#web/ui/location.ts'
import { newKey } from '#web/ui/newKey.ts'
import { toast, toastWhile } from '#web/ui/toast.tsx'
import { toastFailure } from '#web/ui/toastFailure.ts'
import { cachedUser, cacheUser } from './cachedUser.ts'
import { prove, waysOf } from './proving.ts'
import { clearToken, getToken, rememberRoute, useSignedIn } from './session.ts'
import { rememberSiteRoute, wholeWindow } from './siteRoute.ts'
import { source } from './source.ts'
import { makeStale } from './stale.ts'
import { CallError, fieldOf, NO_ANSWER, post, type Sending, wrongIn } from './transport.ts'
import { wire } from './wire.ts'

const isOnce = (name: AppCall): boolean => 'once' in wire[name]

/** Pages on which one can sign in already. */
const SIGN_IN_PAGES = [PAGES.login, PAGES.site]

type CallOptions = {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Sent without the sign-in: the call carries its own permission, and an expired sign-in must not stand in its way. */
  anonymous?: boolean
  /** Sent in place of the sign-in, which no answer to this call can end. */
  bearer?: string
} & Pick<Sending, 'reading' | 'noRetry' | 'onNoResponse'>

let written: (<N extends AppCall>(name: N, input: Input<N>) => void) | undefined

/** Calls `listener` after each writing call of this page that went well. */
export const onWritten = (listener: NonNullable<typeof written>): void => {
  written = listener
}

/**
 * Makes one call of the contract; resolves to its `data`, otherwise throws a `CallError`. A call whose answer asks for a proof
 * waits for the proof, and is made again.
 */
export async function call<N extends AppCall>(name: N, input: Input<N>, options: CallOptions = {}): Promise<Output<N>> {
  const token = options.anonymous ? undefined : (options.bearer ?? getToken())
  const { idempotencyKey: key, signal, reading, noRetry, onNoResponse } = options
  const sending = { token, source: source(), key, signal, reading, noRetry, onNoResponse }
  const envelope = await post(wire[name], input, sending)
  // An answer of null says something: not yet, nothing there.
  if (envelope.code === CODE.ok) {
    if (!('reads' in wire[name])) written?.(name, input)
    return (envelope.data === undefined ? {} : envelope.data) as Output<N>
  }
  const error = new CallError(envelope.code, envelope.hint || envelope.message || failedText(name), envelope)
  const ways = waysOf(error)
  if (ways && (await prove(ways))) return call(name, input, options)
  const bySignIn = !options.anonymous && options.bearer === undefined
  if (SIGN_IN_OVER.includes(error.code) && bySignIn) signInOver(token, envelope.hint || envelope.message)
  throw error
}

type QueryChoices<N extends AppCall> = Omit<UseQueryOptions<Output<N>, CallError>, 'queryKey' | 'queryFn'> &
  Pick<CallOptions, 'anonymous' | 'bearer'>

/** Server data of one call, kept under `[name, input]`; data for a `bearer` has a key of its own. */
export function useCall<N extends AppCall>(
  name: N,
  input: Input<N>,
  { anonymous, bearer, ...options }: QueryChoices<N> = {},
): UseQueryResult<Output<N>, CallError> {
  return useQuery<Output<N>, CallError>({
    ...options,
    queryKey: bearer === undefined ? callKey(name, input) : [...callKey(name, input), bearer],
    queryFn: (asking) => call(name, input, { ...readingFor(asking), anonymous, bearer }),
  })
}

/** A page's reading: it ends when the page is left; while it is sent again after a silence, `failureReason` says so. */
export const readingFor = ({ client, queryKey, signal }: QueryFunctionContext) => ({
  signal,
  reading: true,
  onNoResponse: (fetchFailureReason: CallError) =>
    client.getQueryCache().find({ queryKey })?.setState({ fetchFailureReason }),
})

/** Whether there is no answer yet, or was none; kept data may stand in its place. */
export const isUnanswered = ({ failureReason }: { failureReason: { code: number } | null }): boolean =>
  failureReason?.code === NO_ANSWER

/** The signed-in person: the last known answer while a fresh one is fetched, at once unless `asks` is false. */
export const useUser = (asks = true) =>
  useQuery<Output<'userInfo'>, CallError>({
    queryKey: callKey('userInfo', {}),
    queryFn: askForPerson,
    enabled: useSignedIn() && asks,
    initialData: cachedUser,
    initialDataUpdatedAt: 0,
  })

async function askForPerson(asking: QueryFunctionContext): Promise<Output<'userInfo'>> {
  const token = getToken()
  const person = await call('userInfo', {}, readingFor(asking))
  if (token === getToken()) cacheUser(person)
  return person
}

export type PagedName = { [N in AppCall]: Input<N> extends { page?: number } ? N : never }[AppCall]
type PageInput<N extends PagedName> = Omit<Input<N>, 'page'> & { pageSize?: number }
export const callKey = <N extends AppCall>(name: N, input: Input<N>) => [name, input] as const

/** Which page is asked for, and where the one before it ended if that was said (`next`). */
export type Turn = { page: number; after?: string }
type Pages<N extends AppCall> = { pages: Output<N>[]; pageParams: Turn[] }
type PagesChoices<N extends AppCall> = {
  enabled?: boolean
  gcTime?: number
  structuralSharing?: (old: unknown, fresh: unknown) => Pages<N>
}

export const pagesKey = <N extends PagedName>(name: N, input: PageInput<N>) => [name, input, 'pages'] as const

/** Forgets the pages read of a list: it is read anew from its first page (specification 4, tab switch). */
export function useFirstPage(): (name: PagedName) => void {
  const client = useQueryClient()
  return (name) => client.removeQueries({ queryKey: [name] })
}

/** A list read page by page; `data` is all its rows so far, each id once. It ends with a page that is not full. */
export function usePages<N extends PagedName, Row extends { id: string }>(
  name: N,
  input: PageInput<N>,
  pick: (data: Output<N>) => Row[],
  options: PagesChoices<N> = {},
) {
  const size = input.pageSize ?? PAGE_SIZE
  return useInfiniteQuery<Output<N>, CallError, Row[], readonly unknown[], Turn>({
    ...options,
    queryKey: pagesKey(name, input),
    queryFn: ({ pageParam, ...asking }) => call(name, { ...input, ...pageParam } as Input<N>, readingFor(asking)),
    initialPageParam: { page: 1 },
    getNextPageParam: (last, _all, { page }) => (pick(last).length < size ? undefined : turnAfter(last, page)),
    select: ({ pages }) => [...new Map(pages.flatMap(pick).map((row) => [row.id, row])).values()],
  })
}

type Ends = { next?: string }

/** The page after this answer, unless it says itself that it was the last one. */
function turnAfter(answer: unknown, page: number): Turn | undefined {
  const { next, capsules, users } = answer as Ends & { capsules?: Ends; users?: Ends }
  const after = next ?? capsules?.next ?? users?.next
  return after === '' ? undefined : { page: page + 1, after }
}

/** Says why a call did not succeed – unless the sign-in itself is over, which is told already. */
export function toastError(error: CallError, ms = TOAST_ERROR_MS): void {
  // A person who declined to prove themselves knows why nothing came of it.
  if (!SIGN_IN_OVER.includes(error.code) && !waysOf(error)) toastFailure(error, ms)
}

type SendChoices<N extends AppCall> = {
  onSuccess?: (data: Output<N>, input: Input<N>) => unknown
  /** Leaves the showing of errors to the page. */
  quiet?: boolean
  /** Refusals of these fields stand at them (`wrongAt`), and are in no toast. */
  fields?: readonly string[]
  /** Said while it takes more than a moment: 保存中... */
  meanwhile?: string
  anonymous?: boolean
  /** The key of the first sending, where it must outlive a reload. */
  firstKey?: string
}

type Sent<N extends AppCall> = UseMutationResult<Output<N>, CallError, Input<N>> & {
  isUnanswered: () => boolean
  /** The error of this field in the last sending. */
  wrongAt: (field: string) => string | undefined
  /** Takes that error away, once its field is changed; a sending on its way goes on. */
  edited: () => void
}

/**
 * A call that changes something; data that it makes out of date is fetched anew. A call that is done once keeps its key until
 * it is done: every sending until then, changed or not, is the same act to the server, which does it once and answers a
 * changed sending with the first one's result (`firstOf`). `isUnanswered`: a sending from here got no answer.
 */
export function useSend<N extends AppCall>(name: N, choices: SendChoices<N> = {}): Sent<N> {
  const { onSuccess, quiet, fields = [], meanwhile, anonymous, firstKey } = choices
  const client = useQueryClient()
  const key = useRef(firstKey)
  const unanswered = useRef(false)
  const settled = () => {
    key.current = undefined
    unanswered.current = false
  }
  const mutation = useMutation<Output<N>, CallError, Input<N>>({
    mutationFn: (input) => {
      if (isOnce(name)) key.current ??= newKey()
      const sent = call(name, input, isOnce(name) ? { idempotencyKey: key.current } : { anonymous })
      return meanwhile ? toastWhile(meanwhile, sent) : sent
    },
    onSuccess: async (data, input) => {
      settled()
      makeStale(client, name)
      await onSuccess?.(data, input)
    },
    onError: (error) => {
      if (error.code === NO_ANSWER) unanswered.current = true
      // A refusal may have come before anybody looked under the key; a bug must not lock the writer.
      if (firstOf(error) || error.code === CODE.fault) settled()
      if (firstOf(error)) makeStale(client, name)
      if (!quiet && !fields.includes(fieldOf(error) ?? '')) toastError(error)
    },
  })
  const { error } = mutation
  const wrongAt = (field: string) => wrongIn(error, field)
  const edited = () => void (error && mutation.reset())
  return { ...mutation, wrongAt, edited, isUnanswered: () => unanswered.current }
}

/** The result of an earlier sending under the same key, whose answer was lost; undefined when nothing had been done. */
export const firstOf = <T>(error: unknown): T | undefined =>
  error instanceof CallError ? (error.data as { first?: T } | undefined)?.first : undefined

/**
 * The one place where a sign-in ends by the server's word: narrow windows go to login, wide ones to the desktop shell,
 * whose phone shows it, unless the pages have the whole window. A late answer to an older token changes nothing.
 */
function signInOver(token: string | undefined, message: string | undefined): void {
  if (token !== getToken()) return
  clearToken()
  toast(message || TEXT.signInOver, { ms: SIGN_IN_OVER_MS })
  setTimeout(() => {
    if (getToken() || SIGN_IN_PAGES.some((page) => here().startsWith(page))) return
    rememberRoute(here())
    if (wholeWindow()) return go('login', {}, { replace: true })
    rememberSiteRoute(PAGES.login)
    go('site', {}, { replace: true })
  }, SIGN_IN_OVER_MS)
}
