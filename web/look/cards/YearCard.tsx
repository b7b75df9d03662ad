import { ChevronRight, Sparkles } from 'lucide-react'
import { isYearsEnd, reviewYear, YEAR_TITLE } from '#contract/year.ts'
import { CardRow } from '#web/ui/Card.tsx'
import { go } from '#web/ui/location.ts'
import styles from './DueCard.module.css'

/** In the last days of a year it invites to look back at it. */
export function YearCard({ now }: { now: number }) {
  if (!isYearsEnd(now)) return null
  return (
    <CardRow
      small
      className={styles.below}
      start={<Sparkles size={22} strokeWidth={1.75} aria-hidden="true" />}
      end={<ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => go('yearReview', { year: String(reviewYear(now)) })}
    >
      <b>
        你的{reviewYear(now)}
        {YEAR_TITLE}
      </b>
      <span className="muted">这一年写下的、封存的和等到的</span>
    </CardRow>
  )
}
