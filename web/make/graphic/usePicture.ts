import { useState } from 'react'
import { ITEM } from '#contract/content.ts'
import { resized, snapshot } from '#contract/media.ts'
import { smallOf, useBlobAddress } from '#web/draft/current/blobs.ts'
import type { MadeItem } from '#web/draft/current/files.ts'

const SMALL_PX = 400

/** The picture of a file in the grid: from this browser, else from the store; a broken picture gives way to the next. */
export function usePicture(item: MadeItem): { src: string | undefined; onError: () => void } {
  const [broken, setBroken] = useState<readonly string[]>([])
  const small = useBlobAddress(smallOf(item.id))
  const own = useBlobAddress(item.type === ITEM.image && !item.address ? item.id : undefined)
  const src = [small, ...stored(item), own].find((address) => address && !broken.includes(address))
  return { src, onError: () => src && setBroken([...broken, src]) }
}

function stored({ type, address, posterAddress }: MadeItem): (string | undefined)[] {
  if (type === ITEM.image) return [address && resized(address, SMALL_PX)]
  if (type === ITEM.video) return [posterAddress && resized(posterAddress, SMALL_PX), address && snapshot(address)]
  return []
}
