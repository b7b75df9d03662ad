import { type CapsuleForm, type CapsuleType, FORM, TYPE } from '#contract/capsule.ts'
import type { PageName } from '#contract/pages.ts'
import { go } from '#web/ui/location.ts'

type Begun = { draft_id: string; type: CapsuleType; content_type: CapsuleForm }

const EDITOR: Partial<Record<CapsuleType, PageName>> = {
  [TYPE.diary]: 'writeDiary',
  [TYPE.forecast]: 'forecastCapsule',
}

/** Leads to the editor of this draft; `draft_id` is empty where the draft box does not have it. */
export function goEdit({ draft_id: id, type, content_type }: Begun): void {
  const editor = EDITOR[type]
  if (editor) go(editor, { id })
  else if (content_type === FORM.graphic) go('graphicCapsule', { id })
  else go('textCapsule', { type: String(type), id })
}
