import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { ARCHIVE_VERSION, type ArchiveSummary } from '#contract/archiveFiles.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { countText } from '#web/ui/format.ts'
import { ICONS } from '../frame/Frame.tsx'
import frame from '../frame/Title.module.css'
import { useWords } from '../language.ts'
import { linkTo } from '../route.ts'
import { sizeText, type Words } from '../words.ts'
import styles from './Cover.module.css'

/** The first page: whose it is, how much there is, and what is not there. */
export function Cover({ archive }: { archive: ArchiveSummary }) {
  const words = useWords()
  const title = words.archiveOf(archive.person.nickname)
  useEffect(() => {
    document.title = `${title} · ${words.product}`
  }, [title, words])
  return (
    <div className={styles.cover}>
      <Hero archive={archive} />
      {archive.version > ARCHIVE_VERSION && <p className={frame.note}>{words.newer}</p>}
      <Faults faults={archive.missing} />
      <Years archive={archive} />
      <Further />
    </div>
  )
}

function Hero({ archive: { person, asked_at, years, counts } }: { archive: ArchiveSummary }) {
  const words = useWords()
  const ends = [years[0]?.year, years.at(-1)?.year].map(Number).sort((one, other) => one - other)
  return (
    <header className={styles.hero} data-mood="universe">
      <div className={styles.capsules}>
        <CapsuleIcon colorIndex={0} type={0} size={64} open />
        <CapsuleIcon colorIndex={2} type={1} size={44} open />
        <CapsuleIcon colorIndex={1} type={2} size={36} />
      </div>
      <p className={styles.span}>{years.length > 0 && [...new Set(ends)].join(' – ')}</p>
      <h1>{words.archiveOf(person.nickname)}</h1>
      <p className={styles.made}>
        {words.madeAt(asked_at)} · {words.opensAlone}
      </p>
      <ul className={styles.counts}>
        <Count of={counts.diaries} name={words.filters.diary} link={linkTo('find', [], { kind: 'diary' })} />
        <Count of={counts.capsules} name={words.filters.capsule} link={linkTo('find', [], { kind: 'capsule' })} />
        <Count of={counts.forecasts} name={words.filters.forecast} link={linkTo('find', [], { kind: 'forecast' })} />
        <Count of={counts.drafts} name={words.filters.draft} link={linkTo('find', [], { kind: 'draft' })} />
        <Count of={counts.sealed} name={words.views.sealed} link={linkTo('sealed')} />
        <li>
          <span className={styles.count}>
            <b>{countText(counts.files)}</b>
            {words.files} · {sizeText(counts.bytes)}
          </span>
        </li>
      </ul>
    </header>
  )
}

const Count = ({ of, name, link }: { of: number; name: string; link: string }) => (
  <li>
    <a className={styles.count} href={link}>
      <b>{countText(of)}</b>
      {name}
    </a>
  </li>
)

function Faults({ faults }: { faults: ArchiveSummary['missing'] }) {
  const words = useWords()
  if (faults.length === 0) return null
  return (
    <section className={styles.faults} aria-labelledby="faults">
      <h2 id="faults">{words.missing}</h2>
      <p className="muted">{words.missingNote}</p>
      <ul>
        {faults.map(({ name, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            <b>{name}</b> <span className="muted">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Years({ archive: { years } }: { archive: ArchiveSummary }) {
  const words = useWords()
  const most = Math.max(1, ...years.map(({ items }) => items))
  if (years.length === 0) return <p className={frame.empty}>{words.nothing}</p>
  return (
    <section aria-labelledby="years">
      <h2 id="years" className={styles.heading}>
        {words.years}
      </h2>
      <ul className={styles.years}>
        {[...years]
          .sort((one, other) => other.year - one.year)
          .map(({ year, items }) => (
            <li key={year}>
              <a href={linkTo('time', [String(year)])}>
                <b>{year}</b>
                <meter min={0} max={most} value={items} aria-hidden="true" />
                <span className="muted">{words.items(items)}</span>
              </a>
            </li>
          ))}
      </ul>
    </section>
  )
}

const FURTHER: (keyof Words['views'])[] = ['sealed', 'record', 'money', 'social', 'check']

/** The pages for which a telephone's bar has no room. */
function Further() {
  const words = useWords()
  return (
    <ul className={styles.further}>
      {FURTHER.map((view) => {
        const Icon = ICONS[view]
        return (
          <li key={view}>
            <a href={linkTo(view)}>
              <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
              <span>{words.views[view]}</span>
              <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
            </a>
          </li>
        )
      })}
    </ul>
  )
}
