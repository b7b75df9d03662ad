import { useCallback, useMemo, useState } from 'react'
import { YEAR_PICTURES_MAX, type YearLine, type YearReview } from '#contract/year.ts'
import { LongPress, PosterWays } from '#web/capsule/poster/PosterWays.tsx'
import { useDrawn } from '#web/capsule/poster/useDrawn.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { drawPoster, posterFacts } from './poster.ts'
import { useYearLines } from './YearLines.tsx'
import styles from './YearPoster.module.css'

type Props = { year: number; nickname: string; counted: YearReview; lines: readonly YearLine[] }

/** The year on one picture, drawn here: no server ever sees it. Saved, or handed to another application. */
export function YearPoster(poster: Props) {
  const { year, nickname, counted, lines } = poster
  const all = usePictures(year, lines)
  const [isPictured, setPictured] = useState(true)
  const pictures = isPictured ? all : NO_PICTURES
  const draw = useCallback(
    () => drawPoster({ year, nickname, counted, lines, pictures }),
    [year, nickname, counted, lines, pictures],
  )
  const drawn = useDrawn(draw)
  if (drawn === 'failed') return <p className="muted">这个浏览器画不出海报，换一个浏览器再试</p>
  return (
    <div className={styles.poster}>
      {drawn ? (
        <img className={styles.picture} src={drawn.src} alt={`海报：${posterFacts(poster).join('，')}`} />
      ) : (
        <Skeleton width="100%" height={360} />
      )}
      {all.length > 0 && (
        <Checkbox checked={isPictured} onChange={setPictured}>
          放进这一年的照片
        </Checkbox>
      )}
      {drawn && <LongPress />}
      {drawn && <PosterWays drawn={drawn} />}
    </div>
  )
}

const NO_PICTURES: readonly string[] = []

/** The first pictures of the chosen lines' diaries, then of others, as far as lines were asked for. */
function usePictures(year: number, lines: readonly YearLine[]): readonly string[] {
  const { data } = useYearLines(year)
  return useMemo(() => {
    const found = [...lines, ...(data ?? [])].map(({ thumbnail }) => thumbnail).filter(Boolean)
    return [...new Set(found)].slice(0, YEAR_PICTURES_MAX)
  }, [lines, data])
}
