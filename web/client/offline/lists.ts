import { type Card, STATUS } from '#contract/capsule.ts'
import type { DiaryRow } from '#contract/diary.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { COPY } from '#contract/offline.ts'
import { chinaMonth, shiftMonth } from '#contract/time.ts'
import { now } from '#web/ui/clock.ts'
import { call } from '../api.ts'

/** All that a copy shall have: its rows in the lists, and when it was changed last. */
export type Wanted = { id: string; row?: DiaryRow; card?: Card; version: string }

/** More diaries than these nobody writes in a month. */
const PAGES_MOST = 10
/** Nobody waits for it: a call that gets no answer is not sent again. */
export const QUIETLY = { reading: true, noRetry: true } as const

/** The newest months by the server's clock, this one first. */
const newestMonths = (): string[] =>
  Array.from({ length: COPY.months }, (_, index) => shiftMonth(chinaMonth(now()), -index))

/** Reads one's own lists: the diaries and capsules that a copy has, the newest first. A sealed one is passed over here. */
export async function readLists(): Promise<{ months: string[]; wanted: Wanted[] }> {
  const months = newestMonths()
  const wanted = new Map<string, Wanted>()
  const { capsules } = await call('myOpenCapsules', { pageSize: COPY.capsules }, QUIETLY)
  for (const card of capsules.data.filter(isOpen)) wanted.set(card.id, { id: card.id, card, version: card.updated_at })
  for (const row of (await inTurn(months, diariesOf)).flat().filter(isOpen)) {
    const plain = { ...row, thumbnail: '' }
    wanted.set(row.id, { ...wanted.get(row.id), id: row.id, row: plain, version: row.updated_at })
  }
  const at = ({ row, card }: Wanted) => row?.created_at ?? card!.open_at
  return { months, wanted: [...wanted.values()].sort((one, other) => (at(one) < at(other) ? 1 : -1)) }
}

async function inTurn<T, R>(values: readonly T[], act: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const value of values) results.push(await act(value))
  return results
}

async function diariesOf(date: string): Promise<DiaryRow[]> {
  const rows: DiaryRow[] = []
  for (let page = 1; page <= PAGES_MOST; page += 1) {
    const { capsules } = await call('diaryList', { date, page, pageSize: MAX_PAGE_SIZE }, QUIETLY)
    rows.push(...capsules.data)
    if (capsules.data.length < MAX_PAGE_SIZE) break
  }
  return rows
}

const isOpen = ({ status }: Pick<Card, 'status'>): boolean => status === STATUS.unsealed
