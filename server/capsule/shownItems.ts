import type { ContentItem, MediaItem, ShownItem } from '#contract/content.ts'
import { ITEM } from '#contract/content.ts'
import { placeOf } from '#contract/place.ts'
import type { Context } from '#server/context.ts'
import { addressOf } from '#server/media/permission.ts'
import { imageKeys, mapImages } from './images.ts'

/** Items as they are answered to somebody who may see them now: every key an address that is good for some minutes; a place as it is. */
export async function withAddresses(context: Context, items: ContentItem[]): Promise<ShownItem[]> {
  const sizes = await sizesOf(context, items)
  return items.map((item) => {
    if (item.type === ITEM.text) return { ...item, content: mapImages(item.content, (key) => addressOf(context, key)) }
    if (placeOf(item)) return item
    const poster = item.poster && addressOf(context, item.poster)
    return { ...item, content: addressOf(context, item.content), poster, size: sizes.get(item.content) }
  })
}

async function sizesOf({ db }: Context, items: ContentItem[]): Promise<Map<string, number>> {
  const keys = items
    .filter((item): item is MediaItem => item.type !== ITEM.text && !placeOf(item))
    .map(({ content }) => content)
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('objects').select(['key', 'size']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, size }) => [key, size]))
}

/** The address of the picture that stands for these items in a list: the first there is; '' when there is none. */
export function thumbnailOf(context: Context, items: readonly ContentItem[]): string {
  for (const item of items) {
    const key = pictureOf(item)
    if (key) return addressOf(context, key)
  }
  return ''
}

function pictureOf(item: ContentItem): string | undefined {
  if (item.type === ITEM.text) return imageKeys(item.content)[0]
  return item.type === ITEM.image ? item.content : item.poster
}
