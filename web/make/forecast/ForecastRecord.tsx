import { EARLY_NEVER_COUNTS, type ForecastRecord as Record } from '#contract/judge.ts'
import { useCall, useUser } from '#web/client/api.ts'
import { UserSwitch } from '#web/people/profile/UserSwitch.tsx'
import { Counts } from '#web/shop/wallet/Counts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FarPlanet } from '#web/ui/drawings/FarPlanet.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Row, Rows } from '#web/ui/Rows.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './ForecastRecord.module.css'
import { HitRate } from './HitRate.tsx'
import { Scores } from './Scores.tsx'

/** The record of a person's predictions, for their own eyes unless they show it. */
export const ForecastRecord = () => (
  <Page title="预测战绩" back>
    <Loaded query={useCall('forecastRecord', {})} skeleton={<PageSkeleton />}>
      {({ record, next_id }) =>
        record.sealed + record.early === 0 ? <NoneYet /> : <Whole record={record} nextId={next_id} />
      }
    </Loaded>
  </Page>
)

function Whole({ record, nextId }: { record: Record; nextId: string }) {
  const { sealed, opened, judged, early } = record
  const user = useUser().data?.user
  return (
    <div className={styles.page}>
      <Card as="section" aria-label="预测">
        <Counts
          of={[
            ['已封存', sealed],
            ['已解封', opened],
            ['已判断', judged],
          ]}
        />
        {early > 0 && (
          <p className={`muted ${styles.note}`}>
            {EARLY_NEVER_COUNTS}（{early}个）
          </p>
        )}
      </Card>
      {nextId && (
        <Rows label="等待判断">
          <Row
            label={`还有${opened - judged}个预测等你判断`}
            action="去判断"
            onClick={() => go('capsuleDetail', { id: nextId, isOther: '0' })}
          />
        </Rows>
      )}
      {judged > 0 && <HitRate record={record} />}
      <Scores record={record} />
      {user && (
        <UserSwitch
          user={user}
          field="show_forecasts"
          title="公开"
          label="公开我的预测战绩"
          hint="他人在你的主页看到个数、命中率和把握准不准，看不到预测的内容"
        />
      )}
    </div>
  )
}

const NoneYet = () => (
  <Empty
    text="还没有封存过预测~"
    drawing={<FarPlanet />}
    action={<Button onClick={() => go('forecastCapsule')}>写下一个预测</Button>}
  />
)

const PageSkeleton = () => (
  <div className={styles.page} role="status" aria-label="加载中...">
    <Skeleton height={96} />
    <Skeleton height={152} />
    <Skeleton height={240} />
  </div>
)
