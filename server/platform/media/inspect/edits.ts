import { VIDEO_MAX_SECONDS } from '#contract/limits.ts'
import { refuse } from '#server/core/fail.ts'
import { type Box, children, entries, numberAt, only } from './boxes.ts'
import { broken } from './bytes.ts'
import { lengthOf, type Span } from './span.ts'

/**
 * One line of an edit list (ISO 14496-12, 8.6.6): from `start` of the track's samples so much of them is shown, nothing where it
 * is -1. `length` in units of the film's clock, 0 for all the rest; `start` in those of the track's.
 */
export type Edit = { length: number; start: number; rate: number }
type Clocks = { scale: number; movieScale: number }

/** Each says what a person can do; only videos that were edited without being written anew get them. */
export const EDITED = {
  hidden: `视频剪掉的部分还在文件里，且超过${VIDEO_MAX_SECONDS}秒，请另存为新视频后重试`,
  empty: '视频里有空白片段，请另存为新视频后重试',
  rate: '视频有快放或慢放，请另存为新视频后重试',
} as const

const NOTHING = -1
/** As many seconds of a film as of a clock. */
export const USUAL_RATE = 0x10000
/** Recorders begin one track later than the other, by the time a microphone or a camera needs. */
const LEAD_SECONDS_MOST = 1

export function editsOf(trak: Box[]): Edit[] {
  const lists = only(trak, 'edts').flatMap((edts) => only(children(edts.body), 'elst'))
  // Where there are two, players would differ in which they believe.
  if (lists.length > 1) throw broken()
  return lists.flatMap(({ body }) => {
    const bytes = body.readUInt8(0) === 1 ? 8 : 4
    return [...entries(body, bytes * 2 + 4)].map((at) => ({
      length: numberAt(body, at, bytes),
      start: bytes === 8 ? Number(body.readBigInt64BE(at + 8)) : body.readInt32BE(at + 4),
      rate: body.readUInt32BE(at + bytes * 2),
    }))
  })
}

/** How many seconds these edits show, and how many of the samples they do not. Refuses edits nobody's camera makes. */
export function judgeEdits(edits: readonly Edit[], span: Span, clocks: Clocks): { shown: number; hidden: number } {
  edits.forEach((edit, index) => {
    if (edit.rate !== USUAL_RATE) throw refuse(EDITED.rate)
    const isLead = index === 0 && edit.start === NOTHING && edit.length / clocks.movieScale <= LEAD_SECONDS_MOST
    if (edit.start < 0 && !isLead) throw refuse(EDITED.empty)
  })
  const parts = edits.map((edit) => partOf(edit, span.end, clocks))
  return {
    shown: parts.reduce((sum, { start, end }) => sum + (end - start), 0) / clocks.scale,
    hidden: (lengthOf(span) - coveredOf(parts, span)) / clocks.scale,
  }
}

type Part = { start: number; end: number }

/** The part of the track's own time that an edit shows. */
export function partOf({ length, start }: Edit, mediaEnd: number, { scale, movieScale }: Clocks): Part {
  return { start, end: length === 0 ? Math.max(start, mediaEnd) : start + (length * scale) / movieScale }
}

/** How much of the span lies in at least one of these parts. */
function coveredOf(parts: Part[], span: Span): number {
  let until = span.start
  let covered = 0
  for (const { start, end } of parts.filter(({ start }) => start >= 0).sort((a, b) => a.start - b.start)) {
    const stop = Math.min(end, span.end)
    covered += Math.max(0, stop - Math.max(start, until))
    until = Math.max(until, stop)
  }
  return covered
}
