import { useInfiniteQuery } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import { dayText } from '#contract/time.ts'
import { YEAR_LINES_MAX, type YearLine } from '#contract/year.ts'
import { call, readingFor } from '#web/client/api.ts'
import type { CallError } from '#web/client/transport.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './YearLines.module.css'

type Props = { year: number; chosen: readonly YearLine[]; onChoose: (line: YearLine) => void }

/** First lines of the year's diaries, of which a few go on the poster. Nothing of the choice is sent anywhere. */
export function YearLines({ year, chosen, onChoose }: Props) {
  const lines = useYearLines(year)
  const full = chosen.length >= YEAR_LINES_MAX
  return (
    <>
      <h2 className={styles.title}>挑几句放进海报</h2>
      <p className="muted" aria-live="polite">
        最多{YEAR_LINES_MAX}句，已选{chosen.length}句；也可以一句都不选
      </p>
      <Loaded query={lines} skeleton={<Skeletons count={5} height={56} />} compact>
        {(rows) => (
          <>
            <ul className={styles.lines} aria-label="每篇日记的第一句">
              {rows.map((row) => {
                const isChosen = chosen.some(({ id }) => id === row.id)
                return (
                  <li key={row.id} data-faint={(full && !isChosen) || undefined}>
                    <Checkbox
                      checked={isChosen}
                      onChange={() => (isChosen || !full ? onChoose(row) : toast(`最多选${YEAR_LINES_MAX}句`))}
                    >
                      <span className={styles.line}>{row.line}</span>
                    </Checkbox>
                    <span className="muted">{dayText(row.date)}</span>
                  </li>
                )
              })}
            </ul>
            {rows.length === 0 && <p className="muted">这一年没有可以读到的日记</p>}
            {lines.isFetchNextPageError && (
              <LoadFailed failure={lines.error} busy={lines.isFetching} onRetry={() => lines.fetchNextPage()} compact />
            )}
            {lines.hasNextPage && !lines.isFetchNextPageError && (
              <Button kind="quiet" busy={lines.isFetchingNextPage} onClick={() => lines.fetchNextPage()}>
                查看更多
              </Button>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

type Page = Output<'yearLines'>['capsules']

/** As far as they were asked for; the poster takes its pictures from them. */
export const useYearLines = (year: number) =>
  useInfiniteQuery<Page, CallError, YearLine[], readonly unknown[], string | undefined>({
    queryKey: ['yearLines', { year }, 'pages'],
    queryFn: async ({ pageParam, ...asking }) =>
      (await call('yearLines', { year, after: pageParam }, readingFor(asking))).capsules,
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next || undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
