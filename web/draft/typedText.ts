import { ITEM } from '#contract/content.ts'
import { type Place, placeIn } from '#contract/place.ts'

/** A text as it is kept while it is typed: its HTML alone, unless it has a place. */
export type TypedText = string | { html: string; place: Place }

export const typedText = (html: string, place: Place | undefined): TypedText => (place ? { html, place } : html)

/** The text among these items, with its place. */
export const typedIn = (content: readonly { type: number; content: string }[]): TypedText =>
  typedText(content.find(({ type }) => type === ITEM.text)?.content ?? '', placeIn(content))

export const htmlIn = (typed: TypedText): string => (typeof typed === 'string' ? typed : typed.html)
export const placeTyped = (typed: TypedText): Place | undefined => (typeof typed === 'string' ? undefined : typed.place)
