import { TYPE_OF } from '#contract/archiveFiles.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import type { Entry } from '../archive.ts'
import { cutBy, dateOf, excerptOf, titleOf } from '../find.ts'
import { useWords } from '../language.ts'
import { monthsOf } from '../months.ts'
import { linkTo } from '../route.ts'
import { Badges, colourOf } from './Badges.tsx'
import styles from './Rows.module.css'
import { Thumbnail, thumbnailsOf } from './Thumbnail.tsx'
import { useMore } from './useMore.ts'

type Props = {
  list: string
  entries: Entry[]
  terms?: readonly string[]
  /** The page's own heading says the month. */
  isOfMonth?: boolean
}

/** Items by month, the newest first; further ones come as one goes on. */
export function Rows({ list, entries, terms, isOfMonth = false }: Props) {
  const words = useWords()
  const { shown, hasMore, end } = useMore(list, entries.length)
  return (
    <>
      {monthsOf(entries, shown).map(({ month, entries }) => (
        <section key={month} className={styles.month}>
          <h2 className={isOfMonth ? 'hidden' : undefined}>{month ? words.month(month) : words.undated}</h2>
          <ul>
            {entries.map((entry) => (
              <Row key={entry.source + entry.item.id} entry={entry} terms={terms} />
            ))}
          </ul>
        </section>
      ))}
      {hasMore && <div ref={end} className={styles.end} />}
    </>
  )
}

function Row({ entry: { source, item }, terms = [] }: { entry: Entry; terms?: readonly string[] }) {
  const words = useWords()
  const day = dateOf(item)
  const [thumbnail] = thumbnailsOf(item)
  return (
    <li className={styles.row}>
      <time className={styles.day} dateTime={day.slice(0, 10)}>
        <b>{day.slice(8, 10)}</b>
        <span>{words.weekday(day)}</span>
      </time>
      <div className={styles.words}>
        <h3>
          <a href={linkTo('item', [source, item.id])}>
            <Marked text={titleOf(item) || words.untitled} terms={terms} />
          </a>
        </h3>
        <p className={styles.excerpt}>
          <Marked text={excerptOf(item, terms)} terms={terms} />
        </p>
        <Badges item={item} />
      </div>
      {thumbnail ? (
        <Thumbnail of={thumbnail} />
      ) : (
        item.kind !== 'diary' && <CapsuleIcon colorIndex={colourOf(item)} type={TYPE_OF[item.kind]} size={44} />
      )}
    </li>
  )
}

/** The words that were asked for stand out. */
const Marked = ({ text, terms }: { text: string; terms: readonly string[] }) =>
  cutBy(text, terms).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text keep their order
    at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece,
  )
