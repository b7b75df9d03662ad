import {
  Ban,
  BellOff,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  Clock,
  Hourglass,
  Inbox,
  type LucideIcon,
  Send,
  UserRound,
} from 'lucide-react'
import { CONTACT_STATE, type ContactState, NOTICE_STATE, type NoticeState } from '#contract/notice.ts'

/** `now` is at work, `bad` asks the owner for something. */
export type Tone = 'quiet' | 'now' | 'good' | 'bad'
export type Badge = { word: string; tone: Tone; Icon: LucideIcon }

export const CONTACT_BADGE: Record<ContactState, Badge> = {
  none: { word: CONTACT_STATE.none, tone: 'quiet', Icon: Clock },
  asked: { word: CONTACT_STATE.asked, tone: 'now', Icon: Hourglass },
  confirmed: { word: CONTACT_STATE.confirmed, tone: 'good', Icon: CircleCheck },
  refused: { word: CONTACT_STATE.refused, tone: 'bad', Icon: CircleAlert },
  stopped: { word: CONTACT_STATE.stopped, tone: 'bad', Icon: BellOff },
  unasked: { word: CONTACT_STATE.unasked, tone: 'quiet', Icon: Send },
}

export const NOTICE_BADGE: Record<NoticeState, Badge> = {
  waiting: { word: NOTICE_STATE.waiting, tone: 'quiet', Icon: Clock },
  sending: { word: NOTICE_STATE.sending, tone: 'now', Icon: Send },
  sent: { word: NOTICE_STATE.sent, tone: 'good', Icon: CircleCheck },
  kept: { word: NOTICE_STATE.kept, tone: 'quiet', Icon: Inbox },
  failed: { word: NOTICE_STATE.failed, tone: 'bad', Icon: Ban },
  unknown: { word: NOTICE_STATE.unknown, tone: 'now', Icon: CircleHelp },
  operator: { word: NOTICE_STATE.operator, tone: 'now', Icon: UserRound },
  dropped: { word: NOTICE_STATE.dropped, tone: 'quiet', Icon: CircleMinus },
}
