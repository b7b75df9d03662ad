import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { AGREEMENT_NAME, AGREEMENT_VERSION } from '#contract/system.ts'
import type { Db } from '#server/context.ts'

const FILES = ['terms.html', 'privacy.html'] as const
const read: (Promise<string> | undefined)[] = []

/** The user agreement and the privacy policy, from their files. */
export async function userArgument(_context: unknown, { type }: Parsed<'userArgument'>) {
  read[type] ??= readFile(new URL(`./agreements/${FILES[type]}`, import.meta.url), 'utf8')
  return { agreement: { title: AGREEMENT_NAME[type], version: AGREEMENT_VERSION, content: await read[type] } }
}

/** Which version of the agreement the person ticked, and when (readings 4). */
export async function rememberAgreement(db: Db, userId: number, version: string | undefined): Promise<void> {
  if (!version) return
  await db
    .updateTable('users')
    .set({ agreement_version: version, agreed_at: sql<string>`now()` })
    .where('id', '=', userId)
    .execute()
}
