const UNITS = ['B', 'KB', 'MB', 'GB'] as const
const STEP = 1024

/** How large a file is, as people read it: `96 B`, `812 KB`, `3.2 MB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)), UNITS.length - 1)
  const count = bytes / STEP ** power
  return `${count < 10 && power > 0 ? trimmed(count) : Math.round(count)} ${UNITS[power]}`
}

const trimmed = (count: number): string => count.toFixed(1).replace(/\.0$/, '')
