import type { ContentItem, MediaItem, ShownItem } from '#contract/content.ts'
import { ITEM } from '#contract/content.ts'
import { fileName } from '#contract/media.ts'
import { placeItem, placeOf } from '#contract/place.ts'
import type { Context } from '#server/context.ts'
import { addressOf } from '#server/media/permission.ts'
import { mapImages } from './images.ts'

/** Items as they are answered to somebody who may see them now: every key an address that is good for some minutes; a place by what it says. */
export async function withAddresses(context: Context, items: ContentItem[]): Promise<ShownItem[]> {
  const sizes = await sizesOf(context, items)
  return items.map((item) => {
    if (item.type === ITEM.text) return { ...item, content: mapImages(item.content, (key) => addressOf(context, key)) }
    const place = placeOf(item)
    if (place) return placeItem(place)
    const poster = item.poster && addressOf(context, item.poster)
    const name = item.name && fileName(item.name)
    return { ...item, content: addressOf(context, item.content), name, poster, size: sizes.get(item.content) }
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
