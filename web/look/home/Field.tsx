import { type CSSProperties, useRef } from 'react'
import type { PublicCard } from '#contract/capsule.ts'
import { shortened } from '#contract/content.ts'
import { LONG_TAG_SUMMARY_CHARS } from '#contract/limits.ts'
import { authorName } from '#web/people/account/authorName.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { capsuleColour } from '#web/ui/capsuleColour.ts'
import styles from './Field.module.css'
import { useSphere } from './useSphere.ts'

type Props = { capsules: readonly PublicCard[]; onOpen: (id: string) => void }

/** The tilts of floating capsules: neighbours never have the same. */
const TILTS = ['0deg', '-34deg', '18deg', '-62deg', '-14deg', '34deg', '-48deg']

/** The public capsules on a sphere that turns slowly by itself, and by hand. */
export function Field({ capsules, onOpen }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const input = useSphere(list, capsules)
  return (
    <ul ref={list} className={styles.field} aria-label="公开的胶囊" {...input}>
      {capsules.map((capsule, index) => (
        <li key={capsule.id} style={lookOf(capsule, index)}>
          <Floating capsule={capsule} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

/** The look of a capsule, for its list item: the style of the button inside is written at every frame. */
const lookOf = ({ colorIndex }: PublicCard, index: number): CSSProperties => ({
  ...capsuleColour(colorIndex),
  ...{ '--at': index, '--tilt': TILTS[index % TILTS.length] },
})

function Floating({ capsule, onOpen }: { capsule: PublicCard; onOpen: Props['onOpen'] }) {
  const { id, type, colorIndex, long_tag } = capsule
  return (
    <button type="button" className={styles.capsule} onClick={() => onOpen(id)}>
      <span className={styles.orb}>
        <CapsuleIcon colorIndex={colorIndex} type={type} size={52} />
      </span>
      <span className={styles.label}>
        <span className={styles.title}>{shortened(long_tag, LONG_TAG_SUMMARY_CHARS)}</span>
        <span className={styles.author}>{authorName(capsule.user)}</span>
      </span>
    </button>
  )
}
