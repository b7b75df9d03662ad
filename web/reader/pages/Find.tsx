import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { ArchiveSummary } from '#contract/archiveFiles.ts'
import { useEntries } from '../archive.ts'
import { FILTERS, filterOf, holds, matches, termsOf } from '../find.ts'
import { Chips } from '../frame/Chips.tsx'
import { Opening } from '../frame/Opening.tsx'
import frame from '../frame/Title.module.css'
import { Title } from '../frame/Title.tsx'
import { useWords } from '../language.ts'
import { Rows } from '../list/Rows.tsx'
import { linkTo, type Route, replaceBy } from '../route.ts'
import styles from './Find.module.css'
import { yearsOf } from './Timeline.tsx'

const TYPED_MS = 400

/** Everything by its words and its kind; the years are opened one after another, the newest first. */
export function Find({ archive, route }: { archive: ArchiveSummary; route: Route }) {
  const words = useWords()
  const filter = filterOf(route.query.get('kind'))
  const [typed, type] = useTyped(route)
  const asked = useDeferredValue(typed)
  const names = [...yearsOf(archive), 'drafts']
  const { entries, done, gone } = useEntries(names)
  const terms = useMemo(() => termsOf(asked), [asked])
  const found = useMemo(
    () => entries.filter(({ item }) => matches(item, filter) && holds(item, terms)),
    [entries, filter, terms],
  )
  return (
    <>
      <Title title={words.views.find} />
      <label className={styles.field}>
        <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="hidden">{words.find}</span>
        <input type="search" placeholder={words.find} value={typed} onChange={({ target }) => type(target.value)} />
      </label>
      <Chips
        label={words.filter}
        chips={FILTERS.map((kind) => ({
          key: kind,
          text: words.filters[kind],
          link: linkTo('find', [], { q: typed, kind: kind === 'all' ? '' : kind }),
          isHere: kind === filter,
        }))}
      />
      <Opening done={done} all={names.length} gone={gone} />
      <p className={`muted ${styles.found}`} role="status">
        {done > 0 && (found.length > 0 ? words.found(found.length) : done === names.length && words.nothingFound)}
      </p>
      {found.length === 0 && done === names.length && <p className={frame.empty}>{words.nothingFound}</p>}
      <Rows list={`find/${filter}/${asked}`} entries={found} terms={terms} />
    </>
  )
}

/** The typed words; the address follows a moment later, and before any tap has led away: it is for the way back. */
function useTyped({ query }: Route) {
  const inAddress = query.get('q') ?? ''
  const kind = query.get('kind') ?? ''
  const [typed, type] = useState(inAddress)
  useEffect(() => {
    if (typed === inAddress) return
    const follow = () => replaceBy(linkTo('find', [], { q: typed, kind }))
    const timer = setTimeout(follow, TYPED_MS)
    window.addEventListener('click', follow, { capture: true, once: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('click', follow, { capture: true })
    }
  }, [typed, inAddress, kind])
  return [typed, type] as const
}
