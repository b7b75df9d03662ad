import type { Span } from './reading.ts'

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The bytes a Range header asks for (RFC 9110, 14): undefined for all of them – none, several or senseless ones are
 * ignored – and 'none' when it lies beyond the end.
 */
export function spanOf(header: string | undefined, size: number): Span | 'none' | undefined {
  const [, first = '', last = ''] = SINGLE.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return suffixOf(Number(last), size)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'none'
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) }
}

const suffixOf = (bytes: number, size: number): Span | 'none' =>
  bytes === 0 ? 'none' : { start: Math.max(0, size - bytes), end: size }
