import type { ReactNode } from 'react'
import type { CallError } from '#web/client/transport.ts'
import type { DeskRows } from './api.ts'

/** One thing of the desk, whatever it is: `at` is when it came, or was decided. */
export type Item = { id: string; at: string; card: ReactNode }
type Pages = Omit<DeskRows<never>, 'data'> & { items: Item[] | undefined }
type Merged = ReturnType<typeof merged>

/** Several lists as one, by their moments; each is read on as far as the others reach. */
export function merged(lists: readonly Pages[], newestFirst = false) {
  const compare = (one: Item, other: Item) =>
    (one.at < other.at ? -1 : one.at > other.at ? 1 : one.id < other.id ? -1 : 1) * (newestFirst ? -1 : 1)
  const behind = lists.filter(({ hasNextPage }) => hasNextPage)
  // Further items of an unfinished list may belong before items that another list has already.
  const reach = behind.flatMap(({ items = [] }) => items.slice(-1)).toSorted(compare)[0]
  const all = lists.every(({ items }) => items) ? lists.flatMap(({ items }) => items!).toSorted(compare) : undefined
  const failed = lists.find(({ error }) => error)
  return {
    data: all && reach ? all.filter((item) => compare(item, reach) <= 0) : all,
    error: (failed?.error ?? null) as CallError | null,
    isFetching: lists.some(({ isFetching }) => isFetching),
    hasNextPage: behind.length > 0,
    isFetchingNextPage: lists.some(({ isFetchingNextPage }) => isFetchingNextPage),
    isFetchNextPageError: lists.some(({ isFetchNextPageError }) => isFetchNextPageError),
    fetchNextPage: () => behind.map(({ fetchNextPage }) => fetchNextPage()),
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
  }
}

/** How many are listed so far, and whether there are more. */
export const countOf = ({ data, hasNextPage }: Merged): string =>
  data?.length ? `${data.length}${hasNextPage ? '+' : ''}` : ''
