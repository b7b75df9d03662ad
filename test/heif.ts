import { text, u16, u32 } from './numbers.ts'

/** A box of an ISO file. */
export const box = (type: string, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  return Buffer.concat([u32(content.length + 8), text(type), content])
}
/** Version and flags in front. */
const full = (type: string, version: number, ...contents: Buffer[]): Buffer =>
  box(type, Buffer.of(version, 0, 0, 0), ...contents)

/** One item of a HEIF; its bytes lie in `mdat`, or in `meta` itself. They are numbered from 1. */
export type HeifItem = { type: string; names?: string; hidden?: boolean; inside?: boolean; extents: Buffer[] }
export type HeifReference = [type: string, from: number, to: number]

/** The first item is the picture; coded ones and those of tiles have all properties of `avif`. */
export function heif(avif: Buffer, items: HeifItem[], references: HeifReference[]): Buffer {
  const properties = inside(avif, ['meta', 'iprp', 'ipco'])
  const ftyp = box('ftyp', text('avif\0\0\0\0avifmif1miaf'))
  const lost = text('LOST-CARRIED')
  const entries = items.map(({ type, names = '', hidden }, index) =>
    box('infe', Buffer.of(2, 0, 0, hidden ? 1 : 0), u16(index + 1), u16(0), text(`${type}${names}\0`)),
  )
  const numbers = Buffer.from(Array.from({ length: propertiesIn(properties) }, (_, index) => index + 1))
  const associations = items.flatMap(({ type }, index) =>
    /^(av01|grid)$/.test(type) ? [Buffer.concat([u16(index + 1), Buffer.of(numbers.length), numbers])] : [],
  )
  const metaAt = (dataAt: number): Buffer =>
    full(
      'meta',
      0,
      full('hdlr', 0, u32(0), text('pict'), Buffer.alloc(12), text('libheif\0')),
      full('pitm', 0, u16(1)),
      full('iloc', 1, u16(0x4440), u16(items.length), ...placesOf(items, dataAt)),
      full('iinf', 0, u16(items.length), ...entries),
      full('iref', 0, ...references.map(([type, from, to]) => box(type, u16(from), u16(1), u16(to)))),
      box(
        'iprp',
        box('ipco', properties, full('udes', 0, text('en\0UDES-CARRIED\0\0\0'))),
        full('ipma', 0, u32(associations.length), ...associations),
      ),
      box('idat', ...items.filter((item) => item.inside).flatMap(({ extents }) => extents)),
      box('uuid', text('0123456789abcdefUUID-CARRIED')),
    )
  const data = box('mdat', lost, ...items.filter((item) => !item.inside).flatMap(({ extents }) => extents))
  return Buffer.concat([ftyp, metaAt(ftyp.length + metaAt(0).length + 8 + lost.length), data])
}

/** The extents stand one behind the other; those of `idat` are counted from its beginning. */
function placesOf(items: HeifItem[], dataAt: number): Buffer[] {
  const next = { inside: 0, data: dataAt }
  return items.map((item, index) => {
    const where = item.inside ? 'inside' : 'data'
    const places = item.extents.map(({ length }) => {
      next[where] += length
      return Buffer.concat([u32(next[where] - length), u32(length)])
    })
    return Buffer.concat([
      u16(index + 1),
      u16(item.inside ? 1 : 0),
      u16(0),
      u32(0),
      u16(item.extents.length),
      ...places,
    ])
  })
}

/** The content of the last of these boxes, each of which lies in the one before. */
function inside(bytes: Buffer, path: string[]): Buffer {
  return path.reduce((content, type) => {
    const at = content.indexOf(type) - 4
    return content.subarray(at + (type === 'meta' ? 12 : 8), at + content.readUInt32BE(at))
  }, bytes)
}
/** The coded picture. */
export const dataOf = (avif: Buffer): Buffer => inside(avif, ['mdat'])

function propertiesIn(ipco: Buffer): number {
  let count = 0
  for (let at = 0; at < ipco.length; at += ipco.readUInt32BE(at)) count += 1
  return count
}
