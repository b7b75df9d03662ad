import type { Card, Detail } from '#contract/capsule.ts'
import { AddToCalendar } from '#web/capsule/calendar/AddToCalendar.tsx'
import { TicketLink } from '#web/capsule/ticket/TicketLink.tsx'
import { NoticeLink } from './NoticeLink.tsx'
import { ReceiverLink } from './ReceiverLink.tsx'
import styles from './SealedLinks.module.css'

type Props = { card: Pick<Card, 'id' | 'long_tag' | 'type'> & Pick<Detail, 'to'>; due: boolean }

/**
 * Further actions on a sealed capsule: keep its day in one's own calendar, see who is told of it, take its ticket, hand it over to
 * the person it is for.
 */
export const SealedLinks = ({ card, due }: Props) => (
  <div className={styles.links}>
    {!due && <AddToCalendar capsuleId={card.id} kind="quiet" />}
    <NoticeLink card={card} />
    <TicketLink capsuleId={card.id} />
    {card.to !== undefined && <ReceiverLink id={card.id} to={card.to} />}
  </div>
)
