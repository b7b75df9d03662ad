import { type Card, STATUS } from '#contract/capsule.ts'
import { dateText, formatChina } from '#contract/time.ts'
import { type UnsealState, unsealState } from '#contract/unseal.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { choiceOf } from '#web/ui/useChoiceKeys.ts'
import styles from './CapsuleCard.module.css'
import { isDue, leftText } from './due.ts'
import { useNowNear } from './useNowNear.ts'

type Props = {
  card: Card
  /** Of a capsule that was received: from whom. */
  from?: string
  onTap: () => void
  /** Whether this capsule is the one shown beside the list. */
  chosen?: boolean
}

/** One of my capsules in a list, or one that I have received; its title may be told only once it is open. */
export function CapsuleCard({ card, from, onTap, chosen }: Props) {
  const open = card.status === STATUS.unsealed
  return (
    <CardRow
      small
      outlined
      className={styles.card}
      start={<CapsuleIcon colorIndex={card.colorIndex} type={card.type} size={64} open={open} />}
      end={
        from === undefined && (
          <span className={styles.badges}>
            <Badge>{card.is_public ? '公开' : '私密'}</Badge>
          </span>
        )
      }
      onClick={onTap}
      {...(chosen !== undefined && choiceOf(chosen))}
    >
      <b className={styles.label}>{card.long_tag || '一枚时光胶囊'}</b>
      {from !== undefined && <span className="muted">来自 {from}</span>}
      {open ? <span className="muted">{dateText(card.open_at)} 解封</span> : <Expiry card={card} />}
    </CardRow>
  )
}

function Expiry({ card }: { card: Card }) {
  const now = useNowNear(card.open_time)
  const badge = BADGES[unsealState(card, formatChina(now))]
  return (
    <>
      <span className="muted">{dateText(card.open_time)} 到期</span>
      {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
      {!isDue(card, now) && <span className={`muted ${styles.left}`}>还有 {leftText(card.open_time, now)}</span>}
    </>
  )
}

type Tone = 'due' | 'waiting'
const READY = { text: '可解封', tone: 'due' } as const
/** The badges for the states of a sealed capsule (readings 1); most states have none, only the opening date. */
const BADGES: Partial<Record<UnsealState, { text: string; tone: Tone }>> = {
  due: READY,
  approved: READY,
  held: { text: '核对时间', tone: 'waiting' },
  waiting: { text: '提前解封', tone: 'waiting' },
}

const Badge = ({ tone, children }: { tone?: Tone; children: string }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)

export const CapsuleSkeletons = () => (
  <div className={styles.grid}>
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <CardRow
        key={row}
        small
        outlined
        className={styles.card}
        start={<Skeleton width={64} height={64} round />}
        end={
          <span className={styles.badges}>
            <Skeleton width={40} height={22} round />
          </span>
        }
      >
        <Skeleton width="64%" height={22} />
        <Skeleton width="52%" height={16} />
        <Skeleton width="36%" height={16} />
      </CardRow>
    ))}
  </div>
)
