import { RECEIVER_NAME_MAX_CHARS } from '#contract/limits.ts'
import type { SealDraft } from './draft.ts'

/** The query of an editor in which a received capsule is answered by another: which one, and how its sender is called. */
export type BackQuery = { back?: string; name?: string }

/** For whom a new capsule is, by the query of its editor; nothing where it answers none. */
export const sentBackTo = ({ back, name = '' }: BackQuery): Pick<SealDraft, 'to'> =>
  back ? { to: { name: [...name].slice(0, RECEIVER_NAME_MAX_CHARS).join(''), show_title: 0, back_to: back } } : {}
