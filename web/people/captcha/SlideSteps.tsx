import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import styles from './SlideSteps.module.css'
import type { Puzzle } from './useSlide.ts'

const FIRST_STEP_PX = 32

/** Buttons for a person who cannot drag. Each change of direction halves the step, so that a few presses reach any place. */
export function SlideSteps({ puzzle: { time, x, most, movable, state, moveTo, submit } }: { puzzle: Puzzle }) {
  const last = useRef({ time, px: FIRST_STEP_PX, direction: 0 })
  const step = (direction: 1 | -1) => {
    if (!movable || x === (direction < 0 ? 0 : most)) return
    if (last.current.time !== time) last.current = { time, px: FIRST_STEP_PX, direction: 0 }
    const turned = last.current.direction === -direction
    const px = turned ? Math.max(last.current.px / 2, 1) : last.current.px
    last.current = { time, px, direction }
    moveTo(x + direction * px)
  }
  return (
    <div className={styles.steps}>
      <StepButton label="左移" Icon={ChevronLeft} waiting={!movable} onClick={() => step(-1)} />
      <StepButton label="右移" Icon={ChevronRight} waiting={!movable} onClick={() => step(1)} />
      <Button busy={state === 'verifying'} disabled={!movable} onClick={() => submit()}>
        确认
      </Button>
    </div>
  )
}

type StepProps = { label: string; Icon: LucideIcon; waiting: boolean; onClick: () => void }

/** Not the kit's button, which ignores fast presses: here they all count. */
function StepButton({ label, Icon, waiting, onClick }: StepProps) {
  return (
    <button type="button" className={styles.step} aria-disabled={waiting || undefined} onClick={onClick}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </button>
  )
}
