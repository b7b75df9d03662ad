import type { PublicCard } from '#contract/capsule.ts'
import { TYPE_KIND } from '#contract/capsule.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { capsuleColour } from '#web/ui/capsuleColour.ts'
import { dateText } from '#web/ui/format.ts'
import { go } from '#web/ui/location.ts'
import styles from './CapsuleFloat.module.css'

/** One public capsule in the field. */
export function CapsuleFloat({ capsule }: { capsule: PublicCard }) {
  const { id, user, type, colorIndex, long_tag, open_at, created_at } = capsule
  const open = () => go('capsuleDetail', { id, isOther: '1' })
  return (
    <button type="button" className={styles.float} style={capsuleColour(colorIndex)} onClick={open}>
      <CapsuleIcon colorIndex={colorIndex} type={type} size={56} open label={KIND_NAME[TYPE_KIND[type]]} />
      <span className={styles.title}>{long_tag}</span>
      <span className={styles.author}>{user.cancelled ? CANCELLED_NAME : user.nickname}</span>
      <time className={styles.date}>{dateText(open_at || created_at)}</time>
    </button>
  )
}
