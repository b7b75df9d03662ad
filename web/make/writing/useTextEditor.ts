import { DRAFT_EMPTY, SEAL_EMPTY } from '#contract/draft.ts'
import { useDraftEditor } from '#web/draft/editor/useDraftEditor.ts'
import type { Text } from './useText.ts'

type Asking = Parameters<typeof useDraftEditor>[0]['asking']

/** The life of a text, from the pen to the draft box or the seal pages. */
export const useTextEditor = (text: Text, asking?: Asking) =>
  useDraftEditor({ ...text, whyNot: (wish) => text.whyNot(wish === 'draft' ? DRAFT_EMPTY : SEAL_EMPTY), asking })
