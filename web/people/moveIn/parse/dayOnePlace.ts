import { PLACE_ADDRESS_MAX_CHARS, PLACE_NAME_MAX_CHARS } from '#contract/limits.ts'
import { coordinatesText, fieldsOf, hasCoordinates, placeFrom, placeItem } from '#contract/place.ts'
import { type Fields, numberIn, textIn } from './loose.ts'

const DECIMALS = 6

/** A location of Day One as a diary's place (contract/place.ts), the JSON of its item; undefined when it says nothing. */
export function dayOnePlace(location: Fields): string | undefined {
  const [placeName, locality, area, country] = ['placeName', 'localityName', 'administrativeArea', 'country'].map(
    (key) => textIn(location[key]).trim(),
  )
  const parts = [...new Set([country, area, locality])].filter(Boolean)
  const name = placeName || locality || area || country || ''
  const place = placeFrom(
    fieldsOf({
      name: cut(name, PLACE_NAME_MAX_CHARS),
      address: cut(parts.join('，'), PLACE_ADDRESS_MAX_CHARS),
      latitude: degrees(location.latitude),
      longitude: degrees(location.longitude),
    }),
  )
  if (!place.name && hasCoordinates(place)) place.name = coordinatesText(place)
  return place.name ? placeItem(place).content : undefined
}

const cut = (text: string, chars: number): string => [...text].slice(0, chars).join('')
const degrees = (value: unknown): string => numberIn(value)?.toFixed(DECIMALS) ?? ''
