import type { Output } from '#contract/calls.ts'
import { BlankRecord } from '#web/ui/drawings/BlankRecord.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { ApplicationCard } from './ApplicationCard.tsx'
import { useDeskPages } from './api.ts'
import styles from './Card.module.css'

type State = 'waiting' | 'done'
const EMPTY: Record<State, string> = { waiting: '没有待审核的申请', done: '还没有处理过的申请' }

export const useApplications = (state: State) => useDeskPages('reviewList', { state }, rowsOf)

const rowsOf = ({ applications }: Output<'reviewList'>) => applications

/** The oldest that wait first, or the newest that are done. */
export const ApplicationList = ({ state }: { state: State }) => (
  <EndlessList
    query={useApplications(state)}
    label={state === 'waiting' ? '待审核的申请' : '已处理的申请'}
    className={styles.list}
    render={(application) => <ApplicationCard application={application} />}
    empty={<Empty text={EMPTY[state]} drawing={<BlankRecord />} />}
    skeleton={<DeskSkeletons />}
  />
)

export const DeskSkeletons = () => (
  <div className={styles.list}>
    <Skeletons count={2} height={220} />
  </div>
)
