import { nowDate } from './clock.ts'

const BEIJING_MINUTES = 480
/** A moment in words, for a device that is not at Beijing's time: there it has to be said whose day and hour it is. */
export const byBeijing = (text: string): string =>
  -nowDate().getTimezoneOffset() === BEIJING_MINUTES ? text : `${text}（北京时间）`
