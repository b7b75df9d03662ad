import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ShownItem } from '#contract/content.ts'
import type { SealDraft } from '#web/draft/draft.ts'
import { begin, dropList, isUnsaved, type MadeItem, useMade } from '#web/draft/files.ts'
import type { Stand } from '#web/draft/useMaking.ts'
import { freshen, resume } from './uploading.ts'

/** The files of this capsule, which go on uploading when the page comes back, or the connection does. */
export function useTakenUp({ owner, draft_id }: SealDraft, held: readonly ShownItem[]): MadeItem[] {
  const [inBox] = useState(held)
  useLayoutEffect(() => begin(owner, draft_id, inBox), [owner, draft_id, inBox])
  useEffect(() => {
    const goOn = () => resume(draft_id)
    goOn()
    void freshen(draft_id)
    window.addEventListener('online', goOn)
    return () => window.removeEventListener('online', goOn)
  }, [draft_id])
  return useMade(owner, draft_id)
}

/** Forgets the files when they lie elsewhere or are not wanted, and when the page is left and nothing of them would be lost. */
export function useDropWhenLeft(draft_id: string, standing: RefObject<Stand>): void {
  useEffect(
    () => () => {
      const stand = standing.current
      if (stand === 'over' || (stand === 'here' && !isUnsaved(draft_id))) dropList(draft_id)
    },
    [draft_id, standing],
  )
}
