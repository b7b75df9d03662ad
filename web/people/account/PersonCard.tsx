import type { ReactNode } from 'react'
import counts from '#web/shop/wallet/Counts.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Gender } from './Gender.tsx'
import styles from './PersonCard.module.css'

/** A person's card, with a piece of the night sky as its background. */
export const PersonCard = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={styles.card} data-mood="universe" aria-label={label}>
    {children}
  </section>
)

export const Who = ({ picture, name, sex }: { picture: ReactNode; name: string; sex: string }) => (
  <div className={styles.who}>
    {picture}
    <p className={styles.name}>{name}</p>
    <Gender sex={sex} />
  </div>
)

/** The person's picture, name and three numbers, still loading. */
export const PersonSkeleton = () => (
  <>
    <div className={styles.who}>
      <Skeleton width={64} height={64} round />
      <Skeleton width={120} height={22} />
    </div>
    <div className={counts.counts}>
      {[1, 2, 3].map((count) => (
        <Skeleton key={count} height={48} />
      ))}
    </div>
  </>
)
