import { sql } from 'kysely'
import { ENDING_NOTICE_DAYS } from '#contract/ending.ts'
import { addDays, chinaDay, longDayText, parseChina } from '#contract/time.ts'
import { isTaken, refuse } from '#server/core/fail.ts'
import { noteAct } from '#server/desk/review/acts.ts'
import type { Services } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

const USAGE = [
  '用法：npm run sunset -- announce 年-月-日 --confirm 停止运营',
  '一天之内可以收回：npm run sunset -- announce --take-back --confirm 继续运营',
  '到了那天：npm run sunset -- readonly --confirm 停止写入',
].join('\n')

/** A step and the words that somebody types for it, so that none is taken by mistake. */
const STEPS = {
  announce: { words: '停止运营', what: '公告停止运营，一天之后告诉每个人、不再接受注册、不再出售' },
  takeBack: { words: '继续运营', what: '收回公告' },
  readonly: { words: '停止写入', what: '从现在起不再写入任何新的内容，不能再改回来' },
} as const
type Step = keyof typeof STEPS

type Typed = { day: string | undefined; takesBack: boolean; confirmed: string | undefined }

function read(args: string[]): Typed {
  const rest = [...args]
  const at = rest.indexOf('--confirm')
  const confirmed = at < 0 ? undefined : rest.splice(at, 2)[1]
  const takesBack = rest[0] === '--take-back'
  const day = takesBack ? undefined : rest[0]
  if (rest.length > 1) throw refuse(USAGE)
  return { day, takesBack, confirmed }
}

function refuseUnlessConfirmed(step: Step, confirmed: string | undefined): void {
  const { words, what } = STEPS[step]
  if (confirmed !== words) throw refuse(`这一步会${what}。确认请在命令最后加上：--confirm ${words}`)
}

/** Dates alone decide here, and they are of a clock that somebody trusts. */
function refuseDoubtful({ clock }: Services): void {
  if (clock.held() || clock.unconfirmed()) throw refuse('系统时间还没有确认，请先看：npm run clock -- show')
}

/** `npm run sunset -- announce DATE`: for a day only a band on the pages says so, and it can be taken back. */
export async function announceEnd(services: Services, args: string[]): Promise<string> {
  const { day, takesBack, confirmed } = read(args)
  if (takesBack) return takeBack(services, confirmed)
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day) || !parseChina(day)) throw refuse(USAGE)
  refuseDoubtful(services)
  const earliest = chinaDay(addDays(services.now(), ENDING_NOTICE_DAYS))
  if (day < earliest) throw refuse(`至少要提前 ${ENDING_NOTICE_DAYS} 天，最早可以是 ${earliest}`)
  refuseUnlessConfirmed('announce', confirmed)
  const tellsFrom = await inTransaction(services.db, async (db) => {
    const { tells_from } = await db
      .insertInto('sunset')
      .values({ ends_on: day })
      .returning('tells_from')
      .executeTakeFirstOrThrow()
    await noteAct(db, { kind: 'sunset', target: day, act: 'announce' })
    return moment(tells_from)
  }).catch((error: unknown) => {
    throw isTaken(error, 'sunset_pkey') ? refuse('已经公告过了，请看：npm run sunset -- plan') : error
  })
  services.ending.forget()
  return [
    `已公告：${longDayText(day)}起不再写入。每个页面上都有一行提示，还没有发出任何消息。`,
    `${tellsFrom}（北京时间）起告诉每个人，不再接受注册，不再出售；在那之前可以收回：`,
    `npm run sunset -- announce --take-back --confirm ${STEPS.takeBack.words}`,
  ].join('\n')
}

async function takeBack(services: Services, confirmed: string | undefined): Promise<string> {
  refuseUnlessConfirmed('takeBack', confirmed)
  await inTransaction(services.db, async (db) => {
    const { rows } = await sql<{ ends_on: string }>`
      delete from sunset where tells_from > now() and readonly_at is null returning ends_on::text`.execute(db)
    if (!rows[0]) throw refuse('没有可以收回的公告：还没有公告，或者已经过了一天')
    await noteAct(db, { kind: 'sunset', target: rows[0].ends_on, act: 'takeBack' })
  })
  services.ending.forget()
  return '已收回公告，没有发出过任何消息。'
}

/** `npm run sunset -- readonly`: from the announced day on nothing new is written. In development the day is not waited for. */
export async function endWriting(services: Services, args: string[]): Promise<string> {
  const { day, takesBack, confirmed } = read(args)
  if (day || takesBack) throw refuse(USAGE)
  refuseDoubtful(services)
  const sunset = await services.db.selectFrom('sunset').selectAll().executeTakeFirst()
  if (!sunset) throw refuse('还没有公告停止运营：npm run sunset -- announce 年-月-日')
  if (sunset.readonly_at) return `${moment(sunset.readonly_at)}（北京时间）起已经停止写入。`
  const isEarly = sunset.ends_on > chinaDay(services.now()) && !services.config.development
  if (isEarly) throw refuse(`公告的是 ${sunset.ends_on}，在那之前不能停止写入`)
  refuseUnlessConfirmed('readonly', confirmed)
  await inTransaction(services.db, async (db) => {
    await sql`update sunset set readonly_at = now() where readonly_at is null`.execute(db)
    await noteAct(db, { kind: 'sunset', target: sunset.ends_on, act: 'readonly' })
  })
  services.ending.forget()
  return '已停止写入。查看、解封、通知、更正联系方式、导出和注销照常；其他进程在一秒之内停止。'
}
