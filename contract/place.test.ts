import { expect, it } from 'vitest'
import {
  coordinatesText,
  fieldsOf,
  hasCoordinates,
  placeIn,
  placeInQuery,
  placeItem,
  placeOf,
  whyNotPlace,
} from './place.ts'

const BUND = { name: '外滩', address: '中山东一路', latitude: 31.239692, longitude: 121.499755 }

it.each([
  ['-90', '-180'],
  ['90', '180.0'],
  ['0', '-0'],
  ['３１．２', ' +121.5 '],
])('coordinates reach from the south pole to the north pole, and once around: %s, %s', (latitude, longitude) => {
  expect(Object.values(whyNotPlace(fieldsOf({ name: '某地', latitude, longitude }))).filter(Boolean)).toEqual([])
  expect(hasCoordinates(placeInQuery({ latitude, longitude })!)).toBe(true)
})

it.each([
  ['90.0001', '0'],
  ['-91', '0'],
  ['0', '180.5'],
  ['1e1', '0'],
  ['NaN', '0'],
  ['0x10', '0'],
  ['31°', '0'],
])('what is no coordinate is said at its field, and ignored in an address: %s, %s', (latitude, longitude) => {
  expect(Object.values(whyNotPlace(fieldsOf({ name: '某地', latitude, longitude }))).filter(Boolean)).toHaveLength(1)
  expect(placeInQuery({ latitude, longitude })).toBeUndefined()
  expect(placeInQuery({ name: '某地', latitude, longitude })).toEqual({ name: '某地', address: '' })
})

it('one coordinate asks for the other', () => {
  expect(whyNotPlace(fieldsOf({ name: '某地', latitude: '31' })).longitude).toBe('请把经度也填上')
  expect(whyNotPlace(fieldsOf({ name: '某地', longitude: '121' })).latitude).toBe('请把纬度也填上')
})

it('an address that says nothing of a place has none, and one with too many words is cut', () => {
  expect(placeInQuery({})).toBeUndefined()
  expect(placeInQuery({ name: '  ', address: '' })).toBeUndefined()
  expect(placeInQuery({ name: '远'.repeat(60) })?.name).toHaveLength(50)
})

it('a place goes into an item of content and comes back', () => {
  expect(placeOf(placeItem(BUND))).toEqual(BUND)
  expect(placeIn([{ type: 0, content: '{}' }, placeItem({ name: '家', address: '' })])).toEqual({
    name: '家',
    address: '',
  })
  expect(coordinatesText(BUND)).toBe('31.239692, 121.499755')
})

it.each([
  'file/7/0123456789abcdef.pdf',
  '"外滩"',
  'null',
  '[]',
  '{"name":""}',
  '{"name":"外滩","latitude":31}',
  '{"name":"外滩","latitude":"31","longitude":"121"}',
  '{"name":"外滩","latitude":91,"longitude":121}',
])('what is no place is none: %s', (content) => {
  expect(placeOf({ type: 4, content })).toBeUndefined()
})
