import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { confirm } from '#web/ui/ask.tsx'
import { copyLink } from '#web/ui/copyLink.ts'
import { toast } from '#web/ui/toast.tsx'
import { openUrl } from './openUrl.ts'

/**
 * Hands a calendar file to the device: where its browser knows calendars it asks to add the entry, elsewhere it keeps the
 * file, which opens the calendar. The page stays where it is. WeChat can do neither. `lasts`: how long the address is good.
 */
export async function openCalendar(path: string, lasts = '（10分钟内有效）'): Promise<void> {
  const url = new URL(path, window.location.href).href
  if (/MicroMessenger/i.test(navigator.userAgent)) return offerElsewhere(url, lasts)
  openUrl(url)
  toast('请在系统日历中确认添加', { ms: TOAST_ERROR_MS })
}

async function offerElsewhere(url: string, lasts: string): Promise<void> {
  const yes = await confirm({
    title: '请在浏览器中打开',
    text: `微信里打不开日历文件。复制链接，到手机浏览器里打开，就能加入系统日历${lasts}。`,
    ok: '复制链接',
  })
  if (yes) await copyLink(url)
}
