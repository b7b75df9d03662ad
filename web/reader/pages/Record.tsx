import type { ArchiveSummary } from '#contract/archiveFiles.ts'
import { percentText, scoreText } from '#web/ui/format.ts'
import { useEntries } from '../archive.ts'
import { matches } from '../find.ts'
import { Opening } from '../frame/Opening.tsx'
import { Title } from '../frame/Title.tsx'
import { useWords } from '../language.ts'
import { Rows } from '../list/Rows.tsx'
import { Figures } from './Figures.tsx'
import styles from './Lists.module.css'
import { yearsOf } from './Timeline.tsx'

const NONE = '–'

/** How predictions came out, in figures and one by one. */
export function Record({ archive }: { archive: ArchiveSummary }) {
  const words = useWords()
  const years = yearsOf(archive)
  const { entries, done, gone } = useEntries(years)
  const { record } = archive
  const { rate, brier, brierNote, brierNone, list, pending: _, ...counts } = words.record
  const names = Object.entries(counts) as [keyof typeof counts, string][]
  return (
    <>
      <Title title={words.views.record} />
      <Figures
        figures={[
          [rate, record.hit_rate === null ? NONE : percentText(record.hit_rate)],
          [brier, record.brier === null ? NONE : scoreText(record.brier)],
          ...names.map(([name, text]): [string, string] => [text, String(record[name])]),
        ]}
      />
      <p className={`muted ${styles.note}`}>{record.brier === null ? brierNone : brierNote}</p>
      <section className={styles.section}>
        <h2 className="hidden">{list}</h2>
        <Opening done={done} all={years.length} gone={gone} />
        <Rows list="record" entries={entries.filter(({ item }) => matches(item, 'forecast'))} />
      </section>
    </>
  )
}
