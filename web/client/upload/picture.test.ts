// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { isPlaceholder } from '#contract/placeholder.ts'
import { fileOf } from '#test/uploads.ts'
import { decodesPictures, STRIPES, stripes } from './decoded.fixture.ts'
import { measured, placeholderFrom } from './picture.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const photo = () => fileOf('png', '海边.png')

it('a placeholder is the averages of sixteen fields, and of a picture one can see through there is none', () => {
  expect(isPlaceholder(STRIPES)).toBe(true)
  expect(placeholderFrom(stripes(32))).toBe(STRIPES)
  expect(placeholderFrom(stripes(32, 254))).toBeUndefined()
})

it('a picture is measured as the browser decodes it, which turns it, and given back to memory', async () => {
  const decode = decodesPictures(3000, 4000)
  const close = vi.fn()
  decode.mockResolvedValueOnce({ width: 3000, height: 4000, close })
  expect(await measured(photo())).toEqual({ width: 3000, height: 4000, placeholder: STRIPES })
  expect(close).toHaveBeenCalledOnce()
})

it('a picture that this browser cannot decode, or longer than a side may be, has no fields and breaks nothing', async () => {
  decodesPictures(65_536, 10)
  expect(await measured(photo())).toEqual({})
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')))
  expect(await measured(photo())).toEqual({})
  vi.unstubAllGlobals()
  expect(await measured(photo())).toEqual({})
})

it('pictures are measured one after the other', async () => {
  const decode = decodesPictures(4, 3)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  decode.mockImplementationOnce(async () => held.then(() => ({ width: 1, height: 1, close: () => undefined })))
  const both = [measured(photo()), measured(photo())]
  await vi.waitFor(() => expect(decode).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(decode).toHaveBeenCalledOnce()
  letGo()
  expect((await Promise.all(both)).map(({ width }) => width)).toEqual([1, 4])
})
