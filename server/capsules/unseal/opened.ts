import { STATUS } from '#contract/capsule.ts'
import { readContent } from '#server/capsules/capsule/stored.ts'
import { missing, refuse } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { BINDING_COLUMNS } from '#server/platform/keys/binding.ts'
import type { Mine } from './sealed.ts'

/** The caller's own capsule that was sealed and is open, with its content; `whyNot` says what it must be open for. */
export async function readOpened({ db, keys }: Pick<Services, 'db' | 'keys'>, { id, userId }: Mine, whyNot: string) {
  const row = await db
    .selectFrom('capsules as c')
    .leftJoin('capsule_contents as k', (on) =>
      on.onRef('k.capsule_id', '=', 'c.id').on('c.status', '=', STATUS.unsealed).on('c.sealed_at', 'is not', null),
    )
    .select([...BINDING_COLUMNS, 'c.content_type', 'c.long_tag', 'k.envelope', 'k.sealed'])
    .where('c.id', '=', id)
    .where('c.owner_id', '=', userId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw missing()
  const content = readContent(keys, row)
  if (!content) throw refuse(whyNot)
  return { ...row, content }
}
