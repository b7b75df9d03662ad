import type { Bytes } from '#server/platform/media/inspect/bytes.ts'
import { Broken } from './broken.ts'
import { containerOf, type Known } from './container.ts'
import { inOrder } from './cut.ts'
import type { Cut, Found } from './found.ts'
import { gifCuts } from './gif.ts'
import { heifCuts } from './heif.ts'
import { jpegCuts } from './jpeg.ts'
import { movieCuts } from './movie.ts'
import { orBroken } from './orBroken.ts'
import { pngCuts } from './png.ts'
import { webmCuts } from './webm.ts'
import { webpCuts } from './webp.ts'

/** Enough for five packets of a camera's stream, and for every brand that a film may name. */
const FIRST_BYTES = 4096

const CUTS: Record<Known, (bytes: Bytes) => Promise<Cut[]>> = {
  jpeg: jpegCuts,
  png: pngCuts,
  gif: gifCuts,
  webp: webpCuts,
  heif: heifCuts,
  movie: movieCuts,
  webm: webmCuts,
}

/** By its bytes alone, whatever its name or kind say. */
export async function cutsOf(bytes: Bytes): Promise<Found> {
  const container = containerOf(await bytes.at(0, Math.min(bytes.size, FIRST_BYTES)))
  if (container === undefined) return { container: 'other' }
  if (container === 'closed') return { container: 'broken' }
  try {
    return { container: 'known', cuts: inOrder(await CUTS[container](bytes).catch(orBroken)) }
  } catch (error) {
    if (error instanceof Broken) return { container: 'broken' }
    throw error
  }
}
