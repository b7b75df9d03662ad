const CHINA_OFFSET_MS = 8 * 3_600_000
const SHAPE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

export const inChina = (ms: number): string =>
  new Date(ms + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

/** In milliseconds; NaN when it is no time of theirs. */
export const fromChina = (text: string): number =>
  SHAPE.test(text) ? Date.parse(`${text.replace(' ', 'T')}+08:00`) : Number.NaN
