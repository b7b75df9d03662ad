import type { MouseEvent } from 'react'
import button from './Button.module.css'

type Props = {
  kind?: 'primary' | 'secondary' | 'quiet'
  /** The address that it leads to before any script has come, and in a tab of its own. */
  to: string
  /** The action of an ordinary press instead. */
  onPress?: () => void
  /** The name under which a linked file is saved. */
  download?: string
  block?: boolean
  children: string
}

/** A way to another page, or to a file, that looks like a button. */
export const ButtonLink = ({ kind = 'primary', to, onPress, download, block, children }: Props) => (
  <a
    className={`${button.button} ${button[kind]} ${block ? button.block : ''}`}
    href={to}
    download={download}
    onClick={onPress && ((event) => instead(event, onPress))}
  >
    {children}
  </a>
)

function instead(event: MouseEvent, act: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  act()
}
