import { children } from '#server/platform/media/inspect/boxes.ts'
import type { Cut } from './found.ts'

/** A box with its place: where its head begins, and where its content begins and ends, in bytes of the object. */
export type Node = { type: string; at: number; start: number; end: number; body: Buffer }

/** The boxes in a content that begins at `from`. */
export const nodesIn = (content: Buffer, from: number): Node[] =>
  children(content).map(({ type, at, start, body }) => ({
    type,
    at: from + at,
    start: from + start,
    end: from + start + body.length,
    body,
  }))

export const within = ({ body, start }: Node): Node[] => nodesIn(body, start)

const FREE = Buffer.from('free')

/** The box keeps its length, but nobody looks into it and nothing is in it. */
export const emptied = ({ at, start, end }: Omit<Node, 'body'>): Cut[] => [
  { at: at + 4, length: 4, bytes: FREE },
  { at: start, length: end - start },
]
