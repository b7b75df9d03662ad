import type { PublicCard } from '#contract/capsule.ts'
import { PublicCapsule } from '#web/people/social/PublicCapsule.tsx'
import styles from './FieldList.module.css'

type Props = { capsules: readonly PublicCard[]; onOpen: (id: string) => void }

/** The public capsules of the field, as a list. */
export const FieldList = ({ capsules, onOpen }: Props) => (
  <ul className={styles.list} aria-label="公开的胶囊">
    {capsules.map((capsule) => (
      <li key={capsule.id}>
        <PublicCapsule card={capsule} onOpen={onOpen} />
      </li>
    ))}
  </ul>
)
