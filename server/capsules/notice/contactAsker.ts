import type { Parsed } from '#contract/calls.ts'
import type { Context } from '#server/platform/context.ts'
import { senderNameOf, shownSender } from '#server/platform/message/senderName.ts'
import { refuseGuessing, unknown } from './guesses.ts'
import { confirmHashes, tokenHash } from './link.ts'

/** Who named the holder of this link, so that they know whom they answer; nothing of the capsule. */
export async function contactAsker(context: Context, { token }: Parsed<'contactAsker'>) {
  refuseGuessing(context)
  const asker = await context.db
    .selectFrom('capsule_contacts as k')
    .innerJoin('capsules as c', 'c.id', 'k.capsule_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['u.nickname', 'u.tel'])
    .where('k.confirm_hash', 'in', confirmHashes(token))
    .executeTakeFirst()
  if (asker) return { who: senderNameOf(asker).letter }
  const sender = await senderTo(context, token)
  if (!sender) throw await unknown(context)
  return { who: shownSender(sender.nickname) }
}

/** Of a receiver's link they learn the name alone. */
const senderTo = ({ db }: Context, token: string) =>
  db
    .selectFrom('receivers as r')
    .innerJoin('capsules as c', 'c.id', 'r.capsule_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select('u.nickname')
    .where('r.stop_hash', '=', tokenHash(token))
    .executeTakeFirst()
