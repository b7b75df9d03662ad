/** Values of a JSON that nobody vouches for. */
export type Fields = Record<string, unknown>

export const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The objects of a list; anything else in it, or instead of it, is passed over. */
export const listIn = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
