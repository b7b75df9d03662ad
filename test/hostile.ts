import { randomUUID } from 'node:crypto'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { Grant, MediaKind } from '#contract/media.ts'
import { jpeg, mp4, png, webm, webp } from './media.ts'

export type HostileFile = {
  name: string
  /** The kind it is uploaded as. */
  kind: MediaKind
  ext: string
  bytes: Buffer
  /** The harm that it would do if we let it. */
  why: string
  /** The type with which a browser does run it; undefined where today's do not any more. */
  runsAs?: string
  /** The type and name that the form's file part claims. */
  contentType?: string
  fileName?: string
}

/** The address that any script asks for if it runs. */
export const MARK = '/ran'

const SCRIPT = `fetch('${MARK}');self.ran=1;try{document.title='ran';parent.ran=1;alert('ran')}catch{}`
const TAG = `<script>${SCRIPT}</script>`
const HTML = `<!doctype html><title>照片</title><body onload="${SCRIPT}">${TAG}<img src="${MARK}">`
const CSS = `body,html{background:url(${MARK})}*{--ran:1}`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT.replaceAll('&', '&amp;')}</script></svg>`
const XHTML_NS = 'http://www.w3.org/1999/xhtml'

/** Files that would do something if they were shown as what they really are; the same bytes each time. */
export async function hostileFiles(): Promise<HostileFile[]> {
  return [...pages(), ...drawings(), ...(await pictures()), ...(await films()), ...code(), ...documents(), ...names()]
}

/** Uploads by the form that the server signed, with any claims of the file part. */
export async function postHostile(site: string, host: Grant['hosts']['image'], file: HostileFile) {
  const key = `${host.prefix}${randomUUID()}.${file.ext}`
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...host.fields, key })) form.append(name, value)
  const content = new Blob([new Uint8Array(file.bytes)], { type: file.contentType })
  form.append('file', content, file.fileName ?? `photo.${file.ext}`)
  const response = await fetch(new URL(host.upload, site), { method: 'POST', body: form })
  return { key, response }
}

const text = (words: string): Buffer => Buffer.from(words)
const html = 'text/html'

function pages(): HostileFile[] {
  const bytes = text(HTML)
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(HTML, 'utf16le')])
  const utf7 = text(`+ADw-script+AD4-${SCRIPT}+ADw-/script+AD4-`)
  return [
    { name: 'HTML as PNG', kind: 'image', ext: 'png', bytes, why: 'sniffed as a page', runsAs: html },
    { name: 'HTML as JPEG', kind: 'image', ext: 'jpg', bytes, why: 'sniffed as a page', runsAs: html },
    { name: 'HTML as MP4', kind: 'video', ext: 'mp4', bytes, why: 'sniffed as a page', runsAs: html },
    { name: 'HTML', kind: 'file', ext: 'html', bytes, why: 'a page of our origin', runsAs: html },
    { name: 'UTF-16 HTML', kind: 'file', ext: 'htm', bytes: utf16, why: 'hides its tags', runsAs: html },
    { name: 'UTF-16 HTML as PNG', kind: 'image', ext: 'png', bytes: utf16, why: 'hides its tags', runsAs: html },
    { name: 'UTF-7 HTML', kind: 'file', ext: 'txt', bytes: utf7, why: 'hides its tags from whoever reads ASCII' },
    { name: 'XHTML', kind: 'file', ext: 'xhtml', bytes: text(xhtml), why: 'a page', runsAs: 'application/xhtml+xml' },
    { name: 'XML with a script', kind: 'file', ext: 'xml', bytes: text(xml), why: 'a page', runsAs: 'text/xml' },
    { name: 'XML with XSLT', kind: 'file', ext: 'xml', bytes: text(transformed), why: 'turns into a page' },
    { name: 'MHTML', kind: 'file', ext: 'mhtml', bytes: text(mhtml), why: 'an archive of pages' },
    {
      name: 'HTA',
      kind: 'file',
      ext: 'hta',
      bytes: text(`<hta:application/>${HTML}`),
      why: 'a page with rights',
      runsAs: html,
    },
  ]
}

const xhtml = `<html xmlns="${XHTML_NS}"><body><script>${SCRIPT}</script></body></html>`
const xml = `<?xml version="1.0"?><a xmlns:h="${XHTML_NS}"><h:script>${SCRIPT}</h:script></a>`
const xsl = `<xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><script>${SCRIPT}</script></html></xsl:template></xsl:stylesheet>`
const transformed = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?>${xsl}`
const mhtml = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${HTML}\r\n--b--\r\n`

function drawings(): HostileFile[] {
  const bytes = text(SVG)
  const svg = 'image/svg+xml'
  return [
    { name: 'SVG with a script', kind: 'image', ext: 'svg', bytes, why: 'a picture that is a page', runsAs: svg },
    { name: 'SVG with a script as PNG', kind: 'image', ext: 'png', bytes, why: 'sniffed as SVG', runsAs: svg },
    { name: 'SVG with a script as a file', kind: 'file', ext: 'svg', bytes, why: 'a page', runsAs: svg },
    { name: 'SVGZ', kind: 'file', ext: 'svgz', bytes: gzipSync(bytes), why: 'unpacked on the way' },
  ]
}

async function pictures(): Promise<HostileFile[]> {
  const photo = await jpeg()
  const drawing = await png()
  const page = text(HTML)
  const isPage = { why: 'a whole picture and a page', runsAs: html }
  const exif = await sharp(photo)
    .withExif({ IFD0: { ImageDescription: HTML } })
    .jpeg()
    .toBuffer()
  const commented = Buffer.concat([photo.subarray(0, 2), segment(0xfe, page), photo.subarray(2)])
  const noted = Buffer.concat([
    drawing.subarray(0, 33),
    pngChunk('tEXt', text(`Comment\0${HTML}`)),
    drawing.subarray(33),
  ])
  const archived = Buffer.concat([photo, zip('index.html', page)])
  return [
    {
      name: 'PNG mark before HTML',
      kind: 'image',
      ext: 'png',
      bytes: Buffer.concat([drawing.subarray(0, 16), page]),
      why: 'only begins like a picture',
      runsAs: html,
    },
    { name: 'PNG with HTML in a note', kind: 'image', ext: 'png', bytes: noted, ...isPage },
    { name: 'PNG with HTML behind it', kind: 'image', ext: 'png', bytes: Buffer.concat([drawing, page]), ...isPage },
    { name: 'JPEG with HTML in a comment', kind: 'image', ext: 'jpg', bytes: commented, ...isPage },
    { name: 'JPEG with HTML in EXIF', kind: 'image', ext: 'jpg', bytes: exif, ...isPage },
    {
      name: 'WebP with HTML behind it',
      kind: 'image',
      ext: 'webp',
      bytes: Buffer.concat([await webp(), page]),
      ...isPage,
    },
    {
      name: 'GIF that is JavaScript',
      kind: 'image',
      ext: 'gif',
      bytes: scriptGif(),
      why: 'a whole picture and a script',
      runsAs: 'text/javascript',
    },
    {
      name: 'JPEG that is JavaScript',
      kind: 'image',
      ext: 'jpg',
      bytes: scriptJpeg(photo),
      why: 'a whole picture and a script',
      runsAs: 'text/javascript',
    },
    {
      name: 'JPEG that is ZIP',
      kind: 'image',
      ext: 'jpg',
      bytes: archived,
      why: 'a picture to us, an archive to others',
    },
    {
      name: 'BMP that is JavaScript',
      kind: 'image',
      ext: 'bmp',
      bytes: text(`BM/*\0\0\0\0*/=1;${SCRIPT}`),
      why: 'a picture we do not take',
      runsAs: 'text/javascript',
    },
    {
      name: 'ICO with HTML',
      kind: 'image',
      ext: 'ico',
      bytes: Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), page]),
      why: 'a picture we do not take',
      runsAs: html,
    },
  ]
}

async function films(): Promise<HostileFile[]> {
  const page = text(HTML)
  const film = await mp4()
  const head = film.subarray(0, film.readUInt32BE(0))
  const freed = Buffer.concat([head, box('free', page), film.subarray(head.length)])
  return [
    {
      name: 'MP4 with HTML in a free box',
      kind: 'video',
      ext: 'mp4',
      bytes: freed,
      why: 'a whole video and a page',
      runsAs: html,
    },
    {
      name: 'MP4 mark before HTML',
      kind: 'video',
      ext: 'mp4',
      bytes: Buffer.concat([head, page]),
      why: 'only begins like a video',
      runsAs: html,
    },
    {
      name: 'WebM with a script',
      kind: 'video',
      ext: 'webm',
      bytes: Buffer.concat([await webm(), voided(page)]),
      why: 'a whole video and a page',
      runsAs: html,
    },
  ]
}

function code(): HostileFile[] {
  const worker = `${SCRIPT};self.addEventListener('fetch',(e)=>e.respondWith(new Response('ran')))`
  const wasm = Buffer.from('0061736d01000000010401600000030201000801000a040102000b', 'hex')
  const isScript = { why: 'included by <script src>', runsAs: 'text/javascript' }
  return [
    { name: 'JavaScript', kind: 'file', ext: 'js', bytes: text(SCRIPT), ...isScript },
    { name: 'service worker', kind: 'file', ext: 'js', bytes: text(worker), ...isScript },
    {
      name: 'JavaScript as JSON',
      kind: 'file',
      ext: 'json',
      bytes: text(`[${JSON.stringify(1)}];${SCRIPT}`),
      ...isScript,
    },
    { name: 'JavaScript as GIF', kind: 'image', ext: 'gif', bytes: text(`GIF89a=1;${SCRIPT}`), ...isScript },
    { name: 'CSS', kind: 'file', ext: 'css', bytes: text(CSS), why: 'included by <link>', runsAs: 'text/css' },
    { name: 'CSS as PNG', kind: 'image', ext: 'png', bytes: text(CSS), why: 'included by <link>', runsAs: 'text/css' },
    { name: 'WebAssembly', kind: 'file', ext: 'wasm', bytes: wasm, why: 'compiled by a page' },
  ]
}

function documents(): HostileFile[] {
  const pdf = text(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert('ran');this.submitForm('${MARK}'))>>>>endobj\ntrailer<</Root 1 0 R>>\n`,
  )
  const flash = Buffer.concat([
    text('FWS\x09'),
    Buffer.from('1f00000078000555f000000f00000c0100430200000000000000', 'hex'),
  ])
  const jar = zip('META-INF/MANIFEST.MF', text('Manifest-Version: 1.0\nMain-Class: Ran\n'))
  return [
    { name: 'PDF with JavaScript', kind: 'file', ext: 'pdf', bytes: pdf, why: 'acts when it is opened' },
    { name: 'PDF as PNG', kind: 'image', ext: 'png', bytes: pdf, why: 'sniffed as PDF' },
    { name: 'SWF', kind: 'file', ext: 'swf', bytes: flash, why: 'a program for a plug-in' },
    { name: 'JAR', kind: 'file', ext: 'jar', bytes: jar, why: 'a program' },
  ]
}

