import type { CSSProperties } from 'react'
import { HOME_PAGE_SIZE } from '#contract/limits.ts'
import { capsuleColour } from '#web/ui/capsuleColour.ts'
import styles from './Ghosts.module.css'
import { BEGIN } from './motion.ts'
import { FRONT_SCALE, fitInto, pointsOnSphere, projected, turned } from './sphere.ts'

/** Fitted into a room of 100 by 100, so that the places are percentages of the real room. */
const FIT = fitInto({ width: 100, height: 100 }, 12)

export const GHOSTS = pointsOnSphere(HOME_PAGE_SIZE).map((point, index) => {
  const { x, y, scale, near } = projected(turned(point, BEGIN))
  return {
    ...capsuleColour(index),
    left: `${(50 + x * FIT.x).toFixed(2)}%`,
    top: `${(50 + y * FIT.y).toFixed(2)}%`,
    scale: (scale / FRONT_SCALE).toFixed(3),
    opacity: (0.14 + 0.5 * near).toFixed(3),
    zIndex: Math.round(near * HOME_PAGE_SIZE),
    '--at': index,
  } as CSSProperties
})

/** The sphere before its capsules have come, breathing; where none come, faint, behind the words that say so. */
export const Ghosts = ({ faint }: { faint?: boolean }) => (
  <div className={styles.ghosts} data-faint={faint || undefined} aria-hidden="true">
    {GHOSTS.map((style) => (
      <i key={String(style.left)} style={style} />
    ))}
  </div>
)
