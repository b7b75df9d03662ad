import { one } from '#server/platform/media/inspect/boxes.ts'
import { Broken } from './broken.ts'
import { boxesOfPicture, descriptions, PICTURE_BYTES } from './filler.ts'
import type { Cut } from './found.ts'
import { emptied, type Node, nodesIn, within } from './nodes.ts'

/** Boxes that decoders and screens need of a description of pictures; encryption's box and aperture's among them. */
const OF_PICTURES =
  /^((avc|hvc|lhv|av1|vpc|vvc|evc|dvc|dvv|dvw)C|d263|esds|glbl|SMI |colr|pasp|clap|fiel|gama|btrt|mdcv|clli|SmDm|CoLL|amve|vexu|hfov|sv3d|st3d|chrm|sinf|ccst|auxi)$/
const OF_SOUNDS =
  /^(wave|chan|esds|dOps|dfLa|alac|dac3|dec3|dac4|damr|pcmC|srat|SA3D|chnl|btrt|sinf|glbl|mhaC|dmlp|ddts|udts|iacb)$/
/** QuickTime's own, with the settings of Windows and of QDesign, and an end without a name. */
const IN_WAVE = /^(frma|enda|esds|mp4a|alac|chan|dac3|dec3|dac4|damr|samr|glbl|ms..|QDC.|\0{4})$/s

const COMPRESSOR_NAME = { at: 42, length: 32 }
/** Where a sound's boxes begin, by its version, which only QuickTime counts. */
const SOUND_BYTES = [28, 44, 64]
const SOUND_VERSION_AT = 8

/** Cuts the name of the encoder, which a camera's maker has written, and boxes nobody needs. */
export function descriptionCuts({ stbl, isSound }: { stbl: Node; isSound: boolean }): Cut[] {
  const stsd = one(within(stbl), 'stsd')
  const isQuickTime = stsd.body[0] === 0
  return descriptions(stsd).flatMap((entry) => (isSound ? soundCuts(entry, isQuickTime) : pictureCuts(entry)))
}

function pictureCuts(entry: Node): Cut[] {
  if (entry.body.length < PICTURE_BYTES) throw new Broken('half a description')
  const name = { at: entry.start + COMPRESSOR_NAME.at, length: COMPRESSOR_NAME.length }
  return [name, ...unlike(boxesOfPicture(entry), OF_PICTURES)]
}

function soundCuts({ body, start }: Node, isQuickTime: boolean): Cut[] {
  const head = SOUND_BYTES[isQuickTime ? body.readUInt16BE(SOUND_VERSION_AT) : 0]
  if (!head) throw new Broken('a sound of no version')
  const boxes = nodesIn(body.subarray(head), start + head)
  const waves = boxes.filter(({ type }) => type === 'wave')
  return [...unlike(boxes, OF_SOUNDS), ...waves.flatMap((wave) => unlike(within(wave), IN_WAVE))]
}

const unlike = (boxes: Node[], allowed: RegExp): Cut[] =>
  boxes.filter(({ type }) => !allowed.test(type)).flatMap(emptied)
