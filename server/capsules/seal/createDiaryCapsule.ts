import type { Parsed } from '#contract/calls.ts'
import { TYPE } from '#contract/capsule.ts'
import { SEAL_EMPTY } from '#contract/draft.ts'
import { whyNotOpenTime } from '#contract/seal.ts'
import { cleanItems } from '#server/capsules/capsule/content.ts'
import { writingOf } from '#server/capsules/capsule/writing.ts'
import { rewardOf } from '#server/capsules/diary/reward.ts'
import { writeDiary } from '#server/capsules/diary/writeDiary.ts'
import { refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { prepareSealing, writeSealed } from './sealCapsule.ts'
import { sealingOf } from './sealing.ts'

/** An ordinary diary, or with an open time one that is sealed until then. Either costs one diary capsule and may be the day's first. */
export async function createDiaryCapsule(context: UserContext, input: Parsed<'createDiaryCapsule'>) {
  return input.open_time ? sealDiary(context, { ...input, open_time: input.open_time }) : writeDiary(context, input)
}

async function sealDiary(context: UserContext, input: Parsed<'createDiaryCapsule'> & { open_time: string }) {
  return runOnce(context, async () => {
    refuseIf(whyNotOpenTime(input.open_time, context.now()))
    const content = cleanItems(
      input.content,
      writingOf(context, { type: TYPE.diary, form: input.content_type, whenEmpty: SEAL_EMPTY }),
    )
    const sealing = { ...sealingOf(input), type: TYPE.diary, content }
    const prepared = await prepareSealing(context, sealing)
    const bonus = rewardOf(context.caller.userId, prepared.sealedAt)
    const { id, reward } = await writeSealed(context, { ...prepared, sealing: { ...sealing, bonus } })
    return { capsule_id: String(id), revision: 1, reward }
  })
}
