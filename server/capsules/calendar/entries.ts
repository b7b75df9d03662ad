import { EVENT_TITLE } from '#contract/calendar.ts'
import { href } from '#contract/pages.ts'
import { WAITING_TITLE, waitingPath } from '#contract/receiver.ts'
import { addDays, parseChina, startOfDay } from '#contract/time.ts'
import { tokenHash } from '#server/capsules/notice/link.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { SEALED_LIST } from '#server/platform/db/states.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import type { Entry } from './ics.ts'

const ENTRY_MS = 15 * 60_000
/** Calendars ask for all of it again and again. */
const ENTRIES_MOST = 500
const AT_START = 'PT0S'
const A_DAY_BEFORE = '-P1D'

type EntryRow = { id: number; open_time: string | null; sealed_at: string | null }
type Maker = Pick<Services, 'keys' | 'now'> & {
  /** The site as calendars are to name it. */
  origin: string
}

/** The sealed capsule as a calendar knows it: when it opens and where, nothing else. */
export async function findEntry(db: Db, id: number, maker: Maker): Promise<Entry | undefined> {
  const row = await sealed(db).where('id', '=', id).executeTakeFirst()
  return row && entryOf(row, maker)
}

/** All that this person has sealed, the soonest first. */
export async function entriesOf(db: Db, userId: number, maker: Maker): Promise<Entry[]> {
  const rows = await sealed(db)
    .where('owner_id', '=', userId)
    .orderBy('open_time')
    .orderBy('id')
    .limit(ENTRIES_MOST)
    .execute()
  return rows.map((row) => entryOf(row, maker))
}

/** Never more than an id and two moments, so that nothing else can get into a calendar. */
const sealed = (db: Db) =>
  db.selectFrom('capsules').select(['id', 'open_time', 'sealed_at']).where('status', 'in', SEALED_LIST)

/** One that waits for the person it is for, as the page where it waits says it: until when and where, neither from whom nor its title. */
export async function waitingEntry(db: Db, token: string, maker: Maker): Promise<Entry | undefined> {
  const row = await db
    .selectFrom('receivers as r')
    .innerJoin('capsules as c', 'c.id', 'r.capsule_id')
    .select(['c.id', 'c.open_time', 'c.sealed_at'])
    .where('r.token_hash', '=', tokenHash(token))
    .where('r.received_by', 'is', null)
    .executeTakeFirst()
  const url = maker.origin + waitingPath(token)
  return row && { ...entryOf(row, maker), uid: uidOf(maker.keys, `waiting ${row.id}`), title: WAITING_TITLE, url }
}

function entryOf(row: EntryRow, { keys, now, origin }: Maker): Entry {
  const start = parseChina(moment(row.open_time))!
  const dayBefore = addDays(start, -1)
  return {
    uid: uidOf(keys, row.id),
    stamp: parseChina(moment(row.sealed_at))!,
    start,
    end: endOf(start),
    title: EVENT_TITLE,
    url: `${origin}/${href('capsuleDetail', { id: String(row.id), isOther: '0' })}`,
    alarms: dayBefore > now() ? [AT_START, A_DAY_BEFORE] : [AT_START],
  }
}

/** The id of an entry: the same in every calendar and for good, so that an entry added twice is one; says nothing of its own. */
const uidOf = (keys: Keys, id: number | string): string =>
  `${keys.hmac('calendar', `uid ${id}`).subarray(0, 16).toString('hex')}@time-capsule`

/** A quarter of an hour, but never into the next day: at 23:59:59 it would stand there too. */
const endOf = (start: Date): Date =>
  new Date(Math.min(start.getTime() + ENTRY_MS, addDays(startOfDay(start), 1).getTime()))
