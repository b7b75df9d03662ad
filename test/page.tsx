import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Fragment, StrictMode } from 'react'
import { vi } from 'vitest'
import { type AppCall, type CallName, calls, type Output } from '#contract/calls.ts'
import { type Code, type Envelope, TEXT } from '#contract/codes.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { queryText } from '#contract/pages.ts'
import type { User } from '#contract/profile.ts'
import { NO_RECEIPT } from '#contract/receipt.ts'
import { router } from '#web/app/router.tsx'
import { queryClient } from '#web/client/queryClient.ts'
import { clearToken, setToken } from '#web/client/session.ts'
import { forgetWithSession } from '#web/client/sessionCache.ts'
import { wire } from '#web/client/wire.ts'
import { forgetTime } from '#web/ui/clock.ts'
import { goTo, history } from '#web/ui/location.ts'
import { emptyStorages } from './storages.ts'

/** As web/app/main.tsx does it. */
forgetWithSession()

export const person = (fields: Partial<User> = {}): User => ({
  id: '7',
  nickname: '小满',
  avatar: '',
  sex: '',
  tel: '13800000000',
  weibo_nickname: '',
  wechat_nickname: '',
  time_count: 6,
  diary_count: 5,
  forecast_count: 4,
  is_first: 0,
  show_this_day: 1,
  notify_sign_in: 0,
  show_forecasts: 0,
  apple_account_token: '74696d65-6361-8070-8073-000000000007',
  is_follow: 0,
  unread: 0,
  agreed: 1,
  waiting: [],
  ...fields,
})

/** A call's answer: its own data, or a refusal. A changed schema breaks the tests that answer with it. */
export type Answer<N extends CallName> = { code: 1000; data: Output<N> } | (Omit<Envelope, 'code'> & { code: Refusal })
type Refusal = Exclude<Code, 1000>
type Answering<N extends AppCall> = Answer<N> | Promise<Answer<N>>
/** The calls that answer with the person, and nothing else. */
type PersonCall = { [N in AppCall]: { user: User } extends Output<N> ? N : never }[AppCall]
type SentCall = { name: AppCall; body: unknown; key: string | null; source: string | null }

/** The answer of a call that went well, with this data. */
export const ok = <Data,>(data: Data) => ({ code: 1000 as const, data })
/** The first page of a list, and the last one unless it is full. */
export const pageOf = <Row,>(data: Row[]) => ({
  data,
  current_page: 1,
  per_page: PAGE_SIZE,
  next: data.length < PAGE_SIZE ? '' : 'where it ended',
})

const TWICE = '已经提交过一次了，请刷新后查看'

/** The answer of a call for which the test has set none: success, where a call answers no data. */
const unsaid = (name: AppCall): Envelope =>
  calls[name].output.safeParse({}).success ? ok({}) : { code: 5000, message: `no test has said what ${name} answers` }

/** No answer at all, as when the network is gone. */
export function silence(): Promise<never> {
  const lost = Promise.reject<never>(new TypeError('Failed to fetch'))
  // Nobody may ever await it.
  lost.catch(() => undefined)
  return lost
}

