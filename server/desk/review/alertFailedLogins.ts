import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { fullBuckets } from '#server/platform/rateLimit.ts'
import { noteAct } from './acts.ts'
import { STRANGERS, TRIES_PER_NAME } from './totp.ts'

/** Writes into the desk's history the names at which strangers have used up the guesses, once a day at most. */
export async function alertFailedLogins({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const names = await fullBuckets(db, STRANGERS, TRIES_PER_NAME)
  if (names.length === 0) return
  const noted = await inTransaction(db, async (db) => {
    const operators = await db
      .updateTable('operators')
      .set({ guesses_told_at: sql<string>`now()` })
      .where(sql<boolean>`name = any(${names}::text[])`)
      .where('removed_at', 'is', null)
      .where(sql<boolean>`coalesce(guesses_told_at < now() - interval '1 day', true)`)
      .returning(['id', 'name'])
      .execute()
    for (const { id, name } of operators)
      await noteAct(db, { operatorId: id, kind: 'operator', target: name, act: 'guessed' })
    return operators
  })
  if (noted.length > 0) log.warn({ operators: noted.map(({ id }) => id) }, 'strangers guess at sign-ins of the desk')
}
