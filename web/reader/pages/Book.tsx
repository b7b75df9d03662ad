import { Printer } from 'lucide-react'
import { useEntries } from '../archive.ts'
import { filterOf, matches } from '../find.ts'
import { Opening } from '../frame/Opening.tsx'
import frame from '../frame/Title.module.css'
import { Title } from '../frame/Title.tsx'
import { Item } from '../item/Item.tsx'
import { useWords } from '../language.ts'
import { sorted } from '../months.ts'
import type { Route } from '../route.ts'
import styles from './Book.module.css'

/** A year as it is printed: oldest first, each item on a page of its own. */
export function Book({ route: { args, query } }: { route: Route }) {
  const words = useWords()
  const [year = ''] = args
  const filter = filterOf(query.get('kind'))
  const { entries, done, gone } = useEntries(year ? [year] : [])
  const items = sorted(entries.filter(({ item }) => matches(item, filter))).reverse()
  return (
    <>
      <div className={styles.head}>
        <Title title={`${words.book} · ${year}`} note={words.bookNote}>
          <button type="button" className={`${frame.button} ${frame.main}`} onClick={() => window.print()}>
            <Printer size={20} strokeWidth={1.75} aria-hidden="true" />
            {words.print}
          </button>
        </Title>
      </div>
      <Opening done={done} all={1} gone={gone} />
      {items.map(({ item }) => (
        <div key={item.id} className={styles.page}>
          <Item item={item} heading="h2" isEager />
        </div>
      ))}
    </>
  )
}
