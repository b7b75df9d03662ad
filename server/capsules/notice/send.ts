import type { Services } from '#server/platform/context.ts'
import { type Claimed, ROUND_NAMES, type RoundName, waitForMorning } from '#server/platform/message/claim.ts'
import { type Resolver, toPerson } from '#server/platform/message/resolver.ts'
import { sendDue } from '#server/platform/message/sendDue.ts'
import { askContacts } from './askContacts.ts'
import { toOperator } from './canary.ts'
import { planDue } from './plan.ts'
import { planReceived } from './planReceived.ts'
import { aboutReceiver } from './receiverResolver.ts'
import { aboutCapsule } from './resolver.ts'
import { tellReceivers } from './tellReceivers.ts'

/** Who is due, and who is to be asked: written down for those who send. */
export async function planNotices(services: Services, signal?: AbortSignal): Promise<void> {
  await services.clock.look()
  await planDue(services, signal)
  await planReceived(services, signal)
  await askContacts(services, signal)
  await tellReceivers(services, signal)
  await waitForMorning(services)
}

function resolverOf({ template, user_id, contact }: Claimed): Resolver {
  if (template === 'canary') return toOperator
  if (contact === 'receiver') return aboutReceiver
  return user_id === null ? aboutCapsule : toPerson
}

/** Everything that is due in one round. */
export const sendBy = (name: RoundName) => (services: Services, signal?: AbortSignal) =>
  sendDue(services, { name, resolverOf }, signal)

/** All of it once, as the jobs do it by turns. */
export async function sendNotices(services: Services): Promise<void> {
  await planNotices(services)
  await Promise.all(ROUND_NAMES.map((name) => sendBy(name)(services)))
}
