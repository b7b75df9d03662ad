import type { Parsed } from '#contract/calls.ts'
import type { GivenFields } from '#contract/capsuleFields.ts'
import { DEFAULT_TITLE } from '#contract/seal.ts'
import { parseChina } from '#contract/time.ts'
import type { Sealing } from './sealCapsule.ts'

type SealInput = Omit<Parsed<'createTimeCapsule'>, 'contact' | 'content' | 'is_public'> & GivenFields

/** The fields that the three kinds share when they are sealed; private until its type says otherwise. */
export const sealingOf = (input: SealInput): Omit<Sealing, 'type' | 'content'> => ({
  contentType: input.content_type,
  longTag: input.long_tag?.trim() || DEFAULT_TITLE,
  fields: input,
  openTime: parseChina(input.open_time)!,
  isPublic: 0,
  isLock: input.is_lock,
  answers: input.key_answer ?? {},
  contact: {},
  draftId: input.draft_id ? Number(input.draft_id) : undefined,
  draftRevision: input.revision,
})
