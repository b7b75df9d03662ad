import { useCallback, useRef, useState } from 'react'
import { isBlank, whyNotText } from '#contract/content.ts'
import { clearDraft, htmlOf, type SealDraft } from '#web/draft/draft.ts'
import type { KeptTyping } from '#web/draft/useKept.tsx'
import { imagesAsKeys, whyNotImages } from './imageHtml.ts'

/** What is written on, the HTML of it that the server holds, and where the typing is kept meanwhile. */
export type Written = { draft: SealDraft; held: string; typing: KeptTyping<string> }
export type Text = ReturnType<typeof useText>

/** Whether two texts say the same; the addresses of pictures change while the pictures do not. */
export const sameText = (one: string, other: string): boolean =>
  imagesAsKeys(one) === imagesAsKeys(other) || (isBlank(one) && isBlank(other))

/** A text under the pen. */
export function useText({ draft, held, typing }: Written) {
  const html = useRef(htmlOf(draft.content))
  const notReady = useRef<string>(undefined)
  const over = useRef(false)
  const [closed, setClosed] = useState(false)

  const unsaved = () => !over.current && (Boolean(notReady.current) || !sameText(html.current, held))
  const whyNot = (whenEmpty?: string) =>
    notReady.current ?? whyNotText(html.current, whenEmpty) ?? whyNotImages(html.current)

  const tellReady = useCallback((reason: string | undefined) => {
    notReady.current = reason
  }, [])

  function write(written: string) {
    html.current = written
    typing.note(written)
  }

  /** It is in safe hands, or not wanted any more: nothing is asked, kept or written from here on. */
  function end() {
    over.current = true
    setClosed(true)
    typing.drop()
  }

  /** What lies ready for the seal pages goes too, if it is this text. */
  function forget() {
    clearDraft(draft.key)
    end()
  }

  return {
    draft,
    elsewhere: typing.elsewhere,
    closed,
    now: () => html.current,
    unsaved,
    whyNot,
    tellReady,
    write,
    end,
    forget,
  }
}
