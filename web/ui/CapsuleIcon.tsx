import { CAPSULE_COLOURS } from '#contract/limits.ts'
import styles from './CapsuleIcon.module.css'
import { capsuleColour } from './capsuleColour.ts'

/** A mark per kind of capsule: a clock, lines of a diary, a star. */
const MARKS = [
  <path key="time" d="M32 38.5v5l3.4 2M32 36.2a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4z" />,
  <path key="diary" d="M26 39h12M26 43.5h12M26 48h7" />,
  <path key="forecast" d="m32 36 2.2 5.2 5.6.5-4.3 3.7 1.3 5.5-4.8-2.9-4.8 2.9 1.3-5.5-4.3-3.7 5.6-.5z" />,
] as const

type Props = { colorIndex: number; type: number; size?: number; open?: boolean; label?: string }

/**
 * The drawn capsule: a coloured half and a milk-white half; open, the halves part and light comes out. Whoever moves its
 * parts finds them by `data-part`. Its fills stand once in the page of HTML: a field of capsules is a third of the elements.
 */
export function CapsuleIcon({ colorIndex, type, size = 48, open, label }: Props) {
  const named = label ? { role: 'img', 'aria-label': label } : ({ 'aria-hidden': true } as const)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by `named`, or hidden as decoration
    <svg
      className={styles.icon}
      style={capsuleColour(colorIndex)}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      {...named}
    >
      <g transform="rotate(32 32 32)">
        {open && <ellipse cx="32" cy="31" rx="17" ry="9" fill="url(#capsule-light)" />}
        <g data-part="lid" transform={open ? 'translate(0 -7) rotate(-8 32 30)' : undefined}>
          <path d="M18 31V20a14 14 0 0 1 28 0v11z" fill={`url(#capsule-lid-${colorIndex % CAPSULE_COLOURS})`} />
          <path className={styles.shine} d="M22.5 27v-7a9.5 9.5 0 0 1 4.5-8" />
        </g>
        <g data-part="body" transform={open ? 'translate(0 6)' : undefined}>
          <path d="M18 32h28v12a14 14 0 0 1-28 0z" fill="url(#capsule-milk)" />
          <g className={styles.mark}>{MARKS[type] ?? MARKS[0]}</g>
        </g>
        {!open && <path data-part="seam" className={styles.seam} d="M18 31.5h28" />}
      </g>
    </svg>
  )
}
