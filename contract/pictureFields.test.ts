import { describe, expect, it } from 'vitest'
import { contentInput } from './content.ts'
import { isSide, PICTURE_SIDE_MAX_PX } from './pictureFields.ts'
import { isPlaceholder, placeholderAddress } from './placeholder.ts'

const PLACEHOLDER = 'a0+/'.repeat(16)
const picture = (fields: object) => [{ type: 1, content: 'image/7/0123456789abcdef.jpg', ...fields }]
const takes = (fields: object) => contentInput.safeParse(picture(fields)).success

describe('a picture’s width, height and placeholder', () => {
  it('may be left out, all or some', () => {
    for (const fields of [{}, { width: 4, height: 3 }, { placeholder: PLACEHOLDER }]) expect(takes(fields)).toBe(true)
  })

  it('are kept as they are sent', () => {
    const fields = { width: 4000, height: PICTURE_SIDE_MAX_PX, placeholder: PLACEHOLDER }
    expect(contentInput.parse(picture(fields))).toMatchObject([fields])
  })

  it.each([0, -1, 1.5, PICTURE_SIDE_MAX_PX + 1, Number.NaN, '', null])('have no side of %s', (side) => {
    expect([takes({ width: side, height: 1 }), takes({ width: 1, height: side })]).toEqual([false, false])
  })

  it.each([
    '',
    PLACEHOLDER.slice(1),
    `${PLACEHOLDER}a`,
    `${PLACEHOLDER.slice(1)}=`,
    `${PLACEHOLDER.slice(1)}"`,
    `${PLACEHOLDER.slice(1)}海`,
    7,
  ])('have no placeholder but 64 characters of base64: %s', (placeholder) => {
    expect(takes({ placeholder })).toBe(false)
  })

  it('are told from other texts of attributes', () => {
    for (const text of ['1', '4000', '65535']) expect(isSide(text)).toBe(true)
    for (const text of [undefined, '', '0', '04', '+4', '4.0', '1e3', '100%', '65536', '100000'])
      expect(isSide(text), text).toBe(false)
    expect([isPlaceholder(PLACEHOLDER), isPlaceholder(undefined)]).toEqual([true, false])
  })
})

it('a placeholder is shown as a bitmap of its 4 × 4 colours', () => {
  const [head, data] = placeholderAddress(PLACEHOLDER).split(',')
  const bytes = Buffer.from(data!, 'base64')
  expect(head).toBe('data:image/bmp;base64')
  expect(bytes.toString('latin1', 0, 2)).toBe('BM')
  expect([bytes.readUInt32LE(2), bytes.length]).toEqual([102, 102])
  expect([bytes.readInt32LE(18), bytes.readInt32LE(22), bytes.readUInt16LE(28)]).toEqual([4, 4, 24])
  expect(bytes.subarray(bytes.readUInt32LE(10)).toString('base64')).toBe(PLACEHOLDER)
})
