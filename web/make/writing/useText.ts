import { useCallback, useRef, useState } from 'react'
import { TYPE_KIND } from '#contract/capsule.ts'
import { editorFields } from '#contract/capsuleFields.ts'
import { isBlank, whyNotText } from '#contract/content.ts'
import { htmlOf, type SealDraft, textContent } from '#web/draft/current/draft.ts'
import {
  type Beside,
  besideIn,
  besideTyped,
  htmlIn,
  sameBeside,
  type TypedText,
  typedText,
} from '#web/draft/current/typedText.ts'
import type { Autosave } from '#web/draft/editor/useAutosave.tsx'
import { imagesAsKeys, whyNotImages } from './imageHtml.ts'

/** The text being written, the server's version of it, and where the typing is kept meanwhile. */
export type Written = { draft: SealDraft; held: TypedText; typing: Autosave<TypedText> }
export type Text = ReturnType<typeof useText>

/** Whether two texts say the same, with the same beside them; the addresses of pictures change while the pictures do not. */
export const sameText = (one: TypedText, other: TypedText): boolean =>
  sameHtml(htmlIn(one), htmlIn(other)) && sameBeside(besideTyped(one), besideTyped(other))

const sameHtml = (one: string, other: string): boolean =>
  imagesAsKeys(one) === imagesAsKeys(other) || (isBlank(one) && isBlank(other))

/** The state of a text being written. */
export function useText({ draft, held, typing }: Written) {
  const html = useRef(htmlOf(draft.content))
  const notReady = useRef<string>(undefined)
  const [beside, setBeside] = useState(() => besideIn(draft))
  // A ref, so that a sending takes the place that is chosen by then.
  const besideNow = useRef(beside)

  const typed = () => typedText(html.current, besideNow.current)
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

  function put(patch: Beside) {
    besideNow.current = { ...besideNow.current, ...patch }
    setBeside(besideNow.current)
    typing.note(typed())
  }

  return {
    draft: { ...draft, ...editorFields(TYPE_KIND[draft.type], beside) },
    elsewhere: typing.elsewhere,
    keeping: typing.keeping,
    now: () => html.current,
    content: () => textContent(html.current, besideNow.current.place),
    beside,
    put,
    unsaved,
    whyNot,
    /** Why it cannot be left alone for a moment: pictures that are on their way would be lost. */
    whyNotLeave: () => notReady.current,
    noteReady,
    write,
    onLeave: typing.drop,
  }
}
