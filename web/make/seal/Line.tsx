import { ChevronRight } from 'lucide-react'
import { type Ref, useId } from 'react'
import { SlashBreaks } from '#web/ui/SlashBreaks.tsx'
import styles from './Seal.module.css'
import { Wrong } from './Wrong.tsx'

type Props = {
  label: string
  value: string
  /** Said in place of a value that is still missing. */
  none?: string
  error?: string
  /** Its name in the form, by which the person is taken to it. */
  name?: string
  /** Set where it opens a popup and not a page. */
  popup?: boolean
  ref?: Ref<HTMLButtonElement>
  onClick: () => void
}

/** One choice about a capsule, and the way to make it. */
export function Line({ label, value, none, error, name, popup, ref, onClick }: Props) {
  const noteId = useId()
  return (
    <div>
      <button
        ref={ref}
        type="button"
        name={name}
        className={styles.line}
        aria-haspopup={popup ? 'dialog' : undefined}
        aria-describedby={error && noteId}
        onClick={onClick}
      >
        <span>{label}</span>
        <b className={value ? styles.value : styles.none}>{value ? <SlashBreaks text={value} /> : none}</b>
        <ChevronRight aria-hidden strokeWidth={1.75} />
      </button>
      <Wrong id={noteId} text={error} />
    </div>
  )
}
