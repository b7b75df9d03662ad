import { ChevronLeft, ChevronRight } from 'lucide-react'
import { boundsOfYear, type YearReview as Review, reviewYear, YEAR_NOTHING, YEAR_TITLE } from '#contract/year.ts'
import { useCall, useUser } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { now } from '#web/ui/clock.ts'
import { FarPlanet } from '#web/ui/drawings/FarPlanet.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import styles from './YearStory.module.css'
import { YearStory } from './YearStory.tsx'

const YEAR = /^(19|20)\d\d$/

/** One year looked back at; which one stands in the address. */
export function YearReview() {
  const asked = useQueryString().year
  const current = reviewYear(now())
  const year = asked && YEAR.test(asked) ? Number(asked) : current
  const review = useCall('yearReview', { year })
  const person = useUser()
  const nickname = person.data?.user.nickname ?? ''
  return (
    <Page title={YEAR_TITLE} mood="universe" back>
      <Years year={year} />
      <Loaded query={review} skeleton={<Skeletons count={3} height={120} />}>
        {(counted) => (isNothing(counted) ? <Nothing /> : <YearStory key={year} {...{ year, counted, nickname }} />)}
      </Loaded>
    </Page>
  )
}

const isNothing = ({ diaries, sealed, opened }: Review): boolean => diaries + sealed + opened === 0

/** One year back or on; none before the first there is, none that has not begun. */
function Years({ year }: { year: number }) {
  const show = (next: number) => go('yearReview', { year: String(next) }, { replace: true })
  const begins = Number(boundsOfYear(year + 1).from) <= now()
  return (
    <div className={styles.years}>
      <IconButton
        label="上一年"
        icon={ChevronLeft}
        disabled={!YEAR.test(String(year - 1))}
        onClick={() => show(year - 1)}
      />
      <span aria-live="polite">{year}</span>
      <IconButton label="下一年" icon={ChevronRight} disabled={!begins} onClick={() => show(year + 1)} />
    </div>
  )
}

const Nothing = () => (
  <Empty
    text={YEAR_NOTHING}
    drawing={<FarPlanet />}
    action={<Button onClick={() => go('writeDiary')}>写一篇日记</Button>}
  />
)
