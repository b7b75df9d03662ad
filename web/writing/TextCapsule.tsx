import { FORM, STATUS } from '#contract/capsule.ts'
import { useCall, useUser } from '#web/api.ts'
import { draftFromBox, emptyDraft, htmlOf, type SealDraft, textContent, useOwnDraft } from '#web/seal/draft.ts'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { freshImages } from './imageHtml.ts'
import { Unreadable } from './Unreadable.tsx'
import { useImagePreview } from './useImagePreview.ts'
import { Writer } from './Writer.tsx'

const TITLE = '文字胶囊'

/** The text capsule: a new one, or with `id` a draft of the draft box. */
export function TextCapsule() {
  const { id = '' } = useQueryString()
  const user = useUser()
  const saved = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '', refetchOnMount: 'always' })
  const owner = user.data?.user.id
  const begun = useOwnDraft(owner)
  // What the cache still holds may be older than the last saving.
  const found = saved.isFetchedAfterMount ? saved.data?.capsule : undefined
  const failed = user.error ?? saved.error

  if (failed)
    return <Unreadable title={TITLE} text={failed.message} again={() => void (user.error ? user : saved).refetch()} />
  if (!owner || (id && !found)) return <Waiting />
  if (found && found.status !== STATUS.draft) return <Unreadable title={TITLE} text="这颗胶囊已经封存，不能再编辑了" />
  if (found && found.content_type !== FORM.text)
    return <Unreadable title={TITLE} text="这是一份图文草稿，请从草稿箱打开" />

  const box = found ? draftFromBox(owner, found) : emptyDraft(owner)
  const start = begun?.draft_id === id && begun.content_type === FORM.text ? begun : box
  return <FreshWriter key={id} start={start} kept={htmlOf(box.content)} />
}

/** The addresses of a text's pictures run out; it is shown with new ones. */
function FreshWriter({ start, kept }: { start: SealDraft; kept: string }) {
  const html = htmlOf(start.content)
  const preview = useImagePreview(html)
  if (preview.isLoading) return <Waiting />
  const fresh = preview.data ? { ...start, content: textContent(freshImages(html, preview.data)) } : start
  return <Writer start={fresh} kept={kept} />
}

const Waiting = () => (
  <Page title={TITLE} back>
    <EditorSkeleton />
  </Page>
)
