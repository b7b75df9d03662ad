import { TYPE_KIND } from '#contract/capsule.ts'
import { momentText, monthText } from '#contract/time.ts'
import { KIND_NAME, type WalletRecord } from '#contract/wallet.ts'
import { usePages } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { BlankRecord } from '#web/ui/drawings/BlankRecord.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { countText } from '#web/ui/format.ts'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './CapsuleRecord.module.css'

/** Every movement of the three balances, the latest first. */
export function CapsuleRecord() {
  const records = usePages('capsuleRecords', {}, (page) => page.data)
  const beginsMonth = (index: number) => monthOf(records.data?.[index]) !== monthOf(records.data?.[index - 1])
  return (
    <Page title="胶囊记录" back>
      <EndlessList
        className={styles.list}
        label="胶囊记录"
        query={records}
        render={(record, index) => (
          <>
            {beginsMonth(index) && <h2 className={`muted ${styles.month}`}>{monthText(record.created_at)}</h2>}
            <Record record={record} />
          </>
        )}
        skeleton={<Skeletons />}
        empty={
          <Empty
            text="暂无记录~"
            drawing={<BlankRecord />}
            action={<Button onClick={() => go('timeCapsule')}>制作我的胶囊</Button>}
          />
        }
      />
    </Page>
  )
}

function Record({ record: { capsule_type, reason, created_at, count, is_increase } }: { record: WalletRecord }) {
  return (
    <div className={styles.record}>
      <CapsuleIcon colorIndex={capsule_type} type={capsule_type} size={40} />
      <span className={styles.words}>
        <b>{KIND_NAME[TYPE_KIND[capsule_type]]}</b>
        <span className="muted">{reason}</span>
        <time className={styles.time}>{momentText(created_at)}</time>
      </span>
      <span className={styles.count} data-increase={is_increase === 1 || undefined}>
        <span className="hidden">{is_increase ? '增加' : '减少'}</span>
        <span aria-hidden="true">{is_increase ? '+' : '−'}</span>
        {countText(count)}
        <span className="hidden">个</span>
      </span>
    </div>
  )
}

/** `2026-11` of a record, undefined of none. */
const monthOf = (record: WalletRecord | undefined) => record?.created_at.slice(0, 7)

const Skeletons = () => (
  <div className={styles.list}>
    <span className={`muted ${styles.month}`}>
      <Skeleton width={88} height={22} />
    </span>
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className={styles.record}>
        <Skeleton width={40} height={40} round />
        <span className={styles.words}>
          <Skeleton width="32%" height={18} />
          <Skeleton width="56%" height={14} />
          <Skeleton width="40%" height={12} />
        </span>
        <Skeleton width={32} height={20} />
      </div>
    ))}
  </div>
)
