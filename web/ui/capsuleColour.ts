import type { CSSProperties } from 'react'

/** By `colorIndex` (specification 9: id modulo 5). */
const COLOURS = ['violet', 'mint', 'amber', 'rose', 'sky'] as const

/** The token of a capsule's colour (`web/ui/tokens.css`). */
export const capsuleToken = (colorIndex: number): string => `--capsule-${COLOURS[colorIndex % COLOURS.length]}`

/** The colour of a capsule as `--capsule`, for the style sheet of whatever shows it. */
export const capsuleColour = (colorIndex: number) =>
  ({ '--capsule': `var(${capsuleToken(colorIndex)})` }) as CSSProperties
