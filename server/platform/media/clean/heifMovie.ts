import { only } from '#server/platform/media/inspect/boxes.ts'
import { Broken } from './broken.ts'
import { descriptionCuts } from './descriptionBoxes.ts'
import { type Box, contentOf } from './heifBoxes.ts'
import { boxCuts } from './movieBoxes.ts'
import { within } from './nodes.ts'
import { trackFrom } from './tracks.ts'
import type { Walk } from './walk.ts'

/** Of animations, bursts and what is seen through them; what else has a time may be a place. */
const KINDS = new Set(['pict', 'vide', 'auxv', 'soun'])

/** Cuts what players of pictures in motion do not need of their tracks or of a fragment; the tracks stay. */
export async function cutMovie(walk: Walk, box: Box): Promise<void> {
  const node = { ...box, body: await contentOf(walk, box) }
  const tracks = only(within(node), 'trak').map(trackFrom)
  if (tracks.some(({ kind }) => !KINDS.has(kind))) throw new Broken('a track of something else')
  const cuts = [...boxCuts(node, new Set()), ...tracks.flatMap(descriptionCuts)]
  for (const { at, length, bytes } of cuts) walk.cut(at, length, bytes)
}
