import type { Parsed } from '#contract/calls.ts'
import { TYPE } from '#contract/capsule.ts'
import { SEAL_EMPTY } from '#contract/draft.ts'
import { NAME_UNFIT, NOT_PUBLIC_TO, TITLE_UNFIT, type To } from '#contract/receiver.ts'
import { whyNotOpenTime } from '#contract/seal.ts'
import { cleanItems } from '#server/capsules/capsule/content.ts'
import { writingOf } from '#server/capsules/capsule/writing.ts'
import { besideReceiver } from '#server/capsules/notice/receiverAddress.ts'
import { handedOver } from '#server/capsules/receiver/capsuleReceiver.ts'
import { refuseOwnNumber, refuseTooManyCards } from '#server/capsules/receiver/ownAddress.ts'
import { backOf } from '#server/capsules/receiver/sentBack.ts'
import { refuseAt, refuseIf } from '#server/core/fail.ts'
import { refuseUnlessPublic } from '#server/people/account/user.ts'
import type { UserContext } from '#server/platform/context.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { findWords } from '#server/platform/moderation/words.ts'
import { sealCapsule } from './sealCapsule.ts'
import { sealingOf } from './sealing.ts'

/** Seals a time capsule until its open time; one time capsule is spent with it, in the same statement. */
export async function createTimeCapsule(context: UserContext, input: Parsed<'createTimeCapsule'>) {
  const sealed = await runOnce(context, async () => {
    if (input.to) await refuseUnfit(context, input, input.to)
    const back = await backOf(context, input.to)
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
      contact: besideReceiver(context.keys, input.contact ?? {}, input.to),
      to: input.to,
      back,
      isTold: input.told === 1,
    })
    return { capsule_id: String(id) }
  })
  // Derived at every answer: what is remembered of a sealing holds no address that opens anything.
  return input.to && !input.to.back_to ? { ...sealed, ...(await handedOver(context, sealed.capsule_id)) } : sealed
}

/** Words on a card pass the word list; a capsule for one person is for nobody else. */
async function refuseUnfit(
  context: UserContext,
  { is_public, long_tag = '' }: Parsed<'createTimeCapsule'>,
  to: To,
): Promise<void> {
  const { name, show_title } = to
  if (is_public === 1) throw refuseAt('is_public', NOT_PUBLIC_TO)
  const words = await context.words()
  if (findWords(name, words).length > 0) throw refuseAt('to.name', NAME_UNFIT)
  if (show_title === 1 && findWords(long_tag, words).length > 0) throw refuseAt('long_tag', TITLE_UNFIT)
  await refuseOwnNumber(context, to.tel, 'to.tel')
  await refuseTooManyCards(context, to, 'to.tell_now')
}
