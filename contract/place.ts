import { type ContentItem, ITEM } from './content.ts'
import { parseInner } from './json.ts'
import { PLACE_ADDRESS_MAX_CHARS, PLACE_NAME_MAX_CHARS } from './limits.ts'
import type { PageQuery } from './pages.ts'
import { visible } from './visible.ts'

/** Somewhere: a name, perhaps an address, and where it is known its coordinates (WGS 84, in degrees). */
export type Place = { name: string; address: string; latitude?: number; longitude?: number }
/** A place as it is typed, or stands in an address of a page. */
export type PlaceFields = { name: string; address: string; latitude: string; longitude: string }

const UNNAMED = '未命名的地点'

const LATITUDE_MAX = 90
const LONGITUDE_MAX = 180
/** About a tenth of a metre: no device knows more. */
const DECIMALS = 6
const DEGREES = /^[+-]?\d{1,3}(\.\d{1,20})?$/

/** The fault of each field of a place. */
export function whyNotPlace({ name, address, latitude, longitude }: PlaceFields): Partial<PlaceFields> {
  const lonely = Boolean(latitude.trim()) !== Boolean(longitude.trim())
  return {
    name: whyNotName(name),
    address: [...address].length > PLACE_ADDRESS_MAX_CHARS ? `地址已超出${PLACE_ADDRESS_MAX_CHARS}字上限` : undefined,
    latitude: lonely && !latitude.trim() ? '请把纬度也填上' : whyNotDegrees(latitude, '纬度', LATITUDE_MAX),
    longitude: lonely && !longitude.trim() ? '请把经度也填上' : whyNotDegrees(longitude, '经度', LONGITUDE_MAX),
  }
}

function whyNotName(name: string): string | undefined {
  if (!visible(name)) return '请填写地点名称'
  return [...name].length > PLACE_NAME_MAX_CHARS ? `名称已超出${PLACE_NAME_MAX_CHARS}字上限` : undefined
}

function whyNotDegrees(text: string, name: string, max: number): string | undefined {
  if (!text.trim() || degreesOf(text, max) !== undefined) return undefined
  return `${name}应是-${max}到${max}之间的数`
}

/** The place in these fields, without invisible characters. Invalid coordinates, or only one of the two, are left out. */
export function placeFrom({ name, address, latitude, longitude }: PlaceFields): Place {
  const [north, east] = [degreesOf(latitude, LATITUDE_MAX), degreesOf(longitude, LONGITUDE_MAX)]
  const words = { name: visible(name), address: visible(address) }
  return north === undefined || east === undefined ? words : { ...words, latitude: north, longitude: east }
}

/** The place in the address of a page; undefined when there is none. */
export function placeInQuery(query: Partial<PlaceFields>): Place | undefined {
  const place = placeFrom(fieldsOf(query))
  const cut = {
    ...place,
    name: [...place.name].slice(0, PLACE_NAME_MAX_CHARS).join(''),
    address: [...place.address].slice(0, PLACE_ADDRESS_MAX_CHARS).join(''),
  }
  return cut.name || cut.address || hasCoordinates(cut) ? cut : undefined
}

export const fieldsOf = (query: Partial<PlaceFields>): PlaceFields => ({
  name: query.name ?? '',
  address: query.address ?? '',
  latitude: query.latitude ?? '',
  longitude: query.longitude ?? '',
})

/** A place as the query of a page's address. */
export const placeQuery = ({ name, address, latitude, longitude }: Place): PageQuery => ({
  name,
  address,
  latitude: latitude?.toString(),
  longitude: longitude?.toString(),
})

type Coordinates = { latitude: number; longitude: number }
export const hasCoordinates = <P extends Partial<Coordinates>>(place: P): place is P & Coordinates =>
  place.latitude !== undefined && place.longitude !== undefined

/** 31.239692, 121.499755: as maps take it. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string => `${latitude}, ${longitude}`

/** The item of a diary's content that says where it was written: of kind 4, "other", which in a text is nothing else. */
export const placeItem = (place: Place): ContentItem => ({
  type: ITEM.other,
  content: JSON.stringify(place),
  comment: '',
})

/** The place that this item holds; undefined for any other item, and for an invalid place. */
export function placeOf({ type, content }: { type: number; content: string }): Place | undefined {
  if (type !== ITEM.other) return undefined
  return placeOfValue(parseInner(content))
}

function placeOfValue(value: unknown): Place | undefined {
  const { name, address = '', latitude, longitude } = (value ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || typeof address !== 'string') return undefined
  // An older name may hold invisible characters: it stays a place.
  const fields = {
    name: visible(name) || (name.trim() && UNNAMED),
    address,
    latitude: degreesText(latitude),
    longitude: degreesText(longitude),
  }
  return Object.values(whyNotPlace(fields)).some(Boolean) ? undefined : placeFrom(fields)
}

/** The place among these items. */
export const placeIn = (items: readonly { type: number; content: string }[] | undefined): Place | undefined =>
  items?.map(placeOf).find((place) => place !== undefined)

export const samePlace = (one: Place | undefined, other: Place | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && placeItem(one).content === placeItem(other).content)

/** A value that is not a number is written as it is, and later found to be no coordinate. */
function degreesText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? String(Number(value.toFixed(DECIMALS))) : JSON.stringify(value)
}

function degreesOf(text: string, max: number): number | undefined {
  const plain = text.normalize('NFKC').trim()
  const value = DEGREES.test(plain) ? Number(Number(plain).toFixed(DECIMALS)) : Number.NaN
  return Math.abs(value) <= max ? value + 0 : undefined
}
