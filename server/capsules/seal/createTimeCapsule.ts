import type { Parsed } from '#contract/calls.ts'
import { TYPE } from '#contract/capsule.ts'
import { SEAL_EMPTY } from '#contract/draft.ts'
import { whyNotOpenTime } from '#contract/seal.ts'
import { cleanItems } from '#server/capsules/capsule/content.ts'
import { writingOf } from '#server/capsules/capsule/writing.ts'
import { refuseIf } from '#server/core/fail.ts'
import { refuseUnlessPublic } from '#server/people/account/user.ts'
import type { UserContext } from '#server/platform/context.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { sealCapsule } from './sealCapsule.ts'
import { sealingOf } from './sealing.ts'

/** Seals a time capsule until its open time; one time capsule is spent with it, in the same statement. */
export async function createTimeCapsule(context: UserContext, input: Parsed<'createTimeCapsule'>) {
  return runOnce(context, async () => {
    refuseIf(whyNotOpenTime(input.open_time, context.now()))
    if (input.is_public === 1) await refuseUnlessPublic(context.db, context.caller.userId)
    const id = await sealCapsule(context, {
      ...sealingOf(input),
      type: TYPE.time,
      content: cleanItems(
        input.content,
        writingOf(context, { type: TYPE.time, form: input.content_type, whenEmpty: SEAL_EMPTY }),
      ),
      isPublic: input.is_public,
      contact: input.contact ?? {},
      isTold: input.told === 1,
    })
    return { capsule_id: String(id) }
  })
}
