import type { ReactNode } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { FORM, STATUS } from '#contract/capsule.ts'
import { useCall, useUser } from '#web/api.ts'
import { type SealDraft, useOwnDraft } from '#web/seal/draft.ts'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Unreadable } from './Unreadable.tsx'

const OTHER_FORM = {
  [FORM.text]: '这是一份图文草稿，请从草稿箱打开',
  [FORM.graphic]: '这是一份文字草稿，请从草稿箱打开',
}

/** `found` is what the draft box holds, `begun` what was being made of it when this person left for the seal pages. */
export type Edited = { id: string; owner: string; found: Detail | undefined; begun: SealDraft | undefined }
type Props = {
  title: string
  form: SealDraft['content_type']
  /** Its shape while it comes. */
  shape: ReactNode
  children: (edited: Edited) => ReactNode
}

/** What an editor begins with: a new capsule of this form, or with `id` in the query a draft of the draft box. */
export function EditedDraft({ title, form, shape, children }: Props) {
  const { id = '' } = useQueryString()
  const user = useUser()
  const saved = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '', refetchOnMount: 'always' })
  const owner = user.data?.user.id
  const begun = useOwnDraft(owner)
  // What the cache still holds may be older than the last saving.
  const found = saved.isFetchedAfterMount ? saved.data?.capsule : undefined
  const failed = user.error ?? saved.error

  if (failed)
    return <Unreadable title={title} text={failed.message} again={() => void (user.error ? user : saved).refetch()} />
  if (!owner || (id && !found))
    return (
      <Page title={title} back>
        {shape}
      </Page>
    )
  if (found && found.status !== STATUS.draft) return <Unreadable title={title} text="这颗胶囊已经封存，不能再编辑了" />
  if (found && found.content_type !== form) return <Unreadable title={title} text={OTHER_FORM[form]} />
  return children({ id, owner, found, begun: begunOf(begun, id, form) })
}

const begunOf = (begun: SealDraft | undefined, id: string, form: number): SealDraft | undefined =>
  begun?.draft_id === id && begun.content_type === form ? begun : undefined
