// Joiners and variation selectors stay: pictures are composed with them. Alone they show nothing.
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/g
const HIDDEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A name without what nobody can see, directions and halves of characters among it; '' when nothing is left of it. */
export function visible(name: string): string {
  const seen = name.replace(HIDDEN, '').trim()
  return withoutJoiners(seen).trim() === '' ? '' : seen
}

export const withoutJoiners = (name: string): string => name.replace(JOINERS, '')
