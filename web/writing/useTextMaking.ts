import { DRAFT_EMPTY, SEAL_EMPTY } from '#contract/draft.ts'
import { useMaking } from '#web/draft/useMaking.ts'
import type { Text } from './useText.ts'

type Asking = Parameters<typeof useMaking>[0]['asking']

/** The life of a text, from the pen to the draft box or the seal pages. */
export const useTextMaking = (text: Text, asking?: Asking) =>
  useMaking({ ...text, whyNot: (wish) => text.whyNot(wish === 'draft' ? DRAFT_EMPTY : SEAL_EMPTY), asking })
