import type { Detail } from '#contract/capsule.ts'
import { ITEM, TEXT_IMAGE } from '#contract/content.ts'
import { keyOf } from '#contract/media.ts'

/** A file of a capsule by its part, with the address that gives its owner the original; `size` where it is known. */
export type Source = { part: string; address: string; size?: number | undefined }

export const originalsOf = ({ capsule_content }: Detail): Source[] =>
  (capsule_content?.content ?? []).flatMap(({ type, content, poster, size }, at) => {
    const n = at + 1
    if (type === ITEM.text)
      return [...content.matchAll(TEXT_IMAGE)].map(([, address], m) => ({
        part: `picture ${n}.${m + 1}`,
        address: plain(address!),
      }))
    if (!keyOf(content)) return []
    const file = { part: `file ${n}`, address: content, size }
    return poster ? [file, { part: `poster ${n}`, address: poster }] : [file]
  })

/** An address as it stands in HTML. */
const plain = (address: string): string => address.replaceAll('&amp;', '&')
