import { expect, it } from 'vitest'
import { containerOf } from './container.ts'

const text = (words: string) => Buffer.from(words, 'latin1')
const hex = (bytes: string) => Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.alloc(64)])
const ftyp = (main: string, ...others: string[]) => {
  const brands = text(`ftyp${main}\0\0\0\0${others.join('')}`)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(brands.length + 4)
  return Buffer.concat([size, brands, Buffer.alloc(64)])
}
const packets = (before: number) =>
  Buffer.concat(
    Array.from({ length: 6 }, () => Buffer.concat([Buffer.alloc(before), hex('47').subarray(0, 1), Buffer.alloc(187)])),
  )

it.each([
  ['a JPEG', hex('ffd8ffe1'), 'jpeg'],
  ['a PNG', hex('89504e470d0a1a0a'), 'png'],
  ['a GIF', text('GIF89a'), 'gif'],
  ['a WebP', text('RIFF\0\0\0\0WEBPVP8 '), 'webp'],
  ['HEIC of an iPhone', ftyp('heic', 'mif1', 'MiHE', 'miaf', 'MiHB', 'heic'), 'heif'],
  ['AVIF', ftyp('avif', 'avif', 'mif1', 'miaf'), 'heif'],
  ['a picture that names no brand of its own', ftyp('mif1', 'mif1', 'heic'), 'heif'],
  ['an MP4', ftyp('isom', 'isom', 'iso2', 'avc1', 'mp41'), 'movie'],
  ['a film that may be read as a picture too', ftyp('isom', 'mif1', 'iso6'), 'movie'],
  ['M4A', ftyp('M4A ', 'M4A ', 'mp42', 'isom'), 'movie'],
  ['3GP', ftyp('3gp5', '3gp5', 'isom'), 'movie'],
  ['a QuickTime', ftyp('qt  ', 'qt  '), 'movie'],
  ['a QuickTime from before there were brands', text('\0\0\0\x20moov\0\0\0\0mvhd'), 'movie'],
  ['a film of a brand nobody knows', ftyp('zzzz'), 'movie'],
  ['WebM and Matroska', hex('1a45dfa3'), 'webm'],
  ['DNG, NEF, ARW', hex('49492a0008000000'), 'closed'],
  ['TIFF with the most significant byte first', hex('4d4d002a00000008'), 'closed'],
  ['CR3', ftyp('crx ', 'crx ', 'isom'), 'closed'],
  ['RAF', text('FUJIFILMCCD-RAW 0201'), 'closed'],
  ['AVI', text('RIFF\0\0\0\0AVI LIST'), 'closed'],
  ['a camcorder’s stream', packets(4), 'closed'],
  ['a broadcast’s stream', packets(0), 'closed'],
  ['JPEG XL', hex('0000000c4a584c200d0a870a'), 'closed'],
  ['PSD', text('8BPS\0\x01'), 'closed'],
  ['a PDF', text('%PDF-1.7\n'), undefined],
  ['an Office file', text('PK\x03\x04'), undefined],
  ['a text', text('十年后见'), undefined],
  ['a WAV', text('RIFF\0\0\0\0WAVEfmt '), undefined],
  ['one byte', text('G'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('%s is told by how it begins', (_, first, container) => {
  expect(containerOf(first)).toBe(container)
})
