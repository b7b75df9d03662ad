import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { IMAGE_TYPES, type MediaKind, VIDEO_TYPES } from '#contract/media.ts'
import { PIXELS } from '#contract/pixels.ts'
import { sniff } from '#contract/sniff.ts'
import { UPLOAD } from '#contract/upload.ts'
import { Fail } from '#server/core/fail.ts'
import {
  bytesOf,
  edited,
  fragmentedMp4,
  gif,
  jpeg,
  jpegOf,
  mov,
  mp4,
  padded,
  png,
  recordedWebm,
  type TestEdit,
  webm,
  webp,
} from '#test/media.ts'
import { EDITED } from './edits.ts'
import { inspect } from './inspect.ts'

const keyOf = (kind: MediaKind) => `${kind}/7/aaaaaaaaaaaaaaaa.bin`

/** The result of looking at these bytes, and how many were fetched for it. */
async function look(kind: MediaKind, bytes: Buffer) {
  let fetched = 0
  const read = async (start: number, end: number) => {
    fetched += end - start
    return bytes.subarray(start, end)
  }
  const found = await inspect({ key: keyOf(kind), size: bytes.length }, read).catch((error: unknown) => error)
  return { found, fetched }
}
const lookAt = async (kind: MediaKind, bytes: Buffer) => (await look(kind, bytes)).found
const refusal = (message: string) => expect.objectContaining({ name: 'Error', message, code: CODE.refused })
const UNKNOWN_VIDEO = refusal(UPLOAD.unknownVideo)
const UNKNOWN_IMAGE = refusal(UPLOAD.unknownImage)

const PICTURES = { 'image/jpeg': jpeg, 'image/png': png, 'image/gif': gif, 'image/webp': webp }
const FILMS = { mp4, mov, webm, fragmentedMp4, recordedWebm }

describe('What the bytes are', () => {
  test.each(IMAGE_TYPES)('%s is known by its first bytes and has no length', async (mime) => {
    expect(await lookAt('image', await PICTURES[mime]())).toEqual({ mime, durationMs: null })
  })

  test('MP4, QuickTime and WebM are known by their first bytes, however they were written', async () => {
    const found = await Promise.all(Object.values(FILMS).map(async (make) => sniff(await make())))
    expect(found).toEqual(['video/mp4', 'video/quicktime', 'video/webm', 'video/mp4', 'video/webm'])
    expect(new Set(found)).toEqual(new Set(VIDEO_TYPES))
  })

  test('a file is a file, whatever its bytes say', async () => {
    const file = { mime: 'application/octet-stream', durationMs: null }
    expect(await lookAt('file', Buffer.from('<script>ran = 1</script>'))).toEqual(file)
    expect(await lookAt('file', await png())).toEqual(file)
  })

  test.each([
    ['HEIC', 'heic', ['mif1', 'miaf', 'heic']],
    ['AVIF', 'avis', ['msf1', 'iso8', 'avis']],
    ['sound alone', 'M4A ', ['mp42', 'isom']],
    ['an unknown brand', 'xxxx', ['yyyy']],
  ])('%s in the container of MP4 is no video', (_name, first, others) => {
    expect(sniff(ftyp(first, others))).toBeUndefined()
  })

  test('a camera with a brand of its own makes MP4 when it says so', () => {
    expect(sniff(ftyp('XAVC', ['mp42', 'iso2']))).toBe('video/mp4')
  })

  test('Matroska that is not WebM goes as a file', async () => {
    const matroska = changed(await webm(), 'webm', 'mkvv')
    expect(sniff(matroska)).toBeUndefined()
  })

  test('no start of a real file that is cut off within its mark is taken', async () => {
    for (const make of [...Object.values(PICTURES), ...Object.values(FILMS)]) {
      const whole = await make()
      const mark = Array.from({ length: whole.length }, (_, index) => sniff(whole.subarray(0, index + 1))).findIndex(
        Boolean,
      )
      expect(mark).toBeGreaterThan(2)
      expect(sniff(whole.subarray(0, mark))).toBeUndefined()
    }
  })
})

