import { DRAFT_EMPTY, DRAFT_SAVED, SEAL_EMPTY, TYPE_KIND } from '#contract/capsule.ts'
import { keepDraft, textContent } from '#web/draft/draft.ts'
import { enterSeal } from '#web/draft/leaveSeal.ts'
import { useSaveDraft } from '#web/draft/useSaveDraft.ts'
import { stepPath } from '#web/seal/steps.ts'
import { go, here, leaveAfterToast } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { useAfford } from '#web/wallet/useAfford.ts'
import type { Text } from './useText.ts'

/** The two ways a text leaves the pen: into the draft box, and to the seal pages. They answer whether it has left. */
export function useDrafting(text: Text) {
  const { draft } = text
  const { save } = useSaveDraft(draft)
  const afford = useAfford(TYPE_KIND[draft.type]!)

  async function keep(): Promise<boolean> {
    const wrong = text.whyNot(DRAFT_EMPTY)
    if (wrong) toast(wrong)
    if (wrong || !(await save(text.now()))) return false
    text.forget()
    toast(DRAFT_SAVED)
    return true
  }

  async function keepAndGo(): Promise<boolean> {
    const page = here()
    const kept = await keep()
    if (kept) leaveAfterToast(page, () => go('/subPages/me/draftBox', {}, { replace: true }))
    return kept
  }

  async function seal(): Promise<boolean> {
    const wrong = text.whyNot(SEAL_EMPTY)
    if (wrong) toast(wrong)
    if (wrong || !(await afford())) return false
    keepDraft({ ...draft, content: textContent(text.now()) })
    text.end()
    enterSeal()
    go(stepPath('sealOne'), { type: String(draft.type) })
    return true
  }

  return { keep, keepAndGo, seal }
}
