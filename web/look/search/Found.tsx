import { TYPE_KIND } from '#contract/capsule.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import type { FoundCapsule, FoundOwner } from '#contract/search.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { Avatar } from '#web/people/account/Avatar.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardRow, CardSkeletons } from '#web/ui/Card.tsx'
import styles from './Found.module.css'
import { Highlight } from './Highlight.tsx'

const SIZE_PX = 44

/** Somebody whose nickname has the keyword. */
export const OwnerFound = ({ owner, onTap }: { owner: FoundOwner; onTap: () => void }) => (
  <CardRow small outlined className={styles.row} start={<Avatar src={owner.avatar} size={SIZE_PX} />} onClick={onTap}>
    <Highlight html={owner.highlightHTML} />
  </CardRow>
)

/** A capsule whose title has it, and whose capsule that is. */
export const CapsuleFound = ({ capsule, onTap }: { capsule: FoundCapsule; onTap: () => void }) => (
  <CardRow small outlined className={styles.row} start={<Mark {...capsule} />} onClick={onTap}>
    <Highlight html={capsule.highlightHTML} />
    <span className={`muted ${styles.author}`}>{capsule.nickname || CANCELLED_NAME}</span>
  </CardRow>
)

const Mark = ({ colorIndex, type }: FoundCapsule) => (
  <CapsuleIcon colorIndex={colorIndex} type={type} size={SIZE_PX} open label={KIND_NAME[TYPE_KIND[type]]} />
)

export const FoundSkeletons = () => <CardSkeletons count={6} size={SIZE_PX} small outlined />
