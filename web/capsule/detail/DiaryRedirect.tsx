import { type ReactNode, useEffect } from 'react'
import type { Card } from '#contract/capsule.ts'
import { openDiary } from './openDiary.ts'

type Props = { written: Pick<Card, 'id' | 'type' | 'status' | 'sealed_at'>; children: ReactNode }

/** Leads from the diary page to the capsule page or the other way, as `written` needs; back does not come here again. */
export function DiaryRedirect({ written, children }: Props) {
  useEffect(() => openDiary(written, { replace: true }), [written])
  return children
}
