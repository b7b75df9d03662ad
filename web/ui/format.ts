/** A balance as people read it: `12,345`. The browser's own words for it cost a slow telephone a tenth of a second once. */
export const countText = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** A share as people read it: `63%`. */
export const percentText = (share: number): string => `${Math.round(share * 100)}%`

/** A score of 0 to 1: `0.182`. */
export const scoreText = (score: number): string => score.toFixed(3)

/** How well stated confidences fit what came of them, by their Brier score: always saying 50% scores 0.25. */
export function accuracyText(brier: number): string {
  if (brier < 0.1) return '很准'
  if (brier < 0.2) return '较准'
  return brier < 0.25 ? '一般' : '不太准'
}

/** `6.00` → `¥6`, `6.50` → `¥6.50`. */
export const priceText = (yuan: string): string => `¥${yuan.replace(/\.00$/, '')}`
