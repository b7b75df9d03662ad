import { type ReactNode, useEffect } from 'react'
import type { Card } from '#contract/capsule.ts'
import { openDiary } from './openDiary.ts'

type Props = { written: Pick<Card, 'id' | 'type' | 'status' | 'sealed_at'>; children: ReactNode }

/** Leads on from the page of the other kind; back does not come here again. */
export function DiaryRedirect({ written, children }: Props) {
  useEffect(() => openDiary(written, { replace: true }), [written])
  return children
}
