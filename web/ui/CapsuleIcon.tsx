import { CAPSULE_COLOURS } from '#contract/limits.ts'
import styles from './CapsuleIcon.module.css'
import { capsuleColour } from './capsuleColour.ts'
import { CAPSULE_SHAPES, MARKS } from './capsuleShapes.ts'

type Props = { colorIndex: number; type: number; size?: number; open?: boolean; label?: string }

/**
 * The drawn capsule: a coloured half and a milk-white half; open, the halves part and light comes out. Code that moves
 * its parts finds them by `data-part`. Its fills stand once in the HTML page: a field of capsules needs a third of the elements.
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
          <path d={CAPSULE_SHAPES.lid} fill={`url(#capsule-lid-${colorIndex % CAPSULE_COLOURS})`} />
          <path className={styles.shine} d={CAPSULE_SHAPES.shine} />
        </g>
        <g data-part="body" transform={open ? 'translate(0 6)' : undefined}>
          <path d={CAPSULE_SHAPES.body} fill="url(#capsule-milk)" />
          <path className={styles.mark} d={MARKS[type] ?? MARKS[0]} />
        </g>
        {!open && <path data-part="seam" className={styles.seam} d={CAPSULE_SHAPES.seam} />}
      </g>
    </svg>
  )
}
