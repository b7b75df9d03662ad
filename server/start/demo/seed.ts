import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type CapsuleType, FORM, TYPE } from '#contract/capsule.ts'
import { type ContentItem, ITEM } from '#contract/content.ts'
import { HOT_WORD_PEOPLE } from '#contract/limits.ts'
import { AGREEMENT_VERSION } from '#contract/system.ts'
import { addDays, addMonths } from '#contract/time.ts'
import { writeDiary } from '#server/capsules/diary/writeDiary.ts'
import { sealCapsule } from '#server/capsules/seal/sealCapsule.ts'
import { rememberAgreement } from '#server/people/account/agree.ts'
import { hashSecret } from '#server/people/account/hashing.ts'
import { makeUser } from '#server/people/account/register.ts'
import { grant } from '#server/people/wallet/grant.ts'
import type { Services, UserContext } from '#server/platform/context.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import {
  DEMO_CAPSULES,
  DEMO_DIARIES,
  DEMO_FORECASTS,
  DEMO_HOT_WORDS,
  DEMO_PEOPLE,
  type DemoCapsule,
} from './stories.ts'
import { UNIVERSE } from './universe.ts'

export const DEMO = { tel: '13800000000', password: 'capsule88' }

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
    // Nobody who looks around is asked for what is agreed to when signing up.
    await rememberAgreement(services.db, { userId, version: AGREEMENT_VERSION, source: 'pc' })
    const amounts = (['time', 'diary', 'forecast'] as const).map((kind) => ({ kind, amount: 20 }))
    const cause = { userId, scope: 'demo', key: String(userId), reason: '演示' }
    await inTransaction(services.db, (db) => grant(db, { ...cause, amounts }))
    for (const capsule of [...DEMO_CAPSULES, ...UNIVERSE].filter(({ by }) => by === index))
      await seal(services, userId, capsule)
    if (isDemo) await writeDown(services, userId)
  }
  await meet(services)
}

/** They like each other's public capsules, follow each other, and words are looked for. */
async function meet({ db }: Services): Promise<void> {
  await sql`insert into loves (user_id, capsule_id) select u.id, c.id from users u, capsules c
    where c.is_public = 1 and c.owner_id <> u.id and (u.id * 7 + c.id) % 5 > 2`.execute(db)
  await sql`insert into follows (follower_id, followed_id) select a.id, b.id from users a, users b
    where a.id <> b.id and (a.id * 3 + b.id) % 4 > 0`.execute(db)
  const words = DEMO_HOT_WORDS.map((keyword) => ({ keyword, people: HOT_WORD_PEOPLE }))
  await db.insertInto('hot_words').values(words).execute()
}

/** Not where the folder began without the demonstration, nor once its account was closed. */
export async function hasDemo({ db }: Services): Promise<boolean> {
  const account = await db.selectFrom('users').select('id').where('tel', '=', DEMO.tel).executeTakeFirst()
  return account !== undefined
}

const digestOf = (password: string): string => createHash('md5').update(password).digest('hex').toUpperCase()

/** The demonstration account's diaries and predictions. */
async function writeDown(services: Services, userId: number): Promise<void> {
  for (const { months, days, html } of DEMO_DIARIES) {
    const now = () => addDays(addMonths(services.now(), months), days)
    const content = [{ type: ITEM.text, content: html, comment: '' }]
    await writeDiary(
      { ...contextOf(services, userId), now },
      { content, content_type: FORM.text, is_public: 0, is_lock: 0 },
    )
  }
  for (const { title, content, comment, ...times } of DEMO_FORECASTS) {
    const items = [{ type: ITEM.text, content, comment }]
    await sealAt(services, userId, { ...times, title, words: '', type: TYPE.forecast, items })
  }
}

const seal = (services: Services, userId: number, { html, ...story }: DemoCapsule) =>
  sealAt(services, userId, { ...story, type: TYPE.time, items: [{ type: ITEM.text, content: html, comment: '' }] })

const contextOf = (services: Services, userId: number): UserContext =>
  ({ ...services, caller: { userId, sessionId: 0 } }) as UserContext

type Story = Omit<DemoCapsule, 'by' | 'html'> & { type: CapsuleType; items: ContentItem[] }

async function sealAt(services: Services, userId: number, story: Story): Promise<void> {
  const at = (days: number) => addDays(services.now(), days)
  const id = await sealCapsule(contextOf(services, userId), {
    type: story.type,
    contentType: FORM.text,
    content: story.items,
    longTag: story.title,
    fields: { send_word: story.words },
    openTime: at(story.opensInDays),
    isPublic: 0,
    isLock: story.locked ? 1 : 0,
    answers: story.answers ?? {},
    contact: {},
    draftId: undefined,
    sealedAt: at(story.sealedInDays),
  })
  if (story.opened === undefined) return
  await sql`update capsules set status = ${UNSEALED}, open_at = ${at(story.opened).toISOString()}::timestamptz, notice_at = null,
    is_public = ${story.isPublic ? 1 : 0} where id = ${id}`.execute(services.db)
}
