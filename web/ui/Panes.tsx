import { type ReactNode, useRef } from 'react'
import { InPane } from './inPane.ts'
import styles from './Panes.module.css'
import { useChoiceKeys } from './useChoiceKeys.ts'

type Props = {
  /** The list to choose from; its rows are marked by `choiceOf`. */
  children: ReactNode
  /** The id of the chosen item, so that the next one begins at its top. */
  chosen: string | undefined
  detail: ReactNode
  /** The name of the pane beside the list. */
  label: string
  /** Stands in the pane while nothing is chosen. */
  invitation: ReactNode
  /** One thing more beside both, where there is room. */
  side?: ReactNode
}

/** A list and its chosen item beside it; an empty list has the room for itself, unless the pane still shows a chosen item. */
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

/** An empty pane's hint: what could stand here, and how to get it. */
export const Invitation = ({ drawing, text }: InvitationProps) => (
  <div className={styles.invitation}>
    {drawing}
    <p>{text}</p>
    <p className="muted">
      也可以用 <kbd>↑</kbd> <kbd>↓</kbd> 挑选，按 <kbd>Enter</kbd> 打开
    </p>
  </div>
)
