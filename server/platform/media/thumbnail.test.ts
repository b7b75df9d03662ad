import sharp from 'sharp'
import { expect, it } from 'vitest'
import { PIXELS, sizeOf } from '#contract/pixels.ts'
import { gif, jpeg, jpegOf, png, webp } from '#test/media.ts'
import { resizeImage } from './thumbnail.ts'

it('a small picture stands upright as its camera meant it', async () => {
  const lying = await sharp(await jpeg({ width: 800, height: 400 }))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(await sharp(await resizeImage(lying, 200)).metadata()).toMatchObject({
    format: 'webp',
    width: 200,
    height: 400,
  })
})

it('its width is between 16 and 2048 pixels', async () => {
  const wide = await png({ width: 3000, height: 10 })
  expect((await sharp(await resizeImage(wide, 1)).metadata()).width).toBe(16)
  expect((await sharp(await resizeImage(wide, 9999)).metadata()).width).toBe(2048)
})

it('a long screenshot is as wide as a look may be high', async () => {
  const look = await sharp(await resizeImage(await jpeg({ width: 600, height: 20_000 }), 600)).metadata()
  expect(look).toMatchObject({ format: 'webp', height: 16_383 })
})

it('what is no picture, or of more pixels than are taken, is refused', async () => {
  await expect(resizeImage(Buffer.from('<html>'), 200)).rejects.toThrow('no picture')
  await expect(resizeImage(await jpegOf({ width: 22_000, height: 10_001 }), 200)).rejects.toThrow(PIXELS.tooMany)
  await expect(resizeImage(await gif({ width: 7_000, height: 7_000 }), 200)).rejects.toThrow(PIXELS.heldWhole)
})

const SIDES = { width: 80, height: 48 }
const small = (channels: 3 | 4 = 3) => sharp({ create: { ...SIDES, channels, background: '#fa08' } })
const inScans = async () => {
  const whole = await small().jpeg().toBuffer()
  // The first scan has one component of the three.
  whole[whole.indexOf(Buffer.from('ffda000c03', 'hex')) + 4] = 1
  return whole
}
const strayed = async () => {
  const whole = await small().jpeg().toBuffer()
  const next = whole.indexOf(Buffer.from('ffdb', 'hex'))
  return Buffer.concat([whole.subarray(0, next), Buffer.from([0, 7]), whole.subarray(next)])
}

it.each([
  ['JPEG', 'image/jpeg', () => small().jpeg().toBuffer(), 0],
  ['JPEG with stray bytes between its segments', 'image/jpeg', strayed, 0],
  ['JPEG in passes', 'image/jpeg', () => small().jpeg({ progressive: true }).toBuffer(), 3],
  [
    'JPEG in passes, of all colours',
    'image/jpeg',
    () => small().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    6,
  ],
  ['JPEG with a scan for each colour', 'image/jpeg', inScans, 3],
  ['PNG', 'image/png', () => small().png().toBuffer(), 0],
  ['PNG in passes', 'image/png', () => small().png({ progressive: true }).toBuffer(), 3],
  ['PNG in passes that is transparent', 'image/png', () => small(4).png({ progressive: true }).toBuffer(), 4],
  ['GIF', 'image/gif', () => small().gif().toBuffer(), 5],
  ['WebP', 'image/webp', () => small().webp().toBuffer(), 0],
  ['WebP that is transparent', 'image/webp', () => small(4).webp().toBuffer(), 0],
  ['WebP without loss', 'image/webp', () => small().webp({ lossless: true }).toBuffer(), 4],
])('its header says its size, and how much of it is held at once: %s', async (_name, mime, make, held) => {
  expect(sizeOf(mime, await make())).toEqual({ ...SIDES, held })
})

it('a header that is cut off anywhere says nothing, and stops nobody', async () => {
  for (const [mime, make] of [
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['image/png', png],
    ['image/gif', gif],
  ] as const) {
    const whole = await make()
    for (let end = 0; end < Math.min(whole.length, 400); end++) {
      const size = sizeOf(mime, new Uint8Array(whole.subarray(0, end)))
      if (size) expect(size, mime).toEqual(sizeOf(mime, whole))
    }
  }
})
