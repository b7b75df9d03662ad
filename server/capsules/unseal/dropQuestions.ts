import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { QUESTIONS_DROP_HOURS } from '#contract/limits.ts'
import { CLOCK_HELD } from '#contract/unseal.ts'
import { isTimeHeld } from '#server/capsules/capsule/mayOpen.ts'
import { queueNotices, type Recipient } from '#server/capsules/notice/queue.ts'
import { dropWaiting } from '#server/capsules/notice/removeContact.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { holdWithQuestions, refuseWithoutQuestions, takeOwnCode } from './ownQuestions.ts'
import { mineOf } from './sealed.ts'

/**
 * With a code to their number the owner asks to drop the questions: after three days nobody is asked any more, and at once
 * everybody who is told of the capsule hears of it, and links that only the questions guarded end. Asking again changes
 * nothing. Three days by a clock that is not trusted may be none: while it is held nobody asks.
 */
export async function dropQuestions(context: UserContext, { capsule_id, captcha }: Parsed<'dropQuestions'>) {
  const mine = mineOf(context, capsule_id)
  await refuseWithoutQuestions(context.db, mine)
  await refuseWhileHeld(context)
  await takeOwnCode(context, captcha)
  return inTransaction(context.db, async (db) => {
    await holdWithQuestions(db, mine)
    const asked = await askToDrop(db, mine.id)
    if (asked) {
      await endPublicLink(db, mine.id)
      await tellEverybody(db, mine.id, asked.asked_at)
    }
    return { drop_at: moment(asked?.drop_at ?? (await dropOf(db, mine.id))) }
  })
}

async function refuseWhileHeld({ db, clock }: UserContext): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`select ${isTimeHeld(clock.due())} as held`.execute(db)
  if (rows[0]!.held) throw refuse(CLOCK_HELD)
}

/** Undefined when it was asked for already, and not called off. */
async function askToDrop(db: Db, capsuleId: number) {
  const { rows } = await sql<{ asked_at: string; drop_at: string }>`
    insert into question_drops (capsule_id, drop_at)
    values (${capsuleId}, now() + make_interval(hours => ${QUESTIONS_DROP_HOURS}))
    on conflict (capsule_id) do update set asked_at = now(), drop_at = excluded.drop_at, called_off_at = null
    where question_drops.called_off_at is not null
    returning asked_at, drop_at`.execute(db)
  return rows[0]
}

async function dropOf(db: Db, capsuleId: number): Promise<string> {
  const { drop_at } = await db
    .selectFrom('question_drops')
    .select('drop_at')
    .where('capsule_id', '=', capsuleId)
    .executeTakeFirstOrThrow()
  return drop_at
}

/**
 * By Weibo a link is posted for everybody to read, or laid before the operators, because nobody gets in without the
 * answers: none that was may be left.
 */
async function endPublicLink(db: Db, capsuleId: number): Promise<void> {
  await db
    .updateTable('capsule_contacts')
    .set({ generation: sql<number>`generation + 1`, token_hash: null, valid_until: null })
    .where('capsule_id', '=', capsuleId)
    .where('channel', '=', 'weibo')
    .execute()
  await dropWaiting(db, capsuleId, 'weibo')
}

async function tellEverybody(db: Db, capsuleId: number, askedAt: string): Promise<void> {
  const rows = await db.selectFrom('capsule_contacts').select('channel').where('capsule_id', '=', capsuleId).execute()
  const everybody: Recipient[] = ['owner', ...rows.map(({ channel }) => channel)]
  const occasion = `questions ${askedAt}`
  await queueNotices(
    db,
    everybody.map((contact) => ({
      capsuleId,
      contact,
      occasion,
      template: contact === 'owner' ? 'questionsOwner' : 'questions',
    })),
  )
}
