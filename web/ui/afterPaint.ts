/** Does it once what has just been changed can be seen: a tap is answered first, and what takes longer follows. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
