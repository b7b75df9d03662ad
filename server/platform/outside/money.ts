const YUAN = /^(0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/

/** 600 is "6.00". */
export const yuanOf = (fen: number): string => {
  if (!Number.isSafeInteger(fen) || fen <= 0) throw new Error(`no amount: ${fen}`)
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
}

/** "6.00" is 600, and so are "6.0" and "6"; undefined for all that is no plain amount. Never by way of a fraction. */
export function fenOf(yuan: unknown): number | undefined {
  const [, whole, part = ''] = YUAN.exec(String(yuan)) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
