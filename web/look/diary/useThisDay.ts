import { useEffect, useState } from 'react'
import type { ThisDayRow } from '#contract/diary.ts'
import { chinaDay } from '#contract/time.ts'
import { toastError, usePages, useUser } from '#web/client/api.ts'
import { toast } from '#web/ui/toast.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { hideOn, showAgain, useIsHidden } from './hiddenDay.ts'

/** How many memories are shown before 更多. */
const SHOWN = 2
/** Memories that come later than this after the list are not put above it: the list is being read by then. */
const WAIT_MS = 1_000
const UNDO_MS = 5_000

export type Memories = {
  rows: ThisDayRow[]
  /** Loads more memories, if there are any. */
  readOn: (() => Promise<void>) | undefined
  busy: boolean
  hide: () => void
}

/**
 * The diaries of this day in earlier years, for people who like to be reminded. `waiting`: it is not known yet whether there
 * are any, and the list below, once it has `come`, has to wait for its place.
 */
export function useThisDay(current: boolean, come: boolean): { waiting: boolean; memories: Memories | undefined } {
  const user = useUser()
  const person = user.data?.user
  const today = chinaDay(useNow(0))
  const hidden = useIsHidden(person?.id, today)
  const wanted = current && person?.show_this_day === 1 && !hidden
  const query = usePages('diaryThisDay', { pageSize: SHOWN }, (page) => page.capsules.data, { enabled: wanted })
  const unknown = current && (user.isPending || (wanted && query.isPending))
  const late = useLate(unknown && come)
  const readOn = async () => {
    const { error } = await query.fetchNextPage()
    if (error) toastError(error)
  }
  const hide = () => {
    if (person) hideOn(person.id, today)
    toast('今天不再显示那年今日', { ms: UNDO_MS, action: { label: '撤销', act: showAgain } })
  }
  const rows = (wanted && !late && query.data) || []
  const memories = { rows, readOn: query.hasNextPage ? readOn : undefined, busy: query.isFetchingNextPage, hide }
  return { waiting: unknown && !late, memories: rows.length > 0 ? memories : undefined }
}

/** Whether the answer has once taken longer than one should wait. */
function useLate(unknown: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!unknown) return
    const timer = setTimeout(() => setLate(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [unknown])
  return late
}
