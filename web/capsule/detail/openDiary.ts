import { type Card, STATUS, TYPE } from '#contract/capsule.ts'
import { go } from '#web/ui/location.ts'

type Written = Pick<Card, 'id' | 'type' | 'status' | 'sealed_at'>

/** A diary that never was sealed: open from the start, and can be edited. */
export const isOrdinaryDiary = ({ type, status, sealed_at }: Omit<Written, 'id'>): boolean =>
  type === TYPE.diary && status === STATUS.unsealed && !sealed_at

/** Goes to the page for this diary: the diary page, or the capsule page if it is or was sealed. */
export function openDiary(written: Written, options: { replace?: boolean } = {}): void {
  if (isOrdinaryDiary(written)) go('previewDiary', { id: written.id }, options)
  else go('capsuleDetail', { id: written.id, isOther: '0' }, options)
}
