import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'
import sharp from 'sharp'

type Picture = { width?: number; height?: number; seed?: number }
type Video = { seconds?: number; framesPerSecond?: number; frameBytes?: number }

/** Pictures of a plain colour that follows from the seed. */
export const png = (picture?: Picture): Promise<Buffer> => plain(picture).png().toBuffer()
export const jpeg = (picture?: Picture): Promise<Buffer> => plain(picture).jpeg().toBuffer()
export const gif = (picture?: Picture): Promise<Buffer> => plain(picture).gif().toBuffer()
export const webp = (picture?: Picture): Promise<Buffer> => plain(picture).webp().toBuffer()

/** A small JPEG that says it is of this size: what is read is its header alone. */
export async function jpegOf({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const bytes = await jpeg()
  const frame = bytes.indexOf(Buffer.from('ffc00011', 'hex'))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

/** Videos whose containers are whole and whose frames are made up: right timing, nothing to see. */
export const mp4 = (video?: Video): Promise<Buffer> =>
  record(new Mp4OutputFormat({ fastStart: 'in-memory' }), H264, video)
export const mov = (video?: Video): Promise<Buffer> => record(new MovOutputFormat({ fastStart: false }), H264, video)
export const webm = (video?: Video): Promise<Buffer> => record(new WebMOutputFormat(), VP8, video)
/** As browsers record: the length stands nowhere, only the frames say it. */
export const fragmentedMp4 = (video?: Video): Promise<Buffer> =>
  record(new Mp4OutputFormat({ fastStart: 'fragmented' }), H264, video)
export const recordedWebm = (video?: Video): Promise<Buffer> =>
  record(new WebMOutputFormat({ appendOnly: true }), VP8, video)

/** Bytes of this size that form no known file; the same for the same seed. */
export function bytesOf(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size)
  let state = seed * 2654435761 + 1
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** This picture with further bytes behind its end, up to a size; viewers ignore them. */
export const padded = (picture: Buffer, size: number): Buffer =>
  Buffer.concat([picture, bytesOf(size - picture.length)])

function plain({ width = 64, height = 48, seed = 1 }: Picture = {}) {
  const background = { r: (seed * 67) % 256, g: (seed * 131) % 256, b: (seed * 29) % 256 }
  return sharp({ create: { width, height, channels: 3, background } })
}

export type TestEdit = { seconds: number; start?: number; rate?: number }

/**
 * A film of `mov` that its edit list shows in these parts: so many seconds from `start` on, in seconds as well; -1 shows
 * nothing.
 */
export function edited(film: Buffer, edits: TestEdit[]): Buffer {
  const scaleOf = (box: string) => film.readUInt32BE(film.indexOf(box) + 16)
  const [moov, trak] = [film.indexOf('moov') - 4, film.indexOf('trak') - 4]
  const edts = Buffer.alloc(24 + edits.length * 12)
  edts.writeUInt32BE(edts.length)
  edts.write('edts', 4)
  edts.writeUInt32BE(edts.length - 8, 8)
  edts.write('elst', 12)
  edts.writeUInt32BE(edits.length, 20)
  edits.forEach(({ seconds, start = 0, rate = 1 }, index) => {
    const at = 24 + index * 12
    edts.writeUInt32BE(Math.round(seconds * scaleOf('mvhd')), at)
    edts.writeInt32BE(start < 0 ? start : Math.round(start * scaleOf('mdhd')), at + 4)
    edts.writeInt32BE(rate * 0x10000, at + 8)
  })
  const end = trak + film.readUInt32BE(trak)
  const made = Buffer.concat([film.subarray(0, end), edts, film.subarray(end)])
  for (const box of [moov, trak]) made.writeUInt32BE(film.readUInt32BE(box) + edts.length, box)
  return made
}

type Coded = { codec: VideoCodec; name: string; description?: Uint8Array }
/** Any decoder configuration of the right shape will do: profile, level, and one empty set of parameters. */
const AVC_CONFIGURATION = Buffer.from('0142c01effe100046742c01e01000468ce3c80', 'hex')
const H264: Coded = { codec: 'avc', name: 'avc1.42c01e', description: AVC_CONFIGURATION }
const VP8: Coded = { codec: 'vp8', name: 'vp8' }

async function record(format: OutputFormat, coded: Coded, video: Video = {}): Promise<Buffer> {
  const { seconds = 3, framesPerSecond = 10, frameBytes = 40 } = video
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedVideoPacketSource(coded.codec)
  output.addVideoTrack(source, { frameRate: framesPerSecond })
  await output.start()
  const { name: codec, description } = coded
  const meta = { decoderConfig: { codec, codedWidth: 320, codedHeight: 240, description } }
  for (let frame = 0; frame < seconds * framesPerSecond; frame++) {
    const type = frame % framesPerSecond === 0 ? 'key' : 'delta'
    await source.add(
      new EncodedPacket(frameOf(frameBytes, frame), type, frame / framesPerSecond, 1 / framesPerSecond),
      meta,
    )
  }
  await output.finalize()
  return withoutClock(Buffer.from(target.buffer!))
}

/** Removes the time of making, which stands in three boxes, so that the same call gives the same bytes. */
function withoutClock(bytes: Buffer): Buffer {
  for (const box of ['mvhd', 'tkhd', 'mdhd']) {
    const at = bytes.indexOf(box)
    if (at > 0) bytes.fill(0, at + 8, at + (bytes[at + 4] === 1 ? 24 : 16))
  }
  return bytes
}

/** One length-prefixed unit, as AVC has it; other codecs do not look. */
function frameOf(size: number, seed: number): Buffer {
  const frame = bytesOf(size, seed + 1)
  frame.writeUInt32BE(size - 4)
  frame[4] = 0x65
  return frame
}
