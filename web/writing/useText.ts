import { useCallback, useRef } from 'react'
import { isBlank, whyNotText } from '#contract/content.ts'
import { htmlOf, type SealDraft, textContent } from '#web/draft/draft.ts'
import type { Autosave } from '#web/draft/useAutosave.tsx'
import { imagesAsKeys, whyNotImages } from './imageHtml.ts'

/** What is written on, the HTML of it that the server holds, and where the typing is kept meanwhile. */
export type Written = { draft: SealDraft; held: string; typing: Autosave<string> }
export type Text = ReturnType<typeof useText>

/** Whether two texts say the same; the addresses of pictures change while the pictures do not. */
export const sameText = (one: string, other: string): boolean =>
  imagesAsKeys(one) === imagesAsKeys(other) || (isBlank(one) && isBlank(other))

/** A text under the pen. */
export function useText({ draft, held, typing }: Written) {
  const html = useRef(htmlOf(draft.content))
  const notReady = useRef<string>(undefined)

  const unsaved = () => Boolean(notReady.current) || !sameText(html.current, held)
  const whyNot = (whenEmpty?: string) =>
    notReady.current ?? whyNotText(html.current, whenEmpty) ?? whyNotImages(html.current)

  const noteReady = useCallback((reason: string | undefined) => {
    notReady.current = reason
  }, [])

  function write(written: string) {
    html.current = written
    typing.note(written)
  }

  return {
    draft,
    elsewhere: typing.elsewhere,
    now: () => html.current,
    content: () => textContent(html.current),
    unsaved,
    whyNot,
    noteReady,
    write,
    handedOver: typing.drop,
  }
}
