import { sql } from 'kysely'
import type { Services } from '#server/context.ts'
import type { Messages } from '#server/db/tables.ts'
import type { NoticeTemplate, Recipient } from './queue.ts'

/** After so long whoever took a notice counts as lost; no provider is waited for half of it. */
const VISIBLE_AGAIN_MINUTES = 3

/** A notice this process has taken: until it is settled, or the time is over, nobody else takes it. */
export type Claimed = {
  id: number
  channel: Messages['channel']
  template: NoticeTemplate
  created_at: string
  capsule_id: number
  contact: Recipient
  occasion: string
  tries: number
  /** What became of the last try, if there was one: null when whoever made it was lost. */
  last: { id: number; outcome: 'sent' | 'failed' | 'unknown' | null; started_ms: number } | null
}

type Needed = Pick<Services, 'db' | 'clock' | 'config'>

/** Takes notices that are due, each for one process; those that went out but are still to be asked after, too. */
export async function claim({ db, clock }: Needed, most: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with taken as (
      update messages m set tries = m.tries + 1, next_at = now() + make_interval(mins => ${VISIBLE_AGAIN_MINUTES}),
        state = case when m.state = 'sent' then m.state else 'sending' end
      where m.id in (
        select id from messages where next_at <= now() and ${clock.sends()}
        order by next_at, id limit ${most} for update skip locked)
      returning m.id, m.channel, m.template, m.created_at, m.capsule_id, m.contact, m.occasion, m.tries)
    select taken.*, (
      select jsonb_build_object('id', a.id, 'outcome', a.outcome, 'started_ms', extract(epoch from a.started_at) * 1000)
      from attempts a where a.message_id = taken.id order by a.id desc limit 1) as last
    from taken order by id`.execute(db)
  return rows
}

/** Nobody is woken: what would go out by SMS in the night waits for the morning (China time). */
export async function waitForMorning({ db, config }: Needed): Promise<void> {
  if (typeof config.sms === 'string') return
  const { from, to } = config.smsHours
  await sql`
    update messages set next_at = date_trunc('day', now())
      + make_interval(hours => case when extract(hour from now()) < ${from} then ${from} else 24 + ${from} end)
    where id in (select id from messages where next_at <= now() and channel = 'sms' and state in ('waiting', 'sending')
        for update skip locked)
      and not (extract(hour from now()) >= ${from} and extract(hour from now()) < ${to})`.execute(db)
}
