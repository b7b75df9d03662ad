import { type Detail, STATUS, TYPE } from '#contract/capsule.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import { CHANNEL_NAME, type ContactChannel, type NoticeRow } from '#contract/notice.ts'
import { momentText, openTimeText } from '#contract/time.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardRow, CardSkeletons } from '#web/ui/Card.tsx'
import { LostCapsule } from '#web/ui/drawings/LostCapsule.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ContactList } from './ContactList.tsx'
import { NoticeLog } from './NoticeLog.tsx'
import styles from './Notices.module.css'
import { useNoticeLog } from './useNoticeLog.ts'

const NOT_HERE: readonly number[] = [CODE.missing, CODE.badRequest]

/** An owner's view of a capsule's notices: who is told, what was sent and what comes next. */
export function Notices() {
  const { id = '', name = '' } = useQueryString()
  const detail = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '' })
  const gone = !id || (detail.error && NOT_HERE.includes(detail.error.code)) || detail.data?.is_mine === 0
  return (
    <Page title="送达记录" back>
      {gone ? (
        <Gone />
      ) : (
        <Loaded query={detail} skeleton={<PageSkeleton name={name} />}>
          {({ capsule }) => <Record capsule={capsule} />}
        </Loaded>
      )}
    </Page>
  )
}

function Record({ capsule }: { capsule: Detail }) {
  const log = useNoticeLog(capsule.id)
  return (
    <div className={styles.page}>
      <CardRow
        as="header"
        start={
          <CapsuleIcon
            colorIndex={capsule.colorIndex}
            type={capsule.type}
            size={64}
            open={capsule.status === STATUS.unsealed}
          />
        }
      >
        <h2 className={styles.name}>{capsule.long_tag}</h2>
        <p className="muted">{whenText(capsule)}</p>
        <p className={`muted ${styles.next}`} role="status">
          {log.head && nextText(log.head)}
        </p>
      </CardRow>
      {capsule.type === TYPE.time && <ContactList capsule={capsule} />}
      <NoticeLog query={log.query} />
    </div>
  )
}

const whenText = ({ status, open_at, open_time }: Detail): string =>
  status === STATUS.unsealed ? `已于 ${momentText(open_at)} 解封` : `解封时间 ${byBeijing(openTimeText(open_time))}`

type Head = { next_at: string; opened_by: NoticeRow['to'] | '' }

function nextText({ next_at, opened_by }: Head): string | undefined {
  if (opened_by === 'owner') return `由${CHANNEL_NAME.owner}解封`
  if (opened_by) return `由联系人（${CHANNEL_NAME[opened_by satisfies ContactChannel]}）解封`
  return next_at && `下一次通知 ${byBeijing(momentText(next_at))}`
}

const PageSkeleton = ({ name }: { name: string }) => (
  <div className={styles.page} aria-busy="true">
    <CardRow start={<Skeleton width={64} height={64} round />}>
      {name ? <h2 className={styles.name}>{name}</h2> : <Skeleton width="40%" height={22} />}
      <Skeleton width="64%" height={16} />
    </CardRow>
    <CardSkeletons count={2} size={22} top />
    <CardSkeletons count={3} size={22} top />
  </div>
)

const Gone = () => (
  <Empty
    text={TEXT.gone}
    drawing={<LostCapsule />}
    action={<Button onClick={() => go('meCapsule', {}, { replace: true })}>我的胶囊</Button>}
  />
)
