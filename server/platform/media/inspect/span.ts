/** From the first to the last moment that anything is shown or heard, in units of a track's clock. */
export type Span = { start: number; end: number; next: number }
/** So many samples, each shown `delta` after the one before and `offset` after its turn to be decoded. */
export type Run = { count: number; delta: number; offset: number }

export const emptySpan = (): Span => ({ start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY, next: 0 })
export const lengthOf = ({ start, end }: Span): number => Math.max(0, end - start)

/** Any number of samples at the price of one. */
export function lengthen(span: Span, { count, delta, offset }: Run): void {
  if (count === 0) return
  span.start = Math.min(span.start, span.next + offset)
  span.next += count * delta
  span.end = Math.max(span.end, span.next + offset)
}
