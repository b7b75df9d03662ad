import { Heart } from 'lucide-react'
import type { PublicCard } from '#contract/capsule.ts'
import { TYPE_KIND } from '#contract/capsule.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { authorName } from '#web/account/authorName.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { countText, dateText } from '#web/ui/format.ts'
import styles from './FieldList.module.css'

type Props = { capsules: readonly PublicCard[]; onOpen: (id: string) => void }

/** The same capsules, for those who would rather read down a list. */
export const FieldList = ({ capsules, onOpen }: Props) => (
  <ul className={styles.list} aria-label="公开的胶囊">
    {capsules.map((capsule) => (
      <li key={capsule.id}>
        <Row capsule={capsule} onOpen={onOpen} />
      </li>
    ))}
  </ul>
)

function Row({ capsule, onOpen }: { capsule: PublicCard; onOpen: Props['onOpen'] }) {
  const { id, type, colorIndex, long_tag, open_at, created_at, love_count } = capsule
  return (
    <CardRow
      small
      outlined
      start={<CapsuleIcon colorIndex={colorIndex} type={type} size={52} label={KIND_NAME[TYPE_KIND[type]]} />}
      end={
        <span className={styles.loved}>
          <Heart size={16} strokeWidth={1.75} role="img" aria-label="喜欢" />
          {countText(love_count)}
        </span>
      }
      onClick={() => onOpen(id)}
    >
      <b className={styles.title}>{long_tag}</b>
      <span className="muted">
        {authorName(capsule.user)} · <time>{dateText(open_at || created_at)}</time>
      </span>
    </CardRow>
  )
}
