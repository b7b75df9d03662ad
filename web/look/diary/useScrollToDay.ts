import { useEffect } from 'react'
import type { DiaryRow } from '#contract/diary.ts'

type Query = {
  data: DiaryRow[] | undefined
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** This many rows from that day on fill a window, so that the day can be scrolled to its top. */
const ROWS_BELOW = 10

/** Scrolls the first diary of a day into view and gives it the focus; loads further pages until the diary is there. */
export function useScrollToDay(query: Query, day: string | undefined, onDone: () => void): void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (!day || !data || isFetching) return
    const place = data.findIndex(({ date }) => date === day)
    const tooFew = place < 0 || data.length - place < ROWS_BELOW
    if (tooFew && hasNextPage && !isFetchNextPageError) {
      fetchNextPage()
      return
    }
    const first = document.querySelector<HTMLElement>(`ul [data-day="${day}"]`)
    first?.scrollIntoView({ block: 'start' })
    first?.focus({ preventScroll: true })
    onDone()
  }, [day, data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, onDone])
}
