import { ITEM, type ShownItem } from '#contract/content.ts'

/** A picture or video of a list. `index`: its place in the whole list, which addresses of pages carry. */
export type Seen = ShownItem & { index: number; label: string }

/** The pictures and videos among these items; one without a remark is named by its kind and place. */
export function seenOf(items: readonly ShownItem[]): Seen[] {
  return items
    .map((item, index) => ({ ...item, index }))
    .filter(({ type }) => type === ITEM.image || type === ITEM.video)
    .map((item, place) => ({ ...item, label: item.comment || `${nameOf(item)} ${place + 1}` }))
}

export const isVideo = ({ type }: Pick<ShownItem, 'type'>): boolean => type === ITEM.video

const nameOf = (item: ShownItem): string => (isVideo(item) ? '视频' : '图片')
