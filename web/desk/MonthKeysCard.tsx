import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { useDesk } from './api.ts'
import styles from './Card.module.css'

/** The keys by which sealed archives open after the end of the product; taking and proving them is done on the command line. */
export function MonthKeysCard() {
  const query = useDesk('deskMonthKeys', {})
  return (
    <Loaded query={query} skeleton={<Skeletons count={1} height={120} />}>
      {({ text, due }) => (
        <Card as="section" className={styles.about} aria-labelledby="month-keys">
          <h2 id="month-keys" className={styles.title}>
            {due ? '月钥匙需要处理' : '月钥匙'}
          </h2>
          <p className={styles.reason}>{text}</p>
        </Card>
      )}
    </Loaded>
  )
}
