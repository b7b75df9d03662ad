import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Deblocking.module.css'

export const TITLE = '提前解封'

type Props = { name: string; footer?: ReactNode; children: ReactNode }

/** The page of an application: which capsule it is about, and what there is to say or to write. */
export const Frame = ({ name, footer, children }: Props) => (
  <Page title={TITLE} back form footer={footer}>
    <div className={styles.page}>
      <Card as="p" small className={styles.name}>
        <span className="muted">胶囊名称</span>
        {name ? <b>{name}</b> : <Skeleton width="40%" height={24} />}
      </Card>
      {children}
    </div>
  </Page>
)