function names(): HostileFile[] {
  const bytes = text(HTML)
  const isPage = { kind: 'file' as const, ext: 'bin', bytes, runsAs: html }
  return [
    { name: 'HTML that says text/html', ...isPage, why: 'the client names the type', contentType: html },
    { name: 'HTML with two endings', ...isPage, why: 'the name chooses the type', fileName: 'photo.html.png' },
    { name: 'HTML with a null in its name', ...isPage, why: 'a name that ends early', fileName: 'photo.html\0.png' },
    {
      name: 'HTML with a path for a name',
      ...isPage,
      why: 'a name that leads elsewhere',
      fileName: '../../web/index.html',
    },
  ]
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([text(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function box(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length + 8)
  return Buffer.concat([length, text(type), content])
}

/** An element of WebM that everybody skips. */
function voided(content: Buffer): Buffer {
  const head = Buffer.from([0xec, 0x40, 0])
  head.writeUInt16BE(0x4000 + content.length, 1)
  return Buffer.concat([head, content])
}

/** One pixel; its width reads as the beginning of a comment, which ends behind the picture. */
function scriptGif(): Buffer {
  const width = text('/*')
  const pixel = Buffer.from('0100800000ffffff0000002c00000000010001000002024401003b', 'hex')
  return Buffer.concat([text('GIF89a'), width, pixel, text(`*/=1;${SCRIPT}`)])
}

/** The length of its first segment reads as the beginning of a comment (0x2f2a); Latin-1 makes a name of its mark. */
function scriptJpeg(photo: Buffer): Buffer {
  const application = photo.subarray(6, 4 + photo.readUInt16BE(4))
  const padding = Buffer.alloc(0x2f2a - 2 - application.length)
  const first = Buffer.concat([Buffer.from('ffd8ffe02f2a', 'hex'), application, padding])
  const rest = photo.subarray(6 + application.length)
  return Buffer.concat([first, segment(0xfe, text(`*/=1;${SCRIPT};/*`)), rest, text('*/')])
}

/** An archive of one file. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(name.length, 22)
  const entry = Buffer.concat([text('PK\x03\x04'), common, text(name), packed])
  const listed = Buffer.concat([text('PK\x01\x02\x14\0'), common, Buffer.alloc(14), text(name)])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(entry.length, 12)
  return Buffer.concat([entry, listed, text('PK\x05\x06'), end])
}
