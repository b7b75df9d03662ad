import { DELETED_DIARY_DAYS } from './limits.ts'
import { DAY_MS, parseChina } from './time.ts'

// Texts about deleting; apart from the schemas of writing, which pages that only read need not load.

export const DIARY_STAYS = '封存过的内容不能删除'
export const DELETED_NONE = '最近没有删除的日记~'
export const DELETED_HINT = `删除的日记在这里保留${DELETED_DIARY_DAYS}天，之后连同其中的图片一起清除，无法找回`
/** The question before a diary is deleted: the consequences, and their time. */
export const DELETE_ASK = `这篇日记会移到「最近删除」，${DELETED_DIARY_DAYS}天内可以恢复，之后连同其中的图片永久清除，用去的日记胶囊不退还。`

/** How many days a deleted diary can still be restored, the last one counted as a whole. */
export const daysLeft = (goneAt: string, now: number): number =>
  Math.max(1, Math.ceil((Number(parseChina(goneAt)) - now) / DAY_MS))

/** Whether a deleted diary can no longer be restored. */
export const isGone = (goneAt: string, now: number): boolean => Number(parseChina(goneAt)) <= now
