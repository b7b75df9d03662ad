import { type RawBuilder, sql } from 'kysely'
import type { NoticeState } from '#contract/notice.ts'
import {
  ARRIVED_AFTER_MINUTES,
  ASK_AFTER_MINUTES,
  BACK_OFF_MINUTES,
  VISIBLE_AGAIN_MINUTES,
} from '#server/platform/clock/waits.ts'
import type { Claimed } from './claim.ts'

/** So often it is tried, and then given up. */
export const TRIES_MOST = 14

/** The consequences of one outcome. */
export type Next = {
  state: NoticeState
  /** Minutes until the message is taken up again; undefined: never. Outcomes without it end the message. */
  again?: (claimed: Claimed) => number | undefined
  /** The state in place of the other one when it is not taken up again. */
  ends?: NoticeState
  /** Columns that change besides. */
  besides?: RawBuilder<unknown>
  /** Holds whichever process says so, for a message in one of these states; else only the process decides that has the message. */
  from?: readonly NoticeState[]
  /** The address will never take a message: whose message it is decides what follows (resolver.ts). */
  bounces?: true
  /** The log tells that the message did not go out. */
  told?: true
}

/** A message in the hands of one process: what becomes of it, and when it is taken up again. */
const SENDING = {
  nobody: { state: 'dropped' },
  off: { state: 'failed' },
  'went wrong': { state: 'failed' },
  outbox: { state: 'kept' },
  operator: { state: 'operator' },
  sent: {
    state: 'sent',
    again: ({ channel }) => (channel === 'sms' ? ARRIVED_AFTER_MINUTES[0] : undefined),
    besides: sql`sent_at = coalesce(sent_at, now()), tries = 0`,
    from: ['sending', 'waiting', 'unknown'],
  },
  failed: { state: 'waiting', again: backOff, ends: 'failed', told: true },
  // A provider that said nothing is asked soon what became of it, then ever less often.
  unknown: { state: 'unknown', again: askSoon, ends: 'failed', told: true },
  bounced: { state: 'failed', bounces: true, told: true },
  // Its provider did not say whether it has the message: no attempt was made, and nothing is given up.
  doubted: {
    state: 'waiting',
    again: ({ silences }) => BACK_OFF_MINUTES[silences],
    besides: sql`silences = silences + 1`,
  },
  // Its provider does not have it. The question may have taken long: the time of the process that asked begins anew.
  none: { state: 'sending', again: () => VISIBLE_AGAIN_MINUTES },
} satisfies Record<string, Next>

const LATER: Next = { state: 'sent', again: ({ tries }) => ARRIVED_AFTER_MINUTES[tries], from: ['sent'] }

/** A message that its provider took, and is only asked after: whatever else happens, it stays taken. */
const TAKEN = {
  arrived: { state: 'sent', from: ['sent'] },
  'under way': LATER,
  none: LATER,
  lost: { state: 'failed', from: ['sent'], bounces: true },
} satisfies Record<string, Next>

export type Outcome = keyof typeof SENDING | keyof typeof TAKEN

const NEXT: Record<Claimed['state'], Partial<Record<Outcome, Next>>> = { sending: SENDING, sent: TAKEN }

/** The consequences of an outcome for this message; one that was taken and cannot be asked after is left in peace. */
export const nextOf = ({ state }: Claimed, outcome: Outcome): Next => NEXT[state][outcome] ?? { state }

function backOff({ tries }: Claimed): number | undefined {
  if (tries >= TRIES_MOST) return undefined
  return BACK_OFF_MINUTES[Math.min(tries, BACK_OFF_MINUTES.length) - 1]
}

function askSoon(claimed: Claimed): number | undefined {
  const minutes = backOff(claimed)
  return minutes && Math.max(ASK_AFTER_MINUTES, minutes)
}
