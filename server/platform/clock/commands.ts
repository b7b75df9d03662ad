import { sql } from 'kysely'
import { formatChina } from '#contract/time.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import type { Clock } from './clock.ts'
import { type Held, holdSending, release } from './clockRow.ts'
import { type Loss, recentLosses } from './losses.ts'

const WHY: Record<Held, string> = {
  restored: '数据库像是从备份恢复的，或丢了最近写下的内容，暂停发送通知',
  jump: '运行中时钟跳动超过5分钟，暂停解封和发送通知',
  pause: '停机之后还没有可信的时间来源：停机前已到期的照常解封和发送，停机期间到期的等到',
  source: '系统时间与另一个时间来源相差超过5分钟，暂停解封和发送通知',
}
/** After a restored backup nothing is sent, even what a pause alone would let out. */
const PAUSE_RESTORED = '停机之后也还没有可信的时间来源：停机前已到期的可以解封，停机期间到期的等到'

const ERASING = '停机超过一天之后，到期该清除的（删除的日记、没人用的文件等）先不清除'
const CONFIRM = '确认时间无误后运行 npm run clock -- confirm'
/** The consequences that an operator accepts by confirming a restored backup. */
const CONFIRM_RESTORED =
  '时间和数据库都核对过之后运行 npm run clock -- confirm；确认之后等着的通知都会发出，恢复前已经发过的可能再发一次'

type Watched = { clock: Clock; db: Db; now: () => Date }

export async function showClock({ clock, db, now }: Watched): Promise<string> {
  await clock.look()
  const holds = clock.holds()
  const isRestored = holds.includes('restored')
  const until = holds.includes('pause') ? await untilText(db) : ''
  const reasons = holds.map((held) =>
    held === 'pause' ? `${isRestored ? PAUSE_RESTORED : WHY.pause}${until}` : WHY[held],
  )
  const why = [...reasons, ...(clock.unconfirmed() ? [ERASING] : [])]
  const rest = holds.length > 0 ? [] : ['正在解封和发送通知。']
  const confirm = isRestored ? CONFIRM_RESTORED : CONFIRM
  const said = why.length > 0 ? [...rest, `${why.join('；')}。${confirm}`] : ['一切正常，正在解封和发送通知。']
  const losses = await recentLosses(db)
  return [`系统时间：${formatChina(now())}（北京时间）`, ...said, ...losses.map(lostText)].join('\n')
}

/** Until when a pause waits, by the clock that stands above it. */
async function untilText(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string | null }>`select opens_at::text as at from clock`.execute(db)
  const at = moment(rows[0]?.at ?? null)
  return at ? `${at}，期间有人确认就不再等` : '有人确认，或时间来源答复'
}

/** The span of a loss, and how many acknowledged writings are missing; a keeper sees at the desk whose they were. */
function lostText({ from, until, writings, people }: Loss): string {
  const span = `${from}至${until}之间写下的内容`
  if (writings === null) return `${span}可能没有留下来，涉及谁、少了什么：不知道。`
  if (writings === 0) return `${span}已经核对，没有发现少了什么。`
  return `${span}少了：已知${people}人的${writings}项，名单见审核台的“时钟”。`
}

/** Somebody has looked: the time is right, and what is due may be opened and sent – again, if a backup does not know of it. */
export async function confirmClock(services: Watched): Promise<string> {
  await release(services.db)
  return showClock(services)
}

/** For an operator who has put back a backup in its very place, before anything is sent. */
export async function holdClock(services: Watched): Promise<string> {
  await holdSending(services.db)
  return showClock(services)
}
