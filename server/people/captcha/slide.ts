import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import {
  SLIDE_ALIGN,
  SLIDE_FAILED,
  SLIDE_NEEDED,
  SLIDE_PASS_MINUTES,
  SLIDE_TOO_MANY,
  SLIDE_TRIES,
  type Slide,
  type WhyNoCode,
} from '#contract/captcha.ts'
import { refuse } from '#server/core/fail.ts'
import type { Context, Services } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { consumeForAddress } from '#server/platform/rateLimit.ts'
import type { Sweep } from '#server/platform/sweep.ts'
import { describePuzzle, PIECE, placeOf } from './puzzle.ts'

const VALID_MINUTES = 3
const NONCE_BYTES = 16
/** Pixels of the master image; a finger on a phone moves about as far by itself. */
const TOLERANCE_PX = 7
const PUZZLES_PER_ADDRESS = [{ most: 60, seconds: 600 }]
const TRIES_PER_ADDRESS = [{ most: 120, seconds: 3_600 }]

const YOUNG = sql`slides.created_at > now() - make_interval(mins => ${VALID_MINUTES})`
/** A solved puzzle has lost its nonce: nothing is left to solve. */
const UNSOLVED = sql`octet_length(nonce) > 0`
const SOLVED = Buffer.alloc(0)

/**
 * A new puzzle under this label. Wrong tries stay with a label while its puzzles follow each other, so that reloading
 * gives no new ones; after the fifth the label gets no puzzle until the last one is 3 minutes old.
 */
export async function createSlide(context: Context, pk_id: string): Promise<Slide> {
  const { db, keys } = context
  await consumeForAddress(context, 'slide', PUZZLES_PER_ADDRESS)
  const nonce = randomBytes(NONCE_BYTES)
  const { rows } = await sql`
    insert into slides (pk_id, nonce) values (${pk_id}, ${nonce})
    on conflict (pk_id) do update
      set nonce = excluded.nonce, created_at = now(), wrong = case when ${YOUNG} then slides.wrong else 0 end
      where slides.wrong < ${SLIDE_TRIES} or not ${YOUNG}
    returning pk_id`.execute(db)
  if (rows.length === 0) throw why('over')
  return describePuzzle(seedOf(keys, nonce))
}

/**
 * Counts the try, then judges it; the first right one is a pass for `tel`. Says nothing of where the gap lies, which after
 * 验证失败 is elsewhere: the next guess knows nothing of the one before.
 */
export async function verifySlide(context: Context, { pk_id, tel, x_value }: Parsed<'verifySlideCode'>): Promise<void> {
  const { db, keys } = context
  await consumeForAddress(context, 'slide try', TRIES_PER_ADDRESS)
  const wrong = await inTransaction(db, (db) => judge({ db, keys }, { pk_id, tel, x_value }))
  if (wrong) throw why(wrong)
}

/** Why a try is wrong. Its puzzle is held from the count on, so that each of many at once meets the gap that the one before left. */
async function judge(
  { db, keys }: Judging,
  { pk_id, tel, x_value }: Parsed<'verifySlideCode'>,
): Promise<SlideWhy | undefined> {
  const { rows } = await sql<{ nonce: Buffer; wrong: number }>`
    update slides set wrong = least(wrong + 1, ${SLIDE_TRIES + 1})
    where pk_id = ${pk_id} and ${YOUNG} and ${UNSOLVED} returning nonce, wrong`.execute(db)
  const row = rows[0]
  if (!row) return 'failed'
  if (row.wrong > SLIDE_TRIES) return 'over'
  const { x } = placeOf(seedOf(keys, row.nonce))
  const held = db.updateTable('slides').where('pk_id', '=', pk_id)
  if (fits(x, x_value)) {
    await held.set({ nonce: SOLVED, wrong: 0, passed_at: sql<string>`now()`, passed_tel: tel }).execute()
    return undefined
  }
  const reason = reasonOf(row.wrong, x_value)
  if (reason === 'failed') await held.set({ nonce: nonceAwayFrom(keys, [x, x_value]) }).execute()
  return reason
}

type Judging = { db: Tx; keys: Keys }

const fits = (x: number, x_value: number): boolean => Math.abs(x_value - x) <= TOLERANCE_PX

/** Of another puzzle: its gap lies neither where the last one's did nor where the piece was left. */
function nonceAwayFrom(keys: Keys, places: readonly number[]): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const { x } = placeOf(seedOf(keys, nonce))
  return places.some((place) => fits(x, place)) ? nonceAwayFrom(keys, places) : nonce
}

/** Why a try was wrong. No gap ever lies within the first piece's width, so that word gives nothing away. */
function reasonOf(wrong: number, x_value: number): SlideWhy {
  if (wrong >= SLIDE_TRIES) return 'over'
  return x_value < PIECE ? 'align' : 'failed'
}

type SlideWhy = Exclude<WhyNoCode, 'unsent'>
/** The refusal for people, with its reason for pages. */
const why = (reason: SlideWhy) => refuse(WORDS[reason], { why: reason })
const WORDS: Record<SlideWhy, string> = {
  align: SLIDE_ALIGN,
  failed: SLIDE_FAILED,
  over: SLIDE_TOO_MANY,
  needed: SLIDE_NEEDED,
}

/** Refuses unless the slider was passed for this number a short while ago. */
export async function requireSlidePass(db: Db, tel: string): Promise<void> {
  const pass = await db
    .selectFrom('slides')
    .select('pk_id')
    .where('passed_tel', '=', tel)
    .where('passed_at', '>', sql<string>`now() - make_interval(mins => ${SLIDE_PASS_MINUTES})`)
    .executeTakeFirst()
  if (!pass) throw why('needed')
}

/** The seed from which the puzzle under this label is drawn, while it can be solved. */
export async function findSeed({ db, keys }: Services, pk_id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ nonce: Buffer }>`
    select nonce from slides where pk_id = ${pk_id} and ${YOUNG} and ${UNSOLVED}`.execute(db)
  return rows[0] && seedOf(keys, rows[0].nonce)
}

/** The key lies outside the database, so that its rows say nothing of any gap. */
const seedOf = (keys: Keys, nonce: Buffer): Buffer => keys.hmac('slide', nonce.toString('base64url'))

export const oldSlides: Sweep = { from: 'slides', when: sql`created_at < now() - interval '1 hour'` }
