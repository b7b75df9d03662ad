import type { ContentItem, MediaItem, ShownItem } from '#contract/content.ts'
import { ITEM } from '#contract/content.ts'
import { fileName } from '#contract/media.ts'
import { placeItem, placeOf } from '#contract/place.ts'
import type { Context } from '#server/platform/context.ts'
import { wholeOf } from '#server/platform/media/clean/whole.ts'
import { addressOf } from '#server/platform/media/permission.ts'
import type { Version } from '#server/platform/media/store.ts'
import { mapImages, withoutHashes } from './images.ts'

/**
 * Items as they are answered to somebody who may see them now: every key an address that is good for some minutes; a place by what
 * it says. `whole` is for their owner, who hears too which files others get as they are.
 */
export async function withAddresses(context: Context, items: ContentItem[], version: Version): Promise<ShownItem[]> {
  const keys = items.filter(isMedia).map(({ content }) => content)
  const sizes = await sizesOf(context, keys)
  const whole = version === 'whole' ? await wholeOf(context, keys) : undefined
  const address = (key: string) => addressOf(context, key, version)
  // The originals' hashes: others may be given a copy without its place.
  const ownersText = (html: string) => (version === 'whole' ? html : withoutHashes(html))
  const ownersHash = (sha256: string | undefined) => (version === 'whole' ? sha256 : undefined)
  return items.map((item) => {
    if (item.type === ITEM.text) return { ...item, content: mapImages(ownersText(item.content), address) }
    const place = placeOf(item)
    if (place) return placeItem(place)
    return {
      ...item,
      content: address(item.content),
      name: item.name && fileName(item.name),
      poster: item.poster && address(item.poster),
      size: sizes.get(item.content),
      whole: whole?.get(item.content),
      sha256: ownersHash(item.sha256),
      poster_sha256: ownersHash(item.poster_sha256),
    }
  })
}

const isMedia = (item: ContentItem): item is MediaItem => item.type !== ITEM.text && !placeOf(item)

async function sizesOf({ db }: Context, keys: string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('objects').select(['key', 'size']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, size }) => [key, size]))
}
