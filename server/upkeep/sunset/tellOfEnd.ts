import { sql } from 'kysely'
import { ENDING_PAGE } from '#contract/ending.ts'
import { longDayText } from '#contract/time.ts'
import { tellAll } from '#server/people/inbox/tell.ts'
import type { Services } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { queue } from '#server/platform/message/queue.ts'

/** People told at once. The next ones wait until the SMS of these have gone out, so that notices which fall due wait for few. */
const BITE = 200
/** Processes go by what they read a second ago, and a registration under way may be of an earlier number than the last one's. */
const REGISTERED_WITHIN = '1 minute'

type Telling = { ends_on: string; told_to: number }

/**
 * Tells everybody of the end, once each: a letter and, where there is a number, an SMS. Where it stands is written with each bite, so that
 * it goes on after a kill, and one process at a time does it.
 */
export async function tellOfEnd(services: Services, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    if (!(await inTransaction(services.db, (db) => tellSome(services, db)))) return
  }
}

/** Whether there may be more to tell at once. */
async function tellSome({ clock }: Services, db: Tx): Promise<boolean> {
  const { rows } = await sql<Telling>`
    select ends_on::text, told_to from sunset s
    where told_at is null and tells_from + ${REGISTERED_WITHIN}::interval <= least(now(), ${clock.dueToSend()})
      and not exists (select from messages m where m.user_id = s.sms_to and m.occasion = ${occasionOf(sql`s.ends_on`)}
        and m.state = 'waiting')
    for update skip locked`.execute(db)
  const [telling] = rows
  return telling !== undefined && tellNext(db, telling)
}

async function tellNext(db: Tx, { ends_on, told_to }: Telling): Promise<boolean> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'tel'])
    .where('id', '>', told_to)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .limit(BITE)
    .execute()
  const last = people.at(-1)
  if (!last) {
    await db.updateTable('sunset').set({ told_at: sql<string>`now()` }).execute()
    return false
  }
  const ids = people.map(({ id }) => id)
  await tellAll(db, ids, { kind: 'sunset', text: textOf(ends_on), page: ENDING_PAGE })
  const withNumber = people.filter(({ tel }) => tel).map(({ id }) => id)
  await queue(
    db,
    withNumber.map((user_id) => ({ channel: 'sms', template: 'sunset', occasion: `sunset ${ends_on}`, user_id })),
  )
  await sql`update sunset set told_to = ${last.id}, told = told + ${people.length},
    sms_to = ${withNumber.at(-1) ?? 0}`.execute(db)
  return true
}

/** How many are still to be told; undefined before the first day is over. */
export async function countUntold({ db }: Pick<Services, 'db'>): Promise<{ untold?: number }> {
  const { rows } = await sql<{ untold: number }>`
    select count(u.id)::int as untold from sunset s
    left join users u on u.id > s.told_to and u.cancelled_at is null and s.told_at is null
    where s.tells_from <= now() group by s.id`.execute(db)
  return { untold: rows[0]?.untold }
}

const occasionOf = (day: ReturnType<typeof sql>) => sql`'sunset ' || ${day}`

const textOf = (endsOn: string): string =>
  [
    `时光胶囊将停止运营：${longDayText(endsOn)}起不再写入新的内容，现在起不再接受注册、不再出售胶囊。`,
    '已经封存的胶囊仍会在到期那天解封并通知你和联系人；查看、解封、更正联系方式、导出和注销都照常。',
    '请在“设置”中导出全部记忆。以后的安排请看“如果我们停止运营”。',
  ].join('')
