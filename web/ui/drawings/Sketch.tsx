import type { ReactNode } from 'react'
import { capsuleColour } from '../capsuleColour.ts'
import styles from './Sketch.module.css'

/** The base of all drawings: lines of one weight on a ground of 160 by 120, and the colour of one capsule. */
export const Sketch = ({ colour, children }: { colour: number; children: ReactNode }) => (
  <svg
    className={styles.sketch}
    style={capsuleColour(colour)}
    width="160"
    height="120"
    viewBox="0 0 160 120"
    aria-hidden="true"
  >
    {children}
  </svg>
)

type PillProps = {
  /** Where its middle is, and how it lies. */
  at: string
  /** Only its outline: one that is not there. */
  ghost?: boolean
  /** How far its halves are apart. */
  gap?: number
}

/** The capsule that is in all of them. */
export const Pill = ({ at, ghost, gap = 0 }: PillProps) => (
  <g transform={at} className={ghost ? styles.ghost : undefined}>
    <g transform={`translate(0 ${-gap})`}>
      <path className={styles.lid} d="M-13-1v-11a13 13 0 0 1 26 0v11z" />
      {!ghost && <path className={styles.shine} d="M-8-7v-5a8 8 0 0 1 4-7" />}
    </g>
    <path className={styles.milk} transform={`translate(0 ${gap})`} d="M-13-1h26v13a13 13 0 0 1-26 0z" />
  </g>
)

/** Stars around it, each by its place. */
export const Stars = ({ at }: { at: readonly string[] }) =>
  at.map((place) => (
    <path
      key={place}
      className={styles.star}
      transform={`translate(${place})`}
      d="m0-5 1.4 3.6L5 0 1.4 1.4 0 5-1.4 1.4-5 0l3.6-1.4z"
    />
  ))
