import type { Claimed } from './claim.ts'
import { letterOf } from './letter.ts'
import type { Resolved } from './resolver.ts'
import { SPOKEN, textOf } from './texts.ts'
import type { Parcel } from './ways.ts'

/** A message with everything its provider needs. */
export type Ready = Resolved & { subject: string; text: string; html: string }

/** Puts it into the words of its channel. */
export function makeReady({ channel, template }: Claimed, resolved: Resolved): Ready {
  const { link, whose, stop, address } = resolved
  const letter = letterOf(template, { link, who: whose?.letter }, stop)
  if (channel === 'email') return { ...resolved, ...letter }
  const sentence = textOf(template).sentence({ link, who: whose?.sms })
  return { ...resolved, ...letter, text: SPOKEN[channel](sentence, address) }
}

export const parcelOf = ({ id, created_at, template }: Claimed, ready: Ready): Parcel => {
  const { address, params, stop, subject, text, html } = ready
  return { id, createdAt: created_at, recipient: address, template, params, stop, subject, text, html }
}
