import { MapPin, X } from 'lucide-react'
import type { Place } from '#contract/place.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './DiaryPlace.module.css'

type Props = { place: Place | undefined; still: boolean; onChoose: () => void; onRemove: () => void }

/** The place where a diary is written: a quiet button asks for it, a tap changes it, another removes it. */
export function DiaryPlace({ place, still, onChoose, onRemove }: Props) {
  return (
    <div className={styles.place} inert={still}>
      <button
        type="button"
        className={styles.choose}
        aria-label={place && `更改位置：${place.name}`}
        onClick={onChoose}
      >
        <MapPin className={styles.pin} size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.name}>{place?.name ?? '添加位置'}</span>
      </button>
      {place && <IconButton label="移除位置" icon={X} size={18} onClick={onRemove} />}
    </div>
  )
}
