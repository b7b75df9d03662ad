import { ITEM, type ShownItem } from '#contract/content.ts'
import { placeOf } from '#contract/place.ts'
import { Picture } from '#web/capsule/media/Picture.tsx'
import { type Seen, seenOf } from '#web/capsule/media/seen.ts'
import { useRefresh } from '#web/capsule/media/useRefresh.ts'
import { go, isAt, useQueryString } from '#web/ui/location.ts'
import { FileRows } from './FileRows.tsx'
import styles from './Gallery.module.css'

const THUMBNAIL_PX = [400, 800] as const
/** How wide a tile is shown, by the number of columns: the column of a capsule is 34rem at most. */
const SIZES: Record<number, string> = {
  1: '(min-width: 600px) 544px, 92vw',
  2: '(min-width: 600px) 268px, 46vw',
  3: '(min-width: 600px) 176px, 31vw',
}

type Props = { items: readonly ShownItem[]; capsuleId: string }

/** A graphic capsule's content: uncropped pictures and videos with remarks, the first as wide as the page; then the files. */
export function Gallery({ items, capsuleId }: Props) {
  const refresh = useRefresh(capsuleId)
  const { token } = useQueryString()
  const seen = seenOf(items)
  const files = items.filter((item) => item.type === ITEM.file || (item.type === ITEM.other && !placeOf(item)))
  const columns = columnsOf(seen.slice(1))
  // The second tap of a double tap does nothing: the page is opening already.
  const open = (item: Seen) => isAt('preview') || go('preview', { id: capsuleId, token, index: String(item.index) })
  return (
    <div className={styles.gallery}>
      {seen.length > 0 && (
        <ul className={styles.grid} data-columns={columns} aria-label="图片与视频">
          {seen.map((item, place) => (
            <li key={item.index}>
              <div className={styles.box}>
                <Picture
                  item={item}
                  widths={THUMBNAIL_PX}
                  sizes={SIZES[place === 0 ? 1 : columns]!}
                  fit="contain"
                  refresh={refresh}
                  onTap={() => open(item)}
                />
              </div>
              {/* The picture's own name says it already. */}
              {item.comment && (
                <p className={styles.remark} aria-hidden>
                  {item.comment}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && <FileRows files={files} refresh={refresh} />}
    </div>
  )
}

/** The columns for the pictures after the first, which has a row of its own. Remarks need room: with any, fewer columns. */
function columnsOf(others: readonly Seen[]): 1 | 2 | 3 {
  if (others.length < 2) return 1
  const hasRemarks = others.some(({ comment }) => comment)
  return others.length === 2 || others.length === 4 || hasRemarks ? 2 : 3
}
