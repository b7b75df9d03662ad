import { whyNotWays } from '#contract/contact.ts'
import { whyNotReceiverName, whyNotWay } from '#contract/receiver.ts'
import type { SealDraft } from '#web/draft/current/draft.ts'

type Told = Pick<SealDraft, 'to' | 'contact'>

/** The fault of each field about whom it is for and who is told, in their order; a capsule for somebody else needs no contact. */
export function whyNotTold({ to, contact }: Told) {
  const ways = { ...contact, weibo: contact.weibo?.trim() }
  const namesContacts = Boolean(ways.tel || ways.email || ways.weibo)
  return {
    receiver: to && whyNotReceiverName(to.name),
    receiver_way: to && whyNotWay(to),
    ...(to && !namesContacts ? undefined : whyNotWays(ways)),
  }
}
