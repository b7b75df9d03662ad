import { TYPE_KIND } from '#contract/capsule.ts'
import { FOUND_IN, type OwnFound } from '#contract/search.ts'
import { dateText } from '#contract/time.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { isOrdinaryDiary, openDiary } from '#web/capsule/detail/openDiary.ts'
import { Thumbnail } from '#web/capsule/media/Thumbnail.tsx'
import type { Refresh } from '#web/capsule/media/useHeld.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardRow, CardSkeletons } from '#web/ui/Card.tsx'
import { Highlight, plainOf } from './Highlight.tsx'
import styles from './OwnFound.module.css'

const SIZE_PX = 44
/** Twice the shown size, for dense screens. */
const THUMBNAIL_PX = 144

/** One of one's own texts that was found: its title, the words around the hit, when it was written. */
export const OwnFoundRow = ({ row, refresh }: { row: OwnFound; refresh: Refresh }) => (
  <CardRow
    small
    top
    start={<CapsuleIcon colorIndex={row.colorIndex} type={row.type} size={SIZE_PX} open={row.sealed_at !== ''} />}
    end={<Thumbnail address={row.thumbnail} width={THUMBNAIL_PX} refresh={refresh} className={styles.picture} />}
    onClick={() => openDiary(row)}
  >
    <Words row={row} />
    <span className="muted">
      {row.from && `来自 ${row.from} · `}
      {dateText(row.date)} · {isOrdinaryDiary(row) ? '日记' : KIND_NAME[TYPE_KIND[row.type]]}
    </span>
  </CardRow>
)

/** The title and the words around the hit, without showing the same words twice. */
function Words({ row: { title, excerpt, where, highlightHTML } }: { row: OwnFound }) {
  if (!where)
    return (
      <>
        <b className={styles.title}>{title}</b>
        {!excerpt.startsWith(title) && <span className={styles.text}>{excerpt}</span>}
      </>
    )
  if (where === 'title' || title.includes(plainOf(highlightHTML))) return <Highlight html={highlightHTML} />
  return (
    <>
      {title && <b className={styles.title}>{title}</b>}
      <span className={styles.text}>
        {where !== 'text' && <span className="muted">{FOUND_IN[where]}：</span>}
        <Highlight html={highlightHTML} />
      </span>
    </>
  )
}

export const OwnFoundSkeletons = () => <CardSkeletons count={6} size={SIZE_PX} small />
