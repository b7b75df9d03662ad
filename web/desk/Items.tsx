import type { ReactNode } from 'react'
import type { Role } from '#contract/desk.ts'
import { ClearDesk } from '#web/ui/drawings/ClearDesk.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import styles from './Card.module.css'
import { useDone, useWaiting } from './lists.tsx'

/** All that waits, the oldest first; walked by the keyboard. */
export const Waiting = ({ roles }: { roles: readonly Role[] }) => (
  <Items query={useWaiting(roles)} label="待处理" empty="没有待处理的事">
    <p className={`muted ${styles.keys}`}>快捷键：j、k 到下一件、上一件，1、2、3 依次选择处理方式，Esc 离开输入框</p>
  </Items>
)
export const Done = () => <Items query={useDone()} label="已处理" empty="还没有处理过的事" />

type Props = { query: ReturnType<typeof useWaiting>; label: string; empty: string; children?: ReactNode }

const Items = ({ query, label, empty, children }: Props) => (
  <>
    {query.data?.length ? children : null}
    <EndlessList
      query={query}
      label={label}
      className={styles.list}
      render={({ card }) => card}
      empty={<Empty text={empty} drawing={<ClearDesk />} />}
      skeleton={
        <div className={styles.list}>
          <Skeletons count={2} height={220} />
        </div>
      }
    />
  </>
)
