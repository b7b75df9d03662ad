/** A balance as people read it: `12,345`. */
export const countText = (count: number): string => count.toLocaleString('zh-CN')

/** `6.00` → `¥6`, `6.50` → `¥6.50`. */
export const priceText = (yuan: string): string => `¥${yuan.replace(/\.00$/, '')}`
