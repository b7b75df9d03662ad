import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { ACT_KIND_NAME, ACT_NAME } from '#contract/desk.ts'
import { momentText } from '#contract/time.ts'
import { ClearDesk } from '#web/ui/drawings/ClearDesk.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useDeskPages } from './api.ts'
import styles from './History.module.css'

const actsOf = ({ acts }: Output<'deskHistory'>) => acts
const looksOf = ({ looks }: Output<'deskLooks'>) => looks
const VIEWS = [
  { value: 'acts', label: '处理' },
  { value: 'looks', label: '查看' },
] as const
type View = (typeof VIEWS)[number]['value']

/** The acts of one operator or of all; for the keeper also the people's data that they have looked at. */
export function History({ looks }: { looks: boolean }) {
  const [view, setView] = useState<View>('acts')
  const [operator, setOperator] = useState<string>()
  const operators = useDeskPages('deskHistory', {}, actsOf).first?.operators ?? []
  return (
    <div className={styles.history}>
      <label className={styles.filter}>
        <span className="muted">审核员</span>
        <select value={operator ?? ''} onChange={({ target }) => setOperator(target.value || undefined)}>
          <option value="">全部</option>
          {operators.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {looks ? (
        <Tabs label="记录" value={view} onChange={setView} items={VIEWS}>
          {view === 'acts' ? <Acts operator={operator} /> : <Looks operator={operator} />}
        </Tabs>
      ) : (
        <Acts operator={operator} />
      )}
    </div>
  )
}

type Props = { operator: string | undefined }

const Acts = ({ operator }: Props) => (
  <EndlessList
    query={useDeskPages('deskHistory', { operator }, actsOf)}
    label="处理记录"
    className={styles.lines}
    render={(act) => (
      <Line
        {...act}
        what={`${ACT_KIND_NAME[act.kind]} ${act.target}`}
        did={ACT_NAME[act.act] ?? act.act}
        note={act.note}
      />
    )}
    empty={<Empty text="还没有记录" drawing={<ClearDesk />} />}
    skeleton={<Skeletons count={6} height={56} />}
  />
)

const Looks = ({ operator }: Props) => (
  <EndlessList
    query={useDeskPages('deskLooks', { operator }, looksOf)}
    label="查看记录"
    className={styles.lines}
    render={(look) => <Line {...look} what={`${ACT_KIND_NAME[look.kind]} ${look.target}`} did="查看" />}
    empty={<Empty text="还没有记录" drawing={<ClearDesk />} />}
    skeleton={<Skeletons count={6} height={56} />}
  />
)

type LineProps = { operator: string; what: string; did: string; at: string; note?: string }

const Line = ({ operator, what, did, at, note }: LineProps) => (
  <div className={styles.line}>
    <time className="muted">{momentText(at)}</time>
    <b>{operator}</b>
    <span>{what}</span>
    <span>{did}</span>
    {note && <span className={styles.note}>{note}</span>}
  </div>
)
