import type { Parsed } from '#contract/calls.ts'
import { SEAL_EMPTY, TYPE } from '#contract/capsule.ts'
import { DEFAULT_TITLE, whyNotOpenTime } from '#contract/seal.ts'
import { parseChina } from '#contract/time.ts'
import { refuseWithoutTel } from '#server/account/user.ts'
import { cleanItems } from '#server/capsule/content.ts'
import type { UserContext } from '#server/context.ts'
import { refuseIf } from '#server/fail.ts'
import { once } from '#server/once.ts'
import { sealCapsule } from './sealCapsule.ts'

/** Seals a time capsule until its open time; one time capsule is spent with it, in the same statement. */
export async function createTimeCapsule(context: UserContext, input: Parsed<'createTimeCapsule'>) {
  return once(context, async () => {
    refuseIf(whyNotOpenTime(input.open_time, context.now()))
    if (input.is_public === 1) await refuseWithoutTel(context.db, context.caller.userId)
    const id = await sealCapsule(context, {
      type: TYPE.time,
      contentType: input.content_type,
      content: cleanItems(input.content, {
        writerId: context.caller.userId,
        form: input.content_type,
        whenEmpty: SEAL_EMPTY,
      }),
      longTag: input.long_tag?.trim() || DEFAULT_TITLE,
      description: input.description ?? '',
      sendWord: input.send_word ?? '',
      openTime: parseChina(input.open_time)!,
      isPublic: input.is_public,
      isLock: input.is_lock,
      answers: input.key_answer ?? {},
      contact: input.contact ?? {},
      draftId: input.draft_id ? Number(input.draft_id) : undefined,
    })
    return { capsule_id: String(id) }
  })
}
