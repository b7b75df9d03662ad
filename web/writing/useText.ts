import { useCallback, useRef, useState } from 'react'
import { isBlank, whyNotText } from '#contract/content.ts'
import { type Place, placeIn, samePlace } from '#contract/place.ts'
import { htmlOf, type SealDraft, textContent } from '#web/draft/draft.ts'
import { htmlIn, placeTyped, type TypedText, typedText } from '#web/draft/typedText.ts'
import type { Autosave } from '#web/draft/useAutosave.tsx'
import { imagesAsKeys, whyNotImages } from './imageHtml.ts'

/** What is written on, what the server holds of it, and where the typing is kept meanwhile. */
export type Written = { draft: SealDraft; held: TypedText; typing: Autosave<TypedText> }
export type Text = ReturnType<typeof useText>

/** Whether two texts say the same, of the same place; the addresses of pictures change while the pictures do not. */
export const sameText = (one: TypedText, other: TypedText): boolean =>
  sameHtml(htmlIn(one), htmlIn(other)) && samePlace(placeTyped(one), placeTyped(other))

const sameHtml = (one: string, other: string): boolean =>
  imagesAsKeys(one) === imagesAsKeys(other) || (isBlank(one) && isBlank(other))

/** A text under the pen. */
export function useText({ draft, held, typing }: Written) {
  const html = useRef(htmlOf(draft.content))
  const notReady = useRef<string>(undefined)
  const [place, setPlace] = useState(() => placeIn(draft.content))
  // What is sent while the page is at work is what stands there by then.
  const placeNow = useRef(place)

  const typed = () => typedText(html.current, placeNow.current)
  const unsaved = () => Boolean(notReady.current) || !sameText(typed(), held)
  const whyNot = (whenEmpty?: string) =>
    notReady.current ?? whyNotText(html.current, whenEmpty) ?? whyNotImages(html.current)

  const noteReady = useCallback((reason: string | undefined) => {
    notReady.current = reason
  }, [])

  function write(written: string) {
    html.current = written
    typing.note(typed())
  }

  function putAt(next: Place | undefined) {
    placeNow.current = next
    setPlace(next)
    typing.note(typed())
  }

  return {
    draft,
    elsewhere: typing.elsewhere,
    keeping: typing.keeping,
    now: () => html.current,
    content: () => textContent(html.current, placeNow.current),
    /** Of a diary, where it was written. */
    place,
    putAt,
    unsaved,
    whyNot,
    /** Why it cannot be left alone for a moment: pictures that are on their way would be lost. */
    whyNotLeave: () => notReady.current,
    noteReady,
    write,
    handedOver: typing.drop,
  }
}
