import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type CapsuleType, FORM, TYPE } from '#contract/capsule.ts'
import { type ContentItem, ITEM } from '#contract/content.ts'
import { HOT_WORD_PEOPLE } from '#contract/limits.ts'
import { AGREEMENT_VERSION } from '#contract/system.ts'
import { addDays, addMonths, startOfDay } from '#contract/time.ts'
import { capsuleShare } from '#server/capsules/capsule/capsuleShare.ts'
import { writeDiary } from '#server/capsules/diary/writeDiary.ts'
import { sealCapsule } from '#server/capsules/seal/sealCapsule.ts'
import { rememberAgreement } from '#server/people/account/agree.ts'
import { hashSecret } from '#server/people/account/hashing.ts'
import { makeUser } from '#server/people/account/register.ts'
import { grant } from '#server/people/wallet/grant.ts'
import type { Services, UserContext } from '#server/platform/context.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { layPicture } from './pictures.ts'
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
export async function seedDemo(given: Services): Promise<void> {
  const began = given.now()
  // One now for all: what is told of one day keeps its order.
  const services = { ...given, now: () => began }
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
    await live(services, { index, userId })
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

type Step = { at: Date; take: () => Promise<unknown> }

/**
 * All that this person has written, from the oldest: the record of balances goes by the order in which they moved. The
 * capsules it costs were there the day before.
 */
async function live(services: Services, { index, userId }: { index: number; userId: number }): Promise<void> {
  const own = [...DEMO_CAPSULES, ...UNIVERSE].filter(({ by }) => by === index)
  const steps = own.map((story) => sealing(services, userId, timeStory(story)))
  if (index === 0) {
    steps.push(...DEMO_FORECASTS.map((told) => sealing(services, userId, forecastStory(told))))
    steps.push(...DEMO_DIARIES.map((diary) => writing(services, userId, diary)))
  }
  steps.sort((one, other) => Number(one.at) - Number(other.at))
  const amounts = (['time', 'diary', 'forecast'] as const).map((kind) => ({ kind, amount: 20 }))
  const first = { at: addDays(steps[0]?.at ?? services.now(), -1), reason: '演示' }
  await inTransaction(services.db, (db) => grant(db, { ...first, userId, scope: 'demo', key: String(userId), amounts }))
  for (const { take } of steps) await take()
}

function writing(
  services: Services,
  userId: number,
  { months, days, html, picture }: (typeof DEMO_DIARIES)[number],
): Step {
  const at = inTheEvening(addDays(addMonths(services.now(), months), days))
  const context = { ...contextOf(services, userId), now: () => at }
  const take = async () => {
    const key = picture && (await layPicture(services, userId, picture))
    const text = { type: ITEM.text, content: key ? `${html}<p><img src="${key}"></p>` : html, comment: '' }
    return writeDiary(context, { content: [text], content_type: FORM.text, is_public: 0, is_lock: 0 }, at)
  }
  return { at, take }
}

/** Nobody writes at the same minute each time: some time between six and midnight of that China day, by the day. */
function inTheEvening(moment: Date): Date {
  const day = Number(startOfDay(moment))
  const minute = (day / 3_600_000) % 350
  return new Date(day + (18 * 60 + minute) * 60_000)
}
const sealedAt = ({ now }: Services, { sealedInDays }: Story) => inTheEvening(addDays(now(), sealedInDays))

const textOf = (content: string, comment = ''): ContentItem[] => [{ type: ITEM.text, content, comment }]

const timeStory = ({ html, ...story }: DemoCapsule): Story => ({ ...story, type: TYPE.time, items: textOf(html) })

const forecastStory = ({ content, comment, ...story }: (typeof DEMO_FORECASTS)[number]): Story => ({
  ...story,
  words: '',
  type: TYPE.forecast,
  items: textOf(content, comment),
})

const sealing = (services: Services, userId: number, story: Story): Step => ({
  at: sealedAt(services, story),
  take: () => sealAt(services, userId, story),
})

const contextOf = (services: Services, userId: number): UserContext =>
  ({ ...services, caller: { userId, sessionId: 0 } }) as UserContext

type Story = Omit<DemoCapsule, 'by' | 'html'> & { type: CapsuleType; items: ContentItem[] }

/** The pictures of a graphic capsule; where none can be laid down its remarks stand as a text. */
async function itemsOf(services: Services, userId: number, { items, pictures = [] }: Story) {
  const laid: ContentItem[] = []
  for (const { name, remark } of pictures) {
    const key = await layPicture(services, userId, name)
    if (key) laid.push({ type: ITEM.image, content: key, comment: remark })
  }
  if (laid.length > 0) return { contentType: FORM.graphic, content: laid }
  const remarks = pictures.map(({ remark }) => `<p>${remark}</p>`).join('')
  return { contentType: FORM.text, content: remarks ? textOf(remarks) : items }
}

async function sealAt(services: Services, userId: number, story: Story): Promise<void> {
  const at = (days: number) => addDays(services.now(), days)
  const id = await sealCapsule(contextOf(services, userId), {
    type: story.type,
    ...(await itemsOf(services, userId, story)),
    longTag: story.title,
    fields: { send_word: story.words },
    openTime: at(story.opensInDays),
    isPublic: 0,
    isLock: story.locked ? 1 : 0,
    answers: story.answers ?? {},
    contact: {},
    draftId: undefined,
    sealedAt: sealedAt(services, story),
  })
  if (story.opened === undefined) return
  await sql`update capsules set status = ${UNSEALED}, open_at = ${at(story.opened).toISOString()}::timestamptz, notice_at = null,
    is_public = ${story.isPublic ? 1 : 0} where id = ${id}`.execute(services.db)
  if (story.shared) await capsuleShare(contextOf(services, userId), { capsule_id: String(id) })
}
