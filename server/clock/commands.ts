import { formatChina } from '#contract/time.ts'
import type { Services } from '#server/context.ts'
import { type Held, holdSending, release } from './kept.ts'

const WHY: Record<Held, string> = {
  jump: '运行中时钟跳动超过5分钟，暂停解封和发送通知',
  pause: '停机超过30天，暂停解封和发送通知',
  restored: '数据库像是从备份恢复的，或丢了最近写下的内容，暂停发送通知',
}

export async function showClock({ clock, now }: Services): Promise<string> {
  await clock.look()
  const held = clock.held()
  const time = `系统时间：${formatChina(now())}（北京时间）`
  return held
    ? `${time}\n${WHY[held]}。确认时间无误后运行 npm run clock -- confirm`
    : `${time}\n一切正常，正在解封和发送通知。`
}

/** Somebody has looked: the time is right, and what is due may be opened and sent – again, if a backup does not know of it. */
export async function confirmClock(services: Services): Promise<string> {
  await release(services.db)
  return showClock(services)
}

/** For whoever has put back a backup in its very place, before anything is sent. */
export async function holdClock(services: Services): Promise<string> {
  await holdSending(services.db)
  return showClock(services)
}
