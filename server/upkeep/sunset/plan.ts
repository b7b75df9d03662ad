import { sql } from 'kysely'
import { SEALED_STATES, STATUS, TYPE } from '#contract/capsule.ts'
import { ENDING_NOTICE_DAYS } from '#contract/ending.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import { addDays, chinaDay } from '#contract/time.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'

type Counts = {
  people: number
  numbers: number
  drafts: number
  diaries: number
  notices: number
  messages: number
  uploads: number
  bytes: number
  buyers: number
}

/** `npm run sunset -- plan`: what the end would mean today, and how far it has come. Changes nothing. */
export async function planEnd({ db, now }: Services): Promise<string> {
  const [counts, years, keys, stage] = [
    await countAll(db),
    await sealedByYear(db),
    await keysText(db),
    await stageText(db),
  ]
  const sealed = years.reduce((sum, { number }) => sum + number, 0)
  return [
    stage ?? `还没有公告。今天公告，最早可以从 ${chinaDay(addDays(now(), ENDING_NOTICE_DAYS))} 起停止写入。`,
    `要告诉的人：${counts.people} 人，其中 ${counts.numbers} 人有手机号，会收到短信`,
    `封存着的胶囊：${sealed} 枚${years.map(({ year, number }) => `\n  ${year} 年解封：${number} 枚`).join('')}`,
    `草稿：${counts.drafts} 份；日记：${counts.diaries} 篇`,
    `还要发的到期通知：${counts.notices} 枚胶囊的；正在等待发送的消息：${counts.messages} 条`,
    `上传的文件，都会进入各人的导出文件：${counts.uploads} 个，${sizeText(counts.bytes)}`,
    `买过胶囊、还有余额的人：${counts.buyers} 人`,
    keys,
    '这个命令什么都没有改变。',
  ].join('\n')
}

async function countAll(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*)::int from users where cancelled_at is null) as people,
    (select count(*)::int from users where cancelled_at is null and tel is not null) as numbers,
    (select count(*)::int from capsules where status = ${STATUS.draft}) as drafts,
    (select count(*)::int from capsules where type = ${TYPE.diary} and status = ${STATUS.unsealed} and deleted_at is null) as diaries,
    (select count(*)::int from capsules where notice_at is not null) as notices,
    (select count(*)::int from messages where next_at is not null) as messages,
    (select count(*)::int from objects) as uploads,
    (select coalesce(sum(size), 0)::float8 from objects) as bytes,
    (select count(distinct o.user_id)::int from orders o join accounts a on a.owner_id = o.user_id
      where o.state = ${ORDER_STATE.paid} and a.balance > 0) as buyers`.execute(db)
  return rows[0]!
}

async function sealedByYear(db: Db): Promise<{ year: number; number: number }[]> {
  const { rows } = await sql<{ year: number; number: number }>`
    select extract(year from open_time)::int as year, count(*)::int as number from capsules
    where status = any(${[...SEALED_STATES]}::int[]) group by 1 order by 1`.execute(db)
  return rows
}

/** Without them an archive holds nothing that is sealed. */
async function keysText(db: Db): Promise<string> {
  const kept = await db.selectFrom('month_keys').select('digest').executeTakeFirst()
  return kept
    ? '月钥匙：已经备好'
    : '月钥匙：没有备好，封存着的内容不会进入导出文件。先造钥匙：npm run sunset -- keys --to 文件夹'
}

async function stageText(db: Db): Promise<string | undefined> {
  const sunset = await db.selectFrom('sunset').selectAll().executeTakeFirst()
  if (!sunset) return undefined
  const { announced_at, tells_from, ends_on, readonly_at, told, told_at } = sunset
  return [
    `${moment(announced_at)} 公告，${ends_on} 起停止写入（北京时间）。`,
    `${moment(tells_from)} 起告诉每个人：已告诉 ${told} 人${told_at ? '，全部告诉过了' : ''}。`,
    ...(readonly_at ? [`${moment(readonly_at)} 起已经停止写入。`] : []),
  ].join('\n')
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']
function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${UNITS[step]}`
}
