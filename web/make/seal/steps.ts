import { SEAL_STEPS, type STEP_NAME, whyNotQuestions } from '#contract/seal.ts'
import { type SealDraft, threeRows } from '#web/draft/current/draft.ts'
import { sealDepth } from '#web/draft/editor/leaveSeal.ts'
import { go, history } from '#web/ui/location.ts'
import { whyNotTold } from './whyNotTold.ts'

export type Step = keyof typeof STEP_NAME

const lacks: Record<Step, (draft: SealDraft) => boolean> = {
  sealOne: (draft) => !draft.unsealDate,
  sealTwo: (draft) => whyNotQuestions(threeRows(draft.key_answer)) !== undefined,
  sealThree: (draft) => Object.values(whyNotTold(draft)).some(Boolean),
  sealFour: () => false,
}

export const stepsOf = (draft: Pick<SealDraft, 'type'>): readonly Step[] => SEAL_STEPS[draft.type]

/** The step this page must give way to: an earlier one that is not filled in, or undefined when the page may show. */
export function stepBefore(step: Step, draft: SealDraft): Step | undefined {
  const steps = stepsOf(draft)
  const missing = steps.find((one) => lacks[one](draft)) ?? 'sealFour'
  if (!steps.includes(step)) return missing
  return steps.indexOf(missing) < steps.indexOf(step) ? missing : undefined
}

export function stepAfter(step: Step, draft: Pick<SealDraft, 'type'>): Step {
  const steps = stepsOf(draft)
  return steps[steps.indexOf(step) + 1] ?? 'sealFour'
}

export const onwards = (step: Step, draft: Pick<SealDraft, 'type'>) =>
  go(stepAfter(step, draft), { type: String(draft.type) })

/** Back to a step that was passed: by the history where its page lies there, so that "back" and "forward" stay what they were. */
export function backTo(step: Step, from: Step, draft: Pick<SealDraft, 'type'>) {
  const steps = stepsOf(draft)
  if (sealDepth() !== steps.indexOf(from) + 1) return go(step, { type: String(draft.type) }, { replace: true })
  history.go(steps.indexOf(step) - steps.indexOf(from))
}
