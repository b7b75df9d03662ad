import type { Bytes } from '#server/platform/media/inspect/bytes.ts'
import { Broken } from './broken.ts'
import type { Cut } from './found.ts'
import { type Box, boxAt, boxesIn, contentOf, free, sortBoxes } from './heifBoxes.ts'
import { goneOf } from './heifGone.ts'
import { type Item, itemsIn, placesIn, referencesIn } from './heifItems.ts'
import { cutMovie } from './heifMovie.ts'
import { orBroken } from './orBroken.ts'
import { type Range, without } from './ranges.ts'
import { type Walk, walkOver } from './walk.ts'

/** Boxes that hold what is seen and say where it lies; of what is in `moov`, pictures in motion, tracks stay. */
const TOP_BOXES = ['ftyp', 'styp', 'meta', 'mdat', 'moov', 'moof', 'mfra', 'sidx', 'ssix']
const MOVIE = ['moov', 'moof']
const META_BOXES = ['hdlr', 'pitm', 'iinf', 'iloc', 'iref', 'iprp', 'idat', 'dinf', 'grpl']
/** How an item's bytes are read and shown; names, keywords, moments and a camera's place are properties too. */
const ITEM_PROPERTIES =
  /^(ispe|pixi|pasp|colr|clli|mdcv|cclv|amve|ndwt|auxC|clap|irot|imir|rloc|lsel|a1op|a1lx|(hvc|lhv|av1|avc|vvc|evc|jpg|unc)C|j2kH|cmpd|iscl|oinf|tols|tmap)$/
/** A kind no reader knows, so that none looks for what an item was. */
const NONE = Buffer.from('void')
const HANDLER_NAME_AT = 24

type Top = { meta?: Box; data: Range[]; hasMovie: boolean }

/**
 * HEIC, HEIF and AVIF: every item that is no picture, thumbnails, what of the data belongs to no item, boxes that say
 * nothing of what is seen, what is behind the last. How a picture is turned stands in a property, which stays.
 */
export const heifCuts = (bytes: Bytes): Promise<Cut[]> => cutsIn(bytes).catch(orBroken)

async function cutsIn(bytes: Bytes): Promise<Cut[]> {
  const walk = walkOver(bytes)
  const top = await topOf(walk)
  if (top.meta) await cutMeta(walk, top, top.meta)
  else if (!top.hasMovie) throw new Broken()
  return walk.cuts
}

async function topOf(walk: Walk): Promise<Top> {
  const top: Top = { data: [], hasMovie: false }
  for (let at = 0; at < walk.size; ) {
    const box = await boxAt(walk, at, walk.size)
    if ((at === 0) !== (box?.type === 'ftyp')) throw new Broken()
    if (!box) {
      await cutTail(walk, at)
      break
    }
    if (box.type === 'meta' && top.meta) throw new Broken()
    if (box.type === 'meta') top.meta = box
    if (box.type === 'mdat') top.data.push(box)
    if (box.type === 'moov' && top.hasMovie) throw new Broken()
    top.hasMovie ||= box.type === 'moov'
    if (!TOP_BOXES.includes(box.type)) free(walk, box)
    if (MOVIE.includes(box.type)) await cutMovie(walk, box)
    at = box.end
  }
  return top
}

/** Cuts data that a camera hung on, or a box that was cut off: nobody can say what is in it. */
async function cutTail(walk: Walk, at: number): Promise<void> {
  const length = walk.size - at
  const head = await walk.at(at, Math.min(length, 8))
  if (TOP_BOXES.includes(head.toString('latin1', 4))) throw new Broken()
  const box = Buffer.from('\0\0\0\0free', 'latin1')
  box.writeUInt32BE(length)
  walk.cut(at, length, length < 8 ? undefined : box)
}

async function cutMeta(walk: Walk, { data, hasMovie }: Top, meta: Box): Promise<void> {
  const boxes = await sortBoxes(walk, { start: meta.start + 4, end: meta.end }, META_BOXES)
  const [hdlr, pitm, iinf, iloc] = ['hdlr', 'pitm', 'iinf', 'iloc'].map((type) => boxes.get(type))
  if (!hdlr || !pitm || !iinf || !iloc) throw new Broken()
  await cutHandler(walk, hdlr)
  await cutProperties(walk, boxes.get('iprp'))
  const idat = boxes.get('idat')
  const iref = boxes.get('iref')
  const items = await itemsIn(walk, iinf)
  const places = await placesIn(walk, iloc, idat)
  const gone = goneOf(items, iref ? await referencesIn(walk, iref) : [], await primaryIn(walk, pitm))
  for (const [id, item] of items) await cutItem(walk, item, gone.has(id))
  const isGiven = ([id]: [number, Range[]]): boolean => items.has(id) && !gone.has(id)
  const given = [...places].filter(isGiven).flatMap(([, ranges]) => ranges)
  const others = [...places].filter((place) => !isGiven(place)).flatMap(([, ranges]) => ranges)
  const inside = idat ? [idat] : []
  // No length means everything that follows; nobody writes it, and then nothing could be said to belong to no item.
  if (given.some(({ start, end }) => start === end) || without(given, [...data, ...inside]).length > 0)
    throw new Broken()
  // Samples of a movie lie in the same data, and no item knows of them.
  const ofItems = hasMovie ? without(others, without([{ start: 0, end: walk.size }], data)) : data
  for (const { start, end } of without([...ofItems, ...inside], given)) walk.cut(start, end - start)
}

async function cutHandler(walk: Walk, { start, end }: Box): Promise<void> {
  if ((await walk.at(start + 8, 4)).toString('latin1') !== 'pict') throw new Broken()
  walk.cut(start + HANDLER_NAME_AT, Math.max(0, end - start - HANDLER_NAME_AT))
}

async function cutProperties(walk: Walk, iprp: Box | undefined): Promise<void> {
  if (!iprp) throw new Broken()
  for await (const box of boxesIn(walk, iprp.start, iprp.end)) {
    if (box.type === 'ipma') continue
    if (box.type !== 'ipco') throw new Broken()
    // They are counted: an emptied one is still there.
    for await (const property of boxesIn(walk, box.start, box.end)) {
      if (!ITEM_PROPERTIES.test(property.type)) free(walk, property)
    }
  }
}

async function primaryIn(walk: Walk, pitm: Box): Promise<number> {
  const content = await contentOf(walk, pitm)
  return content[0] === 0 ? content.readUInt16BE(4) : content.readUInt32BE(4)
}

/** A name may be a file's or a person's; of an item that is gone its kind goes too. */
async function cutItem(walk: Walk, { start, end }: Item, isGone: boolean): Promise<void> {
  if (isGone) return walk.cut(start, end - start, NONE)
  const names = await walk.at(start + 4, end - start - 4)
  if (names.some((byte) => byte !== 0)) walk.cut(start + 4, names.length)
}
