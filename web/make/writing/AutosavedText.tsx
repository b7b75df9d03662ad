import { type ReactNode, useState } from 'react'
import { firstLine } from '#contract/content.ts'
import { LONG_TAG_SUMMARY_CHARS } from '#contract/limits.ts'
import { documentOf } from '#web/draft/current/autosave.ts'
import { type SealDraft, sendingKey, withText } from '#web/draft/current/draft.ts'
import { besideTyped, htmlIn, type TypedText, typedIn, typedText } from '#web/draft/current/typedText.ts'
import { useAutosave } from '#web/draft/editor/useAutosave.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { freshImages } from './imageHtml.ts'
import { useImagePreview } from './useImagePreview.ts'
import { sameText, type Written } from './useText.ts'

type Props = {
  title: string
  start: SealDraft
  held: TypedText
  /** A text that was left here is continued without a question. */
  unasked?: boolean
  children: (written: Written) => ReactNode
}

/**
 * A text to write on: as it was left in this browser, if the person wants that, and with new addresses for its pictures,
 * since they run out. `held` is what the server holds.
 */
export function AutosavedText({ title, start, held, unasked, children }: Props) {
  const [begun] = useState({ start, held })
  const typing = useAutosave<TypedText>({
    user: begun.start.owner,
    document: documentOf(begun.start.type, begun.start.draft_id),
    revision: begun.start.revision,
    sentAs: sendingKey(begun.start),
    same: (typed) => sameText(typed, begun.held),
    unasked,
    firstWords: (typed) => firstLine(htmlIn(typed), LONG_TAG_SUMMARY_CHARS),
  })
  const { value, revision, sentAs } = typing.restored ?? { value: typedIn(begun.start), ...begun.start }
  const html = htmlIn(value)
  const preview = useImagePreview(html)

  if (!typing.ready || preview.isLoading)
    return (
      <Page title={title} back>
        <EditorSkeleton />
        {typing.question}
      </Page>
    )
  const fresh = typedText(preview.data ? freshImages(html, preview.data) : html, besideTyped(value))
  return children({
    draft: { ...withText(begun.start, fresh), revision, sentAs },
    held: begun.held,
    typing,
  })
}
