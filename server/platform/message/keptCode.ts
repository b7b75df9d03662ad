import type { Services } from '#server/platform/context.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'

/** The text to which the code of a person's kept archive is bound. */
export const boundToKept = (userId: number): string => `kept archive of ${userId}`

export type KeptArchive = { code: string; address: string; parts: number; bytes: number }

/** The archive that is kept of a person after the end, once all of its files are there. */
export async function keptArchiveOf(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  userId: number,
): Promise<KeptArchive | undefined> {
  const row = await db
    .selectFrom('kept_archives')
    .select(['code', 'address', 'parts', 'bytes'])
    .where('user_id', '=', userId)
    .where('written_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return undefined
  const code = decryptText(keys, row.code, boundToKept(userId))
  return { ...row, code: row.parts === 1 ? code : `${code}.${row.parts}` }
}
