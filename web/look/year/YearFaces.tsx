import type { CSSProperties, ReactNode } from 'react'
import { colorIndex } from '#contract/capsule.ts'
import { dateText, dayText } from '#contract/time.ts'
import type { YearReview } from '#contract/year.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import styles from './YearFaces.module.css'

type Props = { counted: YearReview }

const Face = ({ children }: { children: ReactNode }) => <div className={styles.face}>{children}</div>

const Count = ({ of, unit }: { of: number; unit: string }) => (
  <p className={styles.number}>
    <strong>{of}</strong> {unit}
  </p>
)

export const Cover = ({ year, nickname, counted }: Props & { year: number; nickname: string }) => (
  <Face>
    <span className={styles.glow}>
      <CapsuleIcon colorIndex={year % 5} type={0} size={120} open />
    </span>
    <h2 className={styles.year}>{year}</h2>
    <p className={styles.said}>{nickname}的一年</p>
    {counted.first_day && <p className="muted">从{dayText(counted.first_day)}的第一篇日记开始</p>}
  </Face>
)

export const Written = ({ counted: { days, diaries, months } }: Props) => (
  <Face>
    <h2 className={styles.title}>写下的</h2>
    <Count of={days} unit="天" />
    <p className={styles.said}>{diaries > 0 ? `你在这些天里写了${diaries}篇日记` : '这一年没有写日记'}</p>
    {diaries > 0 && <Months months={months} />}
  </Face>
)

/** The twelve months, each as high as it has diaries. */
function Months({ months }: { months: readonly number[] }) {
  const most = Math.max(...months)
  return (
    <ol className={styles.months} aria-label="每个月的日记">
      {months.map((count, month) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the months never change places
        <li key={month}>
          <span className={styles.bar} style={{ '--part': count / most } as CSSProperties} aria-hidden="true" />
          <span aria-hidden="true">{month + 1}</span>
          <span className="hidden">{`${month + 1}月，${count}篇`}</span>
        </li>
      ))}
    </ol>
  )
}

export const Sealed = ({ counted: { sealed, sent, waiting } }: Props) => (
  <Face>
    <h2 className={styles.title}>封存的</h2>
    <span className={styles.glow}>
      <CapsuleIcon colorIndex={0} type={0} size={96} />
    </span>
    <Count of={sealed} unit="枚胶囊" />
    <p className={styles.said}>{waitingText(sealed, waiting)}</p>
    {sent > 0 && <p className={styles.said}>{sent === sealed ? '都是寄给别人的' : `有${sent}枚是寄给别人的`}</p>}
  </Face>
)

function waitingText(sealed: number, waiting: number): string {
  if (sealed === 0) return '这一年没有封存胶囊'
  return waiting > 0 ? `其中${waiting}枚还在等它们的那一天` : '它们都已经等到了那一天'
}

export const Opened = ({ counted: { opened, longest } }: Props) => (
  <Face>
    <h2 className={styles.title}>解封的</h2>
    <Count of={opened} unit="枚胶囊" />
    {longest ? (
      <div className={styles.longest}>
        <CapsuleIcon colorIndex={colorIndex(Number(longest.id))} type={0} size={64} open />
        <p className="muted">等得最久的一枚</p>
        <p className={styles.said}>{longest.long_tag}</p>
        <p className={styles.days}>{longest.days}天</p>
        <p className="muted">
          {dateText(longest.sealed_at)} – {dateText(longest.open_at)}
        </p>
      </div>
    ) : (
      <p className={styles.said}>这一年没有解封胶囊</p>
    )}
  </Face>
)
