import type { KeyboardEvent } from 'react'

/** The `keyCode` of a key that belongs to the input method. */
const COMPOSING = 229

/** The Enter that ends a word being composed chooses that word and does not search; Safari tells it by the old code alone. */
export function keepComposing(event: KeyboardEvent) {
  const { isComposing, keyCode } = event.nativeEvent
  if (event.key === 'Enter' && (isComposing || keyCode === COMPOSING)) event.preventDefault()
}
