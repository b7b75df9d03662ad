import { type ReactNode, useRef } from 'react'
import { InPane } from './inPane.ts'
import styles from './Panes.module.css'
import { useChoiceKeys } from './useChoiceKeys.ts'

type Props = {
  /** What there is to choose from; its rows say so by `choiceOf`. */
  children: ReactNode
  /** What is chosen, so that the next begins at its top. */
  chosen: string | undefined
  detail: ReactNode
  /** The name of what stands beside the list. */
  label: string
  /** Stands there while nothing is chosen. */
  invitation: ReactNode
  /** One thing more beside both, where there is room. */
  side?: ReactNode
}

/** A list and beside it what is chosen of it; a list of nothing has the room for itself, unless what was chosen of it stands there yet. */
export function Panes({ children, chosen, detail, label, invitation, side }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLElement>(null)
  useChoiceKeys(list, pane)
  return (
    <div className={styles.panes} data-side={side ? '' : undefined} data-chosen={chosen ? '' : undefined}>
      {side && <div className={styles.side}>{side}</div>}
      <div ref={list} className={styles.list}>
        {children}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself has to be in reach of the keyboard */}
      <section ref={pane} key={chosen} tabIndex={0} className={styles.pane} aria-label={label}>
        {chosen ? <InPane value={true}>{detail}</InPane> : invitation}
      </section>
    </div>
  )
}

type InvitationProps = { drawing: ReactNode; text: string }

/** What could stand here, and how it comes. */
export const Invitation = ({ drawing, text }: InvitationProps) => (
  <div className={styles.invitation}>
    {drawing}
    <p>{text}</p>
    <p className="muted">
      也可以用 <kbd>↑</kbd> <kbd>↓</kbd> 挑选，按 <kbd>Enter</kbd> 打开
    </p>
  </div>
)
