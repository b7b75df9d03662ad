import type { CSSProperties } from 'react'
import type { Card } from '#contract/capsule.ts'
import { Ritual } from '#web/capsule/detail/Ritual.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import styles from './Descending.module.css'

const SIZE = 168
/** All around, at uneven distances, without chance. */
const SPARKS = Array.from({ length: 14 }, (_, spark) => ({
  '--turn': `${(spark * 360) / 14 + (spark % 3) * 9}deg`,
  '--far': `${130 + ((spark * 67) % 90)}px`,
}))

type Props = { capsule: Pick<Card, 'colorIndex' | 'type'>; onDone: () => void }

/** The ritual of opening: the capsule comes down, its halves part, and out of the light comes a sheet that becomes the page. */
export function Descending({ capsule: { colorIndex, type }, onDone }: Props) {
  return (
    <Ritual label="胶囊正在打开" onDone={onDone}>
      <div className={styles.stage} aria-hidden>
        <i className={styles.tail} />
        <i className={styles.rays} />
        <i className={styles.light} />
        <div className={styles.closed} data-fades="">
          <CapsuleIcon colorIndex={colorIndex} type={type} size={SIZE} />
        </div>
        {/* Seen where nothing may move: there one fades into the other. */}
        <div className={styles.open} data-fades="">
          <CapsuleIcon colorIndex={colorIndex} type={type} size={SIZE} open />
        </div>
        {SPARKS.map((spark) => (
          <i key={spark['--turn']} className={styles.spark} style={spark as CSSProperties} />
        ))}
        <div className={styles.sheet} data-fades="" />
      </div>
    </Ritual>
  )
}
