import { TEXT } from '#contract/codes.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './Swiper.module.css'

/** The placeholder for a picture or video. */
export const Waiting = ({ title }: { title: string }) => (
  <Page title={title} mood="universe" back wide>
    <div className={styles.waiting} role="status">
      <span className="hidden">{TEXT.loading}</span>
    </div>
  </Page>
)
