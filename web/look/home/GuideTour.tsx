import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import styles from './Guide.module.css'
import { bubbleBeside, holeAround } from './guidePlace.ts'
import { useBox } from './useBox.ts'

const marked = (name: string) => () => document.querySelector<HTMLElement>(`[data-guide="${name}"]`) ?? undefined
const findSearch = marked('search')

/** The capsule in front of all others; in the list the first one. */
function findNearest(): HTMLElement | undefined {
  const capsules = document.querySelectorAll<HTMLElement>('[data-guide="field"] li button:first-of-type')
  const layer = ({ style }: HTMLElement) => Number(style.zIndex)
  return [...capsules].sort((one, other) => layer(other) - layer(one))[0]
}

/** `find`: the element that is explained. */
const STEPS = [
  {
    find: findNearest,
    text: '这里是胶囊宇宙，大家公开的胶囊都飘在这里。点开一枚读读看；想找什么，用上面的搜索。',
  },
  { find: marked('make'), text: '有话想留给以后？点「时光」写下来，封进一枚属于你的胶囊。' },
  { find: marked('me'), text: '你的胶囊、草稿和设置都在「我的」，想它们的时候来看看。' },
] as const

/** The step each person's tour has come to on this visit: reading the first step's capsule leads to another page. */
const reached = new Map<string, number>()

type Props = {
  userId: string
  /** Whether the capsule of the first step is open in front. */
  covered: boolean
  onEnd: () => void
}

/** Shows a newcomer around; waits while the capsule of the first step is read, and goes on from there. */
export function GuideTour({ userId, covered, onEnd }: Props) {
  const [index, setIndex] = useState(() => reached.get(userId) ?? 0)
  const advance = () => {
    reached.set(userId, index + 1)
    setIndex(index + 1)
  }
  return covered ? null : <Bubble index={index} onAdvance={advance} onEnd={onEnd} />
}

type BubbleProps = { index: number; onAdvance: () => void; onEnd: () => void }

/**
 * One bubble a step, with a ring of light around the element it explains. Escape skips the rest. At the first step the lit
 * capsule opens by itself or by the main button; the search button can be pressed too, and leads on (specification 4).
 * Copies of both stand over the real ones, inside the bubble's own focus trap.
 */
function Bubble({ index, onAdvance, onEnd }: BubbleProps) {
  useBackCloses(true, onEnd)
  const actions = useRef<HTMLDivElement>(null)
  const { find, text } = STEPS[index]!
  const { box, view } = useBox(find)
  const search = useBox(findSearch).box
  const last = index === STEPS.length - 1
  const opens = index === 0 && box !== undefined
  const main = () => actions.current?.querySelector<HTMLElement>('button:last-of-type')
  const openCapsule = () => {
    onAdvance()
    findNearest()?.click()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has a button of its own, which takes the focus
  useLayoutEffect(() => main()?.focus(), [index])

  const hole = box && holeAround(box, view)
  const bubble = bubbleBeside(hole, view)
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && onEnd()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.veil}>
          <div className={styles.hole} style={hole} />
        </Dialog.Backdrop>
        <Dialog.Popup
          className={styles.bubble}
          style={bubble.style}
          data-side={bubble.side}
          initialFocus={() => main() ?? true}
        >
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>新手引导</Dialog.Title>
            <span>
              {index + 1} / {STEPS.length}
            </span>
          </div>
          <Dialog.Description aria-live="polite">{text}</Dialog.Description>
          <div className={styles.actions} ref={actions}>
            {!last && (
              <Button kind="quiet" onClick={onEnd}>
                跳过
              </Button>
            )}
            <Button key={index} onClick={opens ? openCapsule : last ? onEnd : onAdvance}>
              {opens ? '打开看看' : last ? '知道了' : '下一步'}
            </Button>
          </div>
          {opens && (
            <button
              type="button"
              className={styles.capsule}
              style={hole}
              tabIndex={-1}
              aria-hidden="true"
              onClick={openCapsule}
            />
          )}
          {index === 0 && search && (
            <span className={styles.search} style={search}>
              <IconButton label="搜索" icon={Search} onClick={onAdvance} />
            </span>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
