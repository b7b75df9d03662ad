import { type ReactNode, useState } from 'react'
import { firstLine } from '#contract/content.ts'
import { LONG_TAG_SUMMARY_CHARS } from '#contract/limits.ts'
import { documentOf } from '#web/draft/autosave.ts'
import { htmlOf, type SealDraft, sendingKey, textContent } from '#web/draft/draft.ts'
import { useAutosave } from '#web/draft/useAutosave.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { freshImages } from './imageHtml.ts'
import { useImagePreview } from './useImagePreview.ts'
import { sameText, type Written } from './useText.ts'

type Props = { title: string; start: SealDraft; held: string; children: (written: Written) => ReactNode }

/**
 * A text to write on: as it was left in this browser, if the person wants that, and with new addresses for its pictures,
 * since they run out. `held` is the HTML that the server holds.
 */
export function AutosavedText({ title, start, held, children }: Props) {
  const [begun] = useState({ start, held })
  const typing = useAutosave<string>({
    user: begun.start.owner,
    document: documentOf(begun.start.type, begun.start.draft_id),
    revision: begun.start.revision,
    sentAs: sendingKey(begun.start),
    same: (html) => sameText(html, begun.held),
    firstWords: (html) => firstLine(html, LONG_TAG_SUMMARY_CHARS),
  })
  const { value: html, revision, sentAs } = typing.restored ?? { value: htmlOf(begun.start.content), ...begun.start }
  const preview = useImagePreview(html)

  if (!typing.ready || preview.isLoading)
    return (
      <Page title={title} back>
        <EditorSkeleton />
        {typing.question}
      </Page>
    )
  const content = textContent(preview.data ? freshImages(html, preview.data) : html)
  return children({
    draft: { ...begun.start, content, revision, sentAs },
    held: begun.held,
    typing,
  })
}
