import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ShownItem } from '#contract/content.ts'
import type { SealDraft } from '#web/draft/current/draft.ts'
import { begin, dropList, isUnsaved, type MadeItem, useMade } from '#web/draft/current/files.ts'
import type { Phase } from '#web/draft/editor/useDraftEditor.ts'
import { freshen, resume } from './uploading.ts'

/** The files of this capsule; their upload goes on when the page, or the connection, comes back. */
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

/** Forgets the files when they are stored elsewhere or not wanted, and when the page is left and none would be lost. */
export function useDropWhenLeft(draft_id: string, phase: RefObject<Phase>): void {
  useEffect(
    () => () => {
      const now = phase.current
      if (now === 'done' || (now === 'editing' && !isUnsaved(draft_id))) dropList(draft_id)
    },
    [draft_id, phase],
  )
}
