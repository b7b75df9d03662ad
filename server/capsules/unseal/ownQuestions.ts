import { STATUS } from '#contract/capsule.ts'
import { TEL_NEEDED } from '#contract/profile.ts'
import { ALREADY_OPEN } from '#contract/unseal.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { readPerson } from '#server/people/account/people.ts'
import { takeCode } from '#server/people/captcha/codes.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import type { Mine } from './sealed.ts'

const NO_QUESTIONS = '这枚胶囊没有安全问题'

/** Refuses all but a sealed capsule of the caller's own that was given questions. */
export async function refuseWithoutQuestions(db: Db, { id, userId }: Mine): Promise<void> {
  const row = await db
    .selectFrom('capsules')
    .select(['status', 'answers_hash'])
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('sealed_at', 'is not', null)
    .executeTakeFirst()
  if (!row) throw missing()
  if (row.status === STATUS.unsealed) throw refuse(ALREADY_OPEN)
  if (row.answers_hash === null) throw refuse(NO_QUESTIONS)
}

/** Refuses likewise, and locks the capsule, so that its state holds until the transaction ends. */
export async function holdWithQuestions(db: Tx, mine: Mine): Promise<void> {
  await lockCapsules(db).select('c.id').where('c.id', '=', mine.id).where('c.owner_id', '=', mine.userId).execute()
  await refuseWithoutQuestions(db, mine)
}

/** The code must have gone to the owner's own number, asked for while signed in. */
export async function takeOwnCode(context: UserContext, captcha: string): Promise<void> {
  const { tel } = await readPerson(context.db, context.caller.userId)
  if (!tel) throw refuse(TEL_NEEDED)
  await takeCode(context, tel, 'signedIn', captcha)
}
