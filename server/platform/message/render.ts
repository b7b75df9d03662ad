import type { Claimed } from './claim.ts'
import { letterOf } from './letter.ts'
import type { Resolved } from './resolver.ts'
import { type LogHead, SPOKEN, textOf } from './texts.ts'
import type { OutgoingMessage } from './transports.ts'

/** A message with everything its provider needs. */
export type Rendered = Resolved & { subject: string; text: string; html: string }

/** Puts it into the words of its channel; `head` of the log is for letters. */
export function render({ channel, template }: Claimed, resolved: Resolved, head?: LogHead): Rendered {
  const { link, whose, stop, address } = resolved
  const letter = letterOf(template, { link, who: whose?.letter }, { stop, head })
  if (channel === 'email') return { ...resolved, ...letter }
  const sentence = textOf(template).sentence({ link, code: resolved.params.code, who: whose?.sms })
  return { ...resolved, ...letter, text: SPOKEN[channel](sentence, address) }
}

export const outgoingOf = ({ id, created_at, template }: Claimed, ready: Rendered): OutgoingMessage => {
  const { address, params, stop, subject, text, html } = ready
  return { id, createdAt: created_at, recipient: address, template, params, stop, subject, text, html }
}