/** Stands in for the server, with its answers and the calls it got. `user` is signed in, without one nobody is. */
export function startPages(user?: User) {
  const answers: Partial<Record<AppCall, Envelope | Promise<Envelope>>> = {
    userInfo: (user ? ok({ user }) : { code: 2004, message: TEXT.signInOver }) satisfies Answer<'userInfo'>,
    closedSummary: ok({ due: 0, due_id: '', sealed: 0, next: null, last_time: '' }) satisfies Answer<'closedSummary'>,
    myClosedCapsules: ok({ capsules: pageOf([]) }) satisfies Answer<'myClosedCapsules'>,
    receipt: { code: 2, message: NO_RECEIPT } satisfies Answer<'receipt'>,
    systemInfo: {
      code: 1000,
      data: [
        { name: 'version', value: '1.0.4' },
        { name: 'providers', value: 'wechat,weibo' },
      ],
    } satisfies Answer<'systemInfo'>,
  }
  const asked: SentCall[] = []
  /** The calls done so far by their keys, as the server remembers them. */
  const done = new Map<string, { body: string; answer: Envelope }>()
  const losing = new Set<AppCall>()
  let behindMs = 0
  async function serve({ name, key }: SentCall, body: string): Promise<Envelope> {
    const first = key ? done.get(key) : undefined
    if (first)
      return first.body === body ? first.answer : { code: 2, message: TWICE, data: { first: first.answer.data } }
    const answer = (await answers[name]) ?? unsaid(name)
    if (key && answer.code === 1000) done.set(key, { body, answer })
    if (losing.delete(name)) throw new TypeError('Failed to fetch')
    return answer
  }
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const name = (Object.keys(wire) as AppCall[]).find((call) => wire[call].path === path)!
    const body = String(init.body)
    const headers = new Headers(init.headers)
    const call = {
      name,
      body: JSON.parse(body),
      key: headers.get('Idempotency-Key'),
      source: headers.get('source'),
    }
    asked.push(call)
    const answer = await serve(call, body)
    return Response.json(answer, { headers: { Date: new Date(Date.now() + behindMs).toUTCString() } })
  })
  emptyStorages()
  if (user) setToken('fresh')
  return {
    answer: <N extends AppCall>(name: N, answer: Answering<N>) => {
      answers[name] = answer
    },
    /** The next sending of this call is carried out, and its answer lost. */
    loseAnswer: (name: AppCall) => void losing.add(name),
    /** A call that answers with the person changed like this, as does every later userInfo. */
    change: (name: PersonCall, fields: Partial<User>) => {
      const changed = ok({ user: person({ ...user, ...fields }) })
      answers[name] = changed
      answers.userInfo = changed
    },
    /** How far this device's clock is behind the server's from now on. */
    clock: (behind: number) => {
      behindMs = behind
    },
    asked: () => asked.map(({ name }) => name),
    /** The key each sending of this call has carried. */
    keys: (name: AppCall) => asked.filter((call) => call.name === name).map(({ key }) => key),
    /** The `source` that the calls gave. */
    sources: () => [...new Set(asked.map(({ source }) => source))],
    sent: (name: AppCall) => asked.filter((call) => call.name === name).map(({ body }) => body),
  }
}
export type StandIn = ReturnType<typeof startPages>

/** A window as wide as this, with a mouse before it unless it is `touched`. */
export function windowOf(width: number, { touched = false } = {}): void {
  vi.stubGlobal('innerWidth', width)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.split(' and ').every((part) => {
      const least = /min-width: (\d+)px/.exec(part)
      return least ? width >= Number(least[1]) : /hover: hover|pointer: fine/.test(part) && !touched
    }),
    addEventListener() {},
    removeEventListener() {},
  }))
}

/** Whether the router is drawn. */
let isOpen = false

export function endPages(): void {
  cleanup()
  // The night stays in front of the pages while they change (web/capsule/detail/keepNight.ts).
  for (const night of document.querySelectorAll('[data-night]')) night.remove()
  isOpen = false
  queryClient.clear()
  forgetTime()
  clearToken()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/**
 * The one router outlives a test. The page it has matched last, or that was on its way to be drawn, would be drawn first and
 * ask the next server.
 */
function dropPages(): void {
  const [, settle] = router._rendered ?? []
  router._rendered?.splice(0)
  settle?.(false)
  router.stores.setMatches([])
}

/** Opens the pages at this address; `strict` as in development, where effects run twice. */
export async function openPage(path: string, query: Record<string, string> = {}, { strict = false } = {}) {
  const Around = strict ? StrictMode : Fragment
  // Two steps of one moment would be one entry of the history.
  history.flush()
  goTo(path + queryText(query))
  history.flush()
  if (!isOpen) dropPages()
  isOpen = true
  render(
    <Around>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Around>,
  )
  await act(() => router.load())
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}
