import { Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { YearLine, YearReview } from '#contract/year.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { drawPoster, posterFacts } from './poster.ts'
import { mayShareFile, saveFile, shareFile } from './saveFile.ts'
import styles from './YearPoster.module.css'

type Props = { year: number; nickname: string; counted: YearReview; lines: readonly YearLine[] }
type Drawn = { file: File; address: string }

/** The year on one picture, drawn here: no server ever sees it. Saved, or handed to another application. */
export function YearPoster(poster: Props) {
  const drawn = useDrawn(poster)
  if (drawn === 'failed') return <p className="muted">这个浏览器画不出海报，换一个浏览器再试</p>
  return (
    <div className={styles.poster}>
      {drawn ? (
        <img className={styles.picture} src={drawn.address} alt={`海报：${posterFacts(poster).join('，')}`} />
      ) : (
        <Skeleton width="100%" height={360} />
      )}
      {drawn && (
        <div className={styles.actions}>
          <Button onClick={() => saveFile(drawn.file)}>
            <Download size={18} strokeWidth={1.75} aria-hidden="true" />
            保存海报
          </Button>
          {mayShareFile(drawn.file) && (
            <Button
              kind="secondary"
              onClick={() => shareFile(drawn.file).catch(() => toast('没有分享出去，请再试一次'))}
            >
              <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
              分享
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Drawn anew when what is on it has changed; its address is good as long as it is shown. */
function useDrawn({ year, nickname, counted, lines }: Props): Drawn | 'failed' | undefined {
  const [drawn, setDrawn] = useState<Drawn | 'failed'>()
  useEffect(() => {
    let address = ''
    let over = false
    drawPoster({ year, nickname, counted, lines })
      .then((blob) => {
        if (over) return
        address = URL.createObjectURL(blob)
        setDrawn({ file: new File([blob], `年度回顾-${year}.png`, { type: blob.type }), address })
      })
      .catch(() => !over && setDrawn('failed'))
    return () => {
      over = true
      URL.revokeObjectURL(address)
    }
  }, [year, nickname, counted, lines])
  return drawn
}
