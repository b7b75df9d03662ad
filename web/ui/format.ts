import { formatChina, parseChina } from '#contract/time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const JUST_NOW_MS = 5 * MINUTE_MS

/** `2026-01-02 03:04:05` → `2026/01/02`. */
export const dateText = (china: string): string => china.slice(0, 10).replaceAll('-', '/')

/** `2026-01-02 03:04:05` → `2026/01/02 03:04` (specification 9). */
export const dateTimeText = (china: string): string => china.slice(0, 16).replaceAll('-', '/')

/** `2026-01-02 03:04:05` → `26/01/02 03:04`, as in the draft box. */
export const shortDateTimeText = (china: string): string => dateTimeText(china).slice(2)

/** `2026-01-02 03:04:05` → `2026年1月2日`. */
export function dayText(china: string): string {
  const [year, month, day] = china.slice(0, 10).split('-')
  return `${year}年${Number(month)}月${Number(day)}日`
}

/** 刚刚 under five minutes, then minutes, hours and days (specification 9). */
export function relativeText(china: string, nowMs: number): string {
  const moment = parseChina(china)
  if (!moment) return ''
  const age = nowMs - moment.getTime()
  if (age < JUST_NOW_MS) return '刚刚'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}分钟前`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}小时前`
  return `${Math.floor(age / DAY_MS)}天前`
}

/** Now, in China time and in the form in which the server speaks of moments. */
export const nowChina = (nowMs: number): string => formatChina(nowMs)

/** A balance as people read it: `12,345`. */
export const countText = (count: number): string => count.toLocaleString('zh-CN')

/** `13812345678` → `138****5678`. */
export const maskTel = (tel: string): string => tel.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')
