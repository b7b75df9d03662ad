import sharp from 'sharp'
import { expect, it } from 'vitest'
import { jpeg, png } from '../../test/media.ts'
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

it('what is no picture, or unfolds to more than 50 megapixels, in passes to more than 25, is refused', async () => {
  await expect(resizeImage(Buffer.from('<html>'), 200)).rejects.toThrow()
  await expect(resizeImage(await png({ width: 10_100, height: 5_000 }), 200)).rejects.toThrow()
  const inPasses = (width: number) =>
    sharp({ create: { width, height: 5_000, channels: 3, background: '#fff' } })
      .jpeg({ progressive: true })
      .toBuffer()
  await expect(resizeImage(await inPasses(5_100), 200)).rejects.toThrow()
  expect(await resizeImage(await inPasses(1_000), 200)).toBeInstanceOf(Buffer)
})
