import { lazy, Suspense } from 'react'
import type { Detail } from '#contract/capsule.ts'
import styles from './Receipt.module.css'

const Own = lazy(() => import('./OwnReceipt.tsx').then(({ OwnReceipt }) => ({ default: OwnReceipt })))
const Others = lazy(() => import('./HasReceipt.tsx').then(({ HasReceipt }) => ({ default: HasReceipt })))

/**
 * 封存凭证 under a capsule, as its owner or somebody else sees it. It comes after the page, so it stands last there, or where a sealed
 * one stands in the middle of its page has its room from the beginning.
 */
export const Receipts = ({ capsule, isMine }: { capsule: Detail; isMine: boolean }) => (
  <div className={styles.room} data-sealed={!capsule.capsule_content || undefined}>
    <Suspense fallback={null}>{isMine ? <Own capsule={capsule} /> : <Others id={capsule.id} />}</Suspense>
  </div>
)
