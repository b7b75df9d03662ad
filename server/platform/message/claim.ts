import { type RawBuilder, type Selectable, sql } from 'kysely'
import { VISIBLE_AGAIN_MINUTES } from '#server/platform/clock/waits.ts'
import type { Services } from '#server/platform/context.ts'
import type { Messages } from '#server/platform/db/tables.ts'
import { TEMPLATES, type Template } from './texts.ts'

/** In bounded bites, the rest a few seconds later. */
const AT_MOST = 10_000

/** A message this process has taken: until it is settled, or the time is over, nobody else takes it. */
export type Claimed = Omit<Selectable<Messages>, 'state' | 'template' | 'doubt_from'> & {
  /** `sent`: it was taken by its provider, and is only asked after. */
  state: 'sending' | 'sent'
  template: Template
  /** The outcome of the last try, if there was one: null when the process that made it was lost. */
  last: { id: number; outcome: 'sent' | 'failed' | 'unknown' | null; started_ms: number; named: boolean } | null
  /** It may have gone out since then without a trace here; `anew`: under another name, since it was written down once more. */
  doubt: { since_ms: number; anew: boolean } | null
}

type ClaimServices = Pick<Services, 'db' | 'clock' | 'config'>

/**
 * Messages that are taken together, in the words of their index where they have one (migration 042). SMS whose provider is to be
 * asked something before – what became of the last try, or of one that the database has lost – have a round of their own: a
 * provider that keeps a question waiting keeps no others waiting.
 */
const ROUNDS = {
  sms: sql`channel = 'sms' and state = 'waiting' and doubt_from is null`,
  askedSms: sql`channel = 'sms' and (state <> 'waiting' or doubt_from is not null)`,
  email: sql`channel = 'email'`,
  weibo: sql`channel = 'weibo'`,
} satisfies Record<string, RawBuilder<unknown>>
export type RoundName = keyof typeof ROUNDS
export const ROUND_NAMES = Object.keys(ROUNDS) as RoundName[]

/** Takes messages that are due – of those this version has words for –, each for one process; those that went out but are still to be asked after, too. */
export async function claim({ db, clock, config }: ClaimServices, round: RoundName, most: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with taken as (
      update messages m set tries = m.tries + 1, next_at = now() + make_interval(mins => ${VISIBLE_AGAIN_MINUTES}),
        state = case when m.state = 'sent' then m.state else 'sending' end
      where m.id in (
        select id from messages where next_at <= now() and next_at <= ${clock.dueToSend()} and ${ROUNDS[round]}
          and ${mayGoOut(config)}
          and template in (${sql.join(TEMPLATES.map((name) => sql.lit(name)))})
        order by next_at, id limit ${most} for update skip locked)
      returning m.*)
    select taken.*, (
      select jsonb_build_object('id', a.id, 'outcome', a.outcome, 'named', a.named, 'started_ms', extract(epoch from a.started_at) * 1000)
      from attempts a where a.message_id = taken.id order by a.id desc limit 1) as last,
      case when doubt_from is not null then jsonb_build_object('since_ms', extract(epoch from doubt_from) * 1000,
        'anew', created_at > doubt_from) end as doubt
    from taken order by id`.execute(db)
  return rows
}

/** Nobody is woken by what would go out by SMS in the night (China time); asking after what went out wakes nobody. */
function mayGoOut({ sms, smsHours: { from, to } }: Services['config']) {
  if (typeof sms === 'string') return sql<boolean>`true`
  return sql<boolean>`(channel <> 'sms' or state = 'sent'
    or (extract(hour from now()) >= ${from} and extract(hour from now()) < ${to}))`
}

/** A message that may not go out now waits for the morning, and is not looked at until then. */
export async function waitForMorning({ db, clock, config }: ClaimServices): Promise<void> {
  if (typeof config.sms === 'string') return
  const { from } = config.smsHours
  await sql`
    update messages set next_at = date_trunc('day', now())
      + make_interval(hours => case when extract(hour from now()) < ${from} then ${from} else 24 + ${from} end)
    where id in (select id from messages where next_at <= now() and next_at <= ${clock.dueToSend()} and channel = 'sms' and not ${mayGoOut(config)}
      order by next_at, id limit ${AT_MOST} for update skip locked)`.execute(db)
}
