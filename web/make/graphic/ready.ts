import { FILES_MAX } from '#contract/limits.ts'
import { type MadeItem, madeNow } from '#web/draft/current/files.ts'
import { lookingNow } from './looking.ts'

const withState = (items: readonly MadeItem[], wanted: MadeItem['state']) =>
  items.filter(({ state }) => state === wanted)

/** How far these files are uploaded, with the further files that are still being checked; undefined when none is going on. */
export function progressText(items: readonly MadeItem[], looking: number): string | undefined {
  if (withState(items, 'going').length + looking === 0) return undefined
  return `正在上传 ${withState(items, 'done').length}/${Math.min(items.length + looking, FILES_MAX)}`
}

/** Why these files can be neither kept nor sealed yet. */
export function whyNotReady(draft_id: string, whenEmpty: string): string | undefined {
  const items = madeNow(draft_id)
  const looking = lookingNow(draft_id)
  const [failed] = withState(items, 'failed')
  if (items.length + looking === 0) return whenEmpty
  return (
    progressText(items, looking) ??
    (failed && `「${failed.name}」没有上传成功，请先${failed.mayRetry ? '重试或' : ''}删除`)
  )
}
