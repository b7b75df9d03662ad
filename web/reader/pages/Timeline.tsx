import { BookOpen } from 'lucide-react'
import type { ArchiveSummary } from '#contract/archiveFiles.ts'
import { useEntries } from '../archive.ts'
import { FILTERS, type Filter, filterOf, matches } from '../find.ts'
import { Chips } from '../frame/Chips.tsx'
import { Opening } from '../frame/Opening.tsx'
import styles from '../frame/Title.module.css'
import { Title } from '../frame/Title.tsx'
import { useWords } from '../language.ts'
import { Rows } from '../list/Rows.tsx'
import { linkTo, type Route } from '../route.ts'

/** Drafts lie in a file of their own, and are found by the search. */
const HERE = FILTERS.filter((filter) => filter !== 'draft')

/** The years from the newest on. */
export const yearsOf = ({ years }: ArchiveSummary): string[] =>
  years.map(({ year }) => String(year)).sort((one, other) => Number(other) - Number(one))

/** A year, month by month. */
export function Timeline({ archive, route }: { archive: ArchiveSummary; route: Route }) {
  const words = useWords()
  const years = yearsOf(archive)
  const year = years.find((one) => one === route.args[0]) ?? years[0]
  const filter = filterOf(route.query.get('kind'))
  const { entries, done, gone } = useEntries(year ? [year] : [])
  const found = entries.filter(({ item }) => matches(item, filter))
  if (!year) return <Nothing title={words.views.time} />
  const kinds = (kind: Filter) => ({ kind: kind === 'all' ? '' : kind })
  return (
    <>
      <Title title={year} note={words.items(found.length)}>
        <a className={styles.button} href={linkTo('book', [year], kinds(filter))}>
          <BookOpen size={18} strokeWidth={1.75} aria-hidden="true" />
          {words.book}
        </a>
      </Title>
      <Chips
        label={words.years}
        chips={years.map((one) => ({
          key: one,
          text: one,
          link: linkTo('time', [one], kinds(filter)),
          isHere: one === year,
        }))}
      />
      <Chips
        label={words.filter}
        chips={HERE.map((kind) => ({
          key: kind,
          text: words.filters[kind],
          link: linkTo('time', [year], kinds(kind)),
          isHere: kind === filter,
        }))}
      />
      <Opening done={done} all={1} gone={gone} />
      {done > 0 && found.length === 0 && <p className={styles.empty}>{words.nothing}</p>}
      <Rows list={`time/${year}/${filter}`} entries={found} />
    </>
  )
}

function Nothing({ title }: { title: string }) {
  const words = useWords()
  return (
    <>
      <Title title={title} />
      <p className={styles.empty}>{words.nothing}</p>
    </>
  )
}
