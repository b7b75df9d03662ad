/** `2026-01-02 03:04:05` → `2026/01/02`. */
export const dateText = (china: string): string => china.slice(0, 10).replaceAll('-', '/')

/** `2026-01-02 03:04:05` → `2026/01/02 03:04`. */
export const momentText = (china: string): string => dateText(china) + china.slice(10, 16)

/** `2026-11…` → `2026年11月`. */
export const monthText = (china: string): string => `${china.slice(0, 4)}年${Number(china.slice(5, 7))}月`

/** `2026-11-03…` → `11月3日`. */
export const dayText = (china: string): string => `${Number(china.slice(5, 7))}月${Number(china.slice(8, 10))}日`

/** `2036-11-22…` → `2036年11月22日`. */
export const longDayText = (china: string): string => `${china.slice(0, 4)}年${dayText(china)}`

/** A balance as people read it: `12,345`. */
export const countText = (count: number): string => count.toLocaleString('zh-CN')

/** `6.00` → `¥6`, `6.50` → `¥6.50`. */
export const priceText = (yuan: string): string => `¥${yuan.replace(/\.00$/, '')}`

/** `13812345678` → `138****5678`. */
export const maskTel = (tel: string): string => tel.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')
