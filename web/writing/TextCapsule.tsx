import { FORM } from '#contract/capsule.ts'
import { draftFromBox, emptyDraft, htmlOf, type SealDraft, textContent } from '#web/seal/draft.ts'
import { Page } from '#web/ui/Page.tsx'
import { EditedDraft } from './EditedDraft.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { freshImages } from './imageHtml.ts'
import { useImagePreview } from './useImagePreview.ts'
import { Writer } from './Writer.tsx'

const TITLE = '文字胶囊'

/** The text capsule: a new one, or with `id` a draft of the draft box. */
export const TextCapsule = () => (
  <EditedDraft title={TITLE} form={FORM.text} shape={<EditorSkeleton />}>
    {({ id, owner, found, begun }) => {
      const box = found ? draftFromBox(owner, found) : emptyDraft(owner)
      return <FreshWriter key={id} start={begun ?? box} kept={htmlOf(box.content)} />
    }}
  </EditedDraft>
)

/** The addresses of a text's pictures run out; it is shown with new ones. */
function FreshWriter({ start, kept }: { start: SealDraft; kept: string }) {
  const html = htmlOf(start.content)
  const preview = useImagePreview(html)
  if (preview.isLoading)
    return (
      <Page title={TITLE} back>
        <EditorSkeleton />
      </Page>
    )
  const fresh = preview.data ? { ...start, content: textContent(freshImages(html, preview.data)) } : start
  return <Writer start={fresh} kept={kept} />
}
