import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { box, dataOf, type HeifItem, type HeifReference, heif } from './heif.ts'
import { text, u16, u32 } from './numbers.ts'

/** A picture that carries secrets which other people must not get: each stands in it to the letter. */
export type Carrying = { name: string; kind: PictureKind; bytes: Buffer; secrets: (string | Buffer)[] }
export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'heif'

const SERIAL = 'SN-CARRIED-4711'
/** 45.67 seconds of latitude, as a TIFF has them. */
const SECONDS = Buffer.from('d711000064000000', 'hex')
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>XMP-CARRIED</rdf:RDF></x:xmpmeta>'
const EXIF = {
  IFD0: { Model: SERIAL },
  IFD2: { BodySerialNumber: SERIAL },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 4567/100' },
}
export const ORIENTATION = 6

/** Every kind of picture, with every kind of thing that cameras and programs put into it. */
export async function carryingPictures(): Promise<Carrying[]> {
  const made = await Promise.all([ofSharp(), jpegs(), pngs(), gifs(), webps(), heifs()])
  return made.flat()
}

/** Stripes, so that no two pixels' neighbourhoods are alike. */
export function striped(width = 32, height = 24): Sharp {
  const raw = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 37) % 256))
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

const carried = (): Sharp =>
  striped().withExif(EXIF).withXmp(XMP).withIccProfile('p3').withMetadata({ orientation: ORIENTATION })

async function ofSharp(): Promise<Carrying[]> {
  const secrets = [SERIAL, SECONDS, 'XMP-CARRIED']
  const formats = { jpeg: 'jpeg', png: 'png', webp: 'webp', heif: 'avif' } as const
  return Promise.all(
    Object.entries(formats).map(async ([kind, format]) => {
      const bytes = await carried().toFormat(format).toBuffer()
      return {
        name: `${format} as a program writes it`,
        kind: kind as PictureKind,
        bytes,
        secrets: kind === 'png' ? secrets.slice(0, 2) : secrets,
      }
    }),
  )
}

/** A segment of a JPEG. */
export const segment = (code: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.of(0xff, code), u16(content.length + 2), content])

/** The last bytes of a directory's entry; the numbers with the most significant byte first. */
const entry = (tag: number, type: number, count: number, value: Buffer): Buffer =>
  Buffer.concat([u16(tag), u16(type), u32(count), value])

/** As cameras write it: orientation, a maker's notes, and a second directory with a small picture. */
export function cameraExif(orientation = ORIENTATION): Buffer {
  const notes = text('MAKER-CARRIED')
  const small = Buffer.concat([Buffer.of(0xff, 0xd8), text('THUMB-CARRIED'), Buffer.of(0xff, 0xd9)])
  const first = Buffer.concat([
    u16(2),
    entry(0x0112, 3, 1, Buffer.concat([u16(orientation), u16(0)])),
    entry(0x927c, 7, notes.length, u32(68)),
    u32(38),
  ])
  const second = Buffer.concat([u16(2), entry(0x0201, 4, 1, u32(81)), entry(0x0202, 4, 1, u32(small.length)), u32(0)])
  return Buffer.concat([text('MM\0*'), u32(8), first, second, notes, small])
}
const CAMERA = ['MAKER-CARRIED', 'THUMB-CARRIED']

