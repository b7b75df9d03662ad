import { type ArchiveSealed, TYPE_OF } from '#contract/archiveFiles.ts'
import { momentText, openTimeText } from '#contract/time.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import frame from '../frame/Title.module.css'
import { Title } from '../frame/Title.tsx'
import { useWords } from '../language.ts'
import { colourOf } from '../list/Badges.tsx'
import { sizeText, type Words } from '../words.ts'
import styles from './Lists.module.css'
import { OfFile } from './OfFile.tsx'

/** Those whose day has not come: their content is locked for its month, or not in the archive. */
export function Sealed() {
  const words = useWords()
  return (
    <OfFile name="sealed">
      {({ items }) => (
        <>
          <Title
            title={words.views.sealed}
            note={items.some(({ cap }) => cap) ? words.sealedInside : words.sealedNote}
          />
          <List items={items} />
        </>
      )}
    </OfFile>
  )
}

function List({ items }: { items: ArchiveSealed['items'] }) {
  const words = useWords()
  if (items.length === 0) return <p className={frame.empty}>{words.nothing}</p>
  const soonestFirst = [...items].sort((one, other) => (one.open_time < other.open_time ? -1 : 1))
  return (
    <ul className={styles.list}>
      {soonestFirst.map((item) => (
        <li key={item.id} className={styles.row}>
          <CapsuleIcon colorIndex={colourOf(item)} type={TYPE_OF[item.kind]} size={52} />
          <div>
            <h2>{item.title || words.untitled}</h2>
            <p className="muted">{words.until(momentText(item.sealed_at), openTimeText(item.open_time))}</p>
            <p className="muted">
              {[
                words.kinds[item.kind],
                ...sizesOf(item.sizes, words),
                ...(item.receipt ? [words.receipt.name] : []),
              ].join(' · ')}
            </p>
            {item.cap && <p className="muted">{words.openedBy(item.cap.path, item.cap.month)}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

const sizesOf = (sizes: ArchiveSealed['items'][number]['sizes'], words: Words): string[] =>
  sizes.map(({ kind, bytes }) => `${words.medium[kind]} ${sizeText(bytes)}`)
