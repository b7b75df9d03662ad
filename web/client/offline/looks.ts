import { ITEM, type ShownItem, TEXT_IMAGE } from '#contract/content.ts'
import { keyOf, resized } from '#contract/media.ts'
import { COPY } from '#contract/offline.ts'
import type { Item, Look, Shelf } from './shelf.ts'

type Shown = Item['shown']

/** The addresses of all pictures of a capsule by their keys: in its texts, beside them, and those that stand for videos. */
export function picturesOf({ capsule }: Shown): Map<string, string> {
  const addresses = (capsule.capsule_content?.content ?? []).flatMap(addressesIn)
  return new Map(addresses.flatMap((address) => (keyOf(address) ? [[keyOf(address)!, address] as const] : [])))
}

function addressesIn({ type, content, poster }: ShownItem): string[] {
  if (type === ITEM.text) return [...content.matchAll(TEXT_IMAGE)].map(([, src = '']) => src)
  if (type === ITEM.image) return [content]
  return poster ? [poster] : []
}

/**
 * A picture at the width of copies. The browser's own cache must not have it, which nobody empties. Undefined where the store
 * does not give it; a line that breaks is thrown.
 */
export async function fetchLook(address: string): Promise<ArrayBuffer | undefined> {
  const response = await fetch(resized(address, COPY.lookPx), { cache: 'no-store', credentials: 'omit' })
  const isPicture = response.ok && response.headers.get('Content-Type')?.startsWith('image/')
  return isPicture ? response.arrayBuffer() : undefined
}

/** The capsule with its pictures as the copy has them, until `end`. */
export async function withLooks(shelf: Shelf, { shown, looks }: Pick<Item, 'shown' | 'looks'>) {
  const found = await Promise.all(looks.map(async ({ key }) => [key, await shelf.look(shown.capsule.id, key)] as const))
  const urls = new Map(
    found.flatMap(([key, bytes]) => (bytes ? [[key, URL.createObjectURL(new Blob([bytes]))] as const] : [])),
  )
  const end = () => {
    for (const url of urls.values()) URL.revokeObjectURL(url)
  }
  return { data: replaced(shown, (address) => urls.get(keyOf(address) ?? '') ?? address), end }
}

function replaced(shown: Shown, of: (address: string) => string): Shown {
  const { capsule } = shown
  if (!capsule.capsule_content) return shown
  const content = capsule.capsule_content.content.map((item): ShownItem => {
    if (item.type === ITEM.text) return { ...item, content: inText(item.content, of) }
    return { ...item, content: of(item.content), ...(item.poster && { poster: of(item.poster) }) }
  })
  return { ...shown, capsule: { ...capsule, capsule_content: { ...capsule.capsule_content, content } } }
}

const inText = (html: string, of: (address: string) => string): string =>
  html.replace(TEXT_IMAGE, (whole, src: string) => whole.replace(src, () => of(src)))

export const bytesOf = (looks: readonly Look[]): number => looks.reduce((sum, { bytes }) => sum + bytes, 0)
