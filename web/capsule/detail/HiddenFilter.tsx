import { EyeOff } from 'lucide-react'
import { go } from '#web/ui/location.ts'
import styles from './CapsuleCard.module.css'

type Props = { tab: 'open' | 'received'; hidden: 0 | 1 }

/** Lists what was hidden in place of the others; it stands in the address. */
export const HiddenFilter = ({ tab, hidden }: Props) => (
  <div className={styles.filter}>
    <button
      type="button"
      aria-pressed={hidden === 1}
      onClick={() => go('meCapsule', { tab, hidden: hidden ? '' : '1' }, { replace: true })}
    >
      <EyeOff size={18} strokeWidth={1.75} aria-hidden="true" />
      已隐藏
    </button>
  </div>
)
