import { CHANNEL_NAME, type NoticeRow, type NoticeState } from '#contract/notice.ts'
import { agoText, momentText } from '#contract/time.ts'
import { CardRow, CardSkeletons } from '#web/ui/Card.tsx'
import { BlankRecord } from '#web/ui/drawings/BlankRecord.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import rows from '#web/ui/Rows.module.css'
import { useNow } from '#web/ui/useNow.ts'
import { NOTICE_BADGE } from './badges.ts'
import { ChannelIcon } from './ChannelIcon.tsx'
import styles from './Notices.module.css'
import { State } from './State.tsx'
import type { useNoticeLog } from './useNoticeLog.ts'

const LOG = '送达记录'
const MINUTE_MS = 60_000

/** Every message about the capsule, the latest first. */
export const NoticeLog = ({ query }: { query: ReturnType<typeof useNoticeLog>['query'] }) => (
  <section>
    <h2 className={`muted ${rows.heading}`}>{LOG}</h2>
    <EndlessList
      label={LOG}
      query={query}
      render={(notice) => <Notice notice={notice} />}
      skeleton={<CardSkeletons count={3} size={22} top />}
      empty={<Empty text="还没有发送过通知，发送后会记在这里" drawing={<BlankRecord />} />}
    />
  </section>
)

function Notice({ notice }: { notice: NoticeRow }) {
  const { to, about, state } = notice
  const now = useNow(MINUTE_MS)
  return (
    <CardRow top start={<ChannelIcon to={to} />}>
      <p className={styles.line}>
        <b>{about}</b>
        <State badge={NOTICE_BADGE[state]} />
      </p>
      <p className="muted">发给{CHANNEL_NAME[to]}</p>
      <ul className="muted">
        {happenings(notice, now).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </CardRow>
  )
}

/** The past and coming events of a notice, each with its time. */
function happenings({ state, created_at, accepted_at, refused_at, next_at, tries }: NoticeRow, now: number): string[] {
  const next: Partial<Record<NoticeState, string>> = {
    waiting: tries > 0 ? '再次尝试' : '发送',
    unknown: '向服务商核对',
  }
  const done = [
    [accepted_at || refused_at ? '' : created_at, '写下'],
    [refused_at, tries > 1 ? `未送达，已尝试${tries}次` : '未送达'],
    [accepted_at, '服务商已接收'],
  ]
  return [
    ...done.filter(([moment]) => moment).map(([moment = '', text]) => `${agoText(moment, now)} ${text}`),
    ...(next[state] && next_at ? [`${momentText(next_at)} ${next[state]}`] : []),
  ]
}
