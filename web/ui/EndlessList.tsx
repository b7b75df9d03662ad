import { type ReactNode, useEffect, useRef } from 'react'
import { TEXT } from '#contract/codes.ts'
import { REACH_BOTTOM_PX } from '#contract/limits.ts'
import styles from './EndlessList.module.css'
import { failed } from './Loaded.tsx'
import { type Failure, LoadFailed } from './LoadFailed.tsx'
import { type Refresh, useOnPull } from './onPull.ts'
import { ToTop } from './ToTop.tsx'

/** The result of `usePages`, as far as a list needs it. */
type Query<Row> = {
  data: Row[] | undefined
  error: (Failure & { code: number }) | null
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: Refresh
}

type Props<Row> = {
  query: Query<Row>
  render: (row: Row, index: number) => ReactNode
  empty: ReactNode
  skeleton: ReactNode
  /** Class of the list element, for grids. */
  className?: string
  label?: string
  /** Scrolls in a popup, beside which a way to the top of the page would stand. */
  inPopup?: boolean
}

/** A list with its four states – loading, empty, full, failed – that reads on 50 px before its end, and anew when the page is pulled. */
export function EndlessList<Row extends { id: string }>(props: Props<Row>) {
  const { query, render, empty, skeleton, className = styles.list, label, inPopup } = props
  useOnPull(query.refetch)
  if (!query.data && !failed(query.error)) {
    return (
      <div aria-busy="true">
        <span className="hidden">{TEXT.loading}</span>
        <div aria-hidden="true">{skeleton}</div>
      </div>
    )
  }
  if (!query.data) return <Failed query={query} again={query.refetch} />
  if (query.data.length === 0) return empty
  return (
    <>
      <ul className={className} aria-label={label}>
        {query.data.map((row, index) => (
          <li key={row.id}>{render(row, index)}</li>
        ))}
      </ul>
      <Rest query={query} />
      {!inPopup && <ToTop />}
    </>
  )
}

function Rest<Row>({ query }: { query: Query<Row> }) {
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  const wantsMore = hasNextPage && !isFetchNextPageError
  const rows = query.data?.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each page, which may leave the end in view
  useEffect(() => {
    if (!wantsMore || !end.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: `${REACH_BOTTOM_PX}px`,
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [wantsMore, fetchNextPage, rows])
  if (isFetchNextPageError && failed(query.error)) return <Failed query={query} again={fetchNextPage} />
  return (
    <div ref={end} className={`muted ${styles.end}`} role="status">
      {query.isFetchingNextPage && TEXT.loading}
    </div>
  )
}

function Failed<Row>({ query, again }: { query: Query<Row>; again: () => unknown }) {
  return (
    <LoadFailed
      failure={query.error ?? { message: TEXT.unreachable }}
      busy={query.isFetching}
      onRetry={() => again()}
    />
  )
}
