import type { SyntheticEvent } from 'react'

const hold = (event: SyntheticEvent) => event.preventDefault()

/** A tap on a tool must not take the focus from the text: half-typed Chinese would lose letters. */
export const keepsTyping = { onMouseDown: hold, onPointerDown: hold }
