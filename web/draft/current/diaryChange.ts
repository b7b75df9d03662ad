import type { Input } from '#contract/calls.ts'
import { editorFields } from '#contract/capsuleFields.ts'
import type { ContentItem } from '#contract/content.ts'
import type { SealDraft } from './draft.ts'

/** The diary as the server has it: its id, and the revision that the change goes on from. */
type Stored = { id: string; revision: number | undefined }

/** This text and the fields beside it, as `diaryEdit` takes them. */
export const diaryChange = (
  diary: SealDraft,
  content: ContentItem[],
  { id, revision }: Stored,
): Input<'diaryEdit'> => ({
  capsule_id: id,
  content,
  ...editorFields('diary', diary),
  revision,
})
