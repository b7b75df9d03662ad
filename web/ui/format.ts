/** A balance as people read it: `12,345`. The browser's own words for it cost a slow telephone a tenth of a second once. */
export const countText = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** A share as people read it: `63%`. */
export const percentText = (share: number): string => `${Math.round(share * 100)}%`

/** A score of 0 to 1: `0.182`. */
export const scoreText = (score: number): string => score.toFixed(3)

/** `6.00` → `¥6`, `6.50` → `¥6.50`. */
export const priceText = (yuan: string): string => `¥${yuan.replace(/\.00$/, '')}`
