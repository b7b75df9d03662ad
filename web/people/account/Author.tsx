import type { ReactNode } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { go } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './Author.module.css'
import { Avatar } from './Avatar.tsx'
import { authorName } from './authorName.ts'

const SIZE = 40

type Props = {
  author: Pick<Detail['user'], 'id' | 'nickname' | 'avatar' | 'cancelled'>
  /** Whether a tap leads to their public capsules. */
  leads?: boolean
  /** Further lines about the author or the capsule, below the name. */
  children?: ReactNode
}

/** The author of a capsule; a tap on one whose account is closed says so. */
export function Author({ author, leads, children }: Props) {
  const { id, nickname, avatar, cancelled } = author
  const who = (
    <>
      <Avatar src={cancelled ? '' : avatar} size={SIZE} />
      <span className={styles.words}>
        <span className={styles.name} data-gone={cancelled || undefined}>
          {authorName(author)}
        </span>
        {children}
      </span>
    </>
  )
  if (!cancelled && !leads) return <div className={styles.author}>{who}</div>
  const tap = () => (cancelled ? toast(CANCELLED_NAME) : go('userHome', { user_id: id, userName: nickname }))
  return (
    <button type="button" className={styles.author} onClick={tap}>
      {who}
    </button>
  )
}
