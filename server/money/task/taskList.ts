import { sql } from 'kysely'
import { DAILY_TITLE, dailyTip } from '#contract/diary.ts'
import { WELCOME_GIFT_COUNT } from '#contract/limits.ts'
import { addressOf, PAGES } from '#contract/pages.ts'
import type { Task } from '#contract/task.ts'
import { wasRewarded } from '#server/capsules/diary/reward.ts'
import type { UserContext } from '#server/platform/context.ts'

const tasksOf = (now: Date): Omit<Task, 'done'>[] => [
  {
    id: 'gift',
    title: '领取新人礼包',
    text: `时光、日记、预测胶囊各${WELCOME_GIFT_COUNT}个`,
    path: addressOf('home', { gift: '1' }),
  },
  { id: 'diary', title: DAILY_TITLE, text: dailyTip(now), path: PAGES.writeDiary },
  { id: 'tel', title: '绑定手机号', text: '多一种登录方式，也能公开自己的胶囊', path: PAGES.bindTel },
  { id: 'seal', title: '封存第一枚胶囊', text: '写给未来的自己', path: PAGES.timeCapsule },
  { id: 'send', title: '寄出第一枚', text: '写给你惦记的人，到那天由 TA 打开', path: PAGES.timeCapsule },
]

/** The tasks left to try, and those done already. */
export async function taskList({ db, caller, now }: UserContext) {
  const done = await db
    .selectFrom('users as u')
    .select([
      sql<boolean>`u.gift_claimed_at is not null`.as('gift'),
      sql<boolean>`u.tel is not null`.as('tel'),
      sql<boolean>`exists (select from capsules c where c.owner_id = u.id and c.sealed_at is not null)`.as('seal'),
      sql<boolean>`exists (
        select from receivers r join capsules c on c.id = r.capsule_id where c.owner_id = u.id)`.as('send'),
      wasRewarded(caller.userId, now()).as('diary'),
    ])
    .where('u.id', '=', caller.userId)
    .executeTakeFirst()
  return { tasks: tasksOf(now()).map((task) => ({ ...task, done: done?.[task.id] ? (1 as const) : (0 as const) })) }
}
