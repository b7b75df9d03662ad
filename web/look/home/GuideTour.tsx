import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import styles from './Guide.module.css'
import { bubbleBeside, holeAround } from './guidePlace.ts'
import { useBox } from './useBox.ts'

/** `at` names the element by its `data-guide`. */
const STEPS = [
  { at: 'field', text: '这里是胶囊宇宙：大家公开的胶囊都飘在这里，轻轻点一颗，就能读到一段时光。' },
  { at: 'make', text: '有话想留给以后？点「时光」写下来，封进一颗属于你的胶囊。' },
  { at: 'me', text: '你的胶囊、草稿和设置都在「我的」，想它们的时候来看看。' },
] as const

/**
 * Shows a newcomer around: one bubble a step, with a light on the element it explains. Escape skips the rest. At the first
 * step the search button can be pressed too, and leads on (specification 4): a copy stands over it, inside the bubble's own
 * focus trap.
 */
export function GuideTour({ onEnd }: { onEnd: () => void }) {
  useBackCloses(true, onEnd)
  const [index, setIndex] = useState(0)
  const actions = useRef<HTMLDivElement>(null)
  const { at, text } = STEPS[index]!
  const { box, view } = useBox(`[data-guide="${at}"]`)
  const search = useBox('[data-guide="search"]').box
  const last = index === STEPS.length - 1
  const advance = () => setIndex(index + 1)
  const main = () => actions.current?.querySelector<HTMLElement>('button:last-of-type')

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
            <Button key={at} onClick={last ? onEnd : advance}>
              {last ? '知道了' : '下一步'}
            </Button>
          </div>
          {index === 0 && search && (
            <span className={styles.search} style={search}>
              <IconButton label="搜索" icon={Search} onClick={advance} />
            </span>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
