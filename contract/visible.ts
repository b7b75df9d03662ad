// Joiners and variation selectors stay: pictures are composed with them. Alone they show nothing.
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0100}-\u{e01ef}]/gu
// England's flag and its like are spelled in unseen signs; one stands behind an ideograph to tell its form.
const FLAG = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}`
const FORM = String.raw`\p{Ideographic}[\u{e0100}-\u{e01ef}]`
const UNSEEN = String.raw`(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`
const KEPT_OR_UNSEEN = new RegExp(`(${FLAG}|${FORM})|${UNSEEN}`, 'gu')
/** The characters of most names, all of them visible. This test takes a tenth of the time: lists have many names. */
const PLAIN = /^[ -~\u3001-\u3029\u4e00-\u9fff\uff01-\uff5e]*$/

/** A name without what nobody can see, controls of direction and halves of characters among it; '' when nothing is left of it. */
export function visible(name: string): string {
  if (PLAIN.test(name)) return name.trim()
  const seen = name.replace(KEPT_OR_UNSEEN, '$1').trim()
  return withoutJoiners(seen).trim() === '' ? '' : seen
}

export const withoutJoiners = (name: string): string => name.replace(JOINERS, '')

/** Whether all of a name that a person gives is seen; blanks at both ends do not count. */
export const isVisible = (name: string): boolean => visible(name) === name.trim()
