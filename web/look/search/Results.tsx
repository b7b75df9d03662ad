import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { TEXT } from '#contract/codes.ts'
import type { FoundOwner } from '#contract/search.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FoundSkeletons } from './Found.tsx'
import { groupText, useFoundCapsules, useFoundOwners } from './found.ts'
import { Groups } from './Groups.tsx'
import styles from './Results.module.css'
import type { ResultsPlace } from './Search.tsx'

type Props = {
  keyword: string
  /** Where they were left. */
  place: ResultsPlace | undefined
  onChange: () => void
  onCapsule: (id: string, place: ResultsPlace) => void
  onOwner: (owner: FoundOwner, place: ResultsPlace) => void
}

/** The results of a keyword: people by their nickname, capsules by their title. */
export function Results({ keyword, ...actions }: Props) {
  const owners = useFoundOwners(keyword)
  const capsules = useFoundCapsules(keyword)
  // Which group is shown first depends on both answers; once shown, a group that is tried again stays in its place.
  const [answered, setAnswered] = useState(false)
  if (!answered && !owners.isPending && !capsules.isPending) setAnswered(true)
  return (
    <div className={styles.results}>
      <button type="button" className={styles.words} aria-label={`修改关键词：${keyword}`} onClick={actions.onChange}>
        <span>{keyword}</span>
        <PencilLine size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <p role="status" className="hidden">
        {answered ? `${groupText('昵称', owners)}，${groupText('标题', capsules)}` : TEXT.loading}
      </p>
      {answered ? <Groups owners={owners} capsules={capsules} {...actions} /> : <Waiting />}
    </div>
  )
}

/** The tabs and the rows of one of them. */
const Waiting = () => (
  <div aria-hidden="true">
    <div className={styles.tabs}>
      <Skeleton width={52} height={20} />
      <Skeleton width={72} height={20} />
    </div>
    <FoundSkeletons />
  </div>
)
