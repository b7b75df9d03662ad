import {
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { CallName, Input, Output } from '#contract/calls.ts'
import { CODE, type Envelope, failedText, SIGN_IN_OVER, TEXT } from '#contract/codes.ts'
import { PAGE_SIZE, REQUEST_TIMEOUT_MS, SIGN_IN_OVER_MS, TOAST_ERROR_MS } from '#contract/limits.ts'
import { callPaths } from './callPaths.ts'
import { clearToken, getToken, rememberRoute, useSignedIn } from './session.ts'
import { rememberSiteRoute } from './siteRoute.ts'
import { go, here, LOGIN, SITE } from './ui/location.ts'
import { newKey } from './ui/newKey.ts'
import { toast } from './ui/toast.tsx'
import { isPhone } from './ui/viewport.ts'

/** `code` of a call that got no usable answer: whether the server acted is not known. */
export const NO_ANSWER = 0
/** Here one can sign in already. */
const SIGN_IN_PAGES = [LOGIN, SITE]
const TIMED_OUT = '请求超时，请检查网络后再试'

/** A call that did not succeed; `message` is ready to show. */
export class CallError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.data = data
  }
}

type CallOptions = {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Asks as nobody: what is asked carries its own permission, and a sign-in that is over must not stand in its way. */
  anonymous?: boolean
  /** Asks with this in place of the sign-in, which nothing that is answered then can end. */
  bearer?: string
}

/** Makes one call of the contract; resolves to its `data`, otherwise throws a `CallError`. */
export async function call<N extends CallName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  const token = options.anonymous ? undefined : (options.bearer ?? getToken())
  const envelope = await post(name, input, token, options)
  if (envelope.code === CODE.ok) return (envelope.data ?? {}) as Output<N>
  const error = new CallError(envelope.code, envelope.hint || envelope.message || failedText(name), envelope.data)
  const bySignIn = !options.anonymous && options.bearer === undefined
  if (SIGN_IN_OVER.includes(error.code) && bySignIn) signInOver(token, envelope.hint || envelope.message)
  throw error
}

type QueryChoices<N extends CallName> = Omit<UseQueryOptions<Output<N>, CallError>, 'queryKey' | 'queryFn'> &
  Pick<CallOptions, 'anonymous' | 'bearer'>

/** Server data of one call, kept under `[name, input]`; what a `bearer` may see, beside that. */
export function useCall<N extends CallName>(
  name: N,
  input: Input<N>,
  { anonymous, bearer, ...options }: QueryChoices<N> = {},
): UseQueryResult<Output<N>, CallError> {
  return useQuery<Output<N>, CallError>({
    ...options,
    queryKey: bearer === undefined ? [name, input] : [name, input, bearer],
    queryFn: ({ signal }) => call(name, input, { signal, anonymous, bearer }),
  })
}

/** The signed-in person. */
export const useUser = () => useCall('userInfo', {}, { enabled: useSignedIn() })

export type PagedName = { [N in CallName]: Input<N> extends { page?: number } ? N : never }[CallName]
type PageInput<N extends PagedName> = Omit<Input<N>, 'page'> & { pageSize?: number }
type Pages<N extends CallName> = { pages: Output<N>[]; pageParams: number[] }
type PagesChoices<N extends CallName> = { structuralSharing?: (old: unknown, fresh: unknown) => Pages<N> }

export const pagesKey = <N extends PagedName>(name: N, input: PageInput<N>) => [name, input, 'pages'] as const

