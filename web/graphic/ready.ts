import type { MadeItem } from '#web/draft/files.ts'

const withState = (items: readonly MadeItem[], wanted: MadeItem['state']) =>
  items.filter(({ state }) => state === wanted)

/** How far these files are on their way up; undefined when none is. */
export function progressText(items: readonly MadeItem[]): string | undefined {
  if (withState(items, 'going').length === 0) return undefined
  return `正在上传 ${withState(items, 'done').length}/${items.length}`
}

/** Why these files can be neither kept nor sealed yet. */
export function whyNotReady(items: readonly MadeItem[], whenEmpty: string): string | undefined {
  const [failed] = withState(items, 'failed')
  if (items.length === 0) return whenEmpty
  return progressText(items) ?? (failed && `「${failed.name}」没有上传成功，请先${failed.mayRetry ? '重试或' : ''}删除`)
}
