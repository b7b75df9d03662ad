import { CHANNEL_NAME, type NoticeRow, type NoticeState } from '#contract/notice.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { momentText } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ChannelIcon } from './ChannelIcon.tsx'
import { NOTICE_FACE } from './faces.ts'
import styles from './Notices.module.css'
import { State } from './State.tsx'
import type { useNoticeLog } from './useNoticeLog.ts'

const LOG = '送达记录'

/** Every message about the capsule, the latest first. */
export const NoticeLog = ({ query }: { query: ReturnType<typeof useNoticeLog>['query'] }) => (
  <section>
    <h2 className={styles.heading}>{LOG}</h2>
    <EndlessList
      className={styles.rows}
      label={LOG}
      query={query}
      render={(notice) => <Notice notice={notice} />}
      skeleton={<NoticeSkeletons />}
      empty={<Empty text="还没有发送过通知，发送后会记在这里" />}
    />
  </section>
)

function Notice({ notice }: { notice: NoticeRow }) {
  const { to, about, state } = notice
  return (
    <div className={styles.row}>
      <span className={styles.icon}>
        <ChannelIcon to={to} />
      </span>
      <div className={styles.words}>
        <p className={styles.line}>
          <b>{about}</b>
          <State face={NOTICE_FACE[state]} />
        </p>
        <p className={styles.small}>发给{CHANNEL_NAME[to]}</p>
        <ul className={styles.small}>
          {happenings(notice).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** What has happened to it so far and what comes, each with its time. */
function happenings({ state, created_at, accepted_at, refused_at, next_at, tries }: NoticeRow): string[] {
  const next: Partial<Record<NoticeState, string>> = {
    waiting: tries > 0 ? '再次尝试' : '发送',
    unknown: '向服务商核对',
  }
  const texts = [
    [accepted_at || refused_at ? '' : created_at, '写下'],
    [refused_at, tries > 1 ? `未送达，已尝试${tries}次` : '未送达'],
    [accepted_at, '服务商已接收'],
    [next[state] ? next_at : '', next[state]],
  ]
  return texts.filter(([moment]) => moment).map(([moment = '', text]) => `${momentText(moment)} ${text}`)
}

export const NoticeSkeletons = () => (
  <div className={styles.rows}>
    {[1, 2, 3].map((row) => (
      <div key={row} className={styles.row}>
        <Skeleton width={22} height={22} round />
        <span className={styles.words}>
          <Skeleton width="44%" height={18} />
          <Skeleton width="64%" height={14} />
        </span>
      </div>
    ))}
  </div>
)
