import { parseChina, weekdayText } from '#contract/time.ts'

const MONTH = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/

/** The month an address asks for; the current month where that is no month, or still to come. */
export const monthOf = (asked: string | undefined, current: string): string =>
  asked && MONTH.test(asked) && asked < current ? asked : current

/** `星期五`, of a moment in China time. */
export const weekText = (china: string): string => weekdayText(parseChina(china) ?? Number.NaN)
