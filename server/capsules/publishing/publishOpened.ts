import { NOT_FOR_ALL } from '#contract/report.ts'
import { shownTitle } from '#contract/seal.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { Services } from '#server/platform/context.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { moderateCapsule } from './moderateCapsule.ts'
import { publish } from './publish.ts'

const BITE = 20

/** Capsules that were sealed to be public and have been opened: looked at, and shown. A process killed here begins anew. */
export async function publishOpened(services: Services, signal: AbortSignal): Promise<void> {
  let after = 0
  while (!signal.aborted) {
    const rows = await services.db
      .selectFrom('capsules')
      .select('id')
      .where('review', '=', 'looking')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BITE)
      .execute()
    for (const { id } of rows) if (!signal.aborted) await tryToPublish(services, id)
    after = rows.at(-1)?.id ?? 0
    if (rows.length < BITE) return
  }
}

/** A capsule that was just opened. Where looking takes no time it is shown at once, else the job comes for it within seconds. */
export async function publishJustOpened(services: Services, id: number): Promise<void> {
  if (!services.config.moderation.aliyun) await tryToPublish(services, id)
}

/** A capsule that cannot be looked at keeps no other waiting, and nobody from opening. */
const tryToPublish = (services: Services, id: number): Promise<void> =>
  moderateAndPublish(services, id).catch((err) =>
    services.log.error({ err, capsule: id }, 'an opened capsule was not looked at'),
  )

async function moderateAndPublish(services: Services, id: number): Promise<void> {
  const found = await moderateCapsule(services, id)
  await inTransaction(services.db, async (db) => {
    const held = await lockCapsules(db)
      .select(['c.owner_id', 'c.review', 'c.long_tag'])
      .where('c.id', '=', id)
      .executeTakeFirst()
    if (held?.review !== 'looking') return
    const { refused } = await publish(db, { id, ownerId: held.owner_id }, found)
    if (!refused) return
    const text = `胶囊「${shownTitle(held.long_tag)}」没有公开：${NOT_FOR_ALL}。它仍在你的胶囊里，只有你能看到。`
    await tell(db, {
      userId: held.owner_id,
      kind: 'public',
      text,
      to: ['capsuleDetail', { id: String(id) }],
    })
  })
}