function ftyp(first: string, others: string[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(16 + others.length * 4)
  head.write('ftyp', 4, 'latin1')
  return Buffer.concat([head, Buffer.from(`${first}\0\0\0\0${others.join('')}`, 'latin1')])
}

describe('A picture', () => {
  test('of 50 MB is looked at by its beginning', async () => {
    const large = padded(await png(), MAX_UPLOAD_BYTES)
    const { found, fetched } = await look('image', large)
    expect(found).toEqual({ mime: 'image/png', durationMs: null })
    expect(fetched).toBeLessThan(1_000_000)
  })

  test('that only begins like one is refused', async () => {
    for (const make of Object.values(PICTURES)) {
      const start = (await make()).subarray(0, 16)
      expect(await lookAt('image', Buffer.concat([start, bytesOf(3000)]))).toEqual(UNKNOWN_IMAGE)
    }
  })

  test('with a header far behind is still found', async () => {
    const small = await jpeg()
    const comment = Buffer.concat([Buffer.from('fffeffff', 'hex'), bytesOf(65_533)])
    const far = Buffer.concat([small.subarray(0, 2), ...Array(12).fill(comment), small.subarray(2)])
    expect(await lookAt('image', far)).toEqual({ mime: 'image/jpeg', durationMs: null })
  })

  test('of more than 100 megapixels, a JPEG of more than 220, is refused', async () => {
    expect(await lookAt('image', await png({ width: 10_000, height: 10_000 }))).toMatchObject({ mime: 'image/png' })
    expect(await lookAt('image', await png({ width: 10_001, height: 10_000 }))).toEqual(refusal(PIXELS.tooMany))
    expect(await lookAt('image', await jpegOf({ width: 22_000, height: 10_000 }))).toMatchObject({ mime: 'image/jpeg' })
    expect(await lookAt('image', await jpegOf({ width: 22_000, height: 10_001 }))).toEqual(refusal(PIXELS.tooMany))
  })

  test('is no video, and a video no picture', async () => {
    expect(await lookAt('video', await png())).toEqual(UNKNOWN_VIDEO)
    expect(await lookAt('image', await mp4())).toEqual(UNKNOWN_IMAGE)
  })
})

describe('A video', () => {
  test.each(Object.entries(FILMS))('as %s is as long as its frames say', async (_name, make) => {
    const found = (await lookAt('video', await make({ seconds: 7 }))) as { durationMs: number }
    expect(Math.abs(found.durationMs - 7000)).toBeLessThanOrEqual(100)
  })

  test.each(Object.entries(FILMS))('as %s may be 60.5 seconds long and no longer', async (_name, make) => {
    expect(await lookAt('video', await make({ seconds: 60.5 }))).toMatchObject({ mime: expect.any(String) })
    expect(await lookAt('video', await make({ seconds: 60.8 }))).toEqual(refusal(UPLOAD.tooLong))
  })

  test.each(Object.entries(FILMS))('as %s of 40 MB is looked at without reading bytes twice', async (_name, make) => {
    const large = await make({ seconds: 20, frameBytes: 200_000 })
    const { found, fetched } = await look('video', large)
    expect(found).toMatchObject({ mime: expect.any(String) })
    expect(fetched).toBeLessThan(large.length * 1.2)
  })

  test('whose header says five seconds while its frames go on for ninety is refused', async () => {
    const lying = await mp4({ seconds: 90 })
    for (const [box, at] of [
      ['mvhd', 20],
      ['mdhd', 20],
      ['tkhd', 24],
    ] as const) {
      lying.writeUInt32BE(5, lying.indexOf(box) + at)
    }
    expect(await lookAt('video', lying)).toEqual(refusal(UPLOAD.tooLong))
    const lyingWebm = await webm({ seconds: 90 })
    lyingWebm.writeDoubleBE(5000, lyingWebm.indexOf(Buffer.from('448988', 'hex')) + 3)
    expect(await lookAt('video', lyingWebm)).toEqual(refusal(UPLOAD.tooLong))
  })

  test('with more frames than times goes on as players do, and is refused when that is too long', async () => {
    const film = await mp4({ seconds: 90 })
    const lying = patched(patched(film, 'stts', 12, 10), 'mvhd', 20, 1)
    expect(await lookAt('video', lying)).toEqual(refusal(UPLOAD.tooLong))
  })

  test('that its edit list shows again and again is as long as that takes', async () => {
    const film = await mov({ seconds: 5 })
    expect(await lookAt('video', edited(film, [{ seconds: 90 }]))).toEqual(refusal(UPLOAD.tooLong))
    const twice = { seconds: 31, start: 0 }
    expect(await lookAt('video', edited(film, [twice, twice]))).toEqual(refusal(UPLOAD.tooLong))
    expect(await lookAt('video', edited(film, [{ seconds: 0 }]))).toMatchObject({ durationMs: 5000 })
  })

  test('that was trimmed is as long as its edit list shows', async () => {
    const film = await mov({ seconds: 67 })
    expect(await lookAt('video', film)).toEqual(refusal(UPLOAD.tooLong))
    expect(await lookAt('video', edited(film, [{ seconds: 59, start: 4 }]))).toMatchObject({ durationMs: 59_000 })
    const parts = [{ seconds: 30, start: 30 }, { seconds: 29 }]
    expect(await lookAt('video', edited(film, parts))).toMatchObject({ durationMs: 59_000 })
    const fromThere = [{ seconds: 0, start: 20 }]
    expect(await lookAt('video', edited(film, fromThere))).toMatchObject({ durationMs: 47_000 })
  })

  test.each<[string, number, TestEdit[], string]>([
    ['70 seconds by its edit list', 80, [{ seconds: 70 }], UPLOAD.tooLong],
    ['59 seconds shown and 61 hidden', 120, [{ seconds: 59, start: 30 }], EDITED.hidden],
    ['the same scene twice and 61 hidden', 71, [{ seconds: 10 }, { seconds: 10 }], EDITED.hidden],
    ['a pause of more than a second before it begins', 9, [{ seconds: 1.1, start: -1 }, { seconds: 5 }], EDITED.empty],
    ['a pause within', 9, [{ seconds: 2 }, { seconds: 0.1, start: -1 }, { seconds: 2, start: 2 }], EDITED.empty],
    ['an edit before its first moment', 9, [{ seconds: 5, start: -2 }], EDITED.empty],
    ['twice the speed', 9, [{ seconds: 5, rate: 2 }], EDITED.rate],
    ['half the speed', 9, [{ seconds: 5, rate: 0.5 }], EDITED.rate],
    ['a picture that stands still', 9, [{ seconds: 5, rate: 0 }], EDITED.rate],
    ['its film backwards', 9, [{ seconds: 5, rate: -1 }], EDITED.rate],
    ['nothing of what is in it', 9, [{ seconds: 0, start: 20 }], UPLOAD.unknownVideo],
  ])('with %s is refused by name', async (_name, seconds, edits, message) => {
    expect(await lookAt('video', edited(await mov({ seconds }), edits))).toEqual(refusal(message))
  })

  test('with exactly 60 seconds hidden, or a track that begins up to a second late, is taken', async () => {
    const hidden = edited(await mov({ seconds: 119 }), [{ seconds: 59, start: 30 }])
    expect(await lookAt('video', hidden)).toMatchObject({ durationMs: 59_000 })
    const late = edited(await mov({ seconds: 9 }), [{ seconds: 0.9, start: -1 }, { seconds: 9 }])
    expect(await lookAt('video', late)).toMatchObject({ durationMs: 9900 })
  })

  test('in fragments is as long as its frames, whatever its edit list leaves out', async () => {
    const film = edited(await fragmentedMp4({ seconds: 67 }), [{ seconds: 59 }])
    expect(await lookAt('video', film)).toEqual(refusal(UPLOAD.tooLong))
  })

  test('without a clock, without frames, without length or without a picture is refused', async () => {
    const film = await mp4()
    expect(await lookAt('video', patched(film, 'mdhd', 16, 0))).toEqual(UNKNOWN_VIDEO)
    expect(await lookAt('video', patched(film, 'mvhd', 16, 0))).toEqual(UNKNOWN_VIDEO)
    expect(await lookAt('video', patched(film, 'stsz', 12, 0))).toEqual(UNKNOWN_VIDEO)
    expect(await lookAt('video', patched(film, 'stts', 16, 0))).toEqual(UNKNOWN_VIDEO)
    expect(await lookAt('video', changed(film, 'vide', 'soun'))).toEqual(UNKNOWN_VIDEO)
    expect(await lookAt('video', changed(film, 'moov', 'free'))).toEqual(UNKNOWN_VIDEO)
    const sound = changed(await webm(), '\x83\x81\x01', '\x83\x81\x02')
    expect(await lookAt('video', sound)).toEqual(UNKNOWN_VIDEO)
    expect(await lookAt('video', await mp4({ seconds: 0 }))).toEqual(UNKNOWN_VIDEO)
    expect(await lookAt('video', await webm({ seconds: 0 }))).toEqual(UNKNOWN_VIDEO)
  })

  test('of which a part is missing is refused', async () => {
    for (const film of [await mp4(), await mov(), await fragmentedMp4()]) {
      for (const length of [40, 300, film.length - 1]) {
        expect(await lookAt('video', film.subarray(0, length))).toEqual(UNKNOWN_VIDEO)
      }
    }
  })

  test('that says two things about its time is refused', async () => {
    expect(await lookAt('video', changed(await mp4(), 'stco', 'stts'))).toEqual(UNKNOWN_VIDEO)
    const film = await mp4()
    const moov = film.indexOf('moov') - 4
    const twice = Buffer.concat([film, film.subarray(moov, moov + film.readUInt32BE(moov))])
    expect(await lookAt('video', twice)).toEqual(UNKNOWN_VIDEO)
  })

  test('whose last fragment begins after ninety seconds is refused', async () => {
    const film = await fragmentedMp4({ framesPerSecond: 10 })
    // Ninety seconds in its clock of ten a second; the upper half of the number stays nothing.
    film.writeUInt32BE(900, film.lastIndexOf('tfdt') + 12)
    expect(await lookAt('video', film)).toEqual(refusal(UPLOAD.tooLong))
  })

  test('that claims four thousand million frames in one number costs nothing', async () => {
    const fragments = await fragmentedMp4()
    const run = fragments.lastIndexOf('trun')
    // Offset of the data alone; every other number is the track's usual one.
    fragments.writeUInt32BE(0x000001, run + 4)
    fragments.writeUInt32BE(0xffffffff, run + 8)
    expect(await lookAt('video', fragments)).toEqual(refusal(UPLOAD.tooLong))
    const table = patched(await mp4(), 'stts', 12, 0xffffffff)
    expect(await lookAt('video', table)).toEqual(refusal(UPLOAD.tooLong))
  })

  test('made of millions of empty boxes is refused', async () => {
    const box = Buffer.from('0000000866726565', 'hex')
    const boxes = Buffer.concat([ftyp('isom', ['mp42']), Buffer.alloc(20_000_000, box)])
    expect(await lookAt('video', boxes)).toEqual(UNKNOWN_VIDEO)
    const elements = Buffer.concat([await webm(), Buffer.alloc(20_000_000, Buffer.from('ec80', 'hex'))])
    expect(await lookAt('video', elements)).toEqual(UNKNOWN_VIDEO)
  })

  test('with an index too large for a minute is refused before it is read', async () => {
    const moov = Buffer.alloc(20_000_000)
    moov.writeUInt32BE(moov.length)
    moov.write('moov', 4)
    const { found, fetched } = await look('video', Buffer.concat([ftyp('isom', ['mp42']), moov]))
    expect(found).toEqual(UNKNOWN_VIDEO)
    expect(fetched).toBeLessThan(1_000_000)
  })
})

const changed = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

/** One number of a box, counted from its name. */
function patched(bytes: Buffer, box: string, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(value, copy.indexOf(box) + at)
  return copy
}

describe('Any object', () => {
  test('is between one byte and 50 MB', async () => {
    const never = () => Promise.reject(new Error('was read'))
    const sized = (size: number) => inspect({ key: keyOf('file'), size }, never)
    await expect(sized(0)).rejects.toThrow(UPLOAD.empty)
    await expect(sized(MAX_UPLOAD_BYTES + 1)).rejects.toThrow(UPLOAD.tooLarge)
    await expect(sized(MAX_UPLOAD_BYTES)).resolves.toMatchObject({ durationMs: null })
  })

  test('in a store that never answers is given up as busy', async () => {
    vi.useFakeTimers()
    const looks = (['image', 'video'] as const).map((kind) =>
      inspect({ key: keyOf(kind), size: 5000 }, () => new Promise(() => {})).catch((error: Fail) => error.status),
    )
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    expect(await Promise.all(looks)).toEqual([503, 503])
  })

  test('that was damaged anywhere is taken or refused, and nothing else happens', async () => {
    const films = await Promise.all(Object.values(FILMS).map((make) => make()))
    const pictures = await Promise.all(Object.values(PICTURES).map((make) => make()))
    const damages = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 })
    const any = fc.constantFrom(
      ...films.map((bytes) => ['video', bytes] as const),
      ...pictures.map((bytes) => ['image', bytes] as const),
    )
    await fc.assert(
      fc.asyncProperty(any, damages, fc.nat(), async ([kind, bytes], changes, cut) => {
        const copy = Buffer.from(bytes)
        for (const [at, value] of changes) copy[at % copy.length] = value
        const found = await lookAt(kind, cut % 3 === 0 ? copy.subarray(0, 1 + (cut % copy.length)) : copy)
        expect(found instanceof Fail ? found.status : found).toEqual(
          found instanceof Fail ? 200 : expect.objectContaining({ mime: expect.any(String) }),
        )
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 1000) },
    )
  })
})
