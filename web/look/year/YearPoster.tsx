import { useCallback } from 'react'
import type { YearLine, YearReview } from '#contract/year.ts'
import { LongPress, PosterWays } from '#web/capsule/poster/PosterWays.tsx'
import { useDrawn } from '#web/capsule/poster/useDrawn.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { drawPoster, posterFacts } from './poster.ts'
import styles from './YearPoster.module.css'

type Props = { year: number; nickname: string; counted: YearReview; lines: readonly YearLine[] }

/** The year on one picture, drawn here: no server ever sees it. Saved, or handed to another application. */
export function YearPoster(poster: Props) {
  const { year, nickname, counted, lines } = poster
  const draw = useCallback(() => drawPoster({ year, nickname, counted, lines }), [year, nickname, counted, lines])
  const drawn = useDrawn(draw)
  if (drawn === 'failed') return <p className="muted">这个浏览器画不出海报，换一个浏览器再试</p>
  return (
    <div className={styles.poster}>
      {drawn ? (
        <img className={styles.picture} src={drawn.src} alt={`海报：${posterFacts(poster).join('，')}`} />
      ) : (
        <Skeleton width="100%" height={360} />
      )}
      {drawn && <LongPress />}
      {drawn && <PosterWays drawn={drawn} />}
    </div>
  )
}
