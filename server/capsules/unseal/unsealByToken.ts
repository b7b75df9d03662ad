import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { CLOCK_HELD, TOO_EARLY } from '#contract/unseal.ts'
import { refuse } from '#server/core/fail.ts'
import type { Context } from '#server/platform/context.ts'
import { checkAnswers, triesOfLink } from './answers.ts'
import { findLink, isHeld, type Linked, readLink } from './link.ts'
import { signHolder } from './linkJwt.ts'
import { openByReceiversLink } from './openReceived.ts'
import { makeOpenStatement } from './openStatement.ts'

/**
 * Lets the holder of a link in, opening the capsule if nobody has – for its receiver, if they have not –: from its open time on – an early unsealing that was
 * approved is the owner's alone – and with every answer, each time.
 */
export async function unsealByToken(context: Context, { unseal_token, key_answer = {} }: Parsed<'unsealByToken'>) {
  const link = await findLink(context, unseal_token)
  const holder = { capsuleId: link.id, channel: link.channel, generation: link.generation }
  refuseUnlessComing(link)
  await checkAnswers({ ...context, bucket: triesOfLink(holder) }, link, key_answer)
  if (!isOpen(link) && !(await open(context, link))) await refuseUnlessOpen(context, link)
  return { jwt: await signHolder(context, holder), capsule_id: String(link.id) }
}

const isOpen = ({ status }: Linked): boolean => status === STATUS.unsealed

function refuseUnlessComing(link: Linked): void {
  if (!link.come) throw refuse(TOO_EARLY)
  if (isHeld(link)) throw refuse(CLOCK_HELD)
}

/** The link may have been replaced while its answers were looked at. */
const openByHash = makeOpenStatement(
  ({ hash }: { hash: Buffer }, due) => sql`c.open_time <= ${due} and exists (select from capsule_contacts t
    where t.capsule_id = c.id and t.token_hash = ${hash}::bytea and t.valid_until > now())`,
)
const open = (context: Context, { id, channel, hash }: Linked): Promise<boolean> =>
  channel === 'receiver' ? openByReceiversLink(context, { id, hash }) : openByHash(context, { id, hash, by: channel })

/** Somebody else opened it a moment ago, or it cannot be opened any more. */
async function refuseUnlessOpen(context: Context, { hash }: Linked): Promise<void> {
  if (!isOpen(await readLink(context, hash))) throw refuse(CLOCK_HELD)
}
