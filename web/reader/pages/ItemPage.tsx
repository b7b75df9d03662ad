import { ArrowLeft, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { type Entry, useEntries } from '../archive.ts'
import { titleOf } from '../find.ts'
import { Opening } from '../frame/Opening.tsx'
import frame from '../frame/Title.module.css'
import { Title } from '../frame/Title.tsx'
import { Item } from '../item/Item.tsx'
import { useWords } from '../language.ts'
import { sorted } from '../months.ts'
import { Receipt } from '../receipt/Receipt.tsx'
import { linkTo, type Route } from '../route.ts'
import styles from './ItemPage.module.css'

/** One item, and the ones that lie before and after it in its file. */
export function ItemPage({ route: { args } }: { route: Route }) {
  const words = useWords()
  const [source = '', id = ''] = args
  const { entries, done, gone } = useEntries(source ? [source] : [])
  const all = sorted(entries)
  const at = all.findIndex(({ item }) => item.id === id)
  const { item } = all[at] ?? {}
  const title = (item && titleOf(item)) || words.untitled
  useEffect(() => {
    if (item) document.title = `${title} · ${words.product}`
  }, [item, title, words])
  if (!item)
    return done > 0 ? (
      <Title title={words.itemGone}>
        <Opening done={done} all={1} gone={gone} />
      </Title>
    ) : (
      <Opening done={0} all={1} gone={[]} />
    )
  return (
    <>
      <div className={styles.tools}>
        <a className={frame.button} href={listOf(source)}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {source === 'drafts' ? words.filters.draft : source}
        </a>
        <button type="button" className={frame.button} aria-label={words.printItem} onClick={() => window.print()}>
          <Printer size={18} strokeWidth={1.75} aria-hidden="true" />
          {words.print}
        </button>
      </div>
      <Item key={source + id} item={item} heading="h1" />
      {item.receipt && <Receipt key={`receipt ${source}${id}`} item={item} receipt={item.receipt} />}
      <nav className={styles.ways} aria-label={words.views.time}>
        <Way entry={all[at + 1]} rel="prev" />
        <Way entry={all[at - 1]} rel="next" />
      </nav>
    </>
  )
}

const listOf = (source: string): string =>
  source === 'drafts' ? linkTo('find', [], { kind: 'draft' }) : linkTo('time', [source])

function Way({ entry, rel }: { entry: Entry | undefined; rel: 'prev' | 'next' }) {
  const words = useWords()
  if (!entry) return <span />
  const { source, item } = entry
  return (
    <a href={linkTo('item', [source, item.id])} data-rel={rel}>
      {rel === 'prev' && <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />}
      <span>
        <span className="muted">{rel === 'prev' ? words.earlier : words.later}</span>
        <span className={styles.title}>{titleOf(item) || words.untitled}</span>
      </span>
      {rel === 'next' && <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
    </a>
  )
}
