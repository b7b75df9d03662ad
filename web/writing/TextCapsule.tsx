import { FORM, STATUS } from '#contract/capsule.ts'
import { useCall, useUser } from '#web/api.ts'
import { draftFromBox, emptyDraft, htmlOf, type SealDraft, textContent, useOwnDraft } from '#web/seal/draft.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { freshImages } from './imageHtml.ts'
import { useImagePreview } from './useImagePreview.ts'
import { Writer } from './Writer.tsx'

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

  if (failed) return <Unreadable text={failed.message} again={() => void (user.error ? user : saved).refetch()} />
  if (!owner || (id && !found)) return <Waiting />
  if (found && found.status !== STATUS.draft) return <Unreadable text="这颗胶囊已经封存，不能再编辑了" />

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
  <Page title="文字胶囊" back>
    <EditorSkeleton />
  </Page>
)

function Unreadable({ text, again }: { text: string; again?: () => void }) {
  const action = again ? (
    <Button kind="primary" onClick={again}>
      重试
    </Button>
  ) : (
    <Button kind="primary" onClick={() => go('/subPages/me/draftBox', {}, { replace: true })}>
      前往草稿箱
    </Button>
  )
  return (
    <Page title="文字胶囊" back>
      <Empty text={text} action={action} />
    </Page>
  )
}
