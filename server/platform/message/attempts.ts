import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Delivery } from '#server/platform/outside/delivery.ts'

/** Writes an attempt down before the provider is asked, so that a crash between leaves a trace; answers its id. */
export async function beginAttempt(db: Db, messageId: number, provider: string): Promise<number> {
  const { id } = await db
    .insertInto('attempts')
    .values({ message_id: messageId, provider, named: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The statement that notes what the provider said; it goes with the one that moves the message. A try that was taken stays taken. */
export const ended = (attemptId: number, { outcome, code, id }: Delivery): RawBuilder<unknown> =>
  sql`update attempts set outcome = ${outcome}, provider_code = ${code ?? null},
    provider_id = coalesce(${id ?? null}, provider_id), ended_at = now()
    where id = ${attemptId} and outcome is distinct from 'sent'`
