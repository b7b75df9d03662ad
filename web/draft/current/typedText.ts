import { TYPE_KIND } from '#contract/capsule.ts'
import { type EditorFields, editorFields, sameInEditor } from '#contract/capsuleFields.ts'
import { ITEM } from '#contract/content.ts'
import { type Place, placeIn, samePlace } from '#contract/place.ts'
import type { SealDraft } from './draft.ts'

/** The parts of a capsule that are filled in with its text: the place of a diary, and fields. */
export type Beside = EditorFields & { place?: Place }
/** A text as it is stored during typing: its HTML alone, unless something was filled in with it. */
export type TypedText = string | (Beside & { html: string })
/** The parts of a prediction that are typed or picked on its page. */
export type TypedForecast = Pick<SealDraft, 'content' | 'unsealDate'> & EditorFields

export const typedText = (html: string, beside: Beside): TypedText =>
  sameBeside(beside, {}) ? html : { ...beside, html }

/** The text of this capsule, with all that was filled in with it. */
export const typedIn = (made: SealDraft): TypedText =>
  typedText(made.content.find(({ type }) => type === ITEM.text)?.content ?? '', besideIn(made))

export const besideIn = (made: SealDraft): Beside => ({
  ...editorFields(TYPE_KIND[made.type], made),
  place: placeIn(made.content),
})

export const typedForecast = (made: SealDraft): TypedForecast => ({
  content: made.content,
  unsealDate: made.unsealDate,
  ...editorFields(TYPE_KIND[made.type], made),
})

export const htmlIn = (typed: TypedText): string => (typeof typed === 'string' ? typed : typed.html)
export const besideTyped = (typed: TypedText): Beside => (typeof typed === 'string' ? {} : typed)

export const sameBeside = (one: Beside, other: Beside): boolean =>
  samePlace(one.place, other.place) && sameInEditor(one, other)
