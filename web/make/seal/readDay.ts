import { parseChina } from '#contract/time.ts'

const TYPED = /^(\d{4})\s*[-/.年]?\s*(\d{1,2})\s*[-/.月]?\s*(\d{1,2})\s*日?$/

/** A day as people type it – 2036/1/2, 2036-01-02, 20360102, 2036年1月2日 – as `2036-01-02`; undefined when it is none. */
export function readDay(text: string): string | undefined {
  const [, year, month, day] = TYPED.exec(text.trim()) ?? []
  if (!year || !month || !day) return undefined
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return parseChina(read) && read
}
