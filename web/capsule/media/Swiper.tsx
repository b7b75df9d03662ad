import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Page } from '#web/ui/Page.tsx'
import { Picture } from './Picture.tsx'
import styles from './Swiper.module.css'
import { isVideo, type Seen } from './seen.ts'
import { useArrows } from './useArrows.ts'
import type { Refresh } from './useHeld.ts'
import { useSwiper } from './useSwiper.ts'
import { Viewer } from './Viewer.tsx'

/** The widths that the store can be asked for; the viewer shows the picture in full size. */
const WIDTHS_PX = [800, 1200, 2000] as const
const SIZES = '(min-width: 1080px) 1080px, 100vw'

type Props = {
  title: string
  seen: readonly Seen[]
  /** The place to begin with. */
  start: number
  refresh?: Refresh
  /** Further actions for the item that is seen. */
  actions?: (item: Seen) => ReactNode
  onSeen: (item: Seen) => void
  onPlay: (item: Seen) => void
}

/** One picture or video at a time, with its remark; a picture opens in the viewer, a video plays on a page of its own. */
export function Swiper({ title, seen, start, refresh, actions, onSeen, onPlay }: Props) {
  const [viewing, setViewing] = useState<number>()
  const { viewport, at, to } = useSwiper(start, (place) => seen[place] && onSeen(seen[place]))
  const pictures = seen.filter((item) => !isVideo(item))
  const item = seen[at] ?? seen[0]!
  useArrows((step) => viewing === undefined && to(at + step))

  function tap(item: Seen) {
    if (isVideo(item)) onPlay(item)
    else setViewing(pictures.indexOf(item))
  }

  function closed(index: number) {
    setViewing(undefined)
    to(seen.indexOf(pictures[index] ?? item), true)
  }

  return (
    <Page title={title} mood="universe" back wide>
      <section className={styles.preview} aria-label="图片与视频">
        <div ref={viewport} className={styles.viewport}>
          <ul className={styles.slides}>
            {seen.map((item, place) => (
              <li key={item.index} className={styles.slide} inert={place !== at}>
                {Math.abs(place - at) <= 1 && (
                  <Picture
                    item={item}
                    widths={WIDTHS_PX}
                    sizes={SIZES}
                    fit="contain"
                    refresh={refresh}
                    onTap={() => tap(item)}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
        {seen.length > 1 && <Steps at={at} count={seen.length} to={to} />}
        {item.comment && <p className={styles.remark}>{item.comment}</p>}
        {actions?.(item)}
      </section>
      {viewing !== undefined && (
        <Viewer
          slides={pictures.map(({ content, label }) => ({ src: content, alt: label }))}
          index={viewing}
          refresh={refresh}
          onClosed={closed}
        />
      )}
    </Page>
  )
}

function Steps({ at, count, to }: { at: number; count: number; to: (place: number) => void }) {
  return (
    <div className={styles.steps}>
      <button type="button" aria-label="上一个" disabled={at === 0} onClick={() => to(at - 1)}>
        <ChevronLeft size={26} strokeWidth={1.75} aria-hidden />
      </button>
      <span aria-live="polite">
        {at + 1}/{count}
      </span>
      <button type="button" aria-label="下一个" disabled={at === count - 1} onClick={() => to(at + 1)}>
        <ChevronRight size={26} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  )
}
