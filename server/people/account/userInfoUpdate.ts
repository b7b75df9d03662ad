import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { keyOf } from '#contract/media.ts'
import { whyNotNickname } from '#contract/profile.ts'
import { NOT_FOR_ALL } from '#contract/report.ts'
import { refuse, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { avatarAddress } from '#server/platform/media/permission.ts'
import { siteOf } from '#server/platform/message/resolver.ts'
import { closeCase, openCase } from '#server/platform/moderation/cases.ts'
import { type Judgement, moderate } from '#server/platform/moderation/moderate.ts'
import { checkAvatar, nameAvatar } from './avatar.ts'
import { readUser, refuseWithoutTel } from './user.ts'

/** A name or picture that others see. `found`: the machine's judgement of it. */
type Shown = { kind: 'nickname' | 'avatar'; value: string; found: Judgement }

/**
 * Changes what is given. Name and picture are what others see, so a number stands behind them, and they are looked at:
 * a doubtful one waits for an operator, and the old one stands meanwhile (readings 9).
 */
export async function userInfoUpdate(context: UserContext, { nickname, avatar, ...plain }: Parsed<'userInfoUpdate'>) {
  const { db, caller } = context
  if (nickname !== undefined) refuseIf(whyNotNickname(nickname))
  if (nickname !== undefined || avatar !== undefined) await refuseWithoutTel(db, caller.userId)
  const shown = [
    ...(avatar === undefined ? [] : [await lookAtAvatar(context, await checkAvatar(context, avatar))]),
    ...(nickname === undefined ? [] : [await lookAtName(context, nickname.trim())]),
  ]
  if (shown.some(({ found }) => found.verdict === 'refused')) throw refuse(NOT_FOR_ALL)
  await inTransaction(db, async (db) => {
    const picture = shown.find(({ kind, found }) => kind === 'avatar' && found.verdict === 'passed')
    await (picture ? nameAvatar(db, caller.userId, picture.value) : lockPerson(db, caller.userId))
    const passed = shown.filter(({ found }) => found.verdict === 'passed')
    await db
      .updateTable('users')
      .set({ ...Object.fromEntries(passed.map(({ kind, value }) => [kind, value])), ...plain, id: sql`id` as never })
      .where('id', '=', caller.userId)
      .where('cancelled_at', 'is', null)
      .execute()
    for (const one of shown) await layBefore(db, caller.userId, one)
  })
  return { user: await readUser(context) }
}

async function lookAtName(context: UserContext, value: string): Promise<Shown> {
  const found = await moderate(context, { texts: [{ scene: 'nickname', text: value }], pictures: [] })
  return { kind: 'nickname', value, found }
}

/** A picture of ours needs no look. */
async function lookAtAvatar(context: UserContext, value: string): Promise<Shown> {
  const pictures = keyOf(value) ? [siteOf(context.config) + avatarAddress(context, value)] : []
  return { kind: 'avatar', value, found: await moderate(context, { texts: [], pictures }) }
}

/** A change that waited before is not wanted any more. */
async function layBefore(db: Tx, userId: number, { kind, value, found }: Shown): Promise<void> {
  const target = { kind, targetId: userId }
  if (found.verdict === 'passed') await closeCase(db, target, 'withdrawn')
  else await openCase(db, { ...target, userId, why: 'doubtful', labels: found.labels, value })
}
