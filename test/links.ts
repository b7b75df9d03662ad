import { sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import type { ContactChannel } from '#contract/notice.ts'
import { tokenHash, unsealTokenOf } from '#server/capsules/notice/link.ts'
import { dueBy } from '#server/platform/clock/clockRow.ts'
import type { Services } from '#server/platform/context.ts'

type Needed = Pick<Services, 'db' | 'keys'>

/** The token of this contact's unseal link, let in from now on as its notice would; for `days`, or past by as many. */
export async function linkOf(
  { db, keys }: Needed,
  capsule_id: string,
  channel: ContactChannel = 'email',
  { days = 90 } = {},
): Promise<string> {
  const capsuleId = Number(capsule_id)
  const contact = () => ({ capsule_id: capsuleId, channel })
  const { generation } = await db
    .selectFrom('capsule_contacts')
    .select('generation')
    .where((at) => at.and(contact()))
    .executeTakeFirstOrThrow()
  const token = unsealTokenOf(keys, { capsuleId, channel, generation })
  await db
    .updateTable('capsule_contacts')
    .set({ token_hash: tokenHash(token), valid_until: sql<string>`now() + make_interval(days => ${days})` })
    .where((at) => at.and(contact()))
    .execute()
  return token
}

/** Runs `work` while the application does not trust its clock. */
export async function whileHeld<T>({ clock }: Pick<Services, 'clock'>, work: () => Promise<T>): Promise<T> {
  const { due, latest } = clock
  // As by a process for which less time has passed than for the database.
  clock.latest = () => 'epoch'
  clock.due = () => dueBy('epoch')
  return work().finally(() => Object.assign(clock, { due, latest }))
}

/** As one operator's yes to an application does. */
export async function approve({ db }: Pick<Needed, 'db'>, capsule_id: string): Promise<void> {
  const id = Number(capsule_id)
  await sql`
    with o as (insert into operators (name, password_hash, totp_secret, roles) values (${`for ${id}`}, '', '', '{review}') returning id),
    a as (insert into applications (capsule_id, reason, state, closed_at) values (${id}, 'x', 'approved', now()) returning id),
    d as (insert into application_decisions (application_id, operator_id, approve, reply) select a.id, o.id, 1, '' from a, o)
    update capsules set status = ${STATUS.approved} where id = ${id}`.execute(db)
}
