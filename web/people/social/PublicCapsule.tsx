import type { PublicCard } from '#contract/capsule.ts'
import { TYPE_KIND } from '#contract/capsule.ts'
import { dateText } from '#contract/time.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { Avatar } from '#web/people/account/Avatar.tsx'
import { authorName } from '#web/people/account/authorName.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { go } from '#web/ui/location.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LikeCount } from './LikeButton.tsx'
import styles from './PublicCapsule.module.css'

type Props = {
  card: PublicCard
  /** Where all are by the same hand, it goes without saying. */
  hidesAuthor?: boolean
  /** In place of going to its page. */
  onOpen?: (id: string) => void
}

const read = (id: string) => go('capsuleDetail', { id, isOther: '1' })

/** A capsule that is open to all, in a list. */
export function PublicCapsule({ card, hidesAuthor, onOpen = read }: Props) {
  const { id, type, colorIndex, long_tag, open_at, created_at, love_count } = card
  return (
    <CardRow
      small
      outlined
      className={styles.card}
      start={<CapsuleIcon colorIndex={colorIndex} type={type} size={64} open label={KIND_NAME[TYPE_KIND[type]]} />}
      onClick={() => onOpen(id)}
    >
      <b className={styles.title}>{long_tag}</b>
      {!hidesAuthor && <Maker user={card.user} />}
      <span className={`muted ${styles.facts}`}>
        <time>{dateText(open_at || created_at)}</time>
        <LikeCount count={love_count} />
      </span>
    </CardRow>
  )
}

const Maker = ({ user }: Pick<PublicCard, 'user'>) => (
  <span className={`muted ${styles.maker}`}>
    <Avatar src={user.cancelled ? '' : user.avatar} size={20} />
    <span className={styles.name}>{authorName(user)}</span>
  </span>
)

export const PublicSkeletons = () => (
  <div className={styles.grid}>
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <CardRow key={row} small outlined className={styles.card} start={<Skeleton width={64} height={64} round />}>
        <Skeleton width="64%" height={20} />
        <Skeleton width="36%" height={16} />
        <Skeleton width="44%" height={16} />
      </CardRow>
    ))}
  </div>
)