async function jpegs(): Promise<Carrying[]> {
  const bare = await striped().jpeg().toBuffer()
  const plain = inserted(bare, 2, segment(0xe0, JFIF))
  const progressive = await striped().jpeg({ progressive: true }).toBuffer()
  const exif = segment(0xe1, Buffer.concat([text('Exif\0\0'), cameraExif()]))
  const second = segment(0xe1, Buffer.concat([text('Exif\0\0'), cameraExif(3)]))
  const others = [
    segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${XMP}`)),
    segment(0xe1, text('http://ns.adobe.com/xmp/extension/\0EXTENDED-CARRIED')),
    segment(0xed, text('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x14\x1c\x02\x19IPTC-CARRIED')),
    segment(0xe2, text('MPF\0MM\0*MPF-CARRIED')),
    segment(0xe0, text('JFXX\0\x10JFXX-CARRIED')),
    segment(0xe5, text('UNKNOWN-CARRIED')),
    segment(0xee, text('Adobe\0\x64\0\0\0\0\x01ADOBE-CARRIED')),
    segment(0xfe, text('COMMENT-CARRIED')),
  ]
  const secrets = ['XMP-', 'EXTENDED-', 'IPTC-', 'MPF-', 'JFXX-', 'UNKNOWN-', 'ADOBE-', 'COMMENT-'].map(
    (word) => `${word}CARRIED`,
  )
  const all = Buffer.concat([exif, second, ...others])
  const trailer = Buffer.concat([plain, text('MotionPhoto_Data TRAILER-CARRIED')])
  const kind = 'jpeg'
  return [
    { name: 'a camera', kind, bytes: inserted(plain, 2, all), secrets: [...secrets, ...CAMERA] },
    { name: 'a camera, behind JFIF', kind, bytes: inserted(plain, 20, all), secrets: [...secrets, ...CAMERA] },
    { name: 'between scans', kind, bytes: inserted(progressive, scansOf(progressive)[1]!, all), secrets },
    {
      name: 'between fill bytes',
      kind,
      bytes: inserted(plain, 2, Buffer.concat([text('\xff\xff\xff'), exif])),
      secrets: CAMERA,
    },
    {
      name: 'a second picture behind the end',
      kind,
      bytes: Buffer.concat([plain, trailer]),
      secrets: ['TRAILER-CARRIED'],
    },
    ...[1, 2, 3, 27].map((length) => jfif(bare, length)),
  ]
}

const JFIF = Buffer.from('4a46494600010101004800480000', 'hex')

/** A small picture in JFIF's own header; it has three bytes a pixel, or is a fragment. */
function jfif(bare: Buffer, length: number): Carrying {
  const thumbnail = text('JFIF-CARRIED-AND-SOME-MORE!').subarray(0, length)
  const header = Buffer.concat([JFIF.subarray(0, 12), Buffer.of(Math.ceil(length / 3), 1), thumbnail])
  const secrets = [Buffer.concat([Buffer.of(1), thumbnail])]
  return {
    name: `JFIF, ${length} bytes of a thumbnail`,
    kind: 'jpeg',
    bytes: inserted(bare, 2, segment(0xe0, header)),
    secrets,
  }
}

const inserted = (bytes: Buffer, at: number, more: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])

/** Where a progressive JPEG's scans begin; none of its tables looks like one. */
function scansOf(bytes: Buffer): number[] {
  const scans: number[] = []
  for (let at = bytes.indexOf('ffda', 'hex'); at > 0; at = bytes.indexOf('ffda', at + 1, 'hex')) scans.push(at)
  return scans
}
/** A chunk of a PNG. */
export function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([text(type), content])
  return Buffer.concat([u32(content.length), named, u32(crc32(named))])
}

async function pngs(): Promise<Carrying[]> {
  const plain = await striped().png().toBuffer()
  const all = Buffer.concat([
    chunk('eXIf', cameraExif()),
    chunk('eXIf', cameraExif(3)),
    chunk('tEXt', text('Comment\0TEXT-CARRIED')),
    chunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)),
    chunk('zTXt', Buffer.concat([text('ZTXT-CARRIED\0\0'), deflateSync('words')])),
    chunk('tIME', Buffer.of(7, 232, 1, 2, 3, 4, 5)),
    chunk('caBX', text('C2PA-CARRIED')),
    chunk('prVt', text('PRIVATE-CARRIED')),
    chunk('gAMA', text('GAMMA-CARRIED')),
  ])
  const secrets = ['TEXT-', 'XMP-', 'ZTXT-', 'C2PA-', 'PRIVATE-', 'GAMMA-'].map((word) => `${word}CARRIED`)
  const moving = inserted(inserted(plain, 33, chunk('acTL', Buffer.concat([u32(1), u32(0)]))), plain.length + 8, all)
  const kind = 'png'
  return [
    { name: 'before the data', kind, bytes: inserted(plain, 33, all), secrets: [...secrets, ...CAMERA] },
    { name: 'behind the data', kind, bytes: inserted(plain, plain.length - 12, all), secrets: [...secrets, ...CAMERA] },
    {
      name: 'what was cropped, behind the end',
      kind,
      bytes: Buffer.concat([plain, text('CROPPED-CARRIED')]),
      secrets: ['CROPPED-CARRIED'],
    },
    { name: 'moving', kind, bytes: moving, secrets: [...secrets, ...CAMERA] },
  ]
}

/** Blocks of a GIF's extension. */
const blocks = (...contents: Buffer[]): Buffer =>
  Buffer.concat([...contents.flatMap((content) => [Buffer.of(content.length), content]), Buffer.of(0)])
const extension = (label: number, ...contents: Buffer[]): Buffer =>
  Buffer.concat([Buffer.of(0x21, label), blocks(...contents)])

/** Two different pictures, for a moving one. */
const twoPages = () =>
  Promise.all(
    [1, 2].map((seed) =>
      striped(16, 12)
        .linear(seed / 2)
        .png()
        .toBuffer(),
    ),
  )

async function gifs(): Promise<Carrying[]> {
  const pages = await twoPages()
  const bytes = await sharp(pages, { join: { animated: true } })
    .gif({ loop: 3, delay: [100, 200] })
    .toBuffer()
  const magic = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0])
  const all = Buffer.concat([
    extension(0xfe, text('COMMENT-CARRIED'), Buffer.alloc(255, 'C'), text('x')),
    // Together one byte more than the longest block.
    extension(0xfe, Buffer.alloc(254, 'C'), text('x')),
    extension(0xff, text('XMP DataXMP'), Buffer.alloc(255, 'X'), Buffer.alloc(255, 'X')),
    Buffer.concat([text('!\xff\x0bXMP DataXMP'), text(XMP), magic]),
    extension(0xff, text('MGK8BIM0000'), text('IPTC-CARRIED')),
    extension(0xff, text('NETSCAPE2.0'), Buffer.of(1, 3, 0), text('LOOP-CARRIED')),
    extension(0x01, Buffer.alloc(12), text('PLAIN-CARRIED')),
    extension(0x99, text('UNKNOWN-CARRIED')),
  ])
  const secrets = [
    'COMMENT-CARRIED',
    'XMP-CARRIED',
    'XXXX',
    'IPTC-CARRIED',
    'LOOP-CARRIED',
    'PLAIN-CARRIED',
    'UNKNOWN-CARRIED',
  ]
  const start = 13 + 3 * 2 ** ((bytes[10]! & 7) + 1)
  const kind = 'gif'
  return [
    { name: 'before the pictures', kind, bytes: inserted(bytes, start, all), secrets },
    { name: 'behind the pictures', kind, bytes: inserted(bytes, bytes.length - 1, all), secrets },
    {
      name: 'behind the end',
      kind,
      bytes: Buffer.concat([bytes, text('TRAILER-CARRIED')]),
      secrets: ['TRAILER-CARRIED'],
    },
  ]
}

/** A chunk of a WebP. */
function riff(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([text(type), length, content, Buffer.alloc(content.length % 2)])
}
const webpOf = (...chunks: Buffer[]): Buffer => riff('RIFF', Buffer.concat([text('WEBP'), ...chunks]))

async function webps(): Promise<Carrying[]> {
  const plain = await striped().webp().toBuffer()
  const pages = await twoPages()
  const moving = await sharp(pages, { join: { animated: true } })
    .webp({ loop: 3, delay: [100, 200], lossless: true })
    .toBuffer()
  const header = riff('VP8X', Buffer.of(0x0c, 0, 0, 0, 31, 0, 0, 23, 0, 0))
  const all = [riff('EXIF', cameraExif()), riff('XMP ', text(XMP)), riff('C2PA', text('C2PA-CARRIED'))]
  const secrets = [...CAMERA, 'XMP-CARRIED', 'C2PA-CARRIED']
  const frame = moving.indexOf('ANMF')
  const inFrame = riff('ANMF', Buffer.concat([contentAt(moving, frame), riff('NOTE', text('FRAME-CARRIED'))]))
  const behind = frame + 8 + moving.readUInt32LE(frame + 4)
  const movingAll = webpOf(moving.subarray(12, frame), inFrame, moving.subarray(behind), ...all)
  const kind = 'webp'
  return [
    { name: 'a camera', kind, bytes: webpOf(header, plain.subarray(12), ...all), secrets },
    { name: 'a simple one with more behind', kind, bytes: webpOf(plain.subarray(12), ...all), secrets },
    { name: 'moving', kind, bytes: movingAll, secrets: [...secrets, 'FRAME-CARRIED'] },
    {
      name: 'behind the end',
      kind,
      bytes: Buffer.concat([plain, text('TRAILER-CARRIED')]),
      secrets: ['TRAILER-CARRIED'],
    },
  ]
}

const contentAt = (bytes: Buffer, at: number): Buffer => bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at + 4))

async function heifs(): Promise<Carrying[]> {
  const avif = await striped().avif({ lossless: true }).toBuffer()
  const small = await striped(16, 12).avif({ quality: 10 }).toBuffer()
  const exif = Buffer.concat([u32(6), text('Exif\0\0'), cameraExif()])
  const items: HeifItem[] = [
    { type: 'av01', names: 'NAME-CARRIED', extents: halves(dataOf(avif)) },
    { type: 'av01', extents: [dataOf(small)] },
    { type: 'Exif', extents: halves(exif) },
    { type: 'mime', names: 'xmp\0application/rdf+xml', inside: true, extents: [text(XMP)] },
    { type: 'uri ', names: 'uri\0urn:uri-carried', extents: [text('URI-CARRIED')] },
  ]
  const references: HeifReference[] = [
    ['thmb', 2, 1],
    ['cdsc', 3, 1],
  ]
  const words = ['NAME-', 'XMP-', 'URI-', 'UDES-', 'UUID-', 'LOST-'].map((word) => `${word}CARRIED`)
  const secrets = [...CAMERA, ...words, 'urn:uri-carried']
  const bytes = heif(avif, items, references)
  const tiled: HeifItem[] = [
    items[0]!,
    { type: 'grid', extents: [Buffer.alloc(8)] },
    { type: 'av01', hidden: true, extents: [dataOf(small)] },
  ]
  const tiles = heif(avif, tiled, [
    ['thmb', 2, 1],
    ['dimg', 2, 3],
  ])
  const kind = 'heif'
  return [
    { name: 'a camera', kind, bytes, secrets: [...secrets, dataOf(small)] },
    { name: 'a thumbnail of tiles', kind, bytes: tiles, secrets: [dataOf(small)] },
    {
      name: 'behind the last box',
      kind,
      bytes: Buffer.concat([bytes, text('SEFH-TRAILER-CARRIED')]),
      secrets: ['TRAILER-CARRIED'],
    },
    {
      name: 'in a box of its own',
      kind,
      bytes: Buffer.concat([bytes, box('mpvd', text('MOTION-CARRIED'))]),
      secrets: ['MOTION-CARRIED'],
    },
  ]
}

const halves = (bytes: Buffer): Buffer[] => [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)]
