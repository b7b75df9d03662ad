import type { Output } from '#contract/calls.ts'
import type { Role } from '#contract/desk.ts'
import { AlarmCard } from './AlarmCard.tsx'
import { ApplicationCard } from './ApplicationCard.tsx'
import { type DeskRows, useDeskPages } from './api.ts'
import { CaseCard } from './CaseCard.tsx'
import { FeedbackCard } from './FeedbackCard.tsx'
import { type Item, merged } from './merged.ts'
import { NoticeCard } from './NoticeCard.tsx'

const applicationsOf = ({ applications }: Output<'reviewList'>) => applications
const casesOf = ({ cases }: Output<'caseList'>) => cases
const noticesOf = ({ notices }: Output<'handNotices'>) => notices
const alarmsOf = ({ alarms }: Output<'moneyAlarms'>) => alarms
const feedbackOf = ({ feedback }: Output<'feedbackList'>) => feedback

type State = 'waiting' | 'done'

export const useApplications = (state: State, enabled: boolean) =>
  useDeskPages('reviewList', { state }, applicationsOf, enabled)
const useCases = (state: State, enabled: boolean) => useDeskPages('caseList', { state }, casesOf, enabled)

/** All that waits for an operator of these roles, whatever it is: the oldest first. */
export function useWaiting(roles: readonly Role[]) {
  const [reviews, counts] = [roles.includes('review'), roles.includes('money')]
  const applications = useApplications('waiting', reviews)
  const cases = useCases('waiting', reviews)
  const notices = useDeskPages('handNotices', {}, noticesOf, reviews)
  const feedback = useDeskPages('feedbackList', {}, feedbackOf, reviews)
  const alarms = useDeskPages('moneyAlarms', {}, alarmsOf, counts)
  return merged([
    ...(reviews
      ? [
          listed(applications, 'application', (row) => ({
            at: row.created_at,
            card: <ApplicationCard application={row} />,
          })),
          listed(cases, 'case', (row) => ({ at: row.opened_at, card: <CaseCard of={row} /> })),
          listed(notices, 'notice', (row) => ({ at: row.created_at, card: <NoticeCard notice={row} /> })),
          listed(feedback, 'feedback', (row) => ({ at: row.created_at, card: <FeedbackCard feedback={row} /> })),
        ]
      : []),
    ...(counts ? [listed(alarms, 'alarm', (row) => ({ at: row.last_at, card: <AlarmCard alarm={row} /> }))] : []),
  ])
}

/** Decided items, the newest first. */
export function useDone() {
  const applications = useApplications('done', true)
  const cases = useCases('done', true)
  return merged(
    [
      listed(applications, 'application', (row) => ({
        at: row.closed_at,
        card: <ApplicationCard application={row} />,
      })),
      listed(cases, 'case', (row) => ({ at: row.closed_at, card: <CaseCard of={row} /> })),
    ],
    true,
  )
}

/** A list of one kind as items of the whole one. */
function listed<Row extends { id: string }>(
  { data, ...pages }: DeskRows<Row>,
  kind: string,
  show: (row: Row) => Omit<Item, 'id'>,
) {
  const toItem = (row: Row): Item => ({ id: `${kind}-${row.id}`, ...show(row) })
  return { ...pages, items: data?.map(toItem) }
}
