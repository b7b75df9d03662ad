import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ITEM } from '#contract/content.ts'
import { hashSecret } from '#server/account/hashing.ts'
import { makeUser } from '#server/account/register.ts'
import type { Services, UserContext } from '#server/context.ts'
import { sealCapsule } from '#server/seal/sealCapsule.ts'
import { grant } from '#server/wallet/grant.ts'
import { DEMO_CAPSULES, DEMO_PEOPLE, type DemoCapsule } from './stories.ts'

export const DEMO = { tel: '13800000000', password: 'capsule88' }

const DAY_MS = 86_400_000

/** The demonstration account with capsules in each state, and public ones by others; only into an empty database. */
export async function seedDemo(services: Services): Promise<void> {
  const someone = await services.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (someone) return
  const passwordHash = await hashSecret(services.keys, 'pepper', digestOf(DEMO.password))
  for (const [index, person] of DEMO_PEOPLE.entries()) {
    const isDemo = index === 0
    const tel = isDemo ? DEMO.tel : `1990000000${index}`
    const userId = await makeUser(services.db, tel, isDemo ? passwordHash : '')
    await services.db.updateTable('users').set(person).where('id', '=', userId).execute()
    const amounts = (['time', 'diary', 'forecast'] as const).map((kind) => ({ kind, amount: 20 }))
    await grant(services.db, { userId, scope: 'demo', key: String(userId), reason: '演示', amounts })
    for (const capsule of DEMO_CAPSULES.filter(({ by }) => by === index)) await seal(services, userId, capsule)
  }
}

const digestOf = (password: string): string => createHash('md5').update(password).digest('hex').toUpperCase()

async function seal(services: Services, userId: number, story: DemoCapsule): Promise<void> {
  const context = { ...services, caller: { userId, sessionId: 0 } } as UserContext
  const at = (days: number) => new Date(services.now().getTime() + days * DAY_MS)
  const id = await sealCapsule(context, {
    type: 0,
    contentType: 0,
    content: [{ type: ITEM.text, content: story.html, comment: '' }],
    longTag: story.title,
    description: '',
    sendWord: story.words,
    openTime: at(story.opensInDays),
    isPublic: 0,
    isLock: story.locked ? 1 : 0,
    answers: story.answers ?? {},
    contact: {},
    draftId: undefined,
    sealedAt: at(story.sealedInDays),
  })
  if (story.opened === undefined) return
  await sql`update capsules set status = 2, open_at = ${at(story.opened).toISOString()}::timestamptz,
    is_public = ${story.isPublic ? 1 : 0} where id = ${id}`.execute(services.db)
}