/** A list read page by page; `data` is all its rows so far, each id once. It ends with a page that is not full. */
export function usePages<N extends PagedName, Row extends { id: string }>(
  name: N,
  input: PageInput<N>,
  pick: (data: Output<N>) => Row[],
  options: PagesChoices<N> = {},
) {
  const size = input.pageSize ?? PAGE_SIZE
  return useInfiniteQuery<Output<N>, CallError, Row[], readonly unknown[], number>({
    ...options,
    queryKey: pagesKey(name, input),
    queryFn: ({ pageParam, signal }) => call(name, { ...input, page: pageParam } as Input<N>, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (pick(last).length < size ? undefined : page + 1),
    select: ({ pages }) => [...new Map(pages.flatMap(pick).map((row) => [row.id, row])).values()],
  })
}

/** Says why a call did not succeed – unless the sign-in itself is over, which is told already. */
export function tellError({ code, message }: CallError, ms = TOAST_ERROR_MS): void {
  if (!SIGN_IN_OVER.includes(code)) toast(message, { ms })
}

type SendChoices<N extends CallName> = {
  onSuccess?: (data: Output<N>, input: Input<N>) => unknown
  /** Calls whose kept answers are out of date afterwards. */
  invalidates?: readonly CallName[]
  /** Leaves the showing of errors to the page. */
  quiet?: boolean
  anonymous?: boolean
}

const KEYED: readonly CallName[] = ['diaryEdit', 'capsuleAgain']

/** Whether a repeat of this call must be told from a second one. */
const isKeyed = (name: CallName): boolean => name.startsWith('create') || KEYED.includes(name)

/** A call that changes something. What is written carries an idempotency key that a repeat after silence keeps. */
export function useSend<N extends CallName>(name: N, choices: SendChoices<N> = {}) {
  const { onSuccess, invalidates = [], quiet, anonymous } = choices
  const client = useQueryClient()
  const unanswered = useRef<{ body: string; key: string }>(undefined)
  return useMutation<Output<N>, CallError, Input<N>>({
    mutationFn: (input) => {
      if (!isKeyed(name)) return call(name, input, { anonymous })
      const body = JSON.stringify(input)
      if (unanswered.current?.body !== body) unanswered.current = { body, key: newKey() }
      return call(name, input, { idempotencyKey: unanswered.current.key })
    },
    onSuccess: async (data, input) => {
      unanswered.current = undefined
      for (const stale of invalidates) client.invalidateQueries({ queryKey: [stale] })
      await onSuccess?.(data, input)
    },
    onError: (error) => {
      if (error.code !== NO_ANSWER) unanswered.current = undefined
      if (!quiet) tellError(error)
    },
  })
}

async function post(name: CallName, input: unknown, token: string | undefined, options: CallOptions) {
  const { signal, done } = withTimeout(options.signal)
  try {
    const response = await fetch(callPaths[name], {
      method: 'POST',
      signal,
      headers: {
        'Content-Type': 'application/json',
        source: isPhone() ? 'h5' : 'pc',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
      },
      body: JSON.stringify(input ?? {}),
    })
    return await readEnvelope(response)
  } catch (error) {
    if (error instanceof CallError || options.signal?.aborted) throw error
    if (signal.aborted) throw new CallError(NO_ANSWER, TIMED_OUT)
    throw new CallError(NO_ANSWER, navigator.onLine ? TEXT.network : TEXT.offline)
  } finally {
    done()
  }
}

async function readEnvelope(response: Response): Promise<Envelope> {
  const body: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined
    throw error
  })
  if (typeof body === 'object' && body !== null && 'code' in body) return body as Envelope
  throw new CallError(NO_ANSWER, [502, 503, 504].includes(response.status) ? TEXT.unreachable : TEXT.serverError)
}

function withTimeout(outer: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, REQUEST_TIMEOUT_MS)
  if (outer?.aborted) abort()
  outer?.addEventListener('abort', abort)
  const done = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, done }
}

/**
 * The one place where a sign-in ends by the server's word: narrow windows go to login, wide ones to the desktop shell,
 * whose phone shows it. A late answer to an older token changes nothing.
 */
function signInOver(token: string | undefined, message: string | undefined): void {
  if (token !== getToken()) return
  clearToken()
  toast(message || TEXT.signInOver, { ms: SIGN_IN_OVER_MS })
  setTimeout(() => {
    if (getToken() || SIGN_IN_PAGES.some((page) => here().startsWith(page))) return
    rememberRoute(here())
    if (isPhone()) return go(LOGIN, {}, { replace: true })
    rememberSiteRoute(LOGIN)
    go(SITE, {}, { replace: true })
  }, SIGN_IN_OVER_MS)
}
