import { sql } from 'kysely'
import { TYPE } from '#contract/capsule.ts'
import { type ForecastRecord, RESULT } from '#contract/judge.ts'
import { countOf, hitRate, scoreOf, type Tally, withConfidence } from '#contract/scores.ts'
import type { ShownRecord } from '#contract/social.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { openedInTime } from './forecastResolve.ts'

/** The caller's own record, and where to go on judging. */
export async function forecastRecord({ db, caller }: UserContext) {
  const [record, next_id] = await Promise.all([recordOf(db, caller.userId), nextToJudge(db, caller.userId)])
  return { record, next_id }
}

/** The part of the record that its owner lets others see. */
export async function shownRecordOf(db: Db, userId: number): Promise<ShownRecord> {
  const { sealed, opened, judged, hit_rate, score } = await recordOf(db, userId)
  return { sealed, opened, judged, hit_rate, brier: score?.brier ?? null }
}

/** However many there are, the database counts them: at most one row for each result and confidence comes back. */
export async function recordOf(db: Db, userId: number): Promise<ForecastRecord> {
  const [counts, tallies] = await Promise.all([countForecasts(db, userId), tally(db, userId)])
  return {
    ...counts,
    judged: countOf(tallies, RESULT.hit, RESULT.miss, RESULT.partial, RESULT.unknown),
    hits: countOf(tallies, RESULT.hit),
    misses: countOf(tallies, RESULT.miss),
    partials: countOf(tallies, RESULT.partial),
    unknowns: countOf(tallies, RESULT.unknown),
    hit_rate: hitRate(tallies),
    with_confidence: withConfidence(tallies),
    score: scoreOf(tallies),
  }
}

type Counts = Pick<ForecastRecord, 'sealed' | 'opened' | 'early'>

/** The index `capsules_foretold` says the same, and holds all that is asked. */
const FORETOLD = sql`c.type = ${sql.lit(TYPE.forecast)} and c.sealed_at is not null`
const OPENED_EARLY = sql`c.status = ${UNSEALED} and not ${openedInTime}`

async function countForecasts(db: Db, userId: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where not (${OPENED_EARLY})) as sealed,
      count(*) filter (where c.status = ${UNSEALED} and ${openedInTime}) as opened,
      count(*) filter (where ${OPENED_EARLY}) as early
    from capsules c where c.owner_id = ${userId} and ${FORETOLD}`.execute(db)
  return rows[0]!
}

const tally = (db: Db, userId: number): Promise<Tally[]> =>
  db
    .selectFrom('forecast_judgements')
    .select(['result', 'confidence', sql<number>`count(*)`.as('count')])
    .where('user_id', '=', userId)
    .where('counts', '=', sql.lit(true))
    .groupBy(['result', 'confidence'])
    .execute()

/** The newest that counts and is opened, but not judged yet nor hidden; '' when there is none. */
async function nextToJudge(db: Db, userId: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select c.id from capsules c
    where c.owner_id = ${userId} and ${FORETOLD} and c.status = ${UNSEALED} and not c.hidden and ${openedInTime}
      and not exists (select from forecast_judgements j where j.capsule_id = c.id)
    order by c.open_at desc, c.id desc limit 1`.execute(db)
  return rows[0] ? String(rows[0].id) : ''
}
