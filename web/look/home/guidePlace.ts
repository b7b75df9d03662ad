import type { CSSProperties } from 'react'

export type Box = { left: number; top: number; width: number; height: number }
/** `text`: how large text is, in times the usual size. */
export type View = { width: number; height: number; text?: number }

/** All lengths are in CSS pixels. */
const AROUND = 8
const GAP = 18
const MARGIN = 16
const BUBBLE_WIDTH = 300
const BUBBLE_ROOM = 210
/** No bubble beside a thing is narrower. */
const BUBBLE_LEAST = 240
/** Things in the left third of a wide window – the rail – have their bubble at their right, as have all in a low window. */
const BESIDE_SHARE = 0.3

/** The part of the window that stays lit around a thing. */
export function holeAround(box: Box, view: View): Box {
  const left = Math.max(box.left - AROUND, AROUND / 2)
  const top = Math.max(box.top - AROUND, AROUND / 2)
  const right = Math.min(box.left + box.width + AROUND, view.width - AROUND / 2)
  const bottom = Math.min(box.top + box.height + AROUND, view.height - AROUND / 2)
  return {
    left,
    top,
    width: Math.max(right - left, 0),
    height: Math.max(bottom - top, 0),
  }
}

/** Where the bubble stands, and on which side of the lit thing; `--point` is where its tip looks out. */
export function bubbleBeside(hole: Box | undefined, view: View): { side: string; style: CSSProperties } {
  const width = Math.min(BUBBLE_WIDTH, view.width - 2 * MARGIN)
  if (!hole) return { side: 'none', style: { width, left: (view.width - width) / 2, bottom: view.height * 0.3 } }
  const right = hole.left + hole.width
  const bottom = hole.top + hole.height
  const beside = view.width - right - GAP - MARGIN
  // Twice as large letters stand in twice as many lines.
  const room = BUBBLE_ROOM * (view.text ?? 1) ** 2
  const isLow = view.height - bottom < room && hole.top < room
  if (right < view.width * BESIDE_SHARE || (isLow && beside >= BUBBLE_LEAST)) {
    const middle = hole.top + hole.height / 2
    const top = clamp(middle - room / 2, MARGIN, view.height - room - MARGIN)
    return { side: 'right', style: pointing(middle - top, { width: Math.min(width, beside), left: right + GAP, top }) }
  }
  const middle = hole.left + hole.width / 2
  const left = clamp(middle - width / 2, MARGIN, view.width - width - MARGIN)
  const style = pointing(middle - left, { width, left })
  if (view.height - bottom >= room) return { side: 'below', style: { ...style, top: bottom + GAP } }
  if (hole.top >= room) return { side: 'above', style: { ...style, bottom: view.height - hole.top + GAP } }
  return { side: 'none', style: { ...style, bottom: MARGIN } }
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))
const pointing = (at: number, style: CSSProperties) => ({ ...style, '--point': `${at}px` }) as CSSProperties
