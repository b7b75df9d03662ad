import type { ReactNode } from 'react'
import type { CapsuleForm, CapsuleType, Detail } from '#contract/capsule.ts'
import { FORM, STATUS, TYPE } from '#contract/capsule.ts'
import { type SealDraft, useOwnDraft } from '#web/draft/current/draft.ts'
import { type BackQuery, sentBackTo } from '#web/draft/current/sentBack.ts'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Unreadable } from './Unreadable.tsx'
import { useOpened } from './useOpened.ts'

const OTHER_FORM = {
  [FORM.text]: '这是一份文字草稿，请从草稿箱打开',
  [FORM.graphic]: '这是一份图文草稿，请从草稿箱打开',
}
const OTHER_TYPE: Partial<Record<CapsuleType, string>> = {
  [TYPE.diary]: '这是一份日记草稿，请从草稿箱打开',
  [TYPE.forecast]: '这是一份预测草稿，请从草稿箱打开',
}

/**
 * `found` is the draft in the draft box, `begun` its changed text from when this person left for the seal pages; `to`: for whom a new
 * one is, where it answers a capsule.
 */
export type Edited = {
  id: string
  owner: string
  found: Detail | undefined
  begun: SealDraft | undefined
  to: Pick<SealDraft, 'to'>
}
type Props = {
  title: string
  type?: CapsuleType
  form: CapsuleForm
  /** Shown while the draft loads. */
  skeleton: ReactNode
  children: (edited: Edited) => ReactNode
}

/** Opens an editor with a new capsule of this type and form, or with `id` in the query with a draft of the draft box. */
export function EditedDraft(props: Props) {
  const { id = '', back, name }: BackQuery & { id?: string } = useQueryString()
  return <One key={id} id={id} back={back} name={name} {...props} />
}

function One({
  id,
  back,
  name,
  title,
  type = TYPE.time,
  form,
  skeleton,
  children,
}: Props & BackQuery & { id: string }) {
  const { opened, failed, again, busy } = useOpened(id, type)
  const begun = useOwnDraft(opened?.owner)

  if (failed) return <Unreadable title={title} why={failed} again={again} busy={busy} />
  if (!opened)
    return (
      <Page title={title} back>
        {skeleton}
      </Page>
    )
  const { owner, found } = opened
  if (found && found.status !== STATUS.draft)
    return <Unreadable title={title} why={{ message: '这枚胶囊已经封存，不能再编辑了' }} />
  const other = found && whyOther(found, type, form)
  if (other) return <Unreadable title={title} why={{ message: other }} />
  const isOfThis = begun?.draft_id === id && begun.type === type && begun.content_type === form
  const isBack = !back || begun?.to?.back_to === back
  return children({ id, owner, found, begun: isOfThis && isBack ? begun : undefined, to: sentBackTo({ back, name }) })
}

/** Why this draft belongs to another editor, or undefined. */
function whyOther(found: Detail, type: CapsuleType, form: CapsuleForm): string | undefined {
  if (found.type === type && found.content_type === form) return undefined
  return OTHER_TYPE[found.type] ?? OTHER_FORM[found.content_type]
}
