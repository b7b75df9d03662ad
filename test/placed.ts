const PLACE = '+31.2304+121.4737/'
const text = (words: string): Buffer => Buffer.from(words, 'latin1')
const u32 = (value: number): Buffer => Buffer.of(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255)
const u16 = (value: number): Buffer => u32(value).subarray(2)
const box = (type: string, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  return Buffer.concat([u32(content.length + 8), text(type), content])
}

/** A film whose index comes last (`mov` of media.ts), told where it was made as iPhones and Androids do it; of another brand when one is given. */
export function placedFilm(film: Buffer, brand?: string): Buffer {
  const at = film.indexOf('moov') - 4
  const key = text('com.apple.quicktime.location.ISO6709')
  const more = Buffer.concat([
    box(
      'udta',
      box('\xa9xyz', u16(PLACE.length), u16(0x15c7), text(PLACE)),
      box('loci', u32(0), u16(0x15c7), text('LOCI-CARRIED\0'), Buffer.alloc(13), text('earth\0\0')),
      box('\xa9mod', u16(17), u16(0x15c7), text('SN-CARRIED-4711 x')),
    ),
    box(
      'meta',
      box('hdlr', u32(0), u32(0), text('mdta'), Buffer.alloc(13)),
      box('keys', u32(0), u32(1), box('mdta', key)),
      box('ilst', box('\0\0\0\x01', box('data', u32(1), u32(0), text(PLACE)))),
    ),
  ])
  const moov = Buffer.concat([film.subarray(at), more])
  moov.writeUInt32BE(moov.length)
  const made = Buffer.concat([film.subarray(0, at), moov])
  if (brand) for (const from of [8, 16]) made.write(brand, from, 'latin1')
  return made
}

/** A WebM with tags behind its last cluster; the segment goes to the end of the file. */
export function placedWebm(film: Buffer): Buffer {
  const element = (id: string, content: Buffer): Buffer =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.of(0x40 | (content.length >> 8), content.length & 255), content])
  const simple = (name: string, value: string) =>
    element('67c8', Buffer.concat([element('45a3', text(name)), element('4487', text(value))]))
  const tag = element('7373', Buffer.concat([element('63c0', Buffer.alloc(0)), simple('LOCATION', `CARRIED ${PLACE}`)]))
  const tags = element('1254c367', tag)
  const segment = film.indexOf('18538067', 'hex')
  const made = Buffer.concat([film, tags])
  lengthen(made, segment + 4, tags.length)
  return made
}

/** Adds to an element's length in the bytes its writer used; a length that says "to the end" stays. */
function lengthen(bytes: Buffer, at: number, more: number): void {
  const width = Math.clz32(bytes[at]!) - 23
  const unknown = 2 ** (7 * (width - 1)) - 1
  const length = bytes.readUIntBE(at + 1, width - 1)
  if (length < unknown) bytes.writeUIntBE(length + more, at + 1, width - 1)
}
