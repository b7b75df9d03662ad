import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { YEAR_LINES_MAX, type YearLine, type YearReview } from '#contract/year.ts'
import { useArrows } from '#web/capsule/media/useArrows.ts'
import { useSwiper } from '#web/capsule/media/useSwiper.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Cover, Opened, Sealed, Written } from './YearFaces.tsx'
import { YearLines } from './YearLines.tsx'
import { YearPoster } from './YearPoster.tsx'
import styles from './YearStory.module.css'

type Props = { year: number; counted: YearReview; nickname: string }

/** The year page by page, by finger, arrow keys or button, to its poster. Lines chosen for it are kept while this is shown. */
export function YearStory({ year, counted, nickname }: Props) {
  const { viewport, at, to } = useSwiper(0, () => undefined)
  const [chosen, setChosen] = useState<YearLine[]>([])
  const choose = (line: YearLine) =>
    setChosen((before) =>
      before.some(({ id }) => id === line.id) ? before.filter(({ id }) => id !== line.id) : [...before, line],
    )
  const faces: { name: string; face: ReactNode }[] = [
    { name: '封面', face: <Cover {...{ year, nickname, counted }} /> },
    { name: '写下的', face: <Written counted={counted} /> },
    { name: '封存的', face: <Sealed counted={counted} /> },
    { name: '解封的', face: <Opened counted={counted} /> },
    { name: `挑几句，最多${YEAR_LINES_MAX}句`, face: <YearLines {...{ year, chosen }} onChoose={choose} /> },
    { name: '海报', face: at === LAST && <YearPoster {...{ year, nickname, counted }} lines={chosen} /> },
  ]
  useArrows((step) => to(at + step))
  return (
    <section className={styles.story} aria-label={`${year}，共${faces.length}页`}>
      <ol className={styles.bars} aria-hidden="true">
        {faces.map(({ name }, place) => (
          <li key={name} data-seen={place <= at || undefined} />
        ))}
      </ol>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys and the buttons below do the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div ref={viewport} className={styles.viewport} onClick={(event) => to(at + stepOf(event))}>
        <div className={styles.slides}>
          {faces.map(({ name, face }, place) => (
            <section key={name} className={styles.slide} aria-label={name} inert={place !== at}>
              {face}
            </section>
          ))}
        </div>
      </div>
      <div className={styles.steps}>
        <Step name="上一页" icon={ChevronLeft} there={at > 0} onStep={() => to(at - 1)} />
        <span aria-live="polite">
          <span className="hidden">第</span>
          {at + 1} / {faces.length}
          <span className="hidden">页</span>
        </span>
        <Step name="下一页" icon={ChevronRight} there={at < LAST} onStep={() => to(at + 1)} />
      </div>
    </section>
  )
}

/** A tap at the side leads back or on, as in any story; what is there to be pressed keeps its own meaning. */
function stepOf({ target, currentTarget, clientX }: MouseEvent<HTMLElement>): -1 | 0 | 1 {
  if ((target as Element).closest('button, a, label, input, img')) return 0
  const { left, width } = currentTarget.getBoundingClientRect()
  const part = (clientX - left) / width
  if (part < SIDE) return -1
  return part > 1 - SIDE ? 1 : 0
}
const SIDE = 1 / 3

type StepProps = { name: string; icon: LucideIcon; there: boolean; onStep: () => void }

/** Where there is no further page it stays in reach, for the focus it may have. */
const Step = ({ name, icon, there, onStep }: StepProps) => (
  <IconButton
    label={name}
    icon={icon}
    size={26}
    aria-disabled={!there || undefined}
    onClick={there ? onStep : undefined}
  />
)

/** The place of the poster, which is drawn when it is looked at. */
const LAST = 5
