import { momentText } from '#contract/time.ts'
import frame from '../frame/Title.module.css'
import { Title } from '../frame/Title.tsx'
import { useWords } from '../language.ts'
import { useMore } from '../list/useMore.ts'
import styles from './Lists.module.css'
import { OfFile } from './OfFile.tsx'

/** Of other people what their lists show now, and no more. */
export function Social() {
  const words = useWords()
  return (
    <>
      <Title title={words.views.social} />
      <OfFile name="social">
        {({ likes, follows }) => (
          <>
            <List
              title={words.likes}
              empty={words.noLikes}
              rows={likes.map(({ id, title, author, at }) => ({ id, at, name: title, by: author }))}
            />
            <List
              title={words.follows}
              empty={words.noFollows}
              rows={follows.map(({ id, nickname, at }) => ({ id, at, name: nickname, by: '' }))}
            />
          </>
        )}
      </OfFile>
    </>
  )
}

type ListProps = { title: string; empty: string; rows: { id: string; name: string; by: string; at: string }[] }

function List({ title, empty, rows }: ListProps) {
  const words = useWords()
  const { shown, hasMore, end } = useMore(title, rows.length)
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {rows.length === 0 && <p className={frame.empty}>{empty}</p>}
      <ul className={styles.list}>
        {rows.slice(0, shown).map(({ id, name, by, at }) => (
          <li key={id} className={styles.row}>
            <div>
              <b>{name || words.notShown}</b>
              <p className="muted">{[by && words.by(by), momentText(at)].filter(Boolean).join(' · ')}</p>
            </div>
          </li>
        ))}
      </ul>
      {hasMore && <div ref={end} />}
    </section>
  )
}
