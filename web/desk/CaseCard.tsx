import { CASE_NAME, CASE_WHY, type PlaceCase, VERDICT_NAME } from '#contract/cases.ts'
import { ITEM, linesText } from '#contract/content.ts'
import { REPORT_REASON, type ReportReason } from '#contract/report.ts'
import { momentText } from '#contract/time.ts'
import { Avatar } from '#web/people/account/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './Card.module.css'
import { CaseDecision } from './CaseDecision.tsx'
import { DecisionList } from './DecisionList.tsx'
import { type Fact, FactList } from './FactList.tsx'
import { useWaited } from './Waited.tsx'

type Props = { of: PlaceCase }

/** One case of the public place, with the content to judge as everybody sees it, or would see it. */
export function CaseCard({ of }: Props) {
  const { id, kind, outcome } = of
  return (
    <Card as="article" className={styles.card} aria-labelledby={`case-${id}`}>
      <div className={styles.about}>
        <div className={styles.head}>
          <h2 id={`case-${id}`} className={styles.title}>{`${CASE_NAME[kind]} ${id}`}</h2>
          <Badges of={of} />
        </div>
        <Facts of={of} />
        <Judged of={of} />
        <Reports of={of} />
        {of.plea && (
          <>
            <h3 className={styles.label}>申诉</h3>
            <p className={styles.reason}>{of.plea}</p>
          </>
        )}
      </div>
      <div className={styles.side}>
        <Decisions of={of} />
        {outcome === '' && (of.mine ? <p className={styles.note}>{MINE}</p> : <CaseDecision of={of} />)}
      </div>
    </Card>
  )
}

const MINE = '你已同意封禁，还需要另一位审核员同意'

const Badges = ({ of: { why, outcome, hidden } }: Props) => (
  <p className={styles.badges}>
    <span className={styles.badge} data-tone="strong">
      {CASE_WHY[why]}
    </span>
    {outcome === '' ? (
      <span className={styles.badge}>{hidden ? '已隐藏' : '公开中'}</span>
    ) : (
      <span className={styles.badge} data-tone={outcome === 'pass' ? 'approved' : 'rejected'}>
        {VERDICT_NAME[outcome]}
      </span>
    )}
  </p>
)

function Facts({ of }: Props) {
  const { opened_at, closed_at, outcome, user, reporters, labels } = of
  const waited = useWaited(opened_at)
  const facts: Fact[] = [
    ['作者', user.nickname],
    ['时间', momentText(opened_at)],
    outcome === '' ? ['已等待', waited] : ['处理时间', momentText(closed_at)],
    ...(reporters > 0 ? ([['举报人数', String(reporters)]] as Fact[]) : []),
    ...(labels.length > 0 ? ([['机器标签', labels.join('、')]] as Fact[]) : []),
  ]
  return <FactList facts={facts} />
}

/** Text alone: nothing that somebody wrote runs here. */
function Judged({ of: { kind, user, capsule, value } }: Props) {
  if (kind === 'user')
    return (
      <div className={styles.person}>
        <Avatar src={user.avatar} size={56} />
        <b>{user.nickname}</b>
      </div>
    )
  if (kind === 'avatar') return value ? <img className={styles.picture} src={value} alt="新头像" /> : null
  if (kind === 'nickname') return value ? <p className={styles.reason}>{value}</p> : null
  if (!capsule) return null
  return (
    <div className={styles.judged}>
      <b>{capsule.long_tag}</b>
      {capsule.description && <p>{capsule.description}</p>}
      {capsule.content.map((item) => (
        <Part key={item.content} item={item} />
      ))}
    </div>
  )
}

type Item = NonNullable<PlaceCase['capsule']>['content'][number]

function Part({ item }: { item: Item }) {
  const { type, content, comment, poster, name } = item
  return (
    <div>
      {type === ITEM.text && <p className={styles.reason}>{linesText(content)}</p>}
      {type === ITEM.text &&
        picturesIn(content).map((src) => <img key={src} className={styles.picture} src={src} alt="文中的图片" />)}
      {type === ITEM.image && <img className={styles.picture} src={content} alt={comment || '图片'} />}
      {type === ITEM.video && (
        // biome-ignore lint/a11y/useMediaCaption: what people film has no captions
        <video className={styles.picture} src={content} poster={poster} controls preload="none" />
      )}
      {type === ITEM.file && <a href={content}>{name ?? '文件'}</a>}
      {comment && <p className="muted">{comment}</p>}
    </div>
  )
}

const picturesIn = (html: string): string[] => [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src!)

const Reports = ({ of: { reports } }: Props) =>
  reports.length > 0 && (
    <ul className={styles.decisions} aria-label="举报">
      {reports.map(({ reason, text, at }) => (
        <li key={`${at} ${reason} ${text}`}>
          <b>{REPORT_REASON[reason as ReportReason]}</b>
          <span className={styles.label}>{momentText(at)}</span>
          {text && <p className={styles.reply}>{text}</p>}
        </li>
      ))}
    </ul>
  )

const Decisions = ({ of: { decisions } }: Props) => (
  <DecisionList
    label="处理记录"
    of={decisions.map(({ decision, ...said }) => ({ ...said, verdict: VERDICT_NAME[decision] }))}
  />
)
