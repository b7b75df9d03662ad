import type { Answer, Doors, StandinRequest } from '#standins/http.ts'
import type { Developer } from './developer.ts'
import type { Store } from './store.ts'

const TRANSACTIONS = '/inApps/v1/transactions/'
const HISTORY = '/inApps/v1/notifications/history'
const PAGE = 20
const MOST_AGE_MS = 180 * 86_400_000
const ERRORS = {
  4000006: [400, 'Invalid transaction id.'],
  4000012: [400, 'Start date too far in past.'],
  4000013: [400, 'Start date after end date.'],
  4000014: [400, 'Invalid pagination token.'],
  4000015: [400, 'Invalid start date.'],
  4000016: [400, 'Invalid end date.'],
  4040010: [404, 'Transaction id not found.'],
} as const

/** The calls of the developer's server. */
export function apiDoors(developer: Developer, store: Store, now: () => number): Doors {
  const door = (then: (asked: StandinRequest) => Answer) => (asked: StandinRequest) =>
    developer.isKnown(asked) ? then(asked) : unauthenticated
  return {
    [`GET ${TRANSACTIONS}*`]: door(({ path }) => {
      const id = decodeURIComponent(path.slice(TRANSACTIONS.length))
      if (!/^\d+$/.test(id)) return no(4000006)
      const signedTransactionInfo = store.signedTransaction(id)
      return signedTransactionInfo ? { json: { signedTransactionInfo } } : no(4040010)
    }),
    [`POST ${HISTORY}`]: door((asked) => {
      const { startDate, endDate } = jsonOf(asked)
      const from = Number(asked.query.get('paginationToken') ?? 0)
      if (typeof startDate !== 'number') return no(4000015)
      if (typeof endDate !== 'number') return no(4000016)
      if (startDate < now() - MOST_AGE_MS) return no(4000012)
      if (startDate >= endDate) return no(4000013)
      const sent = store.sentBetween(startDate, endDate)
      if (!(Number.isInteger(from) && from >= 0 && from <= sent.length)) return no(4000014)
      const hasMore = sent.length > from + PAGE
      const notificationHistory = sent.slice(from, from + PAGE).map(({ at, signedPayload }) => ({
        signedPayload,
        sendAttempts: [{ attemptDate: at, sendAttemptResult: 'SUCCESS' }],
      }))
      return { json: { notificationHistory, hasMore, ...(hasMore ? { paginationToken: String(from + PAGE) } : {}) } }
    }),
  }
}

const unauthenticated: Answer = { status: 401, text: 'Unauthenticated\n', headers: { 'content-type': 'text/plain' } }

function no(errorCode: keyof typeof ERRORS): Answer {
  const [status, errorMessage] = ERRORS[errorCode]
  return { status, json: { errorCode, errorMessage } }
}

function jsonOf({ body }: StandinRequest): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString()))
  } catch {
    return {}
  }
}
